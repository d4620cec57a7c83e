/** What each provider calls a store in its lifecycle rules, and where a write must name it: from the facts of the archive. */
import type { Archive } from '#core/pricing/archive.ts';
import type { StoreFacts } from '#core/pricing/store-facts.ts';
import { splitRef } from '#core/store-ref.ts';

type Lifecycle = NonNullable<StoreFacts['lifecycle']>;

/** Which lifecycle rules a bucket takes, and how it is spoken to. */
export type BucketKind = RuleKind;

/** Names of a store's class; null: none is needed, or there is none. */
interface ClassNames {
  kind: BucketKind;
  /** In lifecycle rules. */
  inRules: string | null;
  /** What each PUT must name. */
  ofWrites: string | null;
  /** The same as the header `x-amz-storage-class` has it. */
  inHeader: string | null;
}

/** `ref` may name a region. */
export function classNames(archive: Archive, ref: string): ClassNames {
  const lifecycle: Lifecycle | undefined = archive.facts(splitRef(ref).store)?.lifecycle;
  const inRules = lifecycle?.class ?? null;
  const ofWrites = lifecycle?.isDefault ? null : inRules;
  return {
    kind: lifecycle?.rules ?? 'other',
    inRules,
    ofWrites,
    inHeader: ofWrites === null ? null : (lifecycle?.header ?? ofWrites),
  };
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
  return after + (HIDDEN_DAYS[kind] ?? 0) > days * (1 + MOST_LONGER) ? null : after;
}

/** Whether rules have filters by size. */
export const rulesKnowSizes = (kind: RuleKind): boolean => kind === 's3' || kind === 'express';
