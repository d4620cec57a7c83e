/** The parts of a plan as its emitted files hold, move and delete them: what the simulator makes a month of. */
import type { Scenario } from '#core/scenario/scenario.ts';
import type { Emission } from '#emit/emit.ts';
import type { Jobs } from '#emit/mover.ts';
import type { Route } from '#emit/route.ts';
import { held } from '#tests/helpers/emit/inPlace.ts';
import { ARCHIVE, jsonOf } from '#tests/helpers/emit/plans.ts';
import type { SimulatedChain } from './chain.ts';
import type { SimulatedPart, SimulatedRequests, SimulatedRouter, SimulatedStore } from './simulate.ts';

/** What happened to one object, hour by hour. */
interface History {
  /** By store: hours in which it holds the object, the end past the last. */
  stays: { ref: string; from: number; to: number }[];
  events: { hour: number; ref: string; asked: string; count: number }[];
}

/** `slice`: of the popularity curve, for standing objects. */
interface Alike extends Pick<SimulatedPart, 'stream' | 'sizeBytes'> {
  slice: number;
}

/** Days for which objects that are kept for ever are followed: a plan bills the months of its horizon. */
const HORIZON_DAYS = 366;

/**
 * `known`: every store that the files may name. `isRouted`: routers answer the readers; else `answers` does, as it does the jobs and
 * other operations, of which no file says whom they ask: a ref.
 */
export function emittedParts(
  scenario: Scenario,
  emission: Emission,
  known: readonly SimulatedStore[],
  isRouted: boolean,
  answers: (objects: Alike, asker: number, ageDays: number) => string,
): SimulatedPart[] {
  const { objects, reads, readers } = scenario.workload;
  const route = jsonOf(emission, 'router/route.json') as Route;
  const lifeDays = objects.retention === 'forever' ? HORIZON_DAYS : objects.retention.value;
  const standing = objects.standing?.value ?? 0;
  const sizes = objects.size.filter(({ share }) => share > 0).map(({ size }) => size.value);
  const curve = [{ objects: 0, reads: 0 }, ...[reads.skew ?? []].flat(), { objects: 1, reads: 1 }];
  const made = (stream: SimulatedPart['stream'], sizeBytes: number, i: number): SimulatedPart => {
    const [from, to] = [curve[i], curve[i + 1]];
    if (!from || !to) throw new RangeError('a slice has two ends');
    const isPopular = to.objects <= popularShare(scenario, emission) + 1e-9;
    const days = stream === 'old' ? 2 : lifeDays;
    const expires = stream === 'new' && objects.retention !== 'forever';
    const history = historyOf(emission, { sizeBytes, stands: stream === 'old', isPopular }, days, expires);
    const whole = stream === 'new' ? { objects: 1, reads: 1 } : null;
    return {
      stream,
      sizeBytes,
      objects: whole?.objects ?? to.objects - from.objects,
      reads: whole?.reads ?? to.reads - from.reads,
      chain: chainOf(history, (asker, ageDays, holders) => {
        if (!isRouted || asker >= readers.length)
          return answers({ stream, sizeBytes, slice: i }, asker, ageDays);
        return triedFor(route, readers[asker]?.at ?? '', stream, ageDays, holders).server;
      }),
      requests: requestsOf(history, days),
      router: routerOf(scenario, emission, route),
      asksInVain: (asker, ageDays) =>
        scenario.router === 'worker'
          ? triedFor(route, readers[asker]?.at ?? '', stream, ageDays, holdersAt(history, ageDays)).missed
          : [],
    };
  };
  const slices = curve.slice(1).map((_, i) => i);
  return sizes.flatMap((sizeBytes) => [
    ...((objects.arrivals?.value ?? 0) > 0 ? [made('new', sizeBytes, slices.length - 1)] : []),
    ...(standing > 0 ? slices.map((i) => made('old', sizeBytes, i)) : []),
  ]);

  function chainOf(
    { stays, events }: History,
    server: (asker: number, ageDays: number, holders: readonly string[]) => string,
  ): SimulatedChain {
    const happened = (hour: number, ref: string, asked: string) =>
      events.some((one) => one.hour === hour && one.ref === ref && one.asked === asked);
    return {
      stays: stays.map(({ ref, from, to }) => {
        const store = known.find((one) => `${one.store}@${one.region}` === ref);
        if (!store) throw new RangeError(`the files name ${ref}`);
        const byRule = happened(from, ref, 'transition');
        const source = stays.findIndex((one) =>
          byRule ? one.to === from && sameBucket(one.ref, ref) : happened(from, one.ref, 'GetObject'),
        );
        return {
          store,
          fromDays: from / 24,
          toDays: to / 24,
          ...(from === 0 ? {} : { filled: { from: source, byRule } }),
        };
      }),
      answers: (asker, ageDays) => {
        const ref = server(asker, ageDays, holdersAt({ stays }, ageDays));
        return stays.findIndex((one) => one.ref === ref);
      },
    };
  }

  function sameBucket(a: string, b: string): boolean {
    return route.stores.some(({ holds }) => holds.includes(a) && holds.includes(b));
  }
}

/** The Worker among the files: readers outside clouds ask it, whom no CDN of a cloud stands before. */
function routerOf({ workload, router }: Scenario, emission: Emission, route: Route): SimulatedRouter | null {
  if (!emission.files.some(({ path }) => path === 'router/worker.ts')) return null;
  if (router !== 'worker') throw new Error('a Worker is written though nobody wants one');
  const isOutside = (place: string) => place.startsWith('internet/') || place.startsWith('cloudflare/');
  return {
    answers: (q) => isOutside(workload.readers[q]?.via ?? workload.readers[q]?.at ?? ''),
    isWrittenTo: (route.cache !== null || route.split !== null) && isOutside(workload.writer),
    cpuMilliseconds: ARCHIVE.facts('cloudflare/workers')?.router?.cpuMilliseconds ?? NaN,
  };
}

/** Those that the plan calls popular; 0 where no file does. */
function popularShare(scenario: Scenario, emission: Emission): number {
  if (!emission.files.some(({ path }) => path === 'mover/jobs.json')) return 0;
  const { popular } = jsonOf(emission, 'mover/jobs.json') as Jobs;
  const { size, standing } = scenario.workload.objects;
  const meanBytes = size.reduce((sum, one) => sum + one.share * one.size.value, 0);
  return popular ? (popular.objects * meanBytes) / (standing?.value ?? 0) : 0;
}

/** `expires`: something must delete it. */
function historyOf(
  emission: Emission,
  thing: Parameters<typeof held>[1],
  days: number,
  expires: boolean,
): History {
  const events: History['events'] = [];
  const stays: History['stays'] = [];
  let hour = 0;
  const note = (ref: string, asked: string, count: number) => events.push({ hour, ref, asked, count });
  for (const refs of held(emission, thing, Math.ceil(days * 24) + 73, note)) {
    for (const ref of refs) {
      const open = stays.find((one) => one.ref === ref && one.to === hour);
      if (open) open.to = hour + 1;
      else stays.push({ ref, from: hour, to: hour + 1 });
    }
    hour += 1;
  }
  const isEverThere = (to: number) => to === hour;
  if (expires && stays.some(({ to }) => isEverThere(to))) throw new Error('no file deletes what is too old');
  return { stays: stays.map((one) => (isEverThere(one.to) ? { ...one, to: Infinity } : one)), events };
}

/** LIST and HEAD, which follow from no copy: each evenly over the hours in which it was asked. */
function requestsOf({ events, stays }: History, days: number): SimulatedRequests[] {
  const found = new Map<string, SimulatedRequests & { hours: number }>();
  for (const { hour, ref, asked, count } of events) {
    if (asked !== 'ListObjectsV2' && asked !== 'HeadObject') continue;
    const stay = stays.find((one) => one.ref === ref && hour >= one.from && hour <= one.to);
    const [from, to] =
      asked === 'HeadObject' ? [hour, hour] : [stay?.from ?? 0, Math.min(stay?.to ?? Infinity, days * 24)];
    const key = `${asked} ${ref} ${from}`;
    const before = found.get(key)?.count ?? 0;
    found.set(key, {
      ref,
      operation: asked,
      fromDays: from / 24,
      toDays: to / 24,
      count: before + count,
      hours: to - from,
    });
  }
  return [...found.values()];
}

const holdersAt = ({ stays }: Pick<History, 'stays'>, ageDays: number): string[] =>
  stays.filter(({ from, to }) => from <= ageDays * 24 && ageDays * 24 < to).map(({ ref }) => ref);

/** Segments of keys that begin as those of new objects, where these have a beginning of their own. */
function segmentsOf({ segments }: Route, stream: SimulatedPart['stream']): Route['segments'] {
  const prefix = stream === 'new' ? (segments.find((one) => one.prefix !== null)?.prefix ?? null) : null;
  return segments.filter((one) => one.prefix === prefix);
}

/**
 * Whom the routers ask of an object, up to one that has it: stores of the segment nearest in age, or whose turn
 * comes first where keys tell no date, then the others.
 */
function triedFor(
  route: Route,
  place: string,
  stream: SimulatedPart['stream'],
  ageDays: number,
  holders: readonly string[],
): { missed: string[]; server: string } {
  const own = segmentsOf(route, stream);
  const at = own.findIndex(({ toDays }) => toDays === null || ageDays < toDays);
  const order = own
    .map((segment, i) => ({ segment, i }))
    .sort((a, b) =>
      route.keyDate === null
        ? a.segment.turn - b.segment.turn
        : Math.abs(a.i - at) - Math.abs(b.i - at) || a.i - b.i,
    );
  const ids = new Set(order.flatMap(({ segment }) => [segment.servers[place] ?? [], segment.holders].flat()));
  const tried = [...ids].flatMap((id) => route.stores.filter((one) => one.id === id));
  const found = tried.findIndex(({ holds }) => holds.some((ref) => holders.includes(ref)));
  return {
    missed: tried.slice(0, Math.max(0, found)).flatMap(({ holds }) => holds[0] ?? []),
    server: tried[found]?.holds.find((ref) => holders.includes(ref)) ?? holders[0] ?? '',
  };
}
