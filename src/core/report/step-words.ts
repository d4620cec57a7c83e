/** The moves of a placement by age, in words with ids, for the terminal and for switch points. */
import { formatDays } from '../units.ts';
import type { CandidateStep } from './plan-types.ts';

/** `A for 7 days, then B`, `A for 7 days beside B from the start`, and the same with a third store. */
export function stepsWords(step: CandidateStep, next?: CandidateStep): string {
  const first = `${step.from} for ${formatDays(step.leftDays)}`;
  if (step.entry === 'dual') {
    const last = next ? `, then ${next.to} from ${formatDays(next.leftDays)} on` : '';
    return `${first} beside ${step.to} from the start${last}`;
  }
  if (!next) return `${first}, then ${step.to}`;
  const both = `${first}, then ${step.to} to ${formatDays(next.leftDays)}`;
  return next.entry === 'dual' ? `${both}, beside ${next.to} from the start` : `${both}, then ${next.to}`;
}
