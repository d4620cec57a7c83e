/** What the plan would be at either end of each input that is a range, the others at their medians. */
import type { RangeEnd, RangeOutcome } from '../../report/plan-types.ts';
import type { Scenario } from '../../scenario/scenario.ts';

interface Ranged {
  value: number;
  interval: { low: number; high: number };
}

/** Every estimate with an interval, by its path. */
export function rangesOf(scenario: Scenario): { path: string; range: Ranged }[] {
  const found: { path: string; range: Ranged }[] = [];
  // One size is written as such, not as a list of one.
  const single = scenario.workload.objects.size.length === 1;
  const visit = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null) return;
    if (isRanged(value))
      found.push({ path: path.replace(/^(.*\.size)\[0\]\.size$/, single ? '$1' : '$&'), range: value });
    else
      for (const [key, child] of Object.entries(value))
        visit(child, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`);
  };
  visit(scenario.workload, 'workload');
  return found;
}

function isRanged(value: object): value is Ranged {
  return (
    'value' in value && 'interval' in value && typeof value.interval === 'object' && value.interval !== null
  );
}

/** `solve` is asked twice per range, with a scenario of its own each time. */
export function rangeOutcomes(
  scenario: Scenario,
  solve: (scenario: Scenario) => Pick<RangeEnd, 'recommendation' | 'total'>,
): RangeOutcome[] {
  return rangesOf(scenario).map(({ path, range }, i) => {
    const at = (end: 'low' | 'high'): RangeEnd => {
      const changed = structuredClone(scenario);
      const value = range.interval[end];
      const target = rangesOf(changed)[i];
      if (target) target.range.value = value;
      return { value, ...solve(changed) };
    };
    return { path, low: at('low'), high: at('high') };
  });
}
