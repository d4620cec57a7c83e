/**
 * Who has to be told where an object is: readers of a placement whose bucket changes with an object's age, size or popularity ask a router.
 * The bill counts the requests of the router that `emit` writes for them.
 */
import { itemAt } from '../at.ts';
import { EVERYWHERE } from '../places.ts';
import { rateInto } from '../pricing/currency.ts';
import { resolvePrices } from '../pricing/sheets/resolve.ts';
import type { PlanContext } from './context/types.ts';
import { livedStages, staysOf } from './placement.ts';
import type { Placement, Timeline } from './placement.ts';
import { shapeOf } from './shape.ts';

/** Where the router for readers outside clouds runs. */
export const WORKERS = { store: 'cloudflare/workers', region: EVERYWHERE };

/** Routers that readers need: a Worker outside clouds, the one in Go beside buckets in a cloud. */
export interface Routers {
  worker: boolean;
  go: boolean;
}

/** Inside a cloud, where what is read from that cloud's own buckets leaves it for nothing else. A CDN asks from its provider's network. */
export const isInCloud = (place: string): boolean => !/^(?:internet|cloudflare)\//.test(place);

/** Readers by the place that asks the buckets: their CDN, where they have one. */
export const askerOf = ({ via, place }: { via?: string | undefined; place: string }): string => via ?? place;

/** Readers outside clouds, whom nobody sets up, are one asker. */
export const OUTSIDE = 'outside';

/**
 * `answers`: each asker with a bucket that it reads some object from.
 * `isOwn`: the user's own code sends them to their bucket.
 */
export function routersFor(
  answers: Iterable<readonly [asker: string, bucket: number | string]>,
  isOwn: boolean,
): Routers {
  const known = new Map<string, number | string>();
  const found: Routers = { worker: false, go: false };
  for (const [asker, bucket] of answers) {
    const isInside = isInCloud(asker);
    const key = isInside ? asker : OUTSIDE;
    const first = known.get(key) ?? bucket;
    known.set(key, first);
    if (first === bucket) continue;
    found.go = true;
    found.worker ||= !isInside && !isOwn;
  }
  return found;
}

/** In the currency of the plan or with a rate into it, at its date; older price lists say nothing of Workers, and their bills count none. */
export function hasWorkerPrices(context: PlanContext): boolean {
  const { asOf, knownOn, fx } = context.scenario;
  const found = resolvePrices(context.archive, { ...WORKERS, asOf, knownOn });
  return 'edition' in found && rateInto(found.edition.currency, context.billing.into, fx) !== null;
}

/** Whether readers outside clouds ask a Worker, and whether writers there must write through it. */
export function workerUse(context: PlanContext, placement: Placement): { reads: boolean; writes: boolean } {
  const { scenario, workload } = context;
  const isOutside = workload.readers.some((one) => one.share > 0 && !isInCloud(askerOf(one)));
  if (!isOutside || scenario.router !== 'worker') return { reads: false, writes: false };
  if (placement.cache) return { reads: true, writes: !isInCloud(workload.writer) };
  const { worker } = routersFor(answersOf(context, placement.timelines), false);
  const isSplit = worker && ['size', 'popularity'].includes(shapeOf(context, placement).kind);
  return { reads: worker, writes: isSplit && !isInCloud(workload.writer) };
}

/** Whether some asker is answered from more than one bucket: somebody has to tell it which. */
export function needsRouter(context: PlanContext, placement: Placement): boolean {
  return placement.cache !== undefined || routersFor(answersOf(context, placement.timelines), true).go;
}

/** Each reader with the buckets that answer it, by the first store of each. */
function* answersOf(
  context: PlanContext,
  timelines: readonly Timeline[],
): Generator<readonly [asker: string, bucket: number]> {
  const { populations, workload } = context;
  const buckets = bucketsOf(context, timelines);
  for (const [p, timeline] of timelines.entries())
    for (const { servers } of livedStages(timeline, itemAt(populations, p).workload.lifeDays))
      for (const [q, reader] of workload.readers.entries()) {
        const server = itemAt(servers, q);
        if (server >= 0 && reader.share > 0) yield [askerOf(reader), buckets(p, server)];
      }
}

/** A rule changes the class of what lies in a bucket. Standing objects lie in a bucket of the new ones, unless popularity tells them apart. */
export function bucketsOf(
  { populations }: PlanContext,
  timelines: readonly Timeline[],
): (population: number, store: number) => number {
  const all = new Map<number, Set<number>>();
  const own = timelines.map((timeline, p) => {
    const { stream, workload } = itemAt(populations, p);
    const found = new Map<number, number>();
    if (stream === 'old') return found;
    for (const { entry } of staysOf(timeline, workload.lifeDays)) {
      const { store, how, from } = entry;
      const bucket = how === 'rule' && from !== null ? (found.get(from) ?? from) : store;
      found.set(store, bucket);
      all.set(bucket, (all.get(bucket) ?? new Set()).add(store));
    }
    return found;
  });
  return (p, store) => {
    const { stream, sizeClass } = itemAt(populations, p);
    if (stream === 'new') return own[p]?.get(store) ?? store;
    const homeOf = (o: number) => timelines[o]?.[0]?.holders.join();
    const isApart = populations.some(
      (one, o) => one.stream === 'old' && one.sizeClass === sizeClass && homeOf(o) !== homeOf(p),
    );
    if (isApart) return store;
    return [...all].find(([, stores]) => stores.has(store))?.[0] ?? store;
  };
}
