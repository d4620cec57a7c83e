/** What becomes of the recommendation at either end of every range of a scenario, the others at their medians. */
import type { Question } from '../../question.ts';
import type { RangeOutcome } from '../../report/plan-types.ts';
import { provenBest } from '../winners/proven-best.ts';
import { rangeOutcomes } from './range-ends.ts';

/** Two searches a range; empty where nothing is a range. Throws as `plan` does. */
export function planAtRanges({ scenario, archive, evidence }: Question): RangeOutcome[] {
  return rangeOutcomes(scenario, (changed) => provenBest(changed, archive, evidence));
}
