/** What is known of a placement, weighed by the rule: whether it meets what is asked, and what it is worth. */
import type { Feasible } from '../../report/verdict.ts';
import type { Judged } from '../desk-types.ts';
import { LIKELY } from './lateness.ts';

/** Without what hangs on the rule. */
export type Facts = Pick<
  Judged,
  'low' | 'high' | 'effort' | 'sureness' | 'notMeasured' | 'violations' | 'conditions'
>;

interface Weights {
  /** The most that a month may cost. */
  budget: number | undefined;
  /** The sureness that is asked; null: no latency is. */
  asked: number | null;
  /** What being less sure than asked costs a month. */
  doubt: number;
}

export function weighed(facts: Facts, { budget, asked, doubt }: Weights): Judged {
  const { low, high, effort, sureness: level, notMeasured, conditions } = facts;
  const violations =
    budget !== undefined && low > budget
      ? [...facts.violations, { requirement: 'budget', required: `${budget}`, found: low.toFixed(2) }]
      : facts.violations;
  const fails = violations.length > 0 || (level === 0 && notMeasured.length === 0);
  const isSure = level === null || (asked !== null && level >= asked);
  const isOpen = conditions.length > 0 || high === null || (budget !== undefined && high > budget);
  const feasible: Feasible = fails ? 'no' : isSure && !isOpen ? 'yes' : 'unproven';
  const isOut = violations.length > 0 || isOpen || (level !== null && level < LIKELY);
  return {
    ...facts,
    violations,
    feasible,
    doubt,
    value: isOut || high === null ? Infinity : high + effort + doubt,
  };
}
