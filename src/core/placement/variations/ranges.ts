/** The inputs of a scenario that are ranges, and the scenario with other values in their places. */
import type { Scenario } from '../../scenario/scenario.ts';

interface Ranged {
  value: number;
  interval: { low: number; high: number };
}

/** Every estimate with an interval, by its path. */
export function rangesOf(scenario: Scenario): { path: string; range: Ranged }[] {
  const found: { path: string; range: Ranged }[] = [];
  mapped(scenario, (range, path) => {
    found.push({ path, range });
    return range;
  });
  return found;
}

/** The scenario with these values in place of its ranges, by path. */
export function withValues(scenario: Scenario, values: ReadonlyMap<string, number>): Scenario {
  return mapped(scenario, (range, path) => ({ ...range, value: values.get(path) ?? range.value }));
}

/** A scenario with other estimates where these have an interval. */
function mapped(scenario: Scenario, change: (range: Ranged, path: string) => Ranged): Scenario {
  // One size is written as such, not as a list of one.
  const name = scenario.workload.objects.size.length === 1 ? '$1' : '$&';
  const copy = (value: unknown, path: string): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (isRanged(value)) return change(value, path.replace(/^(.*\.size)\[0\]\.size$/, name));
    if (Array.isArray(value)) return value.map((one, i) => copy(one, `${path}[${i}]`));
    return Object.fromEntries(
      Object.entries(value).map(([key, child]) => [key, copy(child, `${path}.${key}`)]),
    );
  };
  return { ...scenario, workload: copy(scenario.workload, 'workload') as Scenario['workload'] };
}

function isRanged(value: object): value is Ranged {
  return (
    'value' in value && 'interval' in value && typeof value.interval === 'object' && value.interval !== null
  );
}
