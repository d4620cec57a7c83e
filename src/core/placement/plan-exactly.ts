/** The plan over every chain of up to three stores: the two-store answer, and the chains of three that are cheaper (design §6). */
import type { Plan } from '../report/plan-types.ts';
import type { ScenarioText } from '../scenario/scenario.ts';
import { chainSearch } from './chain-search.ts';
import { workedPlan } from './plan.ts';
import type { AnsweredPlan, PlanOptions, PlanSources, Shown, WorkedPlan } from './plan.ts';

/** Chains of three stores shown in full, by verdict. */
const SHOWN_CHAINS = { yes: 3, unproven: 2 };

/** Throws as `plan` does. */
export function planExactly(text: ScenarioText, sources: PlanSources, options: PlanOptions = {}): Plan {
  return exactly(workedPlan(text, sources, options)).plan;
}

/** A plan that was worked out over single stores and two-store splits, over chains of three as well. */
export function exactly({ workings, answerWith }: Pick<WorkedPlan, 'workings' | 'answerWith'>): AnsweredPlan {
  const { context, tariffs, exact, judged, listed } = workings;
  const cheapest = (feasible: Shown['feasible']) =>
    Math.min(
      Infinity,
      ...listed.filter((one) => one.feasible === feasible && !one.atLeast).map(({ cost }) => cost),
    );
  const proven = cheapest('yes');
  const chains = chainSearch(context, tariffs, exact, judged).best(
    { yes: proven, unproven: Math.min(proven, cheapest('unproven')) },
    SHOWN_CHAINS,
  );
  return answerWith(
    chains.map(({ chain, cost, feasible }) => ({ policy: chain, cost, atLeast: false, feasible })),
  );
}
