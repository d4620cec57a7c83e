/** A desk whose placements are named in a list, with what each is worth at any value of an input: no bills, no latency. */
import type { Asked, Known } from '#core/placement/sensitivity/known.ts';
import { knownAlong } from '#core/placement/sensitivity/known.ts';
import type { Judged } from '#core/placement/desk-types.ts';
import type { Placement } from '#core/placement/placement.ts';
import { itemAt } from '#core/at.ts';

export interface FakePlan {
  /** `A@3`: arrangement, and what tells it from others of the same. */
  id: string;
  /** Bill at a value; infinite where it breaks a limit. */
  cost(x: number): number;
  /** Where a latency is asked. */
  sureness?(x: number): number;
}

export interface FakeOptions {
  asked?: number;
  /** What is asked at a value is told here. */
  searches?: number[];
}

export function fakeKnown(
  plans: readonly FakePlan[],
  { asked, searches = [] }: FakeOptions = {},
): Known<number> {
  const placements = plans.map((): Placement => ({ timelines: [] }));
  const planOf = (placement: Placement) => itemAt(plans, placements.indexOf(placement));
  const at = (x: number): Asked => {
    const bills = plans.map(({ cost }) => cost(x));
    const sure = plans.map(({ sureness }) => sureness?.(x) ?? null);
    const base = Math.max(
      ...bills.filter((bill, i) => Number.isFinite(bill) && (sure[i] ?? 1) >= (asked ?? 0)),
    );
    let doubtBase = base;
    const judge = (placement: Placement): Judged => {
      const p = placements.indexOf(placement);
      const [bill, sureness] = [itemAt(bills, p), itemAt(sure, p)];
      const lacks = sureness === null || asked === undefined ? 0 : Math.max(0, (asked - sureness) / asked);
      const doubt = lacks === 0 ? 0 : lacks * doubtBase;
      return {
        low: bill,
        high: bill,
        effort: 0,
        sureness,
        notMeasured: [],
        doubt,
        value: (sureness ?? 1) < 0.5 ? Infinity : bill + doubt,
        feasible: Number.isFinite(bill) ? 'yes' : 'no',
        violations: [],
        conditions: [],
      };
    };
    return {
      asked: asked ?? null,
      sure: () =>
        asked === undefined
          ? null
          : (placements.find((_, i) => bills[i] === doubtBase && (sure[i] ?? 1) >= asked) ?? null),
      judge,
      best() {
        searches.push(x);
        doubtBase = Math.min(...bills.filter((_, i) => (sure[i] ?? 1) >= (asked ?? 0)), base);
        let best: Placement | null = null;
        for (const one of placements)
          if (judge(one).value < (best ? judge(best).value : Infinity)) best = one;
        return best && { placement: best, judged: judge(best), gap: 0 };
      },
    };
  };
  const names = {
    id: (placement: Placement) => planOf(placement).id,
    arrangement: (placement: Placement) => planOf(placement).id.replace(/@.*/, ''),
  };
  return knownAlong(at, names);
}
