/**
 * Every plan of a node that could be cheaper than the goal, billed one by one: depth first, cut where the cheapest rest costs too much.
 * The rest is known as a front in the pool that is furthest from tight, which is exact there; the other pools stand at their slopes.
 */
import type { Steps } from '../../steps.ts';
import { remembered } from '../../memo.ts';
import { vectorRoom } from '../../vector-room.ts';
import type { NodeBound } from './bound.ts';
import { ORIGIN, frontOf, leastOf, sumOf, unionOf } from './fronts.ts';
import type { Front } from './fronts.ts';
import { conjugate, costAt } from './pools.ts';
import type { Incumbent } from './incumbent.ts';
import type { Tables } from './tables.ts';
import type { Vain } from './problem.ts';
import { stagesOf } from './billed.ts';
import type { Timeline } from './used.ts';

/**
 * How much is listed of one population, how many partial plans are looked at, and how many plans are billed before only those beyond
 * the tolerance are worth a bill. Plans that are refused are few, or a node is left: of all nodes, then of each one more.
 */
export interface Most {
  listed: number;
  looks: number;
  bills: number;
  refused: { all: number; more: number };
}

/** Partial plans between two steps. */
const LOOKS_A_STEP = 4096;

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

/**
 * What timelines put into the problem's pools of reads in vain; null: a router would take some from elsewhere. What their states have in
 * common is worked out once.
 */
function vainIn({ known: { problem } }: Tables, { node, timelines }: NodeBound) {
  const { vain } = problem;
  const nothing = new Float64Array(vain?.pools.length ?? 0);
  const made = new Map<string, Vain | null>();
  return (p: number, timeline: Timeline): Float64Array | null => {
    const { route, first, second, third, x, y } = timeline;
    if (!vain || second < 0) return nothing;
    const { kind, reads } = problem.populations[p]!;
    const own = remembered(made, `${kind} ${route} ${first} ${second} ${third}`, () =>
      vain.of(kind, stagesOf(node, timelines, p, timeline)),
    );
    const all = reads[reads.length - 1]!;
    const turns = third < 0 ? [0, reads[x]!, all] : [0, reads[x]!, reads[y]!, all];
    return own ? own(turns.slice(1).map((sum, i) => sum - turns[i]!)) : nothing;
  };
}

/** The bound that is proved of a node: at least the goal where nothing cheaper is left; null where there is too much to look at. */
export function* enumerated(
  tables: Tables,
  bound: NodeBound,
  slopes: Float64Array,
  incumbent: Incumbent,
  most: Most,
): Steps<number | null> {
  const { known } = tables;
  const { groups, timelines, node } = bound;
  const { problem } = known;
  const { gap } = bound.at(slopes);
  const width = node.pools.length;
  let exact = -1;
  for (let i = 0; i < width; i += 1) if (exact < 0 || Math.abs(gap[i]!) > Math.abs(gap[exact]!)) exact = i;
  const k = exact < 0 ? -1 : node.pools[exact]!;
  const slope = k < 0 ? 0 : slopes[k]!;
  const poolCost = (amount: number) => (k < 0 ? 0 : costAt(problem.pools[k]!, amount));
  const peak = { value: 0, at: 0 };
  if (k >= 0) conjugate(problem.pools[k]!, slope, node.low[exact]!, node.high[exact]!, peak);
  const fixedAmount = k < 0 ? 0 : known.fixedPools[k]!;
  const constant = bound.constant();
  const constantButExact = constant + peak.value - slope * fixedAmount;

  const all = new Float64Array(problem.pools.length);
  const room = vectorRoom();
  const vainOf = vainIn(tables, bound);
  const fill = (p: number, timeline: Timeline): Option | null => {
    all.fill(0);
    const dollars = timelines.add(p, timeline, null, all);
    const alone = k < 0 ? 0 : all[k]!;
    const vain = vainOf(p, timeline);
    if (!vain) return null;
    let more = 0;
    for (let i = 0; i < vain.length; i += 1) {
      if (vain[i] === 0) continue;
      const pool = problem.vain!.pools[i]!;
      all[pool] = all[pool]! + vain[i]!;
      // Of a pool that could not be filled without them the slope says nothing.
      const place = node.pools.indexOf(pool);
      if (pool !== k && place >= 0 && node.high[place]! >= problem.pools[pool]!.cap)
        more += slopes[pool]! * vain[i]!;
    }
    const amount = k < 0 ? 0 : all[k]!;
    const pools = room(width);
    for (let i = 0; i < width; i += 1) pools[i] = all[node.pools[i]!]!;
    const cost = timeline.cost + more - slope * alone;
    return { timeline: { ...timeline, cost: timeline.cost + more }, dollars, pools, cost, amount };
  };
  const lists: { group: readonly number[]; ways: Way[] }[] = [];
  for (const group of groups) {
    /** By population, its timelines by the stores that they enter. */
    const byEntry = group.map(() => new Map<number, Option[]>());
    for (const [i, p] of group.entries()) {
      const limits = bound.rest(p).map((rest) => incumbent.goal() - constant - rest);
      const own = timelines.within(p, limits, most.listed);
      if (!own) return null;
      const { routes } = timelines.shape(p);
      for (const timeline of own) {
        const entry = routes[timeline.route]!.way >> node.chosen;
        const options = byEntry[i]!.get(entry) ?? [];
        byEntry[i]!.set(entry, options);
        const option = fill(p, timeline);
        if (option) options.push(option);
      }
      if (problem.vain)
        for (const options of byEntry[i]!.values()) options.sort((a, b) => a.timeline.cost - b.timeline.cost);
    }
    const ways = [...byEntry[0]!.keys()].flatMap((entry): Way[] => {
      const options = byEntry.flatMap((own) => {
        const list = own.get(entry);
        return list && list.length > 0 ? [list] : [];
      });
      if (options.length < group.length) return [];
      return [{ least: options.reduce((sum, [first]) => sum + first!.timeline.cost, 0), options, rest: [] }];
    });
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
  /** Each group's way in, then the timeline of each of its populations: at each level the next to try, and sums of those before it. */
  const levels = lists.flatMap(({ group }, g) => [{ g, i: -1 }, ...group.map((_, i) => ({ g, i }))]);
  const tried = new Int32Array(levels.length + 1);
  const ways: Way[] = [];
  /** At the slopes, of the group's populations that are open, and without the exact pool, whose amount stands apart. */
  const [atSlopes, open] = [new Float64Array(levels.length + 1), new Float64Array(levels.length + 1)];
  const [cost, amount] = [new Float64Array(levels.length + 1), new Float64Array(levels.length + 1)];
  [atSlopes[0], cost[0], amount[0]] = [constant, constantButExact, fixedAmount];
  /** What all chosen so far put into each pool: one row after each population. */
  const filled = new Float64Array((depth + 1) * width);
  const dollars = new Float64Array(depth + 1);
  for (const [i, pool] of node.pools.entries()) filled[i] = known.fixedPools[pool]!;
  dollars[0] = node.fees + node.effort + known.fixed.dollars;
  /** No bill is below what its pools cost. */
  const costOfAll = () => {
    let sum = dollars[depth]!;
    for (let i = 0; i < width; i += 1)
      sum += costAt(problem.pools[node.pools[i]!]!, filled[depth * width + i]!);
    return sum;
  };
  let left = most.looks;
  let { bills } = most;
  const mostRefused = Math.max(most.refused.all, incumbent.refused() + most.refused.more);
  // Once so many are billed, only what is beyond the tolerance is worth another bill.
  const goal = () => (bills > 0 ? incumbent.goal() : incumbent.enough());
  for (let level = 0; level >= 0;) {
    const at = levels[level];
    if (!at) {
      if (costOfAll() < goal()) {
        bills -= 1;
        incumbent.offer(tables, bound, choice.slice());
        if (incumbent.refused() > mostRefused) return null;
      }
      level -= 1;
      continue;
    }
    const { g, i } = at;
    const next = tried[level]!;
    tried[level] = next + 1;
    if (i < 0) {
      const way = lists[g]!.ways[next];
      if (!way || atSlopes[level]! + way.least + rest[g + 1]! >= goal()) {
        level -= 1;
        continue;
      }
      ways[g] = way;
      for (const sum of [atSlopes, cost, amount]) sum[level + 1] = sum[level]!;
      open[level + 1] = way.least;
    } else {
      const own = ways[g]!.options[i]!;
      const option = own[next];
      const later = open[level]! - own[0]!.timeline.cost;
      if (!option || atSlopes[level]! + option.timeline.cost + later + rest[g + 1]! >= goal()) {
        level -= 1;
        continue;
      }
      left -= 1;
      if (left < 0) return null;
      if (left % LOOKS_A_STEP === 0) yield;
      const [nextCost, nextAmount] = [cost[level]! + option.cost, amount[level]! + option.amount];
      if (leastOf(ways[g]!.rest[i + 1]!, nextCost, nextAmount, poolCost) >= goal()) continue;
      choice[lists[g]!.group[i]!] = option.timeline;
      atSlopes[level + 1] = atSlopes[level]! + option.timeline.cost;
      [open[level + 1], cost[level + 1], amount[level + 1]] = [later, nextCost, nextAmount];
      const placed = level - g - 1;
      const [row, below] = [placed * width, (placed + 1) * width];
      for (let j = 0; j < width; j += 1) filled[below + j] = filled[row + j]! + option.pools[j]!;
      dollars[placed + 1] = dollars[placed]! + option.dollars;
    }
    level += 1;
    tried[level] = 0;
  }
  return goal();
}
