/** The cheapest caches: of each ordered pair of stores every TTL, way to write and choice of sizes, billed in the mean month. */
import { itemAt, numberAt } from '../../at.ts';
import { memo, remembered } from '../../memo.ts';
import { ROUTER, WRITER } from '../../placement/bill/term.ts';
import type { Term } from '../../placement/bill/term.ts';
import { meanMonth } from '../../placement/bill/month-of.ts';
import { routerTerms } from '../../placement/bill/programs.ts';
import { unreadTerms } from '../../placement/bill/terms.ts';
import type { PlanContext } from '../../placement/context/types.ts';
import type { Cache, Placement } from '../../placement/placement.ts';
import { groundOf } from '../../placement/problem/ground.ts';
import { joined, scaled } from '../../placement/problem/uses.ts';
import type { Use } from '../../placement/search/problem.ts';
import { HOURS_PER_DAY } from '../../units.ts';
import { cacheFlows } from './flows.ts';
import { cacheUnits } from './units.ts';
import type { Unit } from './units.ts';

export interface CachesWanted {
  /** Only bills + effort below it, where unknown prices are at their high end. */
  below: number;
  /** So many at most, each of another ordered pair of stores. */
  most: number;
  effort(cache: Placement): number;
  isFine(cache: Placement): boolean;
}

type Option = Pick<Cache, 'classes' | 'writes' | 'ttlHours'>;

interface Billed {
  use: Use;
  /** Nothing bounds it. */
  isOpen: boolean;
  /** Who bills it: places among the holders, or `WRITER`. */
  by: ReadonlySet<number>;
}

type Times = readonly [billed: Billed, times: number];

/** `singles`: everything in each store. The cheapest first; exact where one month is billed, and further subscriptions apart. */
export function cacheSearch(
  context: PlanContext,
  singles: readonly Placement[],
): (wanted: CachesWanted) => Placement[] {
  const flows = cacheFlows(context);
  if (!flows) return () => [];
  const { prices } = groundOf(context);
  const units = cacheUnits(context);
  const { stores, workload, writer } = context;
  const options: Option[] = cutsOf(context).flatMap((classes) =>
    flows.writes.flatMap((writes) => flows.ttls.map((ttlHours) => ({ classes, writes, ttlHours }))),
  );
  const cacheAt = (hot: number, cold: number, o: number): Placement => {
    const { classes, writes, ttlHours } = itemAt(options, o);
    return { ...itemAt(singles, cold), cache: { hot, classes, writes, ttlHours } };
  };
  const billed = (terms: readonly Term[], share = 1): Billed => {
    const uses = terms.map(({ store, part, times }): Use | null => {
      if (store === ROUTER) return scaled(prices.routed(part), times * share);
      const at = store === WRITER ? prices.writer : store;
      if (at === null) return null;
      if (part.byteHours > 0)
        return scaled(prices.monthly(at, part, true), (times * share) / (prices.days * HOURS_PER_DAY));
      return scaled(part.softDeleted ? prices.monthly(at, part) : prices.use(at, part), times * share);
    });
    const use = joined(...uses.flatMap((one) => one ?? []));
    return {
      use,
      isOpen: uses.includes(null) || prices.isOpen(use),
      by: new Set(terms.flatMap(({ store }) => (store === ROUTER ? [] : [store]))),
    };
  };
  const alone = memo((cold: number) =>
    billed(
      workload.months.flatMap((_, m) => unreadTerms(context, itemAt(singles, cold), 'months', m)),
      1 / workload.months.length,
    ),
  );
  /** The Worker of any cache, which is asked for every read. */
  const anyCache: Placement = {
    timelines: [],
    cache: { hot: 0, ttlHours: 0, classes: null, writes: 'around' },
  };
  const routed = billed(routerTerms(context, anyCache, meanMonth));
  const ofUnit = memo((unit: Unit) => billed(unit.terms));
  const timesOf = (units: readonly Unit[], hot: number, option: Option) => {
    const flow = flows.mean({ ...option, hot });
    return units.map((unit): Times => [ofUnit(unit), flow[unit.flow]]).filter(([, times]) => times > 0);
  };
  const ofHot = (hot: number, option: Option) => timesOf(units.hot(hot, option.classes), hot, option);
  const ofCold = (hot: number, cold: number, option: Option): Times[] => [
    [alone(cold), 1],
    [routed, 1],
    ...timesOf(units.cold(cold, hot, option.classes), hot, option),
  ];
  const all = new Float64Array(prices.meters.length);
  const total = (of: readonly Times[]): number => {
    if (of.some(([{ isOpen }]) => isOpen)) return Infinity;
    for (const [{ use }, times] of of)
      for (let i = 0; i < use.meters.length; i += 1) all[use.meters[i]!]! += times * use.amounts[i]!;
    const by = new Set(of.flatMap((one) => [...one[0].by]));
    by.delete(WRITER);
    const sum = prices.total([...by], all, () => 1);
    for (const [{ use }] of of) for (const meter of use.meters) all[meter] = 0;
    return sum;
  };
  const providersOf = (of: readonly Times[]) =>
    new Set(of.flatMap(([{ by }]) => [...by].map((s) => (prices.held[s] ?? writer).site.provider)));
  // A hot store costs the same beside any cold one, and a cold one beside all hot ones that make it do the same.
  const hotHalf = memo((hot: number) => Float64Array.from(options, (one) => total(ofHot(hot, one))));
  const coldHalves = memo((_: readonly Unit[]) => new Map<string, Float64Array>());
  const coldHalf = (hot: number, cold: number) =>
    remembered(coldHalves(units.cold(cold, hot, null)), flows.alike(hot), () =>
      Float64Array.from(options, (one) => total(ofCold(hot, cold, one))),
    );
  const totalsOf = memo((hot: number) =>
    memo((cold: number): Float64Array => {
      // Providers share no price. A writer whose provider bills what it sends may send to both.
      const areApart = memo((writes: Option['writes']) => {
        const one = options.find((option) => option.writes === writes);
        if (!one) return false;
        const theirs = providersOf(ofCold(hot, cold, one));
        return [...providersOf(ofHot(hot, one))].every((provider) => !theirs.has(provider));
      });
      const [own, other] = [hotHalf(hot), coldHalf(hot, cold)];
      return Float64Array.from(options, (one, o) =>
        areApart(one.writes)
          ? numberAt(own, o) + numberAt(other, o)
          : total([...ofHot(hot, one), ...ofCold(hot, cold, one)]),
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
  return ({ below, most, effort, isFine }) => {
    if (options.length === 0) return [];
    const pairs = usable
      .flatMap((hot) => usable.filter((cold) => cold !== hot).map((cold) => ({ hot, cold })))
      .flatMap(({ hot, cold }) => {
        const own = effort(cacheAt(hot, cold, 0));
        // Both together cost no less than either.
        const either = Math.max(Math.min(...hotHalf(hot)), Math.min(...coldHalf(hot, cold)));
        if (!(own + either < below)) return [];
        const { minimumHours } = itemAt(stores, hot).edition.rules.storage;
        const values = totalsOf(hot)(cold).map((total, o) =>
          itemAt(options, o).ttlHours < minimumHours ? Infinity : own + total,
        );
        return [{ hot, cold, values, least: Math.min(...values) }];
      })
      .sort((a, b) => a.least - b.least);
    const kept: { cache: Placement; value: number }[] = [];
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
    return kept.map(({ cache }) => cache);
  };
}

/** Everything, the small objects alone, or the large ones alone: cut at every boundary between sizes. */
function cutsOf({ workload: { classes } }: PlanContext): Cache['classes'][] {
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
