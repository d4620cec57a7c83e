/**
 * A node's bound: with any slope s for each pool, a plan of the node costs no less than fees + effort + the cheapest timelines at
 * those slopes − Σ conjugate(s). Slopes are raised one pool at a time, along tangents, until the bound reaches what was found already.
 */
import type { Node } from './node.ts';
import { conjugate, costAt } from './pools.ts';
import type { Conjugate } from './pools.ts';
import { priceAt } from './priced.ts';
import type { Priced } from './priced.ts';
import { isStanding } from './problem.ts';
import { timelinesOf } from './timelines.ts';
import type { Cheapest, Timelines } from './timelines.ts';
import type { Timeline } from './used.ts';

/** A plan in a node: the timeline of each population. */
export type Choice = readonly Omit<Timeline, 'cost'>[];

/** A bound at some slopes. */
export interface Looked {
  bound: number;
  /** By pool, what is put into it less where the bound supposes it: the slope of the bound. */
  rise: Float64Array;
  /** By pool, how much of the gap it is. */
  gap: Float64Array;
}

/** With the timelines that it is of. */
export interface Evaluated extends Looked {
  choice: Choice;
}

export interface NodeBound {
  node: Node;
  timelines: Timelines;
  at(slopes: Float64Array): Evaluated;
  /** Raises the bound from `slopes` towards `goal()`; `offer` sees every choice on the way. */
  raise(slopes: Float64Array, steps: number, goal: () => number, offer: (choice: Choice) => void): Raised;
  /** Populations that must enter the same holders, and ways to: those of one stream, or one alone. */
  groups: readonly (readonly number[])[];
  /** Least cost at the slopes asked last, of one population by entry. */
  cheapest(population: number): Cheapest;
  /** All that the slopes asked last add to the timelines: fees, effort, what is fixed, less the conjugates. */
  constant(): number;
  /** Some quantity cannot come down to its cap, whatever is placed where; `offer` sees what comes nearest. */
  isVoid(offer: (choice: Choice) => void): boolean;
  /** There is one plan alone. */
  isSingle: boolean;
}

export interface Raised {
  bound: number;
  slopes: Float64Array;
}

export function nodeBound(priced: Priced, node: Node): NodeBound {
  const { problem } = priced;
  const { populations, pools } = problem;
  const timelines = timelinesOf(priced, node);
  const groups = groupsOf(priced, node);
  const best: Cheapest[] = [];
  const quantities = new Float64Array(pools.length);
  let constant = 0;

  /** The cheapest timelines at the prices set, and their sum: infinite where some population has none. */
  const choose = (choice: Omit<Timeline, 'cost'>[]): number => {
    let sum = 0;
    for (const group of groups) {
      for (const p of group) best[p] = timelines.cheapest(p);
      const [entry, cost] = cheapestEntry(best, group);
      sum += cost;
      if (entry < 0) continue;
      for (const p of group) {
        const one = best[p]!;
        choice[p] = { sequence: one.sequence[entry]!, x: one.x[entry]!, y: one.y[entry]! };
      }
    }
    return sum;
  };

  const at = (slopes: Float64Array): Evaluated => {
    timelines.price(slopes);
    constant = node.fees + node.effort + priceAt(priced.fixed, slopes);
    quantities.set(priced.fixedPools);
    const choice: Omit<Timeline, 'cost'>[] = [];
    const bound = choose(choice);
    for (const [p, one] of choice.entries()) if (one) timelines.add(p, one, null, quantities);
    const { rise, gap, conjugates } = tightness(priced, node, slopes, quantities, Math.abs(bound + constant));
    constant -= conjugates;
    return { bound: bound + constant, choice: Number.isFinite(bound) ? choice : [], rise, gap };
  };

  return {
    node,
    timelines,
    at,
    groups,
    cheapest: (p) => best[p]!,
    constant: () => constant,
    isSingle: populations.every(({ kind }) => node.shape(kind).sequences.length === 1),
    isVoid(offer) {
      for (const [i, k] of node.pools.entries()) {
        const { cap } = pools[k]!;
        if (node.high[i]! <= cap) continue;
        const alone = new Float64Array(pools.length);
        alone[k] = 1;
        timelines.price(alone, 0);
        const nearest: Omit<Timeline, 'cost'>[] = [];
        const least = priced.fixedPools[k]! + choose(nearest);
        if (Number.isFinite(least)) offer(nearest);
        if (least > cap + 1e-9 * Math.max(1, Math.abs(cap))) return true;
      }
      return false;
    },
    raise(start, steps, goal, offer) {
      const top = raised(priced, node, at, start, steps, goal, ({ choice }) => {
        if (choice.length > 0) offer(choice);
      });
      at(top.slopes);
      return top;
    },
  };
}

/** Raises a bound from `start` towards `goal()` in at most so many looks, one pool at a time: the one that is furthest from tight. */
export function raised<E extends Looked>(
  priced: Priced,
  { pools }: Pick<Node, 'pools'>,
  at: (slopes: Float64Array) => E,
  start: Float64Array,
  steps: number,
  goal: () => number,
  seen: (one: E) => void,
): Raised {
  const slopes = start.slice();
  let top: Raised = { bound: -Infinity, slopes: slopes.slice() };
  let left = steps;
  const look = () => {
    left -= 1;
    const one = at(slopes);
    seen(one);
    if (one.bound > top.bound) top = { bound: one.bound, slopes: slopes.slice() };
    return one;
  };
  let here = look();
  const turns = new Float64Array(pools.length).fill(1);
  while (left > 0 && top.bound < goal() && Number.isFinite(top.bound)) {
    let [i, largest] = [-1, 0];
    for (const [j, k] of pools.entries()) {
      const [low, high] = [priced.least[k]!, priced.greatest[k]!];
      const rises = here.rise[j]! > 0 ? slopes[k]! < high : slopes[k]! > low;
      const weight = Math.abs(here.gap[j]!) * turns[j]!;
      if (rises && here.rise[j] !== 0 && weight > largest) [i, largest] = [j, weight];
    }
    if (i < 0) break;
    turns[i] = turns[i]! / 2;
    here = climb(priced, pools[i]!, i, slopes, here, goal, () => left > 0, look);
    // On from the best slopes so far.
    if (top.bound > here.bound) {
      slopes.set(top.slopes);
      if (left > 0 && top.bound < goal()) here = at(slopes);
    }
  }
  return top;
}

/** How far each pool of a node is from tight at some slopes, and the conjugates that the bound takes off. `scale`: dollars of the whole. */
export function tightness(
  { problem: { pools } }: Priced,
  node: Pick<Node, 'pools' | 'low' | 'high'>,
  slopes: Float64Array,
  quantities: Float64Array,
  scale: number,
): { rise: Float64Array; gap: Float64Array; conjugates: number } {
  const peak: Conjugate = { value: 0, at: 0 };
  const rise = new Float64Array(node.pools.length);
  const gap = new Float64Array(node.pools.length);
  let conjugates = 0;
  for (const [i, k] of node.pools.entries()) {
    const pool = pools[k]!;
    conjugate(pool, slopes[k]!, node.low[i]!, node.high[i]!, peak);
    conjugates += peak.value;
    rise[i] = quantities[k]! - peak.at;
    const cost = costAt(pool, quantities[k]!);
    // Past a cap, the part of the reach that is too much weighs as much of the whole bound.
    const past = (quantities[k]! - pool.cap) / (node.high[i]! - pool.cap);
    gap[i] = Number.isFinite(cost) ? cost - slopes[k]! * quantities[k]! + peak.value : past * scale;
  }
  return { rise, gap, conjugates };
}

/** Along one pool's slope: to where the tangent meets the goal, then to where the tangents of both sides meet. */
function climb<E extends Looked>(
  { least, greatest }: Priced,
  k: number,
  i: number,
  slopes: Float64Array,
  from: E,
  goal: () => number,
  more: () => boolean,
  look: () => E,
): E {
  const within = (s: number) => Math.min(Math.max(s, least[k]!), greatest[k]!);
  let below: { s: number; one: E } | null = null;
  let above: { s: number; one: E } | null = null;
  let here = from;
  for (let step = 0; step < 6 && more(); step += 1) {
    const s = slopes[k]!;
    const rise = here.rise[i]!;
    if (rise === 0) return here;
    if (rise > 0) below = { s, one: here };
    else above = { s, one: here };
    let next: number;
    if (below && above) {
      const [a, b] = [below, above];
      const [ra, rb] = [a.one.rise[i]!, b.one.rise[i]!];
      next = (b.one.bound - a.one.bound + ra * a.s - rb * b.s) / (ra - rb);
      const top = a.one.bound + ra * (next - a.s);
      const best = Math.max(a.one.bound, b.one.bound);
      if (top - best < 0.02 * Math.max(goal() - best, 1e-9 * Math.abs(best))) return here;
    } else {
      // One step to where the tangent meets the goal, then to the end of what the slope may be.
      const missing = goal() - here.bound;
      const far = Math.sign(rise) * Math.max(1, Math.abs(s)) * 4 ** step;
      const end = rise > 0 ? greatest[k]! : least[k]!;
      const reach =
        step === 0 && Number.isFinite(missing) ? missing / rise : Number.isFinite(end) ? end - s : far;
      next = within(s + reach * (step === 0 ? 1.000001 : 1));
    }
    if (next === s || Number.isNaN(next)) return here;
    slopes[k] = next;
    here = look();
    if (here.bound >= goal()) return here;
  }
  return here;
}

/** Of a group, the way in that costs least in all; −1 where there is none. */
export function cheapestEntry(
  best: readonly Pick<Cheapest, 'cost'>[],
  group: readonly number[],
): [entry: number, cost: number] {
  const ways = best[group[0]!]!.cost.length;
  let [entry, least] = [-1, Infinity];
  for (let way = 1; way < ways; way += 1) {
    let sum = 0;
    for (const p of group) sum += best[p]!.cost[way]!;
    if (sum < least) [entry, least] = [way, sum];
  }
  return [entry, least];
}

/** Populations alone with a router; else streams, of standing ones by size class where a rule with a size filter tells those apart. */
export function groupsOf({ problem }: Priced, { rules, stores }: Pick<Node, 'rules' | 'stores'>): number[][] {
  const { populations, accounts } = problem;
  const isOneAccount = new Set(stores.map((s) => accounts[s]!)).size === 1;
  const isFiltered = isOneAccount && rules.lifecycle.length > 0;
  const groups = new Map<string, number[]>();
  for (const [p, one] of populations.entries()) {
    const ofStream = isFiltered && isStanding(one) ? `${one.stream} ${one.sizeClass}` : `${one.stream}`;
    const key = rules.router ? `population ${p}` : ofStream;
    groups.set(key, [...(groups.get(key) ?? []), p]);
  }
  return [...groups.values()];
}
