/** What the search found, as a placement of the plan. */
import type { PlanContext } from '../context/types.ts';
import type { Placement } from '../placement.ts';
import type { Placed } from '../search/problem.ts';

export function placementOf(_context: PlanContext, _placed: Placed): Placement {
  throw new Error('not yet');
}
