/**
 * Reads that ask a store which has not their object, as a router that cannot tell makes them. The bill and the latency count them, and
 * `emit` says them.
 */
import { bump, itemAt } from '../at.ts';
import { memoWith } from '../memo.ts';
import type { Population } from '../workload/population.ts';
import { meanMonth } from './bill/month-of.ts';
import type { MonthOf } from './bill/month-of.ts';
import type { Term } from './bill/term.ts';
import type { PlanContext } from './context/types.ts';
import type { UsagePart } from './costs/usage-parts.ts';
import { requestsPart } from './costs/usage-parts.ts';
import { livedStages, staysOf } from './placement.ts';
import type { Placement, Timeline } from './placement.ts';
import { bucketsOf } from './routing.ts';
import { shapeOf, sizeOf } from './shape.ts';
import type { Shape } from './shape.ts';
import { besidesOf, triedOrder } from './tried-order.ts';

const NOTHING_FOUND: UsagePart = {
  ...requestsPart({}),
  requests: [{ operation: 'GetObject', count: 1, bytesEach: 0, answer: 404 }],
};

/** Billed where the routers are those that `emit` writes: the user's own code knows the store. */
export function vainTerms(context: PlanContext, placement: Placement, month: MonthOf): Term[] {
  if (!countsVainReads(context)) return [];
  return asksInVain(context, placement, month).map(({ store, times }) => ({
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
export function asksInVain(context: PlanContext, placement: Placement, month: MonthOf): AsksInVain[] {
  const { readers } = context.workload;
  const asks = new Map<number, number>();
  for (const { p, from, to, reads, reader, stores } of vainReads(context, placement)) {
    const { workload } = itemAt(context.populations, p);
    const { share, hitRatio } = itemAt(readers, reader);
    const asked =
      month === meanMonth ? reads : month(workload, (one) => readsBetween(one.population, from, to));
    for (const store of stores) bump(asks, store, asked * share * (1 - hitRatio));
  }
  return [...asks].flatMap(([store, times]) => (times > 0 ? { store, times } : []));
}

/** Whether latency and bill count them: the user's own code knows the store. */
export function countsVainReads({ scenario }: Pick<PlanContext, 'scenario'>): boolean {
  return scenario.router === 'worker';
}

/** Reads of one reader that ask other stores before one that has the object. */
export interface VainReads {
  p: number;
  /** Ages in days of the objects; to the end of life where `to` is open. */
  from: number;
  to: number | undefined;
  /** Of the population, by all readers, in a mean month. */
  reads: number;
  reader: number;
  /** Asked in vain, in this order. */
  stores: readonly number[];
}

export function vainReads(context: PlanContext, placement: Placement): readonly VainReads[] {
  return routeFor(context)(placement).vain;
}

/** Whether routers would take some object from another store than the one that is to answer: they take it from the first that has it. */
export function isTakenElsewhere(context: PlanContext, placement: Placement): boolean {
  return countsVainReads(context) && routeFor(context)(placement).isTakenElsewhere;
}

interface Route {
  vain: readonly VainReads[];
  isTakenElsewhere: boolean;
}

const routeFor = memoWith((context: PlanContext) =>
  memoWith((placement: Placement): Route => {
    if (placement.cache) return { vain: [], isTakenElsewhere: false };
    const shape = shapeOf(context, placement);
    return shape.kind === 'size' || shape.kind === 'popularity'
      ? { vain: ofSplit(context, shape), isTakenElsewhere: false }
      : routeOf(context, placement.timelines);
  }),
);

/** Where a size or popularity tells two stores apart, the one of most reads is asked first. */
function ofSplit(
  { copies, populations, workload }: PlanContext,
  { stores, first }: Extract<Shape, { kind: 'size' | 'popularity' }>,
): VainReads[] {
  if (copies.length > 0) return [];
  const reads = populations.map((one) => meanMonth(one.workload, ({ population }) => population.reads));
  const readsOf = (isFirst: boolean) =>
    populations.reduce((sum, one, p) => sum + (first.includes(one) === isFirst ? itemAt(reads, p) : 0), 0);
  const isFirst = readsOf(true) >= readsOf(false);
  const asked = [stores[isFirst ? 0 : 1]];
  return populations.flatMap((one, p) =>
    first.includes(one) === isFirst
      ? []
      : workload.readers.map((_, reader) => ({
          ...{ p, from: 0, to: undefined, reads: itemAt(reads, p) },
          ...{ reader, stores: asked },
        })),
  );
}

/** Objects of one population between two ages, by the mean of the months. */
interface Held {
  p: number;
  from: number;
  to: number | undefined;
  bytes: number;
  reads: number;
  buckets: number[];
  servers: readonly number[];
}

/**
 * Routers try the stores of one stretch of ages after another: by distance from the object's age where keys tell it, else as
 * `triedOrder` has them. A stretch begins with the bucket that answers most of its bytes. Each store that is tried before one that has the
 * object is asked in vain. Bills ask for each month: the route is the same.
 */
function routeOf(context: PlanContext, timelines: readonly Timeline[]): Route {
  const { workload, scenario } = context;
  const isDated = scenario.workload.objects.keyDate !== undefined;
  const bucketOf = bucketsOf(context, timelines);
  const vain: VainReads[] = [];
  let isTakenElsewhere = false;
  for (const populations of toldApart(context, timelines)) {
    const stretches = stretchesOf(context, timelines, populations, bucketOf);
    if (new Set(stretches.flat().flatMap(({ buckets }) => buckets)).size < 2) continue;
    const byReader = workload.readers.map((_, q) => stretches.map((held) => bucketsAt(held, q)));
    const untold = triedOrder(
      stretches.map((held, i) => ({
        reads: held.reduce((sum, one) => sum + one.reads, 0),
        servers: byReader.map((named) => named[i]?.[0]),
        besides: workload.readers.map((_, q) =>
          besidesOf(
            held.map(({ buckets, servers }) => {
              const server = itemAt(servers, q);
              return { buckets, server: server < 0 ? undefined : server };
            }),
          ),
        ),
      })),
    );
    for (const [reader, named] of byReader.entries()) {
      for (const [at, held] of stretches.entries()) {
        const far = (i: number) => Math.abs(i - at);
        const order = isDated ? stretches.map((_, i) => i).sort((a, b) => far(a) - far(b) || a - b) : untold;
        const tried = [...new Set(order.flatMap((i) => itemAt(named, i)))];
        for (const { p, from, to, reads, buckets, servers } of held) {
          const found = tried.findIndex((bucket) => buckets.includes(bucket));
          if (found > 0) vain.push({ p, from, to, reads, reader, stores: tried.slice(0, found) });
          const server = itemAt(servers, reader);
          isTakenElsewhere ||= reads > 0 && server >= 0 && tried[found] !== server;
        }
      }
    }
  }
  return { vain, isTakenElsewhere };
}

function readsBetween({ reads, readShareBelow }: Population, from: number, to: number | undefined): number {
  const until = to === undefined ? 1 : readShareBelow(to);
  return reads * (until - (from > 0 ? readShareBelow(from) : 0));
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
    const { sizeClass } = itemAt(populations, p);
    const homeOf = (o: number) => itemAt(timelines, o)[0]?.holders ?? [];
    const home = homeOf(p);
    // Popularity tells the objects of this size apart.
    const isDivided = standing.some(
      (o) => itemAt(populations, o).sizeClass === sizeClass && homeOf(o).join() !== home.join(),
    );
    return young.some((y) => {
      const one = itemAt(populations, y);
      const { lifeDays, expiryDays } = one.workload;
      return staysOf(itemAt(timelines, y), lifeDays).some(({ entry, toDays }) => {
        const isAlike = one.sizeClass === sizeClass;
        if (isAlike && entry.how === 'copy' && entry.from !== null && home.includes(entry.from)) return true;
        const leaves = isAlike && (toDays !== null || expiryDays !== null);
        return home.includes(entry.store) && (isDivided || leaves);
      });
    });
  });
  return isInTheWay ? [young, standing] : [[...young, ...standing]];
}

/** Cut where any new population turns; then all standing ones, which have no age. What is read most comes first. */
function stretchesOf(
  context: PlanContext,
  timelines: readonly Timeline[],
  populations: readonly number[],
  bucketOf: ReturnType<typeof bucketsOf>,
): Held[][] {
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
        const reads = meanMonth(one.workload, ({ population }) => readsBetween(population, from, to));
        const bucketAt = (store: number) => (store < 0 ? store : bucketOf(p, store));
        return {
          ...{ p, from, to, reads, bytes: reads * sizeOf(one) },
          ...{ buckets: holders.map(bucketAt), servers: servers.map(bucketAt) },
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
