/** What becomes of the recommendation at either end of every range of a scenario, the others at their medians. */
import type { RangeOutcome } from '../../report/plan-types.ts';
import { deskAt } from '../desk.ts';
import type { Desk } from '../desk-types.ts';
import { outcomeOf } from './outcome.ts';
import { rangeOutcomes } from './range-ends.ts';

/** Empty where nothing is a range. */
export function planAtRanges(desk: Desk): RangeOutcome[] {
  return rangeOutcomes(desk.question.scenario, (changed) => outcomeOf(deskAt(desk, changed), desk));
}
