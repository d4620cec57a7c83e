/** Where a provider moves unread objects to cheaper tiers by itself: the object-hours a policy leaves in each. */
import type { AccessTier } from '../pricing/edition.ts';
import type { Month } from '../workload/months.ts';
import type { Population } from '../workload/population.ts';
import { unreadHours } from '../workload/unread.ts';
import type { Held } from '../workload/unread.ts';
import type { Workload } from '../workload/workload.ts';
import type { Policy } from './policy.ts';

/** A replica is never read. */
export type Holder = 'hot' | 'cold' | 'replica';

/** What a holder of a policy holds; a single store is its hot one. */
export function heldBy(policy: Policy, workload: Workload, holder: Holder): Held {
  const { readers, jobs, lifeDays } = workload;
  const share = (answers: (reader: number) => boolean) =>
    readers.reduce((sum, one, q) => sum + (answers(q) ? one.share * (one.via ? 1 - one.hitRatio : 1) : 0), 0);
  const all = share(() => true);
  const ofJobs = jobs.reduce((sum, job) => sum + job.reads * job.perMonth, 0);
  const whole = { fromDays: 0, toDays: lifeDays, sinceDays: 0, standing: true };
  if (holder === 'replica') return { ...whole, youngShare: 0, oldShare: 0, otherReads: 0 };
  const { thresholdDays, entry, coldServes } = policy;
  if (thresholdDays === null) return { ...whole, youngShare: all, oldShare: all, otherReads: ofJobs };
  const fromCold = (reader: number) => entry === 'dual' && (coldServes[reader] ?? false);
  return holder === 'hot'
    ? {
        fromDays: 0,
        toDays: thresholdDays,
        sinceDays: thresholdDays,
        youngShare: share((q) => !fromCold(q)),
        oldShare: 0,
        standing: false,
        otherReads: 0,
      }
    : {
        ...whole,
        fromDays: entry === 'dual' ? 0 : thresholdDays,
        sinceDays: thresholdDays,
        youngShare: share(fromCold),
        oldShare: all,
        otherReads: ofJobs,
      };
}

/** Object-hours in each of a store's access tiers, of those it holds in the month. */
export function accessTierHours(
  tiers: readonly AccessTier[],
  workload: Workload,
  month: Month,
  population: Population,
  held: Held,
): number[] {
  const reaching = tiers.map(({ unreadHours: hours }) =>
    unreadHours(population, month, workload.ages, held, hours / 24),
  );
  return reaching.map((hours, t) => hours - (reaching[t + 1] ?? 0));
}
