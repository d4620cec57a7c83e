/** The same scenario under two sets of prices, each winner worked out on both sides. */
import { frozenOn } from '../../pricing/editions/price-history.ts';
import { planDifference } from '../../report/plan-difference.ts';
import type { PlanDifference } from '../../report/plan-difference.ts';
import type { Candidate, Plan } from '../../report/plan-types.ts';
import { withChanges } from '../../question.ts';
import type { Question } from '../../question.ts';
import { candidateStores } from '../context/candidate-stores.ts';
import { plan } from '../plan.ts';
import type { WantedPolicy } from '../plan.ts';

/** What the plan becomes on another day, with all that the archive knows by then. Throws as `plan` does. */
export function compareDays(question: Question, day: string): PlanDifference {
  return compared(question, withChanges(question, { asOf: day, knownOn: undefined }));
}

/**
 * What a store's prices of two days do to a scenario, everything else as it is on the scenario's own day. Null where the
 * store is no candidate. Throws as `plan` does.
 */
export function priceEffect(
  question: Question,
  change: { store: string; from: string; to: string },
): PlanDifference | null {
  const free = withChanges(question, { knownOn: undefined });
  const { usable } = candidateStores(free.scenario, free.archive);
  if (!usable.some(({ store }) => store === change.store)) return null;
  const on = (day: string): Question => ({ ...free, archive: frozenOn(free.archive, change.store, day) });
  return compared(on(change.from), on(change.to));
}

function compared(before: Question, after: Question): PlanDifference {
  const [one, other] = [plan(before), plan(after)];
  return planDifference(withWinnerOf(other, one, before), withWinnerOf(one, other, after));
}

/** `own`, with the winner of `rival` among its candidates where its own ranking left that out. */
function withWinnerOf(rival: Plan, own: Plan, question: Question): Plan {
  const winner = rival.candidates.find(({ id }) => id === rival.recommendation?.id);
  if (!winner?.policy || own.candidates.some(({ id }) => id === winner.id)) return own;
  return plan(question, { also: wanted(winner) });
}

function wanted({ stores: [hot = '', cold = ''], policy }: Candidate): WantedPolicy[] {
  return policy ? [{ hot, cold, ...policy }] : [];
}
