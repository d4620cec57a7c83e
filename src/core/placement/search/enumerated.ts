/**
 * Every plan of a node that could be cheaper than the goal, billed one by one: depth first, cut where the cheapest rest costs too much.
 * The rest is known as a front in the pool that is furthest from tight, which is exact there; the other pools stand at their slopes.
 */
import type { NodeBound } from './bound.ts';
import { ORIGIN, frontOf, leastOf, sumOf, unionOf } from './fronts.ts';
import type { Front } from './fronts.ts';
import { conjugate, costAt } from './pools.ts';
import type { Priced } from './priced.ts';
import type { Incumbent } from './incumbent.ts';
import type { Timeline } from './used.ts';

/** Timelines of one population that are told apart. */
const LISTED = 20_000;
/** Partial plans that are looked at before a node stays open. */
const LOOKS = 300_000;

/** A timeline with what it puts into the node's pools. */
interface Option {
  timeline: Timeline;
  dollars: number;
  pools: Float64Array;
  /** Its cost at the slopes without the pool that is told exactly, and what it puts into that. */
  cost: number;
  amount: number;
}

/** A way for a group to be entered. */
interface Way {
  least: number;
  options: Option[][];
  /** Of the group's populations from each on, and all groups after. */
  rest: Front[];
}

/** The bound that is proved: the goal where nothing cheaper is left. Slopes are those that the bound was asked at last. */
export function enumerated(
  priced: Priced,
  bound: NodeBound,
  slopes: Float64Array,
  incumbent: Incumbent,
): number {
  const { groups, timelines, node } = bound;
  const { problem } = priced;
  const { gap } = bound.at(slopes);
  const width = node.pools.length;
  let exact = -1;
  for (let i = 0; i < width; i += 1) if (exact < 0 || Math.abs(gap[i]!) > Math.abs(gap[exact]!)) exact = i;
  const k = exact < 0 ? -1 : node.pools[exact]!;
  const slope = k < 0 ? 0 : slopes[k]!;
  const poolCost = (amount: number) => (k < 0 ? 0 : costAt(problem.pools[k]!, amount));
  const peak = { value: 0, at: 0 };
  if (k >= 0) conjugate(problem.pools[k]!, slope, node.low[exact]!, node.high[exact]!, peak);
  const fixedAmount = k < 0 ? 0 : priced.fixedPools[k]!;
  const constant = bound.constant();
  const constantButExact = constant + peak.value - slope * fixedAmount;

  const fill = (p: number, timeline: Timeline): Option => {
    const all = new Float64Array(problem.pools.length);
    const dollars = timelines.add(p, timeline, null, all);
    const amount = k < 0 ? 0 : all[k]!;
    const pools = Float64Array.from(node.pools, (pool) => all[pool]!);
    return { timeline, dollars, pools, cost: timeline.cost - slope * amount, amount };
  };
  const least = groups.map((group) => {
    const ways = bound.cheapest(group[0]!).cost.length;
    return Array.from({ length: ways }, (_, way) =>
      way === 0 ? Infinity : group.reduce((sum, p) => sum + bound.cheapest(p).cost[way]!, 0),
    );
  });
  const floors = least.map((ways) => Math.min(...ways));
  const floor = floors.reduce((sum, one) => sum + one, constant);
  const lists: { group: readonly number[]; ways: Way[] }[] = [];
  for (const [g, group] of groups.entries()) {
    const ways: Way[] = [];
    for (const [way, cost] of least[g]!.entries()) {
      const slack = incumbent.goal() - (floor - floors[g]! + cost);
      if (!(slack > 0) || !Number.isFinite(cost)) continue;
      const options: Option[][] = [];
      for (const p of group) {
        const own = timelines.within(p, way, bound.cheapest(p).cost[way]! + slack, LISTED);
        if (!own || own.length === 0) return -Infinity;
        options.push(own.map((timeline) => fill(p, timeline)));
      }
      ways.push({ least: cost, options, rest: [] });
    }
    ways.sort((a, b) => a.least - b.least);
    lists.push({ group, ways });
  }
  // Groups with the fewest plans first: their choice is taken back least often.
  const size = ({ ways }: (typeof lists)[number]) =>
    ways.reduce((sum, { options }) => sum + options.reduce((all, own) => all * own.length, 1), 0);
  lists.sort((a, b) => size(a) - size(b));
  const rest = new Float64Array(lists.length + 1);
  let after: Front = ORIGIN;
  for (let g = lists.length - 1; g >= 0; g -= 1) {
    const { ways } = lists[g]!;
    rest[g] = rest[g + 1]! + Math.min(Infinity, ...ways.map((way) => way.least));
    for (const way of ways) {
      way.rest[way.options.length] = after;
      for (let i = way.options.length - 1; i >= 0; i -= 1)
        way.rest[i] = sumOf(frontOf(way.options[i]!), way.rest[i + 1]!);
    }
    after = unionOf(ways.map((way) => way.rest[0]!));
  }
  const proved = leastOf(after, constantButExact, fixedAmount, poolCost);
  if (proved >= incumbent.goal()) return proved;

  const choice: Timeline[] = [];
  const depth = problem.populations.length;
  /** What all chosen so far put into each pool: one row after each population. */
  const filled = new Float64Array((depth + 1) * width);
  const dollars = new Float64Array(depth + 1);
  for (const [i, pool] of node.pools.entries()) filled[i] = priced.fixedPools[pool]!;
  dollars[0] = node.fees + node.effort + priced.fixed.dollars;
  let left = LOOKS;
  let placed = 0;
  /** No bill is below what its pools cost. */
  const costOfAll = () => {
    let sum = dollars[depth]!;
    for (let i = 0; i < width; i += 1)
      sum += costAt(problem.pools[node.pools[i]!]!, filled[depth * width + i]!);
    return sum;
  };
  /** Costs so far at the slopes, and without the exact pool, whose amount stands apart. */
  const enter = (g: number, atSlopes: number, cost: number, amount: number): boolean => {
    const one = lists[g];
    if (!one) {
      if (costOfAll() < incumbent.goal()) incumbent.offer(bound, choice);
      return true;
    }
    for (const way of one.ways) {
      if (atSlopes + way.least + rest[g + 1]! >= incumbent.goal()) break;
      if (!choose(g, way, 0, atSlopes, way.least, cost, amount)) return false;
    }
    return true;
  };
  /** `open`: the least that this group's populations from `i` on cost at the slopes. */
  const choose = (
    g: number,
    way: Way,
    i: number,
    atSlopes: number,
    open: number,
    cost: number,
    amount: number,
  ): boolean => {
    const { group } = lists[g]!;
    if (i === group.length) return enter(g + 1, atSlopes, cost, amount);
    const own = way.options[i]!;
    const later = open - own[0]!.timeline.cost;
    for (const option of own) {
      const next = atSlopes + option.timeline.cost;
      if (next + later + rest[g + 1]! >= incumbent.goal()) break;
      left -= 1;
      if (left < 0) return false;
      const [nextCost, nextAmount] = [cost + option.cost, amount + option.amount];
      if (leastOf(way.rest[i + 1]!, nextCost, nextAmount, poolCost) >= incumbent.goal()) continue;
      choice[group[i]!] = option.timeline;
      const [row, below] = [placed * width, (placed + 1) * width];
      for (let j = 0; j < width; j += 1) filled[below + j] = filled[row + j]! + option.pools[j]!;
      dollars[placed + 1] = dollars[placed]! + option.dollars;
      placed += 1;
      const goesOn = choose(g, way, i + 1, next, later, nextCost, nextAmount);
      placed -= 1;
      if (!goesOn) return false;
    }
    return true;
  };
  return enter(0, constant, constantButExact, fixedAmount) ? incumbent.goal() : proved;
}
