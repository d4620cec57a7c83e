/** A scenario as the search is asked it, at one level of the evidence. */
import type { PlanContext } from '../context/types.ts';
import type { Lateness } from '../judge/lateness.ts';
import type { Effort, Problem } from '../search/problem.ts';

export interface ProblemOptions {
  /** Of the lateness. */
  level: number;
  /** Keeps out what a provider would have to grant, what nobody knows, and what has no upper price; else they are allowed. */
  strict: boolean;
  effort: Effort;
  /** Ages given by hand, besides those that people configure. */
  agesDays?: readonly number[];
}

/** Prices are at the high ends of what they can be. Remembered with the context but for what the options change. */
export function problemOf(_context: PlanContext, _lateness: Lateness, _options: ProblemOptions): Problem {
  throw new Error('not yet');
}
