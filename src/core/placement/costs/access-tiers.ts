/** Where a provider moves unread objects to cheaper tiers by itself: the object-hours a placement leaves in each. */
import type { AccessTier } from '../../pricing/editions/edition.ts';
import type { Month } from '../../workload/months.ts';
import type { Population } from '../../workload/population.ts';
import { unreadHours } from '../../workload/unread.ts';
import type { Held } from '../../workload/unread.ts';
import type { Workload } from '../../workload/workload.ts';
import { serverOf } from '../chain.ts';
import type { Chain } from '../chain.ts';

/** What a replica holds: everything, and it is never read. */
export function heldByReplica({ lifeDays }: Workload): Held {
  return {
    fromDays: 0,
    toDays: lifeDays,
    answers: [{ sinceDays: 0, share: 0 }],
    standing: true,
    otherReads: 0,
  };
}

/** What a stay holds, and the share of the reads it answers in each stretch. */
export function heldBy({ stays, stretches }: Chain, workload: Workload, index: number): Held {
  const { readers, jobs, lifeDays } = workload;
  const stay = stays[index];
  const isLast = index === stays.length - 1;
  return {
    fromDays: stay?.fromDays ?? 0,
    toDays: stay?.toDays ?? lifeDays,
    answers: stretches.map((stretch) => ({
      sinceDays: stretch.fromDays,
      share: readers.reduce(
        (sum, one, q) =>
          sum + (serverOf(stretch, q) === index ? one.share * (one.via ? 1 - one.hitRatio : 1) : 0),
        0,
      ),
    })),
    standing: isLast,
    otherReads: isLast ? jobs.reduce((sum, job) => sum + job.reads * job.perMonth, 0) : 0,
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
