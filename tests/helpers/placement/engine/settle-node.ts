/** One node proved or searched: its bound is raised to what is known already, else every plan that could be cheaper is billed. */
import type { Choice, NodeBound } from './bound.ts';
import { costAt } from './pools.ts';
import type { Priced } from './priced.ts';
import type { Timeline } from './timelines.ts';

/** What all nodes of a search share. */
export interface Incumbent {
  /** A plan is of use only below this: what was found, less what need not be told apart. */
  goal(): number;
  /** Bills a choice exactly and keeps it where it is the best so far. */
  offer(bound: NodeBound, choice: Choice): void;
  /** Counts one evaluation of a bound; false when no more are granted. */
  spend(): boolean;
}

const STEPS = 16;
/** Plans of a node that are billed one by one, and those looked at before it stays open. */
const LEAVES = 200_000;
/** Timelines of one population that are told apart. */
const LISTED = 20_000;

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
  return enumerated(priced, bound, incumbent) ? incumbent.goal() : raised.bound;
}

/** Whether every plan of the node that could be cheaper than the goal was billed. */
function enumerated(priced: Priced, bound: NodeBound, incumbent: Incumbent): boolean {
  const { groups, timelines, node } = bound;
  const constant = bound.constant();
  const least = groups.map((group) => {
    const ways = bound.cheapest(group[0]!).cost.length;
    return Array.from({ length: ways }, (_, way) =>
      way === 0 ? Infinity : group.reduce((sum, p) => sum + bound.cheapest(p).cost[way]!, 0),
    );
  });
  const floors = least.map((ways) => Math.min(...ways));
  const floor = floors.reduce((sum, one) => sum + one, constant);
  /** Ways in of each group that leave room below the goal, and what each of its populations may then cost. */
  const lists: { group: readonly number[]; ways: { least: number; timelines: Timeline[][] }[] }[] = [];
  for (const [g, group] of groups.entries()) {
    const ways: { least: number; timelines: Timeline[][] }[] = [];
    for (const [way, cost] of least[g]!.entries()) {
      const slack = incumbent.goal() - (floor - floors[g]! + cost);
      if (!(slack > 0) || !Number.isFinite(cost)) continue;
      const found: Timeline[][] = [];
      for (const p of group) {
        const own = timelines.within(p, way, bound.cheapest(p).cost[way]! + slack, LISTED);
        if (!own || own.length === 0) return false;
        found.push(own);
      }
      ways.push({ least: cost, timelines: found });
    }
    ways.sort((a, b) => a.least - b.least);
    lists.push({ group, ways });
  }
  // Groups with the fewest ways first: their choice is taken back least often.
  const size = (one: (typeof lists)[number]) =>
    one.ways.reduce((sum, way) => sum + way.timelines.reduce((all, own) => all * own.length, 1), 0);
  lists.sort((a, b) => size(a) - size(b));
  const rest = new Float64Array(lists.length + 1);
  for (let g = lists.length - 1; g >= 0; g -= 1)
    rest[g] = rest[g + 1]! + Math.min(Infinity, ...lists[g]!.ways.map((way) => way.least));

  const choice: Omit<Timeline, 'cost'>[] = [];
  let leaves = LEAVES;
  const { problem } = priced;
  const filling = new WeakMap<Timeline, { dollars: number; pools: Float64Array }>();
  /** What a timeline puts into the node's pools, and its dollars besides. */
  const fillOf = (p: number, timeline: Timeline) => {
    const known = filling.get(timeline);
    if (known) return known;
    const all = new Float64Array(problem.pools.length);
    const dollars = timelines.add(p, timeline, null, all);
    const made = { dollars, pools: Float64Array.from(node.pools, (k) => all[k]!) };
    filling.set(timeline, made);
    return made;
  };
  /** What all chosen so far put into each pool: one row after each population. */
  const depth = problem.populations.length;
  const width = node.pools.length;
  const filled = new Float64Array((depth + 1) * width);
  const dollars = new Float64Array(depth + 1);
  for (const [i, k] of node.pools.entries()) filled[i] = priced.fixedPools[k]!;
  dollars[0] = node.fees + node.effort + priced.fixed.dollars;
  const costOfAll = () => {
    let sum = dollars[depth]!;
    for (let i = 0; i < width; i += 1)
      sum += costAt(problem.pools[node.pools[i]!]!, filled[depth * width + i]!);
    return sum;
  };
  let placed = 0;
  const place = (g: number, before: number): boolean => {
    const one = lists[g];
    if (!one) {
      leaves -= 1;
      // No bill is below what its pools cost.
      if (costOfAll() < incumbent.goal()) incumbent.offer(bound, choice);
      return leaves > 0;
    }
    for (const way of one.ways) {
      if (before + way.least + rest[g + 1]! >= incumbent.goal()) break;
      if (!within(g, way, 0, before, way.least)) return false;
    }
    return true;
  };
  /** `left`: the least that this group's populations from `i` on cost. */
  const within = (
    g: number,
    way: { timelines: Timeline[][] },
    i: number,
    before: number,
    left: number,
  ): boolean => {
    const { group } = lists[g]!;
    if (i === group.length) return place(g + 1, before);
    const own = way.timelines[i]!;
    const after = left - own[0]!.cost;
    for (const timeline of own) {
      if (before + timeline.cost + after + rest[g + 1]! >= incumbent.goal()) break;
      choice[group[i]!] = timeline;
      const fill = fillOf(group[i]!, timeline);
      const [row, next] = [placed * width, (placed + 1) * width];
      for (let j = 0; j < width; j += 1) filled[next + j] = filled[row + j]! + fill.pools[j]!;
      dollars[placed + 1] = dollars[placed]! + fill.dollars;
      placed += 1;
      const goesOn = within(g, way, i + 1, before + timeline.cost, after);
      placed -= 1;
      if (!goesOn) return false;
    }
    return true;
  };
  return place(0, constant);
}
