/** What a cache asks of its two stores in each billed month: requests and bytes a second at the peak, bytes kept and sent out. */
import type { Demand } from '../../latency/load/load.ts';
import { isInternet } from '../../pricing/bills/usage.ts';
import type { Side } from '../partitions/side.ts';
import type { UsagePart } from '../costs/usage-parts.ts';
import type { Cache } from './cache.ts';
import type { CacheFlow, CacheFlows } from './flows.ts';
import { readAgainShare } from './usage.ts';

export interface Asked extends Demand {
  storedBytes: number;
  internetBytes: number;
}

export function askedOf(cache: Cache, role: 'hot' | 'cold', flows: CacheFlows): Asked[] {
  const { cached, passed } = cache.cut;
  return cached.context.workload.months.map(({ month, population }, m) => {
    const { lifeDays, peak } = cached.context.workload;
    const flow = flows.of(cache, month, population, lifeDays);
    const other = passed?.context.workload.months[m]?.population;
    const sums =
      role === 'hot'
        ? [hotAsks(cached, cache, flow)]
        : [
            coldAsks(cached, cache, flow),
            storedIn(cached, population, month.days),
            ...(passed && other
              ? [...asReads(passed, cache.cold, other.reads), storedIn(passed, other, month.days)]
              : []),
          ];
    const add = (of: (one: Counts) => number) => sums.reduce((sum, one) => sum + of(one), 0);
    const perSecond = peak / (month.days * 86_400);
    return {
      readsPerSecond: add((one) => one.reads) * perSecond,
      writesPerSecond: add((one) => one.writes) * perSecond,
      readBytesPerSecond: add((one) => one.readBytes) * perSecond,
      writeBytesPerSecond: add((one) => one.writeBytes) * perSecond,
      storedBytes: add((one) => one.stored) / (month.days * 24),
      internetBytes: add((one) => one.internet),
    };
  });
}

/** In a month: requests, bytes, byte-hours. */
interface Counts {
  reads: number;
  writes: number;
  readBytes: number;
  writeBytes: number;
  stored: number;
  internet: number;
}

const NONE: Counts = { reads: 0, writes: 0, readBytes: 0, writeBytes: 0, stored: 0, internet: 0 };

function hotAsks(side: Side, { hot }: Cache, flow: CacheFlow): Counts {
  const { classes, meanSizeBytes } = side.context.workload;
  const fills = flow.misses + flow.writeFills;
  const [read] = asReads(side, hot, flow.hits);
  return {
    ...(read ?? NONE),
    writes: fills * putsOf(classes),
    writeBytes: fills * meanSizeBytes,
    stored: flow.heldHours * meanSizeBytes,
  };
}

function coldAsks(side: Side, { hot, cold }: Cache, flow: CacheFlow): Counts {
  const { context } = side;
  const [to, from] = [context.stores[hot], context.stores[cold]];
  const [read = NONE] = asReads(side, cold, flow.misses);
  if (!to || !from) return read;
  const again = flow.misses * readAgainShare(context, to);
  return {
    ...read,
    reads: read.reads + again,
    readBytes: read.readBytes + again * context.workload.meanSizeBytes,
    internet: read.internet + again * internetOf(from.parts.copyOut(to)),
  };
}

function asReads({ context }: Side, store: number, reads: number): Counts[] {
  const parts = context.stores[store]?.parts;
  if (!parts) return [];
  const { readers, classes } = context.workload;
  const readBytes = classes.reduce((sum, one) => sum + one.share * one.readBytes, 0);
  const sums = { ...NONE };
  for (const [q, { share }] of readers.entries()) {
    const { requests, bytes } = parts.repeats[q] ?? { requests: 1, bytes: 1 };
    sums.reads += reads * share * requests;
    sums.readBytes += reads * share * bytes * readBytes;
    const part = parts.reads[q];
    sums.internet += part ? reads * share * internetOf(part) : 0;
  }
  return [sums];
}

/** What lies in the cold store, and what is written there and asked besides. */
function storedIn(
  { context }: Side,
  population: Side['context']['workload']['months'][number]['population'],
  days: number,
): Counts {
  const { classes, meanSizeBytes, lifeDays, operationsPerDay } = context.workload;
  const stock = (population.objectDaysBelow(lifeDays) + population.standing.objects * days) * 24;
  return {
    ...NONE,
    reads: operationsPerDay.reduce((sum, one) => sum + one.perDay, 0) * days,
    writes: population.arrivals * putsOf(classes),
    writeBytes: population.arrivals * meanSizeBytes,
    stored: stock * meanSizeBytes,
  };
}

export function putsOf(classes: Side['context']['workload']['classes']): number {
  return classes.reduce((sum, { share, put }) => sum + share * put.reduce((n, one) => n + one.count, 0), 0);
}

export const internetOf = (part: UsagePart) =>
  part.egress.reduce((sum, { to, bytes }) => sum + (isInternet(to) ? bytes : 0), 0);
