/** One node proved or searched: its bound is raised to what is known already, else every plan that could be cheaper is billed. */
import type { Choice, NodeBound } from './bound.ts';
import { enumerated } from './enumerated.ts';
import type { Incumbent } from './incumbent.ts';
import type { Priced } from './priced.ts';

const STEPS = 16;

/** The bound that is proved of the node: at least the goal where it is settled. */
export function settleNode(
  priced: Priced,
  bound: NodeBound,
  slopes: Float64Array,
  incumbent: Incumbent,
): number {
  const offer = (choice: Choice) => {
    incumbent.spend();
    incumbent.offer(bound, choice);
  };
  if (bound.isVoid(offer)) return Infinity;
  const raised = bound.raise(slopes, bound.isSingle ? 1 : STEPS, incumbent.goal, offer);
  if (bound.isSingle) return Infinity;
  if (raised.bound >= incumbent.goal()) return raised.bound;
  return Math.max(raised.bound, enumerated(priced, bound, raised.slopes, incumbent));
}
