import type { Workload } from '../workload/workload.ts';
import type { StoreActivity } from './activity.ts';
import type { PlacedStore } from './plan-context.ts';

/** Bytes to the internet over average stored bytes in a month; null where the store has no fair-use rule. */
export function fairUseRatio(
  workload: Workload,
  store: PlacedStore,
  activity: StoreActivity,
  other: PlacedStore | null,
  days: number,
): number | null {
  if (store.edition.rules.egress?.fairUseTimesStored === undefined) return null;
  const toInternet = (part: { egress: readonly { to: unknown; bytes: number }[] }, times: number) =>
    part.egress.reduce((sum, one) => sum + (one.to === 'internet' ? one.bytes * times : 0), 0);
  const stored = (activity.objectHours * workload.meanSizeBytes) / (days * 24);
  const egress =
    store.parts.reads.reduce((sum, part, q) => sum + toInternet(part, activity.reads[q] ?? 0), 0) +
    (other ? toInternet(store.parts.copyOut(other), activity.copiesOut) : 0);
  return stored > 0 ? egress / stored : egress > 0 ? Infinity : 0;
}

/** Passing a provider's fair-use ratio breaks its policy: a plan that does so cannot be run. */
export function withinFairUse(
  workload: Workload,
  store: PlacedStore,
  activity: StoreActivity,
  other: PlacedStore | null,
  days: number,
): boolean {
  const ratio = fairUseRatio(workload, store, activity, other, days);
  return ratio === null || ratio <= (store.edition.rules.egress?.fairUseTimesStored ?? Infinity) * (1 + 1e-9);
}
