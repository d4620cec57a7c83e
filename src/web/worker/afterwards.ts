/** What is asked of a plan once it stands, and takes many searches: fetched when it is first asked. */
import type { Finding } from '#core/findings/index.ts';
import { boundRemarks, planBound } from '#core/placement/plan-bound.ts';
import { hedgingPays } from '#core/placement/plan-hedged.ts';
import { secondZones } from '#core/placement/plan-replicas.ts';
import { restsOnDatasets, withoutDatasets } from '#core/placement/plan-without-dataset.ts';
import { planExactly } from '#core/placement/plan-exactly.ts';
import type { PlanSources } from '#core/placement/plan.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';

export function afterwards(text: ScenarioText, sources: PlanSources): Finding[] {
  const answer = planExactly(text, sources);
  return [
    ...restsOnDatasets(answer, withoutDatasets(text, sources, answer)),
    ...hedgingPays(text, sources, answer),
    ...boundRemarks(answer, planBound(text, sources, answer)),
    ...secondZones(text, sources, answer),
  ];
}
