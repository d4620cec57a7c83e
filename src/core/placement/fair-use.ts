/** Providers that allow egress up to a multiple of the stored bytes: past it a plan breaks their policy and cannot be run. */
import type { PlanContext } from './plan-context.ts';
import type { Policy } from './policy.ts';
import type { UsagePart } from './usage-parts.ts';

/** Whether every store of the policy keeps to its fair-use ratio in every billed month. */
export function fairUse(context: PlanContext): (policy: Policy) => boolean {
  const { stores, workload } = context;
  const ruled = stores.map((store) => store.edition.rules.egress?.fairUseTimesStored);
  if (ruled.every((ratio) => ratio === undefined)) return () => true;
  const internet = (part: UsagePart) =>
    part.egress.reduce((sum, one) => sum + (one.to === 'internet' ? one.bytes : 0), 0);
  const perRead = stores.map((store) => store.parts.reads.map(internet));
  const months = workload.months.map(({ month, population }) => ({ hours: month.days * 24, population }));
  const SLACK = 1 + 1e-9;

  const keeps = (s: number, policy: Policy, role: 'hot' | 'cold'): boolean => {
    const ratio = ruled[s];
    if (ratio === undefined) return true;
    const threshold = policy.thresholdDays ?? workload.lifeDays;
    const dual = policy.entry === 'dual';
    return months.every(({ hours, population }) => {
      const below = population.objectDaysBelow(threshold);
      const days =
        role === 'hot' ? below : population.objectDaysBelow(workload.lifeDays) - (dual ? 0 : below);
      const standing = role === 'cold' || policy.thresholdDays === null ? population.standing.objects : 0;
      const stored = ((days * 24) / hours + standing) * workload.meanSizeBytes;
      const young = policy.thresholdDays === null ? 1 : population.readShareBelow(threshold);
      let egress = 0;
      for (const [q, reader] of workload.readers.entries()) {
        const hotShare = dual && policy.coldServes[q] ? 0 : young;
        egress +=
          population.reads *
          reader.share *
          (role === 'hot' ? hotShare : 1 - hotShare) *
          (perRead[s]?.[q] ?? 0);
      }
      const [from, to] = [stores[policy.hot], stores[policy.cold]];
      if (role === 'hot' && policy.entry === 'tier' && from && to)
        egress += population.reaching(threshold) * internet(from.parts.copyOut(to));
      return egress <= ratio * stored * SLACK;
    });
  };
  return (policy) =>
    keeps(policy.hot, policy, 'hot') && (policy.thresholdDays === null || keeps(policy.cold, policy, 'cold'));
}
