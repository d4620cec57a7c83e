/** What a scenario is called: its own name or, where it has none, its workload in a few words. */
import { rateShown, storedShown } from '#web/form/shown.ts';
import { readAt } from '#web/state/paths.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';

/** What files and links say that name none. */
const NONE = 'Untitled';

/** `300 TB of 3 MB objects, 10M reads a day`. */
export function scenarioTitle(scenario: ScenarioText): string {
  if (scenario.name && scenario.name !== NONE) return scenario.name;
  const objects = readAt(scenario, ['workload', 'objects']);
  const [size, rate] = [readAt(objects, ['size']), readAt(scenario, ['workload', 'reads', 'rate'])];
  const each = typeof size === 'string' ? ` of ${size} objects` : '';
  const [count, ...period] = rateShown(rate).split(' ');
  const reads = count && count !== '0' ? `, ${count} reads ${period.join(' ')}` : '';
  return `${storedShown(objects) || `${rateShown(readAt(objects, ['arrivals']))} more`}${each}${reads}`;
}
