/**
 * The cheapest placement of every population together, in bill and effort, over one to three stores: single stores, pairs, then
 * triples. The gap to what is proved is always known.
 */
import { allSteps } from '../../steps.ts';
import type { Steps } from '../../steps.ts';
import { billed } from './billed.ts';
import type { Billed } from './billed.ts';
import { nodeBound } from './bound.ts';
import { incumbentOf, totalOf } from './incumbent.ts';
import type { Found } from './incumbent.ts';
import { mergedOf } from './merged.ts';
import { NO_MORE } from './node.ts';
import { costAt } from './pools.ts';
import type { Placed, Problem } from './problem.ts';
import { roundOf } from './rounds.ts';
import { settleNode } from './settle-node.ts';
import { showPairs } from './shown.ts';
import { tablesOf } from './tables.ts';
import type { Tables } from './tables.ts';

export interface SearchOptions {
  /** Plans within this share of each other need not be told apart. */
  tolerance?: number;
  /** Evaluations of bounds that are granted. */
  scans?: number;
  /** The most stores that a plan may use. */
  stores?: 1 | 2 | 3;
  /** A plan known already: only what is cheaper is looked for. */
  below?: number;
  /** Plans of the cheapest pairs of stores are billed too, to be shown beside the best. */
  shown?: boolean;
  /** Sees each plan that is the best so far. */
  found?: (placed: Placed) => void;
  /** What a search of the same problem left that looked no lower: its singles and pairs are not searched again. */
  begun?: Begun;
}

/** Single stores and pairs, searched: plans below `below` that cost less than the best found there are none. */
export interface Begun {
  below: number;
  problem: Problem;
  tables: Tables;
  /** With a router, where populations could enter different stores. */
  told: Tables | null;
  slopes: { usual: Float64Array; routed: Float64Array | null };
  found: Found;
  singles: readonly (Placed | null)[];
  /** Of pairs that were left open. */
  open: number;
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
  begun: Begun;
}

const TOLERANCE = 0.01;
const SCANS = 60_000;

export function search(problem: Problem, options: SearchOptions = {}): SearchResult {
  return allSteps(searchSteps(problem, options));
}

/** A step is some milliseconds of counted work. */
export function* searchSteps(problem: Problem, options: SearchOptions = {}): Steps<SearchResult> {
  const { tolerance = TOLERANCE, scans = SCANS, stores: most = 3, below = Infinity, shown = false } = options;
  const isNew = options.begun === undefined;
  const begun = options.begun ?? (yield* begin(problem, tolerance, below, options.found));
  const { tables, told, slopes, found } = begun;
  if (!isNew) found.again(below);
  const usual = (count: 2 | 3) => roundOf(tables, { count, router: false, scans }, slopes.usual, found);
  const round = function* (count: 2 | 3): Steps<number> {
    if (!told || !slopes.routed) return yield* usual(count);
    const routed = roundOf(told, { count, router: true, scans }, slopes.routed, found);
    // Most triples of no router cost more than what a router gains: found first, it spares their proof.
    const [first, second] = count === 2 ? [usual(count), routed] : [routed, usual(count)];
    const open = yield* first;
    return Math.min(open, yield* second);
  };
  let { open } = begun;
  const result = (): SearchResult => {
    const bound = Math.min(found.goal(), found.top(), open);
    const best = found.best();
    const gap = gapOf(best ? totalOf(best) : Infinity, bound);
    return { best, bound, gap, scans: found.spent(), singles: begun.singles, kept: found.kept(), begun };
  };
  // Single stores and pairs within the tolerance are told apart, so that an answer does not turn with what was looked at first.
  found.tellApart(tolerance > 0);
  if (isNew && most > 1) begun.open = open = yield* round(2);
  if (most > 2) {
    found.tellApart(false);
    open = Math.min(open, yield* round(3));
  }
  const last = result();
  if (shown && most > 1) yield* showPairs(tables, slopes.usual, found);
  return { ...last, kept: found.kept() };
}

/** Every store alone. */
function* begin(
  problem: Problem,
  tolerance: number,
  below: number,
  told: SearchOptions['found'],
): Steps<Begun> {
  const tables = tablesOf(mergedOf(problem));
  const found = incumbentOf(problem, tolerance, below, (placed) => told?.(placed));
  const singles: (Placed | null)[] = [];
  const start = slopesFor(tables);
  for (let s = 0; s < problem.accounts.length - problem.copies.length; s += 1) {
    const one = yield* alone(tables, s, start);
    found.spend();
    singles.push(one && (found.take(one) ?? one.placed()));
  }
  tables.below(found.top());
  const routed = isRouterOfUse(problem)
    ? tablesOf({ problem, origins: problem.populations.map((_, p) => p) })
    : null;
  return {
    below,
    problem,
    tables,
    told: routed,
    slopes: { usual: slopesFor(tables), routed: routed && slopesFor(routed) },
    found,
    singles,
    open: Infinity,
  };
}

/**
 * Slopes to start every node from: each pool's mean price of the most that one store can put into it; limits, and what earns
 * something, start at nothing.
 */
function slopesFor({ known, nodeOf }: Tables): Float64Array {
  const { problem, least, greatest } = known;
  const { pools, accounts, copies } = problem;
  const most = new Float64Array(pools.length);
  const earns = new Uint8Array(pools.length);
  for (let s = 0; s < accounts.length - copies.length; s += 1) {
    const { pools: own, low, high } = nodeOf([s], NO_MORE);
    for (const [i, k] of own.entries()) {
      most[k] = Math.max(most[k]!, high[i]!);
      if (low[i]! < 0) earns[k] = 1;
    }
  }
  return Float64Array.from(pools, (pool, k) => {
    const isFree = Number.isFinite(pool.cap) || earns[k] === 1 || most[k] === 0;
    const slope = isFree ? 0 : (costAt(pool, most[k]!) - costAt(pool, 0)) / most[k]!;
    return Math.min(Math.max(slope, least[k]!), greatest[k]!);
  });
}

/** Populations of one stream could enter different stores. */
function isRouterOfUse({ router, populations }: Problem): boolean {
  return router && new Set(populations.map(({ stream }) => stream)).size < populations.length;
}

function gapOf(total: number, bound: number): number {
  if (!Number.isFinite(total)) return Number.isFinite(bound) ? 1 : 0;
  return total > bound ? (total - bound) / Math.abs(total) : 0;
}

/** Everything in one store, and in the demanded copies; null where that breaks a limit however they share the reads. */
function* alone(tables: Tables, store: number, slopes: Float64Array): Steps<Billed | null> {
  let [best, least]: [Billed | null, number] = [null, Infinity];
  yield* settleNode(tables, nodeBound(tables, tables.nodeOf([store], NO_MORE)), slopes, {
    goal: () => least,
    enough: () => least,
    top: () => least,
    spend: () => undefined,
    refused: () => 0,
    offer(_, bound, choice) {
      const one = billed(tables, bound, choice);
      if (!(one.least < least)) return;
      const placed = one.placed();
      const total = totalOf(placed);
      if (total < least && tables.known.problem.accepts?.(placed) !== false) [best, least] = [one, total];
    },
  });
  return best;
}
