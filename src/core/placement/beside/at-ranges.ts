/** What becomes of the recommendation at either end of every range of a scenario, the others at their medians. */
import { evidenceFor } from '../../question.ts';
import type { RangeOutcome } from '../../report/plan-types.ts';
import { ScenarioFile } from '../../scenario/scenario.ts';
import type { ScenarioText } from '../../scenario/scenario.ts';
import type { PlanSources } from '../plan.ts';
import { provenBest } from '../winners/proven-best.ts';
import { rangeOutcomes } from './range-ends.ts';

/** Two searches a range; empty where nothing is a range. Throws as `plan` does. */
export function planAtRanges(text: ScenarioText, sources: PlanSources): RangeOutcome[] {
  const { evidence } = evidenceFor(text, sources.evidence);
  return rangeOutcomes(ScenarioFile.parse(text), (changed) => provenBest(changed, sources.archive, evidence));
}
