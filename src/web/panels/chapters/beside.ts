/** The placements that are drawn beside the one on show: the answers, and the first of the ranking. */
import type { Candidate, Plan } from '#core/report/plan-types.ts';
import { findCandidate } from '#web/words/candidates.ts';

const MOST = 6;

/** Cheapest first, without repeats. */
export function besideOf(plan: Plan, shown: Candidate): Candidate[] {
  const answers = [...plan.cards, plan.runnerUp?.id].map((id) => findCandidate(plan, id));
  const all = [shown, ...answers, ...plan.candidates].filter((one) => one !== undefined);
  return [...new Set(all)].slice(0, MOST).sort((a, b) => a.monthly.total - b.monthly.total);
}
