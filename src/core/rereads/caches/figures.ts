/** What an answer shows of a cache: its figures, and who holds and answers by the time since an object's last read. */
import { itemAt } from '../../at.ts';
import type { PlanContext } from '../../placement/context/types.ts';
import { coldStore } from '../../placement/placement.ts';
import type { Cache, Placement } from '../../placement/placement.ts';
import type { CandidateCache, CandidatePart } from '../../report/plan-types.ts';
import type { SizeClass } from '../../workload/workload.ts';
import { copiedSizes, isCopied } from './cache-codes.ts';
import { flowsIn, hitShare } from './flows.ts';

/** Means over the billed months. */
export function cacheFigures(context: PlanContext, cache: Cache): CandidateCache {
  const { months } = context.workload;
  const { heldHours, misses, writeFills } = flowsIn(context).mean(cache);
  const days = months.reduce((sum, { month }) => sum + month.days, 0) / months.length;
  return {
    ttlHours: cache.ttlHours,
    writes: cache.writes,
    ...copiedSizes(cache, context),
    hitShare: shareFound(context, cache),
    hotBytes: (heldHours / (days * 24)) * copied(context, cache, ({ sizeBytes }) => sizeBytes),
    fillsPerMonth: (misses + writeFills) * copied(context, cache, () => 1),
  };
}

export function cachePart(context: PlanContext, placement: Placement, cache: Cache): CandidatePart {
  const { workload, stores, copies } = context;
  const ref = (store: number) => itemAt(stores, store).ref;
  const [hot, cold] = [ref(cache.hot), ref(coldStore(context, placement))];
  const kept = [cold, ...copies.map((one) => one.ref)];
  const everyone = (store: string) => Object.fromEntries(workload.readers.map(({ place }) => [place, store]));
  const ttlDays = cache.ttlHours / 24;
  const found = shareFound(context, cache);
  return {
    name: 'all',
    objects: 1,
    bytes: 1,
    reads: 1,
    segments: [
      { fromDays: 0, toDays: ttlDays, holders: [hot, ...kept], servers: everyone(hot), readShare: found },
      {
        fromDays: ttlDays,
        toDays: workload.lifeDays,
        holders: kept,
        servers: everyone(cold),
        readShare: 1 - found,
      },
    ],
  };
}

/** Of all reads, those that find a copy. */
function shareFound(context: PlanContext, cache: Cache): number {
  return copied(context, cache, () => 1) * hitShare(context, cache);
}

/** Over an object of each size that is copied, in their shares. */
function copied(
  { workload: { classes } }: PlanContext,
  cache: Cache,
  of: (size: SizeClass) => number,
): number {
  return classes.reduce((sum, one, k) => sum + (isCopied(cache, k) ? one.share * of(one) : 0), 0);
}
