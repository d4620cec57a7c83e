/**
 * The cheapest placement of every population together, in bill and effort, over one to three stores: single stores, pairs, then
 * triples, the most promising first, each proved or searched. The gap to what is proved is always known.
 */
import { allSteps } from '../../steps.ts';
import type { Steps } from '../../steps.ts';
import { billed } from './billed.ts';
import { nodeBound, raised } from './bound.ts';
import type { NodeBound } from './bound.ts';
import type { Incumbent } from './incumbent.ts';
import { NO_RULES, effortOfRules, nodeOf } from './node.ts';
import type { Node, NodeRules } from './node.ts';
import { priced } from './priced.ts';
import type { Priced } from './priced.ts';
import type { Placed, Problem } from './problem.ts';
import { relaxedBound, startSlopes } from './relaxed.ts';
import type { RelaxedBound } from './relaxed.ts';
import { settleNode } from './settle-node.ts';

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
  /** The cheapest plan met of each set of stores and way of entering them, cheapest first. */
  kept: readonly Placed[];
}

const TOLERANCE = 0.01;
const SCANS = 60_000;
/** How often the bound of any rules is raised before the rules are told apart. */
const PAIR_STEPS = 8;
const TRIPLE_STEPS = 20;

export function search(problem: Problem, options: SearchOptions = {}): SearchResult {
  return allSteps(searchSteps(problem, options));
}

export function* searchSteps(problem: Problem, options: SearchOptions = {}): Steps<SearchResult> {
  const { tolerance = TOLERANCE, scans = SCANS, stores: most = 3 } = options;
  const known = priced(problem);
  const count = problem.accounts.length - problem.copies.length;
  let best: Placed | null = null;
  let top = options.below ?? Infinity;
  let spent = 0;
  // What is proved lies so far below that the best found is within the tolerance of it.
  const part = tolerance / (1 + tolerance);
  const goal = () => (Number.isFinite(top) ? top - part * Math.abs(top) : Infinity);
  const kept = new Map<string, Placed>();
  /** Whether it is the cheapest of its kind so far, and is accepted. */
  const keep = (placed: Placed): boolean => {
    const key = `${placed.stores.join()} ${wayOf(placed)}`;
    const before = kept.get(key);
    if (before && totalOf(placed) >= totalOf(before)) return false;
    if (problem.accepts?.(placed) === false) return false;
    kept.set(key, placed);
    return true;
  };
  const incumbent: Incumbent = {
    goal,
    spend() {
      spent += 1;
    },
    offer(bound, choice) {
      const found = billed(known, bound, choice);
      if (!Number.isFinite(found.total)) return;
      const placed = found.placed();
      // What is the cheapest of all is the cheapest of its kind.
      if (!keep(placed) || found.total >= top) return;
      [best, top] = [placed, found.total];
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
    const one = alone(known, nodeBound(known, nodeOf(known, [s], NO_RULES)), start);
    singles.push(one);
    spent += 1;
    if (one) keep(one);
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
      kept: [...kept.values()].sort((a, b) => totalOf(a) - totalOf(b)).slice(0, MOST_KEPT),
    };
  };

  /** Sets of stores in the order of what they can cost at the least; `steps`: how far that bound is raised first. */
  const round = function* (sets: Iterable<readonly number[]>, steps: number): Steps<undefined> {
    const nodes: { bare: Node; relaxed: RelaxedBound; bound: number }[] = [];
    for (const stores of sets) {
      const bare = nodeOf(known, stores, NO_RULES);
      const relaxed = relaxedBound(known, bare);
      const { bound } = relaxed.at(start);
      if (bound < goal()) nodes.push({ bare, relaxed, bound });
    }
    nodes.sort((a, b) => a.bound - b.bound);
    for (const { bare, relaxed, bound } of nodes) {
      yield;
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
    return undefined;
  };
  if (most >= 2) yield* round(pairsOf(count), PAIR_STEPS);
  options.paired?.(result());
  if (most >= 3) yield* round(triplesOf(count), TRIPLE_STEPS);
  return result();
}

const MOST_KEPT = 60;

function totalOf({ bill, effort }: Placed): number {
  return bill + effort;
}

function wayOf({ stores, dualWrites, rules, copyJobs }: Placed): 'single' | 'dual' | 'tier' | 'apart' {
  if (stores.length === 1) return 'single';
  if (dualWrites.length > 0) return 'dual';
  return rules.length + copyJobs.length > 0 ? 'tier' : 'apart';
}

function gapOf(total: number, bound: number): number {
  if (!Number.isFinite(total)) return Number.isFinite(bound) ? 1 : 0;
  return total > bound ? (total - bound) / Math.abs(total) : 0;
}

/** Everything in one store, and in the demanded copies; null where that breaks a limit however they share the reads. */
function alone(known: Priced, bound: NodeBound, slopes: Float64Array): Placed | null {
  let [best, least]: [Placed | null, number] = [null, Infinity];
  settleNode(known, bound, slopes, {
    goal: () => least,
    spend: () => undefined,
    offer(_, choice) {
      const found = billed(known, bound, choice);
      if (!(found.total < least)) return;
      const placed = found.placed();
      if (known.problem.accepts?.(placed) === false) return;
      [best, least] = [placed, found.total];
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
  const plain: NodeRules[] = [NO_RULES];
  for (const [i, one] of lifecycle.entries()) {
    plain.push({ ...NO_RULES, lifecycle: [one] });
    for (const other of lifecycle.slice(i + 1)) plain.push({ ...NO_RULES, lifecycle: [one, other] });
  }
  const sets = within ? plain.flatMap((one) => [one, { ...one, copiesWithin: true }]) : plain;
  return router ? sets.flatMap((one) => [one, { ...one, router: true }]) : sets;
}
