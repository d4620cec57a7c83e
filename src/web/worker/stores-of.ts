import { storesOfCurrent } from '#core/scenario/current.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';

/** Stores to load. One that is not known is left for `checkScenario` to name. */
export function storesOf({
  stores = 'all',
  copies = [],
  current,
  assume = {},
  workload,
}: ScenarioText): string[] | 'all' {
  if (stores === 'all') return 'all';
  const vias = workload.readers.flatMap(({ via }) => via ?? []);
  const refs = [...stores, ...copies, ...vias, ...Object.keys(assume), ...storesOfCurrent(current)];
  return [...new Set(refs.map((ref) => ref.split('@')[0] ?? ref))];
}
