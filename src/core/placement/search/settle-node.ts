/** One node proved or searched: its bound is raised to what is known already; else every plan that could be cheaper is billed. */
import type { Steps } from '../../steps.ts';
import { nodeBound } from './bound.ts';
import type { Choice, NodeBound } from './bound.ts';
import { enumerated } from './enumerated.ts';
import type { Incumbent } from './incumbent.ts';
import { partsOf } from './node.ts';
import type { Tables } from './tables.ts';

/** How far a bound is raised before it is asked whether there is a plan at all, and before plans are told apart. */
const STEPS = 4;
const MORE_STEPS = 16;
/** What is enumerated at the most. */
const MOST = { listed: 60_000, looks: 300_000, bills: 100, refused: { all: 3000, more: 20 } };

/** The bound that is proved of the node: at least the goal where it is settled. */
export function* settleNode(
  tables: Tables,
  bound: NodeBound,
  slopes: Float64Array,
  incumbent: Incumbent,
): Steps<number> {
  const { goal } = incumbent;
  /** Plans that were billed: other slopes often choose them again. */
  const seen = new Set<string>();
  /** `cost`: no bill of its is less. Of three stores only plans are billed that could be the best. */
  const offer = (choice: Choice, cost = 0) => {
    incumbent.spend();
    const key = choice
      .map(({ route, first, second, third, x, y }) => [route, first, second, third, x, y])
      .join();
    if (seen.has(key)) return;
    seen.add(key);
    if (cost < (bound.node.chosen > 2 ? incumbent.top() : Infinity)) incumbent.offer(tables, bound, choice);
  };
  const isNew = !Number.isFinite(goal());
  if (isNew && bound.isVoid(offer)) return Infinity;
  yield;
  const first = bound.raise(slopes, bound.isSingle ? 1 : STEPS, goal, offer);
  if (bound.isSingle || first.bound >= goal() || (!isNew && bound.isVoid(offer))) return Infinity;
  const top = bound.raise(first.slopes, MORE_STEPS, goal, offer);
  if (top.bound >= goal()) return Infinity;
  const parts = partsOf(tables.known, bound.node);
  if (parts.length === 0) return (yield* enumerated(tables, bound, top.slopes, incumbent, MOST)) ?? top.bound;
  let proved = Infinity;
  for (const part of parts)
    proved = Math.min(proved, yield* settleNode(tables, nodeBound(tables, part), top.slopes, incumbent));
  return proved;
}
