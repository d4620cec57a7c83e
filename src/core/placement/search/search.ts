/**
 * The cheapest placement of every population together, in bill and effort, over one to three stores: single stores, pairs, then
 * triples, the most promising first, each proved or searched. The gap to what is proved is always known.
 */
import { nodeBound, raised } from './bound.ts';
import type { Choice, NodeBound } from './bound.ts';
import { NO_RULES, effortOf, effortOfRules, nodeOf, placesIn } from './node.ts';
import type { Node, NodeRules } from './node.ts';
import { costAt } from './pools.ts';
import { priced } from './priced.ts';
import type { Priced } from './priced.ts';
import type { Placed, Problem, Stage } from './problem.ts';
import { relaxedBound, startSlopes } from './relaxed.ts';
import type { RelaxedBound } from './relaxed.ts';
import { settleNode } from './settle-node.ts';
import type { Incumbent } from './incumbent.ts';

export interface SearchOptions {
  /** Plans within this share of each other need not be told apart. */
  tolerance?: number;
  /** Evaluations of a bound that are granted. */
  scans?: number;
  /** The most stores that a plan may use. */
  stores?: 1 | 2 | 3;
  /** A plan known already: only what is cheaper is looked for. */
  below?: number;
  /** Sees each plan that is the best so far. */
  found?: (placed: Placed) => void;
  /** After singles and pairs, with what is proved then. */
  paired?: (result: SearchResult) => void;
}

export interface SearchResult {
  /** Null: no placement keeps to every limit. */
  best: Placed | null;
  /** Bill and effort of any plan of up to three stores are no less. */
  bound: number;
  /** 1 − bound / best, at least 0. */
  gap: number;
  scans: number;
  /** Every store alone, in order; null where it breaks a limit. */
  singles: readonly (Placed | null)[];
}

const TOLERANCE = 0.01;
const SCANS = 60_000;
/** How often the bound of any rules is raised before the rules are told apart. */
const PAIR_STEPS = 8;
const TRIPLE_STEPS = 20;

export function search(problem: Problem, options: SearchOptions = {}): SearchResult {
  const { tolerance = TOLERANCE, scans = SCANS, stores: most = 3 } = options;
  const known = priced(problem);
  const count = problem.accounts.length - problem.copies.length;
  let best: Placed | null = null;
  let top = options.below ?? Infinity;
  let spent = 0;
  // What is proved lies so far below that the best found is within the tolerance of it.
  const part = tolerance / (1 + tolerance);
  const goal = () => (Number.isFinite(top) ? top - part * Math.abs(top) : Infinity);
  const quantities = new Float64Array(problem.meters.length);
  const incumbent: Incumbent = {
    goal,
    spend() {
      spent += 1;
    },
    offer(bound, choice) {
      const found = billed(known, bound, choice, quantities);
      if (!Number.isFinite(found.total) || found.total >= top) return;
      top = found.total;
      best = found.placed();
      options.found?.(best);
    },
  };
  /** Of nodes that were left open. */
  let open = Infinity;
  const settle = (node: Node, slopes: Float64Array) => {
    open = Math.min(open, settleNode(known, nodeBound(known, node), slopes, incumbent));
  };

  const start = startSlopes(known);
  const singles: (Placed | null)[] = [];
  for (let s = 0; s < count; s += 1) {
    const one = alone(known, nodeBound(known, nodeOf(known, [s], NO_RULES)), start, quantities);
    singles.push(one);
    spent += 1;
    if (!one || one.bill + one.effort >= top) continue;
    [best, top] = [one, one.bill + one.effort];
    options.found?.(one);
  }

  const result = (): SearchResult => {
    const bound = Math.min(goal(), open);
    const total = best ? best.bill + best.effort : Infinity;
    return {
      best,
      bound,
      gap: gapOf(total, bound),
      scans: spent,
      singles,
    };
  };

  /** Sets of stores in the order of what they can cost at the least; `steps`: how far that bound is raised first. */
  const round = (sets: Iterable<readonly number[]>, steps: number) => {
    const nodes: { bare: Node; relaxed: RelaxedBound; bound: number }[] = [];
    for (const stores of sets) {
      const bare = nodeOf(known, stores, NO_RULES);
      const relaxed = relaxedBound(known, bare);
      const { bound } = relaxed.at(start);
      if (bound < goal()) nodes.push({ bare, relaxed, bound });
    }
    nodes.sort((a, b) => a.bound - b.bound);
    for (const { bare, relaxed, bound } of nodes) {
      if (bound >= goal()) break;
      if (spent >= scans) {
        open = Math.min(open, bound);
        break;
      }
      const slopes = raised(
        known,
        bare,
        (at) => relaxed.at(at, true),
        start,
        steps,
        goal,
        () => undefined,
      );
      if (slopes.bound >= goal()) continue;
      for (const rules of ruleSets(problem, bare.chosen)) {
        const more = effortOfRules(known, bare.chosen, rules) - bare.effort;
        if (slopes.bound + more < goal()) settle(nodeOf(known, bare.chosen, rules), slopes.slopes);
      }
    }
  };
  if (most >= 2) round(pairsOf(count), PAIR_STEPS);
  options.paired?.(result());
  if (most >= 3) round(triplesOf(count), TRIPLE_STEPS);
  return result();
}

function gapOf(total: number, bound: number): number {
  if (!Number.isFinite(total)) return Number.isFinite(bound) ? 1 : 0;
  return total > bound ? (total - bound) / Math.abs(total) : 0;
}

/** Everything in one store, and in the demanded copies; null where that breaks a limit however they share the reads. */
function alone(
  known: Priced,
  bound: NodeBound,
  slopes: Float64Array,
  quantities: Float64Array,
): Placed | null {
  let [best, least]: [Placed | null, number] = [null, Infinity];
  settleNode(known, bound, slopes, {
    goal: () => least,
    spend: () => undefined,
    offer(_, choice) {
      const found = billed(known, bound, choice, quantities);
      if (!(found.total < least)) return;
      [best, least] = [found.placed(), found.total];
    },
  });
  return best;
}

function* pairsOf(count: number): Generator<number[]> {
  for (let a = 0; a < count; a += 1) for (let b = a + 1; b < count; b += 1) yield [a, b];
}

function* triplesOf(count: number): Generator<number[]> {
  for (let a = 0; a < count; a += 1)
    for (let b = a + 1; b < count; b += 1) for (let c = b + 1; c < count; c += 1) yield [a, b, c];
}

/** What may be in force between some stores: none, one or two lifecycle rules, copy jobs inside an account, each with a router or without. */
function ruleSets({ moves, accounts, router }: Problem, stores: readonly number[]): NodeRules[] {
  const lifecycle: { from: number; to: number }[] = [];
  let within = false;
  for (const [i, a] of stores.entries())
    for (const [j, b] of stores.entries())
      if (i !== j && accounts[a] === accounts[b]) {
        within = true;
        if (moves[a]![b]!.lifecycleAfter !== null) lifecycle.push({ from: i, to: j });
      }
  const sets: NodeRules[] = [NO_RULES];
  if (within) sets.push({ ...NO_RULES, copiesWithin: true });
  for (const [i, one] of lifecycle.entries()) {
    sets.push({ ...NO_RULES, lifecycle: [one] });
    for (const other of lifecycle.slice(i + 1)) sets.push({ ...NO_RULES, lifecycle: [one, other] });
  }
  return router ? sets.flatMap((one) => [one, { ...one, router: true }]) : sets;
}

/** Bill and effort of what a choice really uses: stores, rules and copy jobs that no population needs are none. */
function billed(
  known: Priced,
  { node, timelines }: NodeBound,
  choice: Choice,
  quantities: Float64Array,
): { total: number; placed(): Placed } {
  const { problem } = known;
  quantities.fill(0);
  const { meters, amounts } = problem.fixed;
  for (let i = 0; i < meters.length; i += 1) quantities[meters[i]!] = quantities[meters[i]!]! + amounts[i]!;
  let used = node.copies;
  const rules = new Map<number, { from: number; to: number }>();
  const copyJobs = new Map<number, { from: number; to: number }>();
  const entered = new Map<number, number>();
  let isRouted = false;
  let isApart = false;
  for (let p = 0; p < choice.length; p += 1) {
    const one = choice[p]!;
    timelines.add(p, one, quantities, null);
    const { states, transitions } = timelines.shape(p);
    const { first, second, third, enters, leaves } = timelines.sequence(p, one);
    for (const s of [first, second, third]) if (s >= 0) used |= states[s]!.mask;
    for (const t of [enters, leaves]) {
      if (t < 0) continue;
      for (const rule of transitions[t]!.lifecycle) rules.set(rule.from * 64 + rule.to, rule);
      for (const { from, to } of transitions[t]!.copies)
        if (problem.accounts[node.stores[from]!] === problem.accounts[node.stores[to]!])
          copyJobs.set(from * 64 + to, { from, to });
    }
    const { stream } = problem.populations[p]!;
    const before = entered.get(stream);
    const way = states[first]!.mask;
    if (before !== undefined && before !== way) {
      if (node.rules.router) isRouted = true;
      else isApart = true;
    }
    entered.set(stream, way);
  }
  const holds = (place: number) => ((used >> place) & 1) === 1;
  // What no router tells apart, a rule between two of the stores does.
  if (isApart && !node.rules.lifecycle.some(({ from, to }) => holds(from) && holds(to)))
    return { total: Infinity, placed: () => NOWHERE };
  const stores = placesIn(used).map((i) => node.stores[i]!);
  const chosen = placesIn(used & ~node.copies).map((i) => node.stores[i]!);
  const bill = problem.bill ? problem.bill(stores, quantities) : ownBill(known, stores, quantities);
  const effort = effortOf(known, chosen, {
    lifecycle: rules.size,
    copiesWithin: copyJobs.size > 0 ? 1 : 0,
    router: isRouted,
  });
  const named = (list: Iterable<{ from: number; to: number }>) =>
    [...list].map(({ from, to }) => ({ from: node.stores[from]!, to: node.stores[to]! }));
  return {
    total: bill + effort,
    placed: () => ({
      stages: choice.map((one, p) => stagesOf(node, timelines, p, one)),
      stores: chosen,
      rules: named(rules.values()),
      copyJobs: named(copyJobs.values()),
      bill,
      effort,
    }),
  };
}

const NOWHERE: Placed = { stages: [], stores: [], rules: [], copyJobs: [], bill: Infinity, effort: 0 };

function stagesOf(node: Node, timelines: NodeBound['timelines'], p: number, one: Choice[number]): Stage[] {
  const { states } = timelines.shape(p);
  const { first, second, third } = timelines.sequence(p, one);
  return [
    { state: first, from: 0 },
    { state: second, from: one.x },
    { state: third, from: one.y },
  ].flatMap(({ state, from }) => {
    const found = states[state];
    if (!found) return [];
    return {
      from,
      holders: placesIn(found.mask).map((i) => node.stores[i]!),
      servers: [...found.servers].map((i) => (i < 0 ? -1 : node.stores[i]!)),
    };
  });
}

/** The bill where prices and pools are all there is; a pool that no open store names costs nothing. */
function ownBill(
  { problem: { meters, pools, fees }, touched, fixedTouched }: Priced,
  stores: readonly number[],
  quantities: Float64Array,
): number {
  const filled = new Float64Array(pools.length);
  let sum = fees(stores);
  for (const [m, { price, pools: into }] of meters.entries()) {
    const amount = quantities[m]!;
    sum += price * amount;
    for (const { pool, times } of into) filled[pool] = filled[pool]! + times * amount;
  }
  for (const pool of new Set([...fixedTouched, ...stores.flatMap((s) => [...touched[s]!])]))
    sum += costAt(pools[pool]!, filled[pool]!);
  return sum;
}
