/** Object-months in the cheaper tiers of a store that moves unread objects by itself, by the ages at which it was entered and left. */
import { memo } from '../../memo.ts';
import { HOURS_PER_DAY } from '../../units.ts';
import { missedShare } from '../../workload/workload.ts';
import type { Workload } from '../../workload/workload.ts';
import type { CandidateStore } from '../context/candidate-store.ts';
import type { PlacedPopulation } from '../context/populations.ts';
import { accessTierHours } from '../costs/access-tiers.ts';

/**
 * By tier. The store is taken to answer every read that reaches a store. `ages`: of the population; `objectDays`: by month, of all
 * populations, among which jobs read alike.
 */
export function tierHoursOf(
  { edition }: CandidateStore,
  { workload: own }: PlacedPopulation,
  { readers, jobs }: Workload,
  ages: Float64Array,
  objectDays: readonly number[],
): ((from: number, to: number) => number)[] {
  const { accessTiers } = edition.rules.storage;
  const share = missedShare(readers);
  const jobReads = jobs.reduce((sum, job) => sum + job.reads * job.perMonth, 0);
  const all = memo((key: number) => {
    const fromDays = ages[Math.floor(key / ages.length)]!;
    const toDays = Math.min(ages[key % ages.length]!, own.lifeDays);
    const sums = accessTiers.map(() => 0);
    for (const [m, { month, population }] of own.months.entries()) {
      const days =
        population.objectDaysBelow(toDays) -
        population.objectDaysBelow(fromDays) +
        population.standing.objects * month.days;
      const held = {
        fromDays,
        toDays,
        answers: [{ sinceDays: 0, share }],
        standing: true,
        otherReads: days > 0 ? (jobReads * days) / objectDays[m]! : 0,
      };
      for (const [t, hours] of accessTierHours(accessTiers, own, month, population, held).entries())
        sums[t]! += hours / (month.days * HOURS_PER_DAY) / own.months.length;
    }
    return sums;
  });
  // Held for no time, standing objects lie in no tier.
  return accessTiers.map((_, t) => (from, to) => (from < to ? all(from * ages.length + to)[t]! : 0));
}
