/**
 * Reads that ask a store which has not their object, as a router that cannot tell makes them: how many, and at what price. The bill
 * counts them, and `emit` says them.
 */
import { bump, itemAt } from '../at.ts';
import { memo, memoWith } from '../memo.ts';
import { failureCost } from '../pricing/bills/failures.ts';
import { requestRate } from '../pricing/editions/headline-rates.ts';
import { priceSheet } from '../pricing/sheets/price-sheet.ts';
import { resolvePrices } from '../pricing/sheets/resolve.ts';
import { missedShare } from '../workload/workload.ts';
import type { Term, Which } from './bill/term.ts';
import { oneStore } from './context/candidate-stores.ts';
import type { PlanContext } from './context/types.ts';
import type { UsagePart } from './costs/usage-parts.ts';
import { requestsPart } from './costs/usage-parts.ts';
import { livedStages, staysOf } from './placement.ts';
import type { Placement, Timeline } from './placement.ts';
import { bucketsOf } from './routing.ts';
import { shapeOf, sizeOf } from './shape.ts';
import type { Shape } from './shape.ts';

export interface VainReads {
  perMonth: number;
  currency: string;
  /** A month at list price, before any allowance; null: the price of a read is not known. */
  amount: number | null;
  /** Whether the provider bills an answer that finds nothing. */
  billed: 'billed' | 'free' | 'unlisted';
}

/** So many in vain of a store. */
export function vainReads(
  ref: string,
  perMonth: number,
  { scenario, archive }: Pick<PlanContext, 'scenario' | 'archive'>,
): VainReads {
  const found = oneStore(ref, scenario, archive);
  const { asOf, knownOn } = scenario;
  const resolved =
    'reason' in found
      ? null
      : resolvePrices(archive, { store: found.store, region: found.region, asOf, knownOn });
  if (!resolved || !('edition' in resolved))
    return { perMonth, amount: null, billed: 'unlisted', currency: 'USD' };
  const billed = failureCost(resolved.edition.operations.failed, 404);
  const { amount } = requestRate(priceSheet(resolved, {}, asOf), 'GetObject');
  return {
    perMonth,
    billed,
    amount: billed === 'free' ? 0 : amount === null ? null : (amount * perMonth) / 1e6,
    currency: resolved.edition.currency,
  };
}

/** The order in which a router asks: where reads in vain cost least, then where they are fewest. */
export const cheapestFirst = (a: VainReads, b: VainReads): number =>
  (a.amount ?? Infinity) - (b.amount ?? Infinity) || a.perMonth - b.perMonth;

const NOTHING_FOUND: UsagePart = {
  ...requestsPart({}),
  requests: [{ operation: 'GetObject', count: 1, bytesEach: 0, answer: 404 }],
};

const ofOne = memoWith((context: PlanContext) => memo((ref: string) => vainReads(ref, 1, context)));

/** Billed where the routers are those that `emit` writes: the user's own code knows the store. */
export function vainTerms(context: PlanContext, placement: Placement, which: Which, m: number): Term[] {
  if (context.scenario.router !== 'worker') return [];
  return asksInVain(context, placement, which, m).map(({ store, times }) => ({
    ...{ store, times, part: NOTHING_FOUND },
    ...{ event: null, isJob: false },
  }));
}

export interface AsksInVain {
  /** Place among the holders. */
  store: number;
  times: number;
}

/** What routers ask of stores that have not the object in a month, at their own price each. */
export function asksInVain(
  context: PlanContext,
  placement: Placement,
  which: Which,
  m: number,
): AsksInVain[] {
  if (placement.cache) return [];
  const shape = shapeOf(context, placement);
  return shape.kind === 'size' || shape.kind === 'popularity'
    ? ofSplit(context, shape, which, m)
    : alongRoute(context, placement.timelines, which, m);
}

/** Where a size or popularity tells two stores apart, the reads of the one's objects that ask the other first. */
function ofSplit(
  context: PlanContext,
  { stores, first }: Extract<Shape, { kind: 'size' | 'popularity' }>,
  which: Which,
  m: number,
): AsksInVain[] {
  const { copies, populations, workload } = context;
  if (copies.length > 0) return [];
  const readsOf = (isFirst: boolean, months: Which, at: number) =>
    populations
      .filter((one) => first.includes(one) === isFirst)
      .reduce((sum, one) => sum + itemAt(one.workload[months], at).population.reads, 0) *
    missedShare(workload.readers);
  const [asked] = stores
    .map((store, i) => {
      const perMonth = readsOf(i === 1, 'timeline', 0);
      const one = ofOne(context)(itemAt(context.stores, store).ref);
      const amount = one.amount === null ? null : one.amount * perMonth;
      return { ...one, amount, perMonth, store, times: readsOf(i === 1, which, m) };
    })
    .toSorted(cheapestFirst);
  return asked && asked.times > 0 ? [{ store: asked.store, times: asked.times }] : [];
}

/** Objects of one population between two ages, and the stretch of ages that routers know. */
interface Held {
  bytes: number;
  reads: number;
  buckets: number[];
  servers: readonly number[];
}
interface Stretch {
  reads: number;
  held: Held[];
}

/**
 * Routers try the stores of one stretch of ages after another: by distance from the object's age where keys tell it, else where most
 * reads find theirs. A stretch names the bucket that answers most of its bytes first. Each store tried before one that has the object is
 * asked in vain.
 */
function alongRoute(
  context: PlanContext,
  timelines: readonly Timeline[],
  which: Which,
  m: number,
): AsksInVain[] {
  const { workload, scenario } = context;
  const bucketOf = bucketsOf(context, timelines);
  const asks = new Map<number, number>();
  for (const populations of toldApart(context, timelines)) {
    const stretches = stretchesOf(context, { timelines, populations, bucketOf, which, m });
    for (const [q, reader] of workload.readers.entries()) {
      const asked = reader.share * (1 - reader.hitRatio);
      if (asked === 0) continue;
      const named = stretches.map((one) => bucketsAt(one, q));
      const order = (at: number) => {
        const places = stretches.map((_, i) => i);
        return scenario.workload.objects.keyDate === undefined
          ? places.sort((a, b) => itemAt(stretches, b).reads - itemAt(stretches, a).reads || a - b)
          : places.sort((a, b) => Math.abs(a - at) - Math.abs(b - at) || a - b);
      };
      for (const [at, { held }] of stretches.entries()) {
        const tried = new Set(order(at).flatMap((i) => itemAt(named, i)));
        for (const { reads, buckets } of held)
          for (const bucket of tried) {
            if (buckets.includes(bucket)) break;
            bump(asks, bucket, reads * asked);
          }
      }
    }
  }
  return [...asks].map(([store, times]) => ({ store, times })).filter(({ times }) => times > 0);
}

/** The bucket that answers most bytes, then all others. */
function bucketsAt({ held }: Stretch, q: number): number[] {
  const bytes = new Map<number, number>();
  for (const one of held) {
    const server = itemAt(one.servers, q);
    if (server >= 0) bump(bytes, server, one.bytes);
  }
  const most = [...bytes].sort((a, b) => b[1] - a[1]).slice(0, 1);
  return [...most.map(([server]) => server), ...held.flatMap(({ buckets }) => buckets)];
}

/** New objects have keys of their own where what is done to them would be done to standing ones too. */
function toldApart({ populations }: PlanContext, timelines: readonly Timeline[]): number[][] {
  const all = populations.map((_, p) => p);
  const [young, standing] = [
    all.filter((p) => itemAt(populations, p).stream === 'new'),
    all.filter((p) => itemAt(populations, p).stream === 'old'),
  ];
  const isInTheWay = standing.some((p) => {
    const one = itemAt(populations, p);
    const home = itemAt(timelines, p)[0]?.holders ?? [];
    return young.some((y) => {
      const { sizeClass, workload } = itemAt(populations, y);
      return staysOf(itemAt(timelines, y), workload.lifeDays).some(
        ({ entry, toDays }) =>
          home.includes(entry.store) &&
          (one.slice !== null ||
            (sizeClass === one.sizeClass && (toDays !== null || workload.expiryDays !== null))),
      );
    });
  });
  return isInTheWay ? [young, standing] : [all];
}

/** Cut where any new population turns; then all standing ones, which have no age. */
function stretchesOf(
  context: PlanContext,
  {
    timelines,
    populations,
    bucketOf,
    which,
    m,
  }: {
    timelines: readonly Timeline[];
    populations: readonly number[];
    bucketOf(population: number, store: number): number;
    which: Which;
    m: number;
  },
): Stretch[] {
  const of = (stream: 'new' | 'old') =>
    populations.flatMap((p) => {
      const one = itemAt(context.populations, p);
      if (one.stream !== stream) return [];
      return { p, one, stages: livedStages(itemAt(timelines, p), one.workload.lifeDays) };
    });
  const young = of('new');
  const turns = [...new Set(young.flatMap(({ stages }) => stages.map(({ fromDays }) => fromDays)))].sort(
    (a, b) => a - b,
  );
  const stretch = (own: typeof young, from: number, to: number | undefined): Stretch => {
    const held = own.map(({ p, one, stages }): Held => {
      const { holders, servers } = itemAt(
        stages,
        stages.findLastIndex(({ fromDays }) => fromDays <= from),
      );
      const { population } = itemAt(one.workload[which], m);
      const share =
        (to === undefined ? 1 : population.readShareBelow(to)) -
        (from === 0 ? 0 : population.readShareBelow(from));
      const reads = population.reads * share;
      return {
        reads,
        bytes: reads * sizeOf(one),
        buckets: holders.map((store) => bucketOf(p, store)),
        servers: servers.map((store) => (store < 0 ? store : bucketOf(p, store))),
      };
    });
    return {
      reads: held.reduce((sum, { reads }) => sum + reads, 0),
      held: held.toSorted((a, b) => b.reads - a.reads),
    };
  };
  const standing = of('old');
  return [
    ...turns.map((from, i) => stretch(young, from, turns[i + 1])),
    ...(standing.length > 0 ? [stretch(standing, 0, undefined)] : []),
  ];
}
