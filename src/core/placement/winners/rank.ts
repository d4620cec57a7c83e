/** Proven before open before failing; known totals before lower bounds; then the cheaper. */
import type { Candidate } from '../../report/plan-types.ts';
import type { PlanContext } from '../context/types.ts';
import { placementId } from '../chain.ts';
import type { Placement } from '../chain.ts';
import type { Evaluated } from '../pairs/search.ts';
import { VERDICTS } from '../verdicts/verdicts.ts';

type Ranked = Omit<Evaluated, 'policy'> & { policy: Placement };

/** Ties go by id, so that the same scenario always has the same order. */
export function byRank(context: PlanContext): (a: Ranked, b: Ranked) => number {
  const id = (one: Ranked) => placementId(one.policy, context.stores);
  return (a, b) =>
    VERDICTS.indexOf(a.feasible) - VERDICTS.indexOf(b.feasible) ||
    Number(a.atLeast) - Number(b.atLeast) ||
    a.cost - b.cost ||
    (id(a) < id(b) ? -1 : 1);
}

export function best(context: PlanContext, evaluated: Evaluated[]): Evaluated | undefined {
  return evaluated.sort(byRank(context))[0];
}

/** The same of plans worked out in full. */
export function byShownRank(a: Candidate, b: Candidate): number {
  return (
    VERDICTS.indexOf(a.feasible) - VERDICTS.indexOf(b.feasible) ||
    Number(a.monthly.atLeast) - Number(b.monthly.atLeast) ||
    a.monthly.total - b.monthly.total ||
    (a.id < b.id ? -1 : 1)
  );
}

/** Adds `found` to `kept`, which stays the `count` cheapest in order; of twins the cheaper one is kept. */
export function keepBest<T extends { cost: number; atLeast: boolean }>(
  kept: T[],
  found: T,
  count: number,
  isTwin: (one: T) => boolean,
): void {
  const twin = kept.findIndex(isTwin);
  if (twin >= 0 && (kept[twin]?.cost ?? Infinity) <= found.cost) return;
  if (twin >= 0) kept.splice(twin, 1);
  kept.push(found);
  kept.sort((a, b) => Number(a.atLeast) - Number(b.atLeast) || a.cost - b.cost);
  kept.length = Math.min(kept.length, count);
}
