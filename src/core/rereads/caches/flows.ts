/** What a cache's TTL makes of each month: reads that find a copy, fills, and object-hours of copies. */
import { memo, memoWith } from '../../memo.ts';
import type { Which } from '../../placement/bill/term.ts';
import type { PlanContext } from '../../placement/context/types.ts';
import type { Gaps } from '../gaps.ts';
import { knownHours, statedReuse } from '../stated-reuse.ts';
import type { StreamReuse } from '../stated-reuse.ts';
import type { Cache } from '../../placement/placement.ts';

/** Were all sizes copied; of some, in proportion to their share of the objects. */
export interface CacheFlow {
  hits: number;
  /** Reads that find no copy: each fills. */
  misses: number;
  writeFills: number;
  /** Object-hours of copies. */
  heldHours: number;
}

export type Flow = keyof CacheFlow;

/** What of a cache decides them. */
export type Kept = Pick<Cache, 'ttlHours' | 'writes'>;

export interface CacheFlows {
  /** TTLs to choose from, in hours, rising. */
  ttls: readonly number[];
  writes: readonly Cache['writes'][];
  each(kept: Kept, which: Which): readonly CacheFlow[];
  /** Of the billed months. */
  mean(kept: Kept): CacheFlow;
  /** In some billed month the gaps would keep more copies than there are objects. */
  isPastStock(kept: Kept): boolean;
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

const stated = memoWith(flowsOf);
const measured = new WeakMap<PlanContext, CacheFlows>();

/** Null where the scenario states no re-reads, or a CDN answers reads before any store sees them. Made once of a context. */
export const cacheFlows = (context: PlanContext) => measured.get(context) ?? stated(context);

/** From now on the flows of this context are what was measured in it. */
export function measuredFlow(context: PlanContext, flow: CacheFlow): void {
  measured.set(context, {
    ttls: [],
    writes: [],
    each: () => [flow],
    mean: () => flow,
    isPastStock: () => false,
  });
}

/** Throws `RangeError` where there are none. */
export function flowsIn(context: PlanContext): CacheFlows {
  const flows = cacheFlows(context);
  if (!flows) throw new RangeError('this scenario has no caches');
  return flows;
}

function flowsOf({ scenario, workload }: PlanContext): CacheFlows | null {
  const { rereads } = scenario.workload.reads;
  if (!rereads || workload.readers.some(({ via }) => via !== undefined)) return null;
  const { arrivals, standing } = scenario.workload.objects;
  const readsPerDay = scenario.workload.reads.rate.value;
  const perDay = arrivals?.value ?? 0;
  const { lifeDays, meanSizeBytes } = workload;
  const reuse = statedReuse(rereads, {
    objects: (standing?.value ?? 0) / meanSizeBytes + perDay * lifeDays,
    readsPerHour: readsPerDay / 24,
    writesPerRead: readsPerDay > 0 ? perDay / readsPerDay : 0,
  });
  /** At each month's own rates, as if they had been so before. */
  const eachIn = memo((writes: Cache['writes']) =>
    memo((ttlHours: number) => {
      const flow = ttlFlow(reuse, ttlHours, writes === 'through');
      return memo((which: Which) =>
        workload[which].map(({ month, population }) => {
          const { reads, arrivals: written } = population;
          const days = population.objectDaysBelow(lifeDays) + population.standing.objects * month.days;
          const hits = Math.min(reads, reads * flow.hitsPerRead + written * flow.hitsPerWrite);
          const held = reads * flow.heldHoursPerRead + written * flow.heldHoursPerWrite;
          return {
            hits,
            misses: reads - hits,
            writeFills: writes === 'through' ? written : 0,
            heldHours: Math.min(held, days * 24),
            isPast: held > days * 24 * (1 + 1e-6),
          };
        }),
      );
    }),
  );
  const each = ({ ttlHours, writes }: Kept, which: Which) => eachIn(writes)(ttlHours)(which);
  // Without writes nothing but reads is a touch.
  const around = reuse.readsAlone || perDay === 0;
  return {
    ttls: (knownHours(rereads) ?? TTLS_HOURS).filter((hours) => hours <= lifeDays * 24 * (1 + 1e-9)),
    writes: [
      ...(around ? (['around'] as const) : []),
      ...(perDay > 0 && reuse.afterWrites ? (['through'] as const) : []),
    ],
    each,
    mean(kept) {
      const own = each(kept, 'months');
      const of = (flow: Flow) => own.reduce((sum, one) => sum + one[flow], 0) / own.length;
      return {
        hits: of('hits'),
        misses: of('misses'),
        writeFills: of('writeFills'),
        heldHours: of('heldHours'),
      };
    },
    isPastStock: (kept) => each(kept, 'months').some(({ isPast }) => isPast),
  };
}

/**
 * A copy is kept for the TTL after the last read, and where writes fill after the write. Reads before which nothing came
 * are as many as reads after which nothing comes: the stream neither begins nor ends. Exact for every TTL that is no longer
 * than the longest gap known, whatever the longer ones are.
 */
function ttlFlow({ beforeReads, afterWrites }: StreamReuse, ttlHours: number, fills: boolean) {
  const held = (gaps: Gaps) => gaps.heldHours(ttlHours) + Math.max(0, 1 - gaps.count) * ttlHours;
  const written = fills ? afterWrites : null;
  return {
    /** Of all reads, besides those that a write's copy answers. */
    hitsPerRead: beforeReads.endedBy(ttlHours),
    heldHoursPerRead: held(beforeReads),
    hitsPerWrite: written ? written.endedBy(ttlHours) : 0,
    heldHoursPerWrite: written ? held(written) : 0,
  };
}

/** Of the reads of what is copied. */
export function hitShare(context: PlanContext, cache: Cache): number {
  const { hits, misses } = flowsIn(context).mean(cache);
  return hits + misses > 0 ? hits / (hits + misses) : 0;
}
