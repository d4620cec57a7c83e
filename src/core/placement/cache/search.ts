/**
 * The cheapest caches: every ordered pair of stores, every TTL of the re-reads, writes around and through, all objects or
 * those of some sizes; bounded from below and billed exactly in order of the bound until nothing cheaper can remain.
 */
import { keepBest } from '../winners/rank.ts';
import type { Feasible } from '../../report/verdict.ts';
import type { ExactCost } from '../costs/exact-cost.ts';
import type { PlanContext } from '../context/types.ts';
import type { Evaluated } from '../pairs/search.ts';
import { worst } from '../verdicts/requirements.ts';
import type { CacheBillingSources, CacheBilling } from './billing.ts';
import type { Cache, CacheCut } from './cache.ts';

export interface FoundCache extends Cache {
  cost: number;
  atLeast: boolean;
  feasible: Feasible;
}

interface CacheSearchSources extends CacheBillingSources {
  billing: CacheBilling;
  /** Everything but the budget. */
  judge(cache: Cache): Feasible;
}

type Shown = 'yes' | 'unproven';
const SHOWN: readonly Shown[] = ['yes', 'unproven'];

interface CachesWanted {
  count: Readonly<Record<Shown, number>>;
  /** More than one are wanted where they cost less than any of these that is proven. */
  singles?: readonly Evaluated[];
  /** Only what costs less. */
  below?: number;
  /** Only of such stores. */
  among?: (stores: readonly [hot: number, cold: number]) => boolean;
}

/**
 * Best of each pair of stores: the cheapest proven one whatever it costs, more of them where they cost less than any single
 * store that is proven, and open ones where they cost less than all that is proven.
 */
export function cacheSearch(
  sources: CacheSearchSources,
  cuts: readonly CacheCut[],
  { count, singles = [], below = Infinity, among = () => true }: CachesWanted,
): FoundCache[] {
  const { billing } = sources;
  const single = Math.min(
    Infinity,
    ...singles.filter(({ feasible, atLeast }) => feasible === 'yes' && !atLeast).map(({ cost }) => cost),
  );
  const kept: Record<Shown, FoundCache[]> = { yes: [], unproven: [] };
  const full = (feasible: Shown) =>
    kept[feasible].length < count[feasible] ? Infinity : (kept[feasible].at(-1)?.cost ?? Infinity);
  const ceiling = (feasible: Feasible) => {
    const best = kept.yes.find(({ atLeast }) => !atLeast)?.cost;
    switch (feasible) {
      case 'no':
        return -Infinity;
      case 'yes':
        return Math.min(below, best === undefined ? Infinity : Math.max(best, Math.min(full('yes'), single)));
      case 'unproven':
        return count.unproven === 0 ? -Infinity : Math.min(below, full('unproven'), single, best ?? Infinity);
    }
  };
  const pairs = pairsOf(sources)
    .map((pair) => {
      let least = Infinity;
      for (const cache of pair()) least = Math.min(least, billing.least(cache));
      return { pair, least };
    })
    .sort((a, b) => a.least - b.least);
  for (const { pair, least } of pairs) {
    if (SHOWN.every((feasible) => least >= ceiling(feasible))) break;
    const rivals = [...pair()]
      .map((cache) => ({ cache, least: billing.least(cache) }))
      .sort((a, b) => a.least - b.least);
    for (const rival of rivals) {
      if (SHOWN.every((feasible) => rival.least >= ceiling(feasible))) break;
      const before = sources.judge(rival.cache);
      if (rival.least >= ceiling(before)) continue;
      const found = priced(sources.context, rival.cache, before, billing.of(rival.cache));
      if (found.feasible !== 'no' && found.cost < ceiling(found.feasible))
        keepBest(
          kept[found.feasible],
          found,
          count[found.feasible],
          ({ hot, cold }) => hot === found.hot && cold === found.cold,
        );
    }
  }
  // What was kept before a cheaper proven plan was found.
  return SHOWN.flatMap((feasible) =>
    kept[feasible].filter((one, i) => (feasible === 'yes' && i === 0) || one.cost <= ceiling(feasible)),
  );

  function pairsOf({ context, flows }: CacheSearchSources): (() => Iterable<Cache>)[] {
    const tiered = context.stores.map(({ edition }) => edition.rules.storage.accessTiers.length > 0);
    return [...context.stores.entries()].flatMap(([hot, { edition }]) => {
      const { minimumHours } = edition.rules.storage;
      const ttls = flows.ttls.filter((hours) => hours >= minimumHours);
      // What a store moves by itself hangs on when each object was read, which a TTL changes.
      return [...context.stores.keys()]
        .filter((cold) => cold !== hot && !tiered[hot] && !tiered[cold] && among([hot, cold]))
        .map((cold) => () => cachesOf(cuts, hot, cold, flows.writes, ttls));
    });
  }
}

function* cachesOf(
  cuts: readonly CacheCut[],
  hot: number,
  cold: number,
  ways: readonly Cache['writes'][],
  ttls: readonly number[],
): Iterable<Cache> {
  for (const cut of cuts)
    for (const writes of ways) for (const ttlHours of ttls) yield { cut, hot, cold, ttlHours, writes };
}

export function priced(
  { scenario }: Pick<PlanContext, 'scenario'>,
  cache: Cache,
  feasible: Feasible,
  { total, atLeast }: ExactCost,
): FoundCache {
  const { budget } = scenario.requirements;
  const affordable: Feasible =
    budget === undefined ? 'yes' : total > budget ? 'no' : atLeast ? 'unproven' : 'yes';
  return { ...cache, cost: total, atLeast, feasible: worst([feasible, affordable]) };
}
