/** Which of our commands would measure an input, and for how much. */
import type { Plan } from '../report/plan-types.ts';
import type { Measure, UncertainInput } from '../report/uncertainty-types.ts';

/** What a log of requests says (`workload/profile-scenario.ts`). */
const IN_A_LOG = [/\.size$/, /\.arrivals$/, /\.retention$/, /\.rate$/];

/** Null where none of them does. */
export function measureOf({ path, kind, store }: UncertainInput, { candidates }: Plan): Measure | null {
  if (kind === 'range')
    return IN_A_LOG.some((one) => one.test(path))
      ? { command: 'stowage derive LOG... --scenario', price: 0, place: null }
      : null;
  // A price is not measured: its provider says which source is right.
  if (kind === 'price') return null;
  const missing = candidates.flatMap((one) => one.missing).find((one) => one.store === store);
  return missing ? { command: missing.probe, price: missing.probeCost, place: missing.place } : null;
}
