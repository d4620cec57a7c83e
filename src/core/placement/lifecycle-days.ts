/** At which ages a provider's lifecycle rules delete objects: what is billed, and what `emit` writes. */
import type { StoreFacts } from '../pricing/store-facts.ts';

/** Which lifecycle rules a bucket takes; `other`: none. */
export type RuleKind = NonNullable<StoreFacts['lifecycle']>['rules'] | 'other';

/** The steps of time in which a kind's rules count; kinds without rules are missing. */
export const RULE_STEP_DAYS: Readonly<Partial<Record<RuleKind, number>>> = {
  s3: 1,
  express: 1,
  gcs: 1,
  azure: 1,
  r2: 1 / 86_400,
  b2: 1,
  tigris: 1,
};

/** Days that a rule holds objects longer: B2 hides them, and deletes what is hidden a day later. */
export const hiddenDays = (kind: RuleKind): number => (kind === 'b2' ? 1 : 0);

/** Of days: what is less is the last bits of a double. */
export const SLACK = 1e-3;

/** A rule in whole days may hold objects so much longer than the plan before a job is the better one. */
const MOST_LONGER = 0.05;

/** The first age, in days, that a rule can say from `days` on. */
export function ruleDays(days: number, step: number): number {
  return Math.ceil(days / step - SLACK) * step;
}

/** When a rule deletes what should go `days` after it came into its bucket; null: a job deletes it. */
export function ruleDeletesAfter(kind: RuleKind, days: number): number | null {
  const step = RULE_STEP_DAYS[kind];
  if (step === undefined) return null;
  const after = Math.max(step, ruleDays(days, step));
  return after + hiddenDays(kind) > days * (1 + MOST_LONGER) ? null : after;
}
