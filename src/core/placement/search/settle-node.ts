/**
 * One node proved or searched: its bound is raised to what is known already; else the pools are told apart by how far they are filled,
 * and every plan that could be cheaper is billed.
 */
import type { Steps } from '../../steps.ts';
import type { Choice, Evaluated, NodeBound } from './bound.ts';
import { enumerated } from './enumerated.ts';
import type { Incumbent } from './incumbent.ts';
import { costAt } from './pools.ts';
import type { Pool } from './pools.ts';
import type { Box } from './raise.ts';
import type { Tables } from './tables.ts';

/** How far a bound is raised before the pools are told apart, and before plans are. */
const STEPS = 4;
const MORE_STEPS = 16;
const BOXES = 40;
/** The part of what is missing that telling a pool's quantities apart must promise. */
const PROMISE = 0.25;
/** What is enumerated rather than told apart by pools, and where that is all that can be done. */
const FEW = { listed: 3000, looks: 30_000 };
const MANY = { listed: 20_000, looks: 300_000 };

/** The bound that is proved of the node: at least the goal where it is settled. */
export function* settleNode(
  tables: Tables,
  bound: NodeBound,
  slopes: Float64Array,
  incumbent: Incumbent,
): Steps<number> {
  const { pools } = tables.known.problem;
  /** `cost`: no bill of its is less. Of three stores only plans are billed that could be the best. */
  const offer = (choice: Choice, cost = 0) => {
    incumbent.spend();
    if (cost < (bound.node.chosen > 2 ? incumbent.top() : Infinity)) incumbent.offer(tables, bound, choice);
  };
  let isKnown = !Number.isFinite(incumbent.goal());
  if (isKnown && bound.isVoid(offer)) return Infinity;
  const boxes: { box: Box; slopes: Float64Array }[] = [{ box: bound.node, slopes }];
  let proved = Infinity;
  for (let looked = 0; ; looked += 1) {
    const next = boxes.pop();
    if (!next) return proved;
    yield;
    const { box } = next;
    if (bound.isSingle) {
      bound.raise(next.slopes, 1, incumbent.goal, offer, box);
      return Infinity;
    }
    const raise = (from: Float64Array, steps: number) => bound.raise(from, steps, incumbent.goal, offer, box);
    let top = raise(next.slopes, STEPS);
    if (top.bound >= incumbent.goal()) continue;
    if (!isKnown && bound.isVoid(offer)) return Infinity;
    isKnown = true;
    let halves =
      looked < BOXES ? split(pools, box, top.seen, PROMISE * (incumbent.goal() - top.bound)) : null;
    if (!halves) {
      top = raise(top.slopes, MORE_STEPS);
      if (top.bound >= incumbent.goal()) continue;
      let all = yield* enumerated(tables, bound, top.slopes, box, incumbent, FEW);
      if (all === null && looked < BOXES) halves = split(pools, box, top.seen, 0);
      if (!halves) {
        all ??= yield* enumerated(tables, bound, top.slopes, box, incumbent, MANY);
        proved = Math.min(proved, all ?? top.bound);
        continue;
      }
    }
    for (const half of halves) boxes.push({ box: half, slopes: top.slopes });
  }
}

/** Two boxes in place of one, at the quantity at which a pool costs most above the line that bounds it, more than `least`; or none. */
function split(
  pools: readonly Pool[],
  box: Box,
  { quantities }: Evaluated,
  least: number,
): [Box, Box] | null {
  let [place, most] = [-1, least];
  for (const [i, k] of box.pools.entries()) {
    const [low, high, at] = [box.low[i]!, Math.min(box.high[i]!, pools[k]!.cap), quantities[k]!];
    if (!(at > low && at < high)) continue;
    const [from, to] = [costAt(pools[k]!, low), costAt(pools[k]!, high)];
    const above = costAt(pools[k]!, at) - (from + ((to - from) * (at - low)) / (high - low));
    if (above > most) [place, most] = [i, above];
  }
  if (place < 0) return null;
  const at = quantities[box.pools[place]!]!;
  const half = (side: 'low' | 'high'): Box => {
    const isOpen = box.isOpen?.slice() ?? new Uint8Array(box.pools.length);
    isOpen[place] = 1;
    const made: Box = { pools: box.pools, low: box.low.slice(), high: box.high.slice(), isOpen };
    made[side][place] = at;
    return made;
  };
  return [half('low'), half('high')];
}
