/**
 * Reads that ask a store which has not their object, as a router that cannot tell makes them. The bill counts them, and `emit` says
 * them.
 */
import { bump, itemAt } from '../at.ts';
import { missedShare } from '../workload/workload.ts';
import type { Term, Which } from './bill/term.ts';
import type { PlanContext } from './context/types.ts';
import type { UsagePart } from './costs/usage-parts.ts';
import { requestsPart } from './costs/usage-parts.ts';
import { livedStages, staysOf } from './placement.ts';
import type { Placement, Timeline } from './placement.ts';
import { bucketsOf } from './routing.ts';
import { shapeOf, sizeOf } from './shape.ts';
import type { Shape } from './shape.ts';

const NOTHING_FOUND: UsagePart = {
  ...requestsPart({}),
  requests: [{ operation: 'GetObject', count: 1, bytesEach: 0, answer: 404 }],
};

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

/** What routers ask of stores that have not the object in a month. */
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

/** Where a size or popularity tells two stores apart, the one of most reads is asked first. */
function ofSplit(
  { copies, populations, workload }: PlanContext,
  { stores, first }: Extract<Shape, { kind: 'size' | 'popularity' }>,
  which: Which,
  m: number,
): AsksInVain[] {
  if (copies.length > 0) return [];
  const readsOf = (isFirst: boolean, months: Which, at: number) =>
    populations
      .filter((one) => first.includes(one) === isFirst)
      .reduce((sum, one) => sum + itemAt(one.workload[months], at).population.reads, 0) *
    missedShare(workload.readers);
  const isFirst = readsOf(true, 'timeline', 0) >= readsOf(false, 'timeline', 0);
  const times = readsOf(!isFirst, which, m);
  return times > 0 ? [{ store: stores[isFirst ? 0 : 1], times }] : [];
}

/** Objects of one population between two ages, in the order of their reads. */
interface Held {
  bytes: number;
  reads: number;
  buckets: number[];
  servers: readonly number[];
}

/**
 * Routers try the stores of one stretch of ages after another: by distance from the object's age where keys tell it, else where most
 * reads find theirs. A stretch begins with the bucket that answers most of its bytes. Each store that is tried before one that has the
 * object is asked in vain.
 */
function alongRoute(
  context: PlanContext,
  timelines: readonly Timeline[],
  which: Which,
  m: number,
): AsksInVain[] {
  const { workload, scenario } = context;
  const isDated = scenario.workload.objects.keyDate !== undefined;
  const asks = new Map<number, number>();
  for (const populations of toldApart(context, timelines)) {
    const stretches = stretchesOf(context, timelines, populations, which, m);
    const reads = stretches.map((held) => held.reduce((sum, one) => sum + one.reads, 0));
    for (const [q, reader] of workload.readers.entries()) {
      const named = stretches.map((held) => bucketsAt(held, q));
      for (const [at, held] of stretches.entries()) {
        const far = (i: number) => (isDated ? Math.abs(i - at) : -itemAt(reads, i));
        const order = stretches.map((_, i) => i).sort((a, b) => far(a) - far(b) || a - b);
        const tried = new Set(order.flatMap((i) => itemAt(named, i)));
        for (const one of held)
          for (const bucket of tried) {
            if (one.buckets.includes(bucket)) break;
            bump(asks, bucket, one.reads * reader.share * (1 - reader.hitRatio));
          }
      }
    }
  }
  return [...asks].flatMap(([store, times]) => (times > 0 ? { store, times } : []));
}

/** The bucket that answers most bytes, then all others. */
function bucketsAt(held: readonly Held[], q: number): number[] {
  const bytes = new Map<number, number>();
  for (const one of held) bump(bytes, itemAt(one.servers, q), one.bytes);
  bytes.delete(-1);
  const [most] = [...bytes].sort((a, b) => b[1] - a[1]);
  return [...(most ? [most[0]] : []), ...held.flatMap(({ buckets }) => buckets)];
}

/** New objects have keys of their own where what is done to them would be done to standing ones too. */
function toldApart({ populations }: PlanContext, timelines: readonly Timeline[]): number[][] {
  const own = Map.groupBy(populations.keys(), (p) => itemAt(populations, p).stream);
  const [young, standing] = [own.get('new') ?? [], own.get('old') ?? []];
  const isInTheWay = standing.some((p) => {
    const { slice, sizeClass } = itemAt(populations, p);
    const home = itemAt(timelines, p)[0]?.holders ?? [];
    return young.some((y) => {
      const one = itemAt(populations, y);
      const { lifeDays, expiryDays } = one.workload;
      return staysOf(itemAt(timelines, y), lifeDays).some(({ entry, toDays }) => {
        const leaves = one.sizeClass === sizeClass && (toDays !== null || expiryDays !== null);
        return home.includes(entry.store) && (slice !== null || leaves);
      });
    });
  });
  return isInTheWay ? [young, standing] : [[...young, ...standing]];
}

/** Cut where any new population turns; then all standing ones, which have no age. */
function stretchesOf(
  context: PlanContext,
  timelines: readonly Timeline[],
  populations: readonly number[],
  which: Which,
  m: number,
): Held[][] {
  const bucketOf = bucketsOf(context, timelines);
  const laid = populations.map((p) => {
    const one = itemAt(context.populations, p);
    return { p, one, stages: livedStages(itemAt(timelines, p), one.workload.lifeDays) };
  });
  const stretch = (own: typeof laid, from: number, to: number | undefined) =>
    own
      .map(({ p, one, stages }): Held => {
        const { holders, servers } = itemAt(
          stages,
          stages.findLastIndex(({ fromDays }) => fromDays <= from),
        );
        const { population } = itemAt(one.workload[which], m);
        const below = (age: number) => (age > 0 ? population.readShareBelow(age) : 0);
        const reads = population.reads * ((to === undefined ? 1 : below(to)) - below(from));
        const bucketAt = (store: number) => (store < 0 ? store : bucketOf(p, store));
        return {
          reads,
          bytes: reads * sizeOf(one),
          buckets: holders.map(bucketAt),
          servers: servers.map(bucketAt),
        };
      })
      .sort((a, b) => b.reads - a.reads);
  const young = laid.filter(({ one }) => one.stream === 'new');
  const turns = [...new Set(young.flatMap(({ stages }) => stages.map(({ fromDays }) => fromDays)))];
  turns.sort((a, b) => a - b);
  const standing = laid.filter(({ one }) => one.stream === 'old');
  return [
    ...turns.map((from, i) => stretch(young, from, turns[i + 1])),
    ...(standing.length > 0 ? [stretch(standing, 0, undefined)] : []),
  ];
}
