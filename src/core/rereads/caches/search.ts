/** The cheapest caches: of each ordered pair of stores every TTL, way to write and choice of sizes, billed in the mean month. */
import { itemAt, numberAt } from '../../at.ts';
import { memo } from '../../memo.ts';
import { WRITER } from '../../placement/bill/terms.ts';
import type { Term } from '../../placement/bill/terms.ts';
import type { PlanContext } from '../../placement/context/types.ts';
import { groundOf } from '../../placement/problem/ground.ts';
import { joined, scaled } from '../../placement/problem/uses.ts';
import type { Use } from '../../placement/search/problem.ts';
import type { CacheBills } from './cache-bills.ts';
import type { CachesWanted, FoundCache } from './cache-desk-types.ts';
import type { CachePlacement } from './cache-placement.ts';
import type { CacheFlow, CacheFlows } from './flows.ts';
import type { CacheTerms, Unit } from './terms.ts';

interface Option extends Pick<CachePlacement, 'classes' | 'writes' | 'ttlHours'> {
  /** Of the mean month. */
  flow: CacheFlow;
}

interface Billed {
  use: Use;
  /** Nothing bounds it. */
  isOpen: boolean;
  /** Who bills it: places among the holders, or `WRITER`. */
  by: ReadonlySet<number>;
}

type Times = readonly [billed: Billed, times: number];

/** The best of each pair that `isFine`. Bills of the found are exact. */
export function cacheSearch(
  context: PlanContext,
  flows: CacheFlows,
  terms: CacheTerms,
  bills: CacheBills,
): (wanted: Omit<CachesWanted, 'level'>, isFine: (cache: CachePlacement) => boolean) => FoundCache[] {
  const { prices } = groundOf(context);
  const { stores, workload, writer } = context;
  const options: Option[] = cutsOf(context).flatMap((classes) =>
    flows.writes.flatMap((writes) =>
      flows.ttls.map((ttlHours) => ({ classes, writes, ttlHours, flow: flows.mean({ writes, ttlHours }) })),
    ),
  );
  const cacheAt = (hot: number, cold: number, o: number): CachePlacement => {
    const { classes, writes, ttlHours } = itemAt(options, o);
    return { kind: 'cache', hot, cold, classes, writes, ttlHours };
  };
  const billed = (terms: readonly Term[], share = 1): Billed => {
    const uses = terms.map(({ store, part, times }): Use | null => {
      const at = store === WRITER ? prices.writer : store;
      if (at === null) return null;
      if (part.byteHours > 0)
        return scaled(prices.monthly(at, part, true), (times * share) / (prices.days * 24));
      return scaled(part.softDeleted ? prices.monthly(at, part) : prices.use(at, part), times * share);
    });
    const use = joined(...uses.flatMap((one) => one ?? []));
    return {
      use,
      isOpen: uses.includes(null) || prices.isOpen(use),
      by: new Set(terms.map(({ store }) => store)),
    };
  };
  const alone = memo((cold: number) =>
    billed(
      workload.months.flatMap((_, m) => terms.alone(cold, 'months', m)),
      1 / workload.months.length,
    ),
  );
  const ofUnit = memo((unit: Unit) => billed(unit.terms));
  const timesOf = (units: readonly Unit[], { flow }: Option) =>
    units.map((unit): Times => [ofUnit(unit), flow[unit.flow]]).filter(([, times]) => times > 0);
  const ofHot = (hot: number, option: Option) => timesOf(terms.hot(hot, option.classes), option);
  const ofCold = (hot: number, cold: number, option: Option): Times[] => [
    [alone(cold), 1],
    ...timesOf(terms.cold(cold, hot, option.classes), option),
  ];
  const all = new Float64Array(prices.meters.length);
  const total = (hot: number, cold: number, o: number, of: readonly Times[]): number => {
    if (of.some(([{ isOpen }]) => isOpen)) return Infinity;
    const opened = bills.subscriptions(cacheAt(hot, cold, o));
    for (const [{ use }, times] of of)
      for (let i = 0; i < use.meters.length; i += 1) all[use.meters[i]!]! += times * use.amounts[i]!;
    const by = new Set(of.flatMap((one) => [...one[0].by]));
    by.delete(WRITER);
    const sum = prices.total([...by], all, (s) => opened.get(s) ?? 1);
    for (const [{ use }] of of) for (const meter of use.meters) all[meter] = 0;
    return sum;
  };
  const providersOf = (of: readonly Times[]) =>
    new Set(of.flatMap(([{ by }]) => [...by].map((s) => (prices.held[s] ?? writer).site.provider)));
  // A hot store costs the same beside any cold one, and a cold one beside all hot ones that make it do the same.
  const halves = new Map<unknown, Float64Array>();
  const half = (key: unknown, totalOf: (option: Option, o: number) => number) => {
    const known = halves.get(key) ?? Float64Array.from(options, totalOf);
    halves.set(key, known);
    return known;
  };
  const hotHalf = (hot: number, cold: number) => half(hot, (one, o) => total(hot, cold, o, ofHot(hot, one)));
  const coldHalf = (hot: number, cold: number) =>
    half(terms.cold(cold, hot, null), (one, o) => total(hot, cold, o, ofCold(hot, cold, one)));
  const totalsOf = memo((hot: number) =>
    memo((cold: number): Float64Array => {
      // Providers share no price. A writer whose provider bills what it sends may send to both.
      const areApart = memo((writes: Option['writes']) => {
        const one = options.find((option) => option.writes === writes);
        if (!one) return false;
        const theirs = providersOf(ofCold(hot, cold, one));
        return [...providersOf(ofHot(hot, one))].every((provider) => !theirs.has(provider));
      });
      const [own, other] = [hotHalf(hot, cold), coldHalf(hot, cold)];
      return Float64Array.from(options, (one, o) =>
        areApart(one.writes)
          ? numberAt(own, o) + numberAt(other, o)
          : total(hot, cold, o, [...ofHot(hot, one), ...ofCold(hot, cold, one)]),
      );
    }),
  );
  // What a store moves by itself depends on when each object was read, which a TTL changes; what is restored first answers
  // nobody; what nothing bounds is no advice.
  const usable = [...stores.entries()].flatMap(([s, { edition, parts }]) =>
    edition.rules.storage.accessTiers.length > 0 ||
    edition.restoreHours !== undefined ||
    parts.isLeast ||
    prices.hasUnboundedFee[s] === true
      ? []
      : [s],
  );
  return ({ below, most, effort }, isFine) => {
    if (options.length === 0) return [];
    const pairs = usable
      .flatMap((hot) => usable.filter((cold) => cold !== hot).map((cold) => ({ hot, cold })))
      .flatMap(({ hot, cold }) => {
        const own = effort(hot, cold);
        // Both together cost no less than either.
        const either = Math.max(Math.min(...hotHalf(hot, cold)), Math.min(...coldHalf(hot, cold)));
        if (!(own + either < below)) return [];
        const { minimumHours } = itemAt(stores, hot).edition.rules.storage;
        const values = totalsOf(hot)(cold).map((total, o) =>
          itemAt(options, o).ttlHours < minimumHours ? Infinity : own + total,
        );
        return [{ hot, cold, values, least: Math.min(...values) }];
      })
      .sort((a, b) => a.least - b.least);
    const kept: { cache: CachePlacement; value: number }[] = [];
    for (const { hot, cold, values, least } of pairs) {
      const ceiling = kept.length < most ? below : itemAt(kept, most - 1).value;
      if (!(least < ceiling)) break;
      const best = [...values.keys()]
        .filter((o) => numberAt(values, o) < ceiling)
        .sort((a, b) => numberAt(values, a) - numberAt(values, b))
        .find((o) => isFine(cacheAt(hot, cold, o)));
      if (best === undefined) continue;
      kept.push({ cache: cacheAt(hot, cold, best), value: numberAt(values, best) });
      kept.sort((a, b) => a.value - b.value);
      kept.length = Math.min(kept.length, most);
    }
    return kept
      .flatMap(({ cache }): FoundCache[] => {
        const { low, high } = bills.of(cache);
        const value = (high ?? Infinity) + effort(cache.hot, cache.cold);
        return value < below ? [{ cache, low, high, value }] : [];
      })
      .sort((a, b) => a.value - b.value);
  };
}

/** Everything, the small objects alone, or the large ones alone: cut at every boundary between sizes. */
function cutsOf({ workload: { classes } }: PlanContext): CachePlacement['classes'][] {
  const sizes = [...new Set(classes.flatMap(({ share, sizeBytes }) => (share > 0 ? [sizeBytes] : [])))];
  const where = (is: (sizeBytes: number) => boolean) =>
    classes.flatMap(({ share, sizeBytes }, k) => (share > 0 && is(sizeBytes) ? [k] : []));
  return [
    null,
    ...sizes
      .sort((a, b) => a - b)
      .slice(1)
      .flatMap((from) => [where((size) => size < from), where((size) => size >= from)]),
  ];
}
