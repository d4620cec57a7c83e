/** What becomes of the recommendation at either end of every range of a scenario, the others at their medians. */
import { evidenceFor } from '../report/chosen-evidence.ts';
import type { RangeOutcome } from '../report/plan-types.ts';
import { ScenarioFile } from '../scenario/scenario.ts';
import type { ScenarioText } from '../scenario/scenario.ts';
import { exactCost } from './exact-cost.ts';
import { latencyGrid } from './latency-grid.ts';
import type { PlanSources } from './plan.ts';
import { planContext } from './plan-context.ts';
import { policyId } from './policy.ts';
import { rangeOutcomes } from './range-ends.ts';
import { best } from './rank.ts';
import { search } from './search.ts';
import { planTariffs } from './tariffs.ts';
import { verdicts } from './verdicts.ts';

/** Two searches a range; empty where nothing is a range. Throws as `plan` does. */
export function planAtRanges(text: ScenarioText, sources: PlanSources): RangeOutcome[] {
  const { evidence } = evidenceFor(text, sources.evidence);
  return rangeOutcomes(ScenarioFile.parse(text), (changed) => {
    const context = planContext(changed, sources.archive, evidence);
    const judged = verdicts(context, latencyGrid(context, evidence));
    const tariffs = planTariffs(context);
    const found = search(context, tariffs, exactCost(context, tariffs), judged);
    const winner = best(context, [...found.singles(), ...found.bestSplits({ yes: 1, unproven: 0, no: 0 })]);
    const proven = winner?.feasible === 'yes' ? winner : null;
    return {
      recommendation: proven ? policyId(proven.policy, (store) => context.stores[store]?.ref ?? '') : null,
      total: proven?.cost ?? null,
    };
  });
}
