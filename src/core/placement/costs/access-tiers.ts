/** Where a provider moves unread objects to cheaper tiers by itself: the object-hours a placement leaves in each. */
import type { AccessTier } from '../../pricing/editions/edition.ts';
import type { Month } from '../../workload/months.ts';
import type { Population } from '../../workload/population.ts';
import { unreadHours } from '../../workload/unread.ts';
import type { Held } from '../../workload/unread.ts';
import type { Workload } from '../../workload/workload.ts';

/** Object-hours in each of a store's access tiers, of those it holds in the month. */
export function accessTierHours(
  tiers: readonly AccessTier[],
  workload: Workload,
  month: Month,
  population: Population,
  held: Held,
): number[] {
  const reaching = tiers.map(
    ({ unreadHours: hours }) =>
      population.unreadHours?.(held.fromDays, hours / 24) ??
      unreadHours(population, month, workload.ages, held, hours / 24),
  );
  return reaching.map((hours, t) => hours - (reaching[t + 1] ?? 0));
}
