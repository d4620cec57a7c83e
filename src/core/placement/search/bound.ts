/**
 * A node's bound: with any slope s for each pool, a plan that uses all its stores costs no less than fees + effort + the cheapest
 * timelines at those slopes − Σ conjugate(s).
 */
import { coverOf } from './cover.ts';
import type { Node } from './node.ts';
import { priceAt } from './priced.ts';
import { isStanding } from './problem.ts';
import { raised, tightness } from './raise.ts';
import type { Looked, Raised } from './raise.ts';
import type { Tables } from './tables.ts';
import { timelinesOf } from './timelines.ts';
import type { Cheapest, Timelines } from './timelines.ts';
import type { Timeline } from './used.ts';

/** A plan in a node: the timeline of each population. */
export type Choice = readonly Timeline[];

/** With the timelines that it is of. */
export interface Evaluated extends Looked {
  choice: Choice;
  /** By pool, what they put into it. */
  quantities: Float64Array;
}

export interface NodeBound {
  node: Node;
  timelines: Timelines;
  /** Populations that must enter the same holders, and ways to: those of one stream, or one alone. */
  groups: readonly (readonly number[])[];
  at(slopes: Float64Array): Evaluated;
  /** Raises the bound from `slopes` towards `goal()`; `offer` sees every choice on the way, and what its pools cost. */
  raise(
    slopes: Float64Array,
    steps: number,
    goal: () => number,
    offer: (choice: Choice, cost: number) => void,
  ): Raised<Evaluated>;
  /** The cheapest at the slopes asked last in which new objects are written to several stores, or to one; empty: there is none. */
  written(toSeveral: boolean): Choice;
  /** By way of a population, what the others cost at the slopes asked last. */
  rest(population: number): Float64Array;
  /** All that the slopes asked last add to the timelines: fees, effort, what is fixed, less the conjugates. */
  constant(): number;
  /** Some quantity cannot come down to its cap, whatever is placed where; `offer` sees what comes nearest. */
  isVoid(offer: (choice: Choice) => void): boolean;
  /** There is one plan alone. */
  isSingle: boolean;
}

export function nodeBound(tables: Tables, node: Node): NodeBound {
  const { known } = tables;
  const { problem } = known;
  const { populations, pools } = problem;
  const timelines = timelinesOf(tables, node);
  const groups = tables.groupsOf(node.stores.slice(0, node.chosen), node.more);
  const cover = coverOf(groups, node.chosen);
  const best: Cheapest[] = [];
  const quantities = new Float64Array(pools.length);
  let constant = 0;

  const lookUp = () => {
    for (let p = 0; p < populations.length; p += 1) best[p] = timelines.cheapest(p);
  };
  /** The cheapest timelines at the prices set, and their sum: infinite where some population has none. */
  const choose = (
    costs: (one: Cheapest, p: number) => Pick<Cheapest, 'cost'> = (one) => one,
  ): { choice: Choice; cost: number } => {
    const asked = best.map(costs);
    const cost = cover.least(asked);
    if (!Number.isFinite(cost)) return { choice: [], cost };
    const ways = cover.ways(asked);
    return { choice: best.map(({ of }, p) => of[ways[p]!]!), cost };
  };

  const at = (slopes: Float64Array): Evaluated => {
    timelines.price(slopes);
    constant = node.fees + node.effort + priceAt(known.fixed, slopes);
    lookUp();
    const { choice, cost } = choose();
    quantities.set(known.fixedPools);
    for (let p = 0; p < choice.length; p += 1) timelines.add(p, choice[p]!, null, quantities);
    const { above, conjugates, ...tight } = tightness(
      known,
      node,
      slopes,
      quantities,
      Math.abs(cost + constant),
    );
    constant -= conjugates;
    const bound = cost + constant;
    return { ...tight, bound, cost: bound + above, choice, quantities: quantities.slice() };
  };

  return {
    node,
    timelines,
    groups,
    at,
    written: (toSeveral) =>
      choose(({ cost }, p) => {
        if (isStanding(populations[p]!)) return { cost };
        const isSeveral = (entry: number) => (entry & (entry - 1)) !== 0;
        return {
          cost: cost.map((one, way) => (isSeveral(way >> node.chosen) === toSeveral ? one : Infinity)),
        };
      }).choice,
    rest: (p) => cover.rest(best, p),
    constant: () => constant,
    isSingle: populations.every(({ kind }) => {
      const { routes, states } = node.shape(kind);
      return routes.length === 1 && states.length === 1;
    }),
    isVoid(offer) {
      for (const [i, k] of node.pools.entries()) {
        const { cap } = pools[k]!;
        if (node.high[i]! <= cap) continue;
        const alone = new Float64Array(pools.length);
        alone[k] = 1;
        timelines.price(alone, 0);
        lookUp();
        const { choice, cost } = choose();
        if (choice.length > 0) offer(choice);
        if (known.fixedPools[k]! + cost > cap + 1e-9 * Math.max(1, Math.abs(cap))) return true;
      }
      return false;
    },
    raise(start, steps, goal, offer) {
      return raised(known, node, at, start, steps, goal, ({ choice, cost }) => {
        if (choice.length > 0) offer(choice, cost);
      });
    },
  };
}
