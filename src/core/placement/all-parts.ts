/** Every part of the planner that only some scenarios ask for: a page fetches them for a scenario that does. */
import { cacheCandidates } from './cache/candidate.ts';
import { conversionFindings } from './context/conversions.ts';
import { splitCandidates } from './partitions/candidate.ts';
import type { PlanParts } from './worked/worked-plan.ts';

export const ALL_PARTS: Required<PlanParts> = {
  splits: splitCandidates,
  caches: cacheCandidates,
  conversions: conversionFindings,
};
