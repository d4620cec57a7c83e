/** Object-months in the cheaper tiers of a store that moves unread objects by itself, by the ages at which it was entered and left. */
import { memo } from '#core/memo.ts';
import { HOURS_PER_DAY } from '#core/units.ts';
import type { Workload } from '#core/workload/workload.ts';
import { accessTierHours } from '#core/placement/costs/access-tiers.ts';
import type { CandidateStore } from '#core/placement/context/candidate-store.ts';

/** By tier; ages are places in the workload's. The store is taken to answer every read that reaches a store. */
export function tierHoursOf(
  { edition }: CandidateStore,
  workload: Workload,
): ((isStanding: boolean, from: number, to: number) => number)[] {
  const { accessTiers } = edition.rules.storage;
  if (accessTiers.length === 0) return [];
  const { months, ages, readers, jobs } = workload;
  const share = readers.reduce((sum, one) => sum + one.share * (one.via ? 1 - one.hitRatio : 1), 0);
  const otherReads = jobs.reduce((sum, job) => sum + job.reads * job.perMonth, 0);
  const all = memo((key: string) => {
    const [from = 0, to = 0, standing] = key.split(' ').map(Number);
    const held = {
      fromDays: standing ? 0 : ages[from]!,
      toDays: standing ? 0 : ages[to]!,
      answers: [{ sinceDays: 0, share }],
      standing: standing === 1,
      otherReads: standing ? otherReads : 0,
    };
    const sums = accessTiers.map(() => 0);
    for (const { month, population } of months)
      for (const [t, hours] of accessTierHours(accessTiers, workload, month, population, held).entries())
        sums[t]! += hours / (month.days * HOURS_PER_DAY) / months.length;
    return sums;
  });
  return accessTiers.map(
    (_, t) => (isStanding, from, to) => all(`${from} ${to} ${isStanding ? 1 : 0}`)[t] ?? Number.NaN,
  );
}
