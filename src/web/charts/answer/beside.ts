/** Which placements charts draw beside the one on show. */
import type { Candidate, Plan } from '#core/report/plan-types.ts';
import { findCandidate } from '#web/words/candidates.ts';

const MOST = 6;

/** The one on show beside the cards, the runner-up and the first of the ranking; cheapest first, without repeats. */
export function besideOf(plan: Plan, shown: Candidate): Candidate[] {
  const answers = [...plan.cards, plan.runnerUp?.id].map((id) => findCandidate(plan, id));
  const all = [shown, ...answers, ...plan.candidates].filter((one) => one !== undefined);
  return [...new Set(all)].slice(0, MOST).sort((a, b) => a.monthly.total - b.monthly.total);
}
