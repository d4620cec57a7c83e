/** What everything that needs an optimum asks: the recommended placement of a scenario, and what any placement is worth there. */
import type { Question } from '../question.ts';
import type { Condition } from '../report/plan-types.ts';
import type { Feasible, Violation } from '../report/verdict.ts';
import type { PlanContext } from './context/types.ts';
import type { Placement } from './placement.ts';

/** A placement as the rule sees it. Amounts are a month, in the currency of the desk. */
export interface Judged {
  /** The bill where prices that nobody knows are at their low and at their high end; null: nothing bounds it. */
  low: number;
  high: number | null;
  effort: number;
  /** Null where no latency is required. */
  sureness: number | null;
  notMeasured: string[];
  doubt: number;
  /** high + effort + doubt. Infinite where a hard limit is broken, a condition is open, nothing bounds the bill, or the best estimate fails. */
  value: number;
  feasible: Feasible;
  violations: Violation[];
  conditions: Condition[];
}

export interface Advised {
  placement: Placement;
  judged: Judged;
  /** Its value is at most so far above the best of all: 0.01 is 1 %. Null where the search did not finish. */
  gap: number | null;
}

export interface BestOptions {
  /** Placements that are judged first and spare search. */
  known?: readonly Placement[];
  /** The most stores of a placement, demanded copies apart. */
  stores?: 1 | 2 | 3;
  /** Null where none is as likely as not to meet what is asked; by default the surest of all. */
  likely?: true;
  /** Whether caches of one's own are looked for: by default. */
  withCaches?: boolean;
  /** Evaluations of a bound that are granted. */
  scans?: number;
}

export interface Desk {
  question: Question;
  context: PlanContext;
  /** By the whole rule; null: nothing meets what is asked, not even by its best estimate. */
  best(options?: BestOptions): Advised | null;
  judge(placement: Placement): Judged;
  id(placement: Placement): string;
  /** The id without its ages: what stays when only a move comes earlier or later. */
  arrangement(placement: Placement): string;
  currency: string;
}
