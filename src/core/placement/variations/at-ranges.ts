/** What becomes of the recommendation at either end of every range of a scenario, the others at their medians. */
import type { RangeEnd, RangeOutcome } from '../../report/plan-types.ts';
import { deskAt } from '../desk.ts';
import type { Desk } from '../desk-types.ts';
import { outcomeOf } from './outcome.ts';
import { rangesOf, withValues } from './range-ends.ts';

/** Empty where nothing is a range. */
export function planAtRanges(desk: Desk): RangeOutcome[] {
  const { scenario } = desk.question;
  return rangesOf(scenario).map(({ path, range }) => {
    const at = (end: 'low' | 'high'): RangeEnd => {
      const value = range.interval[end];
      const changed = deskAt(desk, withValues(scenario, new Map([[path, value]])));
      return { value, ...outcomeOf(changed, desk) };
    };
    return { path, low: at('low'), high: at('high') };
  });
}
