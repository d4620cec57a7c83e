/** What each provider calls a store in its lifecycle rules, and where a write must name it: from the facts of the archive. */
import type { Archive } from '#core/pricing/archive.ts';
import type { RuleKind } from '#core/placement/lifecycle-days.ts';
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

/** Whether rules have filters by size. */
export const rulesKnowSizes = (kind: RuleKind): boolean => kind === 's3' || kind === 'express';
