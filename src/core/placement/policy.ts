/** A placement someone can run: one store, or a hot store until an age and a cold one from then on. */

export interface Policy {
  /** Index of the store that objects arrive in. */
  hot: number;
  /** Index of the store that holds them after the threshold; equal to `hot` for a single store. */
  cold: number;
  /** Age of the move; null for a single store. */
  thresholdDays: number | null;
  /** `tier`: copied to the cold store at the threshold. `dual`: written to both on arrival, the hot copy dropped at the threshold. */
  entry: 'tier' | 'dual' | null;
  /** For each reader, whether the cold copy serves it while both exist (dual write). */
  coldServes: readonly boolean[];
}

export function singleStore(store: number, readers: number): Policy {
  return {
    hot: store,
    cold: store,
    thresholdDays: null,
    entry: null,
    coldServes: Array.from({ length: readers }, () => false),
  };
}

/** `single:STORE@R`, `age:HOT@R>COLD@R@7d:tier`. */
export function policyId(policy: Policy, ref: (store: number) => string): string {
  if (policy.thresholdDays === null) return `single:${ref(policy.hot)}`;
  return `age:${ref(policy.hot)}>${ref(policy.cold)}@${ageCode(policy.thresholdDays)}:${policy.entry}`;
}

/** `7d`, `12h`, `38h`: the shortest exact code of an age. */
export function ageCode(days: number): string {
  const hours = days * 24;
  const inDays = Number(days.toFixed(4));
  const isExact = days >= 1 && Math.abs(days - inDays) < 1e-9;
  return !isExact && Math.abs(hours - Math.round(hours)) < 1e-9 ? `${Math.round(hours)}h` : `${inDays}d`;
}
