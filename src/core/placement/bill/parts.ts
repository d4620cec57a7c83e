/** What one event of a population's objects uses of each store: made when it is first asked for. */
import type { PlanContext } from '../context/types.ts';
import type { StoreParts } from '../costs/store-parts.ts';

/** `store`: a place in the plan's stores, then its copies. Remembered with the context. */
export function populationParts(_context: PlanContext): (population: number, store: number) => StoreParts {
  throw new Error('not yet');
}
