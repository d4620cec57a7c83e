/** What the jobs that we write ask of stores besides GET, PUT and DELETE, how often they run, and what lifecycle rules do instead. Requests as counted of the mover with rclone 1.69. */
import type { StoreFacts } from '../pricing/store-facts.ts';

/** From this age on copies are made every night, before it every hour. */
export const NIGHTLY_FROM_DAYS = 2;

/** Keys of one answer to a LIST. */
const KEYS_PER_LIST = 1000;

/** Requests for each object, by S3 operation. */
type Asked = Readonly<Record<string, number>>;

/** The source is asked before it is read. The target is asked whether it has the object, and after the copy what arrived; it is never listed. */
export const COPY_ASKS: Readonly<{ source: Asked; target: Asked }> = {
  source: { HeadObject: 1 },
  target: { HeadObject: 2 },
};

/** A job looks once more before each deletion; where nothing was copied, first at the store that keeps the object. */
export const DELETION_ASKS: Readonly<{ source: Asked; keeper: Asked }> = {
  source: { HeadObject: 1 },
  keeper: { HeadObject: 1 },
};

/** Runs of the job a day, by the age at which it copies. */
export function runsPerDay(atDays: number): number {
  return atDays < NIGHTLY_FROM_DAYS ? 24 : 1;
}

/**
 * LIST requests on the source for each day that one object lies there: each run lists all that the bucket holds of new objects, so a
 * job that leaves them there costs more the longer they stay. The same of a job that deletes, where no rule can.
 */
export function listsPerObjectDay(atDays: number): number {
  return runsPerDay(atDays) / KEYS_PER_LIST;
}

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
export const HIDDEN_DAYS: Readonly<Partial<Record<RuleKind, number>>> = { b2: 1 };

/** Of a step: what is less is the last bits of a double. */
const SLACK = 1e-3;

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
  return after + (HIDDEN_DAYS[kind] ?? 0) > days * (1 + MOST_LONGER) ? null : after;
}

/** Whether rules have filters by size. */
export const rulesKnowSizes = (kind: RuleKind): boolean => kind === 's3' || kind === 'express';
