/** What a cache's TTL makes of each month: reads that find a copy, fills, and object-hours of copies. */
import { itemAt } from '../../at.ts';
import { memo, memoWith, remembered } from '../../memo.ts';
import type { Which } from '../../placement/bill/term.ts';
import type { PlanContext } from '../../placement/context/types.ts';
import { NO_GAPS } from '../gaps.ts';
import { knownHours, statedReuse } from '../stated-reuse.ts';
import type { Cache } from '../../placement/placement.ts';
import { copyRuleOf, deletionAsks } from './copy-rule.ts';
import type { CopyRule } from './copy-rule.ts';
import { cyclesOf, flowOf } from './renewals.ts';

/** Were all sizes copied; of some, in proportion to their share of the objects. */
export interface CacheFlow {
  hits: number;
  /** Reads that find no copy: each fills. */
  misses: number;
  writeFills: number;
  /** Hits that write the copy again, so that it is kept on. */
  renewals: number;
  /** Object-hours of copies. */
  heldHours: number;
  /** Of the job that deletes them, where no rule does: LIST requests, and copies that it looks at before it deletes them. */
  lists: number;
  looks: number;
}

export type Flow = keyof CacheFlow;

/** What of a cache decides them. */
export type Kept = Pick<Cache, 'hot' | 'ttlHours' | 'writes'>;

export interface CacheFlows {
  /** TTLs to choose from, in hours, rising. */
  ttls: readonly number[];
  writes: readonly Cache['writes'][];
  each(kept: Kept, which: Which): readonly CacheFlow[];
  /** Of the billed months. */
  mean(kept: Kept): CacheFlow;
  /** Hot stores whose copies are kept by the same rules say the same. */
  alike(hot: number): string;
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
/** By a context whose flows were measured instead, see `replay/measured.ts`. */
export const measuredFlows = new WeakMap<PlanContext, CacheFlows>();

/** Null where the scenario states no re-reads, or a CDN answers reads before any store sees them. Made once of a context. */
export const cacheFlows = (context: PlanContext) => measuredFlows.get(context) ?? stated(context);

/** Throws `RangeError` where there are none. */
export function flowsIn(context: PlanContext): CacheFlows {
  const flows = cacheFlows(context);
  if (!flows) throw new RangeError('this scenario has no caches');
  return flows;
}

function flowsOf({ scenario, workload, archive, stores }: PlanContext): CacheFlows | null {
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
  const ruleOf = memo((hot: number) =>
    memo((ttlHours: number) => copyRuleOf(archive, itemAt(stores, hot), ttlHours)),
  );
  const known = new Map<string, (which: Which) => ReturnType<typeof monthsOf>>();
  /** At each month's own rates, as if they had been so before. */
  const monthsOf = (fills: boolean, rule: CopyRule, which: Which) => {
    const cycles = cyclesOf(reuse.beforeReads, (fills && reuse.afterWrites) || NO_GAPS, rule);
    return workload[which].map(({ month, population }) => {
      const { reads, arrivals: written } = population;
      const days = population.objectDaysBelow(lifeDays) + population.standing.objects * month.days;
      const writeFills = fills ? written : 0;
      const { misses, renewals, heldHours: held } = flowOf(cycles, reads, writeFills);
      const heldHours = Math.min(held, days * 24);
      return {
        hits: reads - misses,
        misses,
        renewals,
        writeFills,
        heldHours,
        lists: heldHours * deletionAsks(rule).lists,
        looks: (misses + writeFills) * deletionAsks(rule).looks,
        isPast: held > days * 24 * (1 + 1e-6),
      };
    });
  };
  const each = ({ hot, ttlHours, writes }: Kept, which: Which) => {
    const rule = ruleOf(hot)(ttlHours);
    const key = `${writes} ${JSON.stringify(rule)}`;
    return remembered(known, key, () => memo((one: Which) => monthsOf(writes === 'through', rule, one)))(
      which,
    );
  };
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
      return flowBy(of);
    },
    alike: (hot) => {
      const { store, edition } = itemAt(stores, hot);
      return `${archive.facts(store)?.lifecycle?.rules} ${edition.rules.storage.minimumHours}`;
    },
    isPastStock: (kept) => each(kept, 'months').some(({ isPast }) => isPast),
  };
}

export function flowBy(of: (flow: Flow) => number): CacheFlow {
  return {
    hits: of('hits'),
    misses: of('misses'),
    writeFills: of('writeFills'),
    renewals: of('renewals'),
    heldHours: of('heldHours'),
    lists: of('lists'),
    looks: of('looks'),
  };
}

/** Of the reads of what is copied. */
export function hitShare(context: PlanContext, cache: Cache): number {
  const { hits, misses } = flowsIn(context).mean(cache);
  return hits + misses > 0 ? hits / (hits + misses) : 0;
}
