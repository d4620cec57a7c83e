/** What a cache uses, is asked and costs: exact, month by month. */
import { itemAt } from '../../at.ts';
import { memo } from '../../memo.ts';
import { billOfUsages, itemisedUsages, meanOf } from '../../placement/bill/bill-of.ts';
import type { ItemisedCost } from '../../placement/bill/bill-of.ts';
import { addedDemand, demandIn, subscriptionsIn } from '../../placement/bill/demand.ts';
import type { StoreDemand } from '../../placement/bill/demand.ts';
import type { Which } from '../../placement/bill/terms.ts';
import { usagesIn } from '../../placement/bill/usages.ts';
import type { PlanContext } from '../../placement/context/types.ts';
import type { Usage } from '../../pricing/bills/usage.ts';
import type { CacheBill } from './cache-desk-types.ts';
import type { CachePlacement } from './cache-placement.ts';
import type { CacheFlow, CacheFlows } from './flows.ts';
import type { CacheTerms, Unit } from './terms.ts';

export interface CacheBills {
  of(cache: CachePlacement): CacheBill;
  itemise(cache: CachePlacement): ItemisedCost;
  usages(cache: CachePlacement, which: Which, from?: number): Usage[][];
  /** By billed month. */
  demand(cache: CachePlacement): ReadonlyMap<number, StoreDemand>[];
  /** By store, how often it is needed side by side. */
  subscriptions(cache: CachePlacement): ReadonlyMap<number, number>;
}

type Pair = Pick<CachePlacement, 'hot' | 'cold' | 'classes'>;

export function cacheBills(context: PlanContext, flows: CacheFlows, terms: CacheTerms): CacheBills {
  const { stores, workload } = context;
  const { months } = workload;
  const storesOf = ({ hot, cold }: Pair) => [hot, cold];
  const unitsOf = ({ hot, cold, classes }: Pair): Unit[] => [
    ...terms.hot(hot, classes),
    ...terms.cold(cold, hot, classes),
  ];
  const unitDemand = memo((unit: Unit) => memo((m: number) => demandIn(context, unit.terms, 'months', m)));
  const aloneDemand = memo((cold: number) =>
    memo((m: number) => demandIn(context, terms.alone(cold, 'months', m), 'months', m)),
  );
  const demandAt = (pair: Pair, flow: CacheFlow, m: number) =>
    addedDemand([
      [aloneDemand(pair.cold)(m), 1],
      ...unitsOf(pair).map((unit) => [unitDemand(unit)(m), flow[unit.flow]] as const),
    ]);
  const demand = (cache: CachePlacement) =>
    flows.each(cache, 'months').map((flow, m) => demandAt(cache, flow, m));
  /** Whether any cache asks more of a store than one subscription grants: at most each read twice and a fill, and all that is written. */
  const mayOpen = memo((s: number) => {
    const most = (m: number): CacheFlow => {
      const { reads, arrivals } = itemAt(months, m).population;
      return { hits: 2 * reads, misses: 2 * reads, writeFills: arrivals, heldHours: 0 };
    };
    const both = { hot: s, cold: s, classes: null };
    const asked = () => months.map((_, m) => demandAt(both, most(m), m));
    return subscriptionsIn(context, [s], asked).size > 0;
  });
  const subscriptions = (cache: CachePlacement) =>
    subscriptionsIn(context, storesOf(cache).filter(mayOpen), () => demand(cache));
  const usages: CacheBills['usages'] = (cache, which, from = 0) => {
    const opened = subscriptions(cache);
    const each = flows.each(cache, which);
    return each.slice(from).map((flow, i) => {
      const added = unitsOf(cache).flatMap(({ flow: kind, terms: own }) =>
        own.map((term) => ({ ...term, times: term.times * flow[kind] })),
      );
      const all = [...terms.alone(cache.cold, which, from + i), ...added];
      return usagesIn(context, storesOf(cache), all, opened, which, from + i);
    });
  };
  /** Nobody knows how often reads are asked twice. */
  const isOpen = (cache: CachePlacement) => storesOf(cache).some((s) => itemAt(stores, s).parts.isLeast);
  return {
    of: (cache) => meanOf(usages(cache, 'months').map((one) => billOfUsages(context, one, isOpen(cache)))),
    itemise: (cache) => itemisedUsages(context, (which, from) => usages(cache, which, from), isOpen(cache)),
    usages,
    demand,
    subscriptions,
  };
}
