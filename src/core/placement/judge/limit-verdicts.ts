/** Whether a placement keeps to the limits of its stores, and which of them would have to be raised or spread over several buckets. */
import { limitAmount } from '../../answer/words/limit.ts';
import { itemAt } from '../../at.ts';
import type { Condition } from '../../report/plan-types.ts';
import type { Violation } from '../../report/verdict.ts';
import { isOfHeld } from '../../pricing/editions/limit-kinds.ts';
import { percent } from '../../text/numbers.ts';
import { demandOf } from '../bill/demand.ts';
import type { StoreDemand } from '../bill/demand.ts';
import { heldStores } from '../bill/parts.ts';
import { storeNamesOf } from '../context/store-names.ts';
import type { PlacedStore, PlanContext } from '../context/types.ts';
import type { Placement } from '../placement.ts';
import { countedBy, limitsOf } from './limits.ts';
import type { FairUse, OneLimit } from './limits.ts';

/** What a placement breaks, and what has to come true for it to hold. */
export interface Verdict {
  violations: Violation[];
  conditions: Condition[];
}

/** By billed month, what is asked of each store. */
type Months = readonly ReadonlyMap<number, StoreDemand>[];

/** Of the exact busiest and fullest month, with headroom. `used`: the stores that the placement uses. */
export function limitVerdicts(
  context: PlanContext,
): (placement: Placement, used: ReadonlySet<number>) => Verdict[] {
  const limits = limitsOf(context);
  const held = heldStores(context);
  const called = storeNamesOf(context);
  const nameOf = ({ ref }: PlacedStore) => called(ref);

  /** Of the stores that share a limit, the first that the placement uses. */
  const firstUsed = (stores: readonly number[], months: Months) =>
    itemAt(held, stores.find((s) => months.some((month) => month.has(s))) ?? itemAt(stores, 0));

  const askedOf = ({ limit, stores }: OneLimit, months: Months) =>
    Math.max(0, ...months.map((month) => sumOver(stores, month, (demand) => countedBy(limit, demand))));
  const ofFixed = (of: OneLimit, months: Months): Verdict => {
    const { limit, stores, published, granted } = of;
    const asked = askedOf(of, months);
    const needed = asked * (1 + limits.headroom);
    if (needed <= published * SLACK) return NOTHING;
    const named = firstUsed(stores, months);
    const amount = (value: number) => limitAmount(limit, value);
    const figure = `${amount(asked)} in the ${isOfHeld(limit) ? 'fullest' : 'busiest'} month${withHeadroom(limits.headroom)}`;
    return needed <= granted * SLACK
      ? {
          violations: [],
          conditions: [
            {
              code: isSpread(of) ? 'several-buckets' : 'limit-raised',
              store: named.ref,
              words: isSpread(of)
                ? `if objects are spread over ${Math.ceil(needed / published)} buckets: one of ${nameOf(named)} holds ${amount(limit.value)}, the plan needs ${figure}`
                : `if ${nameOf(named)} raises its limit of ${amount(limit.value)}: the plan needs ${figure}`,
            },
          ],
        }
      : {
          violations: [
            {
              requirement: isOfHeld(limit) ? 'capacity' : 'rate limit',
              required: `≤ ${amount(granted)} for ${limit.scope === 'account' ? 'an account' : `a ${limit.scope}`} of ${nameOf(named)}`,
              found: figure,
            },
          ],
          conditions: [],
        };
  };
  /** Buckets that are enough by what fills them first are enough by the rest. */
  const isFuller = (one: OneLimit, other: OneLimit, months: Months) =>
    isSpread(one) &&
    isSpread(other) &&
    one.stores[0] === other.stores[0] &&
    askedOf(one, months) / one.published > askedOf(other, months) / other.published;
  const ofFairUse = ({ stores, timesStored }: FairUse, months: Months): Verdict => {
    const ratios = months.map((month) => {
      const sent = sumOver(stores, month, ({ internetBytes }) => internetBytes);
      return sent > 0 ? sent / sumOver(stores, month, ({ storedBytes }) => storedBytes) : 0;
    });
    const most = Math.max(0, ...ratios);
    if (most * (1 + limits.headroom) <= timesStored * SLACK) return NOTHING;
    const store = firstUsed(stores, months);
    const found = `egress is ${Number(most.toPrecision(3))} × stored${withHeadroom(limits.headroom)}`;
    const required = `≤ ${timesStored} × stored in ${nameOf(store)}`;
    return { violations: [{ requirement: 'fair use', required, found }], conditions: [] };
  };

  return (placement, used) => {
    const isUsed = ({ stores }: { stores: readonly number[] }) => stores.some((s) => used.has(s));
    const [fixed, fair] = [limits.fixed.filter(isUsed), limits.fairUse.filter(isUsed)];
    if (fixed.length + fair.length === 0) return [];
    const months = demandOf(context, placement);
    return [
      ...fixed
        .filter((one) => !fixed.some((other) => isFuller(other, one, months)))
        .map((one) => ofFixed(one, months)),
      ...fair.map((one) => ofFairUse(one, months)),
    ];
  };
}

const NOTHING: Verdict = { violations: [], conditions: [] };

const isSpread = ({ limit }: OneLimit) => isOfHeld(limit) && limit.scope === 'bucket';

/** What rounding may add to sums. */
const SLACK = 1 + 1e-9;

function sumOver(
  stores: readonly number[],
  month: ReadonlyMap<number, StoreDemand>,
  of: (demand: StoreDemand) => number,
): number {
  return stores.reduce((sum, s) => {
    const demand = month.get(s);
    return demand ? sum + of(demand) : sum;
  }, 0);
}

function withHeadroom(headroom: number): string {
  return headroom > 0 ? ` plus ${percent(headroom, { figures: 3 })} headroom` : '';
}
