/** What a cache's TTL makes of each month: reads that find a copy, fills, and object-hours of copies. */
import { statedReuse, knownHours } from '../../rereads/stated-reuse.ts';
import { ttlFlow } from '../../rereads/ttl-flow.ts';
import type { StreamReuse, TtlFlow } from '../../rereads/ttl-flow.ts';
import { memo } from '../../memo.ts';
import type { Month } from '../../workload/months.ts';
import type { Population } from '../../workload/population.ts';
import type { PlanContext } from '../context/types.ts';
import type { Cache } from './cache.ts';

export interface CacheFlow {
  reads: number;
  hits: number;
  /** Reads that find no copy: each fills. */
  misses: number;
  writeFills: number;
  /** Object-hours of copies. */
  heldHours: number;
  /** The gaps would keep more copies than there are objects. */
  pastStock: boolean;
}

export interface CacheFlows {
  /** TTLs to choose from, in hours, rising. */
  ttls: readonly number[];
  writes: readonly Cache['writes'][];
  of(
    cache: Pick<Cache, 'ttlHours' | 'writes'>,
    month: Month,
    population: Population,
    lifeDays: number,
  ): CacheFlow;
}

const MINUTE = 1 / 60;
const DAY = 24;
/** Where a law is given: the TTLs that people set. */
const TTLS_HOURS: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 1.5, 2, 3, 4, 6, 8, 12, 18],
  ...[1, 1.5, 2, 3, 4, 5, 6, 7, 10, 14, 21, 30, 45, 60, 90, 120, 150, 180, 270, 365].map(
    (days) => days * DAY,
  ),
];

/** Null where the scenario states no re-reads, or a CDN answers reads before any store sees them. */
export function cacheFlows({ scenario, workload }: PlanContext): CacheFlows | null {
  const { rereads } = scenario.workload.reads;
  if (!rereads || behindCdn(workload.readers)) return null;
  const { arrivals, standing } = scenario.workload.objects;
  const readsPerDay = scenario.workload.reads.rate.value;
  const perDay = arrivals?.value ?? 0;
  const reuse: StreamReuse = statedReuse(rereads, {
    objects: (standing?.value ?? 0) / workload.meanSizeBytes + perDay * workload.lifeDays,
    readsPerHour: readsPerDay / 24,
    writesPerRead: readsPerDay > 0 ? perDay / readsPerDay : 0,
  });
  const flow = {
    around: memo((ttl: number) => ttlFlow(reuse, ttl, false)),
    through: memo((ttl: number) => ttlFlow(reuse, ttl, true)),
  };
  const longest = workload.lifeDays * 24 * (1 + 1e-9);
  return {
    ttls: (knownHours(rereads) ?? TTLS_HOURS).filter((hours) => hours <= longest),
    writes: [
      ...(reuse.readsAlone ? (['around'] as const) : []),
      ...(perDay > 0 && reuse.afterWrites ? (['through'] as const) : []),
      // Without writes nothing but reads is a touch.
      ...(perDay === 0 && !reuse.readsAlone ? (['around'] as const) : []),
    ],
    of: ({ ttlHours, writes }, month, population, lifeDays) =>
      inMonth(flow[writes](ttlHours), writes, month, population, lifeDays),
  };
}

function behindCdn(readers: PlanContext['workload']['readers']): boolean {
  return readers.some(({ via }) => via !== undefined);
}

/** At the month's own rates, as if they had been so before. */
function inMonth(
  flow: TtlFlow,
  writes: Cache['writes'],
  month: Month,
  population: Population,
  lifeDays: number,
): CacheFlow {
  const { reads, arrivals, standing } = population;
  const stock = (population.objectDaysBelow(lifeDays) + standing.objects * month.days) * 24;
  const hits = Math.min(reads, reads * flow.hitsPerRead + arrivals * flow.hitsPerWrite);
  const held = reads * flow.heldHoursPerRead + arrivals * flow.heldHoursPerWrite;
  return {
    reads,
    hits,
    misses: reads - hits,
    writeFills: writes === 'through' ? arrivals : 0,
    heldHours: Math.min(held, stock),
    pastStock: held > stock * (1 + 1e-6),
  };
}
