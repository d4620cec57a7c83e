/** The plan for any scenario, with every part of the planner. */
import type { Plan } from '../report/plan-types.ts';
import { ScenarioFile } from '../scenario/scenario.ts';
import type { ScenarioText } from '../scenario/scenario.ts';
import { ALL_PARTS } from './all-parts.ts';
import { workedPlanWith } from './worked/worked-plan.ts';
import type { PlanOptions, PlanSources, WorkedPlan } from './worked/worked-plan.ts';

export type {
  AnsweredPlan,
  PlanOptions,
  PlanSources,
  Shown,
  WorkedPlan,
  Workings,
} from './worked/worked-plan.ts';
export type { WantedPolicy } from './winners/shortlist.ts';

/** Throws `ZodError` for a scenario that does not hold the contract, and as `workedPlanWith` does. */
export function plan(text: ScenarioText, sources: PlanSources, options: PlanOptions = {}): Plan {
  return workedPlan(text, sources, options).plan;
}

/** Throws as `plan` does. */
export function workedPlan(text: ScenarioText, sources: PlanSources, options: PlanOptions = {}): WorkedPlan {
  const scenario = ScenarioFile.parse(text);
  return workedPlanWith(ALL_PARTS, { text, scenario }, sources, options);
}
