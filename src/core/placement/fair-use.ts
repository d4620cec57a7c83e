/** Providers that allow egress up to a multiple of the stored bytes: past it a plan breaks their policy and cannot be run. */
import type { PlanContext } from './plan-context.ts';
import type { Policy } from './policy.ts';
import type { UsagePart } from './usage-parts.ts';
import { memo } from './memo.ts';

const SLACK = 1 + 1e-9;

/** Whether every store of the policy keeps to its fair-use ratio in every billed month. */
export function fairUse(context: PlanContext): (policy: Policy) => boolean {
  const { stores, workload } = context;
  const ruled = stores.map((store) => store.edition.rules.egress?.fairUseTimesStored);
  if (ruled.every((ratio) => ratio === undefined)) return () => true;
  const internet = (part: UsagePart) =>
    part.egress.reduce((sum, one) => sum + (one.to === 'internet' ? one.bytes : 0), 0);
  const perRead = stores.map((store) => store.parts.reads.map(internet));
  const perCopy = stores.map((store) => stores.map((to) => internet(store.parts.copyOut(to))));
  /** Mean objects below and above an age, objects reaching it and share of reads below it, month by month. */
  const splitAt = memo((age: number) =>
    workload.months.map(({ month, population }) => ({
      below: population.objectDaysBelow(age) / month.days,
      all: population.objectDaysBelow(workload.lifeDays) / month.days,
      reaching: population.reaching(age),
      young: population.readShareBelow(age),
      reads: population.reads,
      standing: population.standing.objects,
    })),
  );

  const keeps = (s: number, policy: Policy, cold: boolean): boolean => {
    const ratio = ruled[s];
    if (ratio === undefined) return true;
    const { thresholdDays, entry } = policy;
    for (const month of splitAt(thresholdDays ?? workload.lifeDays)) {
      let objects = cold
        ? month.all - (entry === 'dual' ? 0 : month.below)
        : thresholdDays === null
          ? month.all
          : month.below;
      if (cold || thresholdDays === null) objects += month.standing;
      let egress = !cold && entry === 'tier' ? month.reaching * (perCopy[s]?.[policy.cold] ?? 0) : 0;
      for (let q = 0; q < workload.readers.length; q += 1) {
        const fromHot =
          thresholdDays === null ? 1 : entry === 'dual' && policy.coldServes[q] ? 0 : month.young;
        egress +=
          month.reads *
          (workload.readers[q]?.share ?? 0) *
          (cold ? 1 - fromHot : fromHot) *
          (perRead[s]?.[q] ?? 0);
      }
      if (egress > ratio * objects * workload.meanSizeBytes * SLACK) return false;
    }
    return true;
  };
  return (policy) =>
    keeps(policy.hot, policy, false) && (policy.thresholdDays === null || keeps(policy.cold, policy, true));
}
