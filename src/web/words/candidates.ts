/** Candidates of a plan, looked up, and where they are. */
import type { NameOf } from '#core/answer/words/names.ts';
import { THEN } from '#core/answer/words/placement.ts';
import { nearestOf, onlyUnmeasured } from '#core/report/next-best.ts';
import type { Candidate, Plan } from '#core/report/plan-types.ts';
import { parseMs } from '#core/units.ts';
import { regionOf, storeName } from './names.ts';

/** Regions of the stores, hot first, said once where the next is there too; stores in one place everywhere say nothing, nor those whose name has it. */
export function regionsOf(candidate: Candidate, nameOf: NameOf = storeName): string {
  return candidate.stores
    .filter((ref) => nameOf(ref) === storeName(ref))
    .map(regionOf)
    .filter((region) => region !== null && region !== 'global')
    .filter((region, i, all) => region !== all[i - 1])
    .join(THEN);
}

export function findCandidate(plan: Plan, id: string | null | undefined): Candidate | undefined {
  return id == null ? undefined : plan.candidates.find((candidate) => candidate.id === id);
}

/** The candidate a visitor sees first: the recommended, else what lacks least, else the first of the ranking. */
export function firstChoice(plan: Plan): Candidate | undefined {
  const recommended = findCandidate(plan, plan.recommendation?.id);
  return recommended ?? onlyUnmeasured(plan) ?? nearestOf(plan) ?? plan.candidates[0];
}

/** The p99 of reads that is asked for; null: none is. */
export function requiredMsOf({ scenario: { requirements } }: Plan): number | null {
  return requirements?.readP99 === undefined ? null : parseMs(requirements.readP99);
}
