/** The same scenario under two sets of prices, each winner worked out on both sides. */
import { frozenOn } from '../../pricing/editions/price-history.ts';
import { planDifference } from '../../report/plan-difference.ts';
import type { PlanDifference } from '../../report/plan-difference.ts';
import type { Candidate, Plan } from '../../report/plan-types.ts';
import { parseScenario } from '../../scenario/parse-scenario.ts';
import type { ScenarioText } from '../../scenario/scenario.ts';
import { candidateStores } from '../context/candidate-stores.ts';
import { plan } from '../plan.ts';
import type { PlanSources, WantedPolicy } from '../plan.ts';

/** What the plan becomes on another day, with all that the archive knows by then. Throws as `plan` does. */
export function compareDays(text: ScenarioText, day: string, sources: PlanSources): PlanDifference {
  const { knownOn: _pinned, ...free } = text;
  return compared([text, sources], [{ ...free, asOf: day }, sources]);
}

/**
 * What a store's prices of two days do to a scenario, everything else as it is on the scenario's own day. Null where the
 * store is no candidate. Throws as `plan` does.
 */
export function priceEffect(
  text: ScenarioText,
  change: { store: string; from: string; to: string },
  sources: PlanSources,
): PlanDifference | null {
  const { knownOn: _pinned, ...free } = text;
  const { usable } = candidateStores(parseScenario(free), sources.archive);
  if (!usable.some(({ store }) => store === change.store)) return null;
  const on = (day: string): [ScenarioText, PlanSources] => [
    free,
    { ...sources, archive: frozenOn(sources.archive, change.store, day) },
  ];
  return compared(on(change.from), on(change.to));
}

function compared(before: [ScenarioText, PlanSources], after: [ScenarioText, PlanSources]): PlanDifference {
  const [one, other] = [plan(...before), plan(...after)];
  return planDifference(
    withWinnerOf(other, one, () => before),
    withWinnerOf(one, other, () => after),
  );
}

/** `own`, with the winner of `rival` among its candidates where its own ranking left that out. */
function withWinnerOf(rival: Plan, own: Plan, again: () => [ScenarioText, PlanSources]): Plan {
  const winner = rival.candidates.find(({ id }) => id === rival.recommendation?.id);
  if (!winner?.policy || own.candidates.some(({ id }) => id === winner.id)) return own;
  const [text, sources] = again();
  return plan(text, sources, { also: wanted(winner) });
}

function wanted({ stores: [hot = '', cold = ''], policy }: Candidate): WantedPolicy[] {
  return policy ? [{ hot, cold, ...policy }] : [];
}
