/** The same scenario under two sets of prices, each winner worked out on both sides. */
import { frozenOn } from '../../pricing/editions/price-history.ts';
import { planDifference } from '../../report/plan-difference.ts';
import type { PlanDifference } from '../../report/plan-difference.ts';
import type { Plan } from '../../report/plan-types.ts';
import { withChanges } from '../../question.ts';
import type { Question } from '../../question.ts';
import { candidateStores } from '../context/candidate-stores.ts';
import { answered } from '../answer/certified.ts';
import type { Answered } from '../answer/answered.ts';
import { deskOf } from '../desk.ts';

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
  const [one, other] = [before, after].map((question) => answered(deskOf(question)));
  if (!one || !other) throw new RangeError('two days are compared');
  return planDifference(withWinnerOf(other, one, before), withWinnerOf(one, other, after));
}

/** `own`, with the winner of `rival` among its candidates where its own answer left that out. */
function withWinnerOf(rival: Answered, { plan }: Answered, question: Question): Plan {
  const at = rival.plan.candidates.findIndex(({ id }) => id === rival.plan.recommendation?.id);
  const winner = rival.placements[at];
  const id = rival.plan.recommendation?.id;
  if (!winner || plan.candidates.some((one) => one.id === id)) return plan;
  return answered(deskOf(question), { show: [winner] }).plan;
}
