/** All sets of so many stores, the most promising first: each proved by ever tighter bounds, or searched. */
import type { Steps } from '../../steps.ts';
import { nodeBound } from './bound.ts';
import type { Found } from './incumbent.ts';
import { storePrices } from './prices.ts';
import type { StorePrices } from './prices.ts';
import { raised } from './raise.ts';
import { relaxedOf } from './relaxed.ts';
import { settleNode } from './settle-node.ts';
import type { Mechanisms } from './shape.ts';
import { sieveOf } from './sieve.ts';
import type { Tables } from './tables.ts';

/** Stores with what may be in force between them, and what no plan of theirs costs less than. */
interface Open {
  stores: readonly number[];
  more: Mechanisms;
  least: number;
}

export interface Round {
  /** How many stores. */
  count: 2 | 3;
  router: boolean;
  /** Evaluations of bounds that are granted in all. */
  scans: number;
}

/** How often slopes are bettered for what is sifted, and for how few it is not worth it. */
const TURNS = 4;
const FEW = 30;
/** How often the bound of any rules is raised before timelines are told apart. */
const STEPS = 6;
/** Counted work between two steps: some milliseconds. */
const LOOKS_A_STEP = 300_000;

/**
 * What is proved of all such sets: infinite where nothing better is left. `slopes` start every bound, and end where the last was
 * highest: pools cost much the same in the next node.
 */
export function* roundOf(
  tables: Tables,
  { count, router, scans }: Round,
  slopes: Float64Array,
  found: Found,
): Steps<number> {
  const { known, spent } = tables;
  const { accounts, copies } = known.problem;
  const free = accounts.length - copies.length;
  const everywhere = storePrices(
    known,
    accounts.map((_, s) => s),
  );
  const sieve = () => {
    tables.below(found.top());
    everywhere.set(slopes);
    return sieveOf(tables, slopes, everywhere);
  };
  let rested = spent.looks;
  const isLong = () => spent.looks - rested > LOOKS_A_STEP;

  let open: Open[] = [];
  let sift = sieve();
  for (const stores of setsOf(free, count))
    for (const more of mechanismsOf(accounts, stores, router)) {
      const least = sift(stores, more);
      if (least < found.goal()) open.push({ stores: stores.slice(), more, least });
      if (!isLong()) continue;
      rested = spent.looks;
      yield;
    }

  let prices: StorePrices | null = null;
  const relaxed = relaxedOf(tables);
  /** The bound of a set, raised where it is too low; the node where that does not prove it. */
  const tryOut = ({ stores, more }: Open) => {
    const node = tables.nodeOf(stores, more);
    if (node.masks.length === 0) return null;
    const own = (prices ??= storePrices(known, node.stores));
    own.turn(node.stores);
    const places = node.stores.map((_, i) => i);
    const look = (at: Float64Array, withRise: boolean) => {
      own.set(at);
      return relaxed.at(node, at, own, places, withRise);
    };
    found.spend();
    if (look(slopes, false).bound >= found.goal()) return null;
    const top = raised(
      known,
      node,
      (at) => look(at, true),
      slopes,
      STEPS,
      found.goal,
      () => undefined,
    );
    for (const k of node.pools) slopes[k] = top.slopes[k]!;
    return top.bound >= found.goal() ? null : { node, slopes: top.slopes };
  };

  const byLeast = (a: Open, b: Open) => a.least - b.least;
  open.sort(byLeast);
  for (let turn = 0; turn < TURNS && open.length > FEW; turn += 1) {
    const before = open.length;
    tryOut(open[0]!);
    sift = sieve();
    open = open.filter((one) => {
      one.least = Math.max(one.least, sift(one.stores, one.more));
      return one.least < found.goal();
    });
    open.sort(byLeast);
    yield;
    if (open.length > 0.9 * before) break;
  }

  let proved = Infinity;
  for (const one of open) {
    if (one.least >= found.goal()) break;
    if (found.spent() >= scans) return Math.min(proved, one.least);
    const left = tryOut(one);
    if (left)
      proved = Math.min(proved, yield* settleNode(tables, nodeBound(tables, left.node), left.slopes, found));
    if (!isLong()) continue;
    rested = spent.looks;
    yield;
  }
  return proved;
}

/** The same list each time, with other stores in it. */
export function* setsOf(free: number, count: 2 | 3): Generator<number[]> {
  const stores: number[] = count === 2 ? [0, 0] : [0, 0, 0];
  for (let a = 0; a < free; a += 1)
    for (let b = a + 1; b < free; b += 1) {
      [stores[0], stores[1]] = [a, b];
      if (count === 2) yield stores;
      else
        for (let c = b + 1; c < free; c += 1) {
          stores[2] = c;
          yield stores;
        }
    }
}

const COPIES = [false, true] as const;
const PLAIN = COPIES.map((copiesWithin): Mechanisms => ({ copiesWithin, router: false }));
const ROUTED = COPIES.map((copiesWithin): Mechanisms => ({ copiesWithin, router: true }));

/** What may be in force between some stores besides lifecycle rules: copy jobs inside an account. */
export function mechanismsOf(
  accounts: readonly number[],
  stores: readonly number[],
  router: boolean,
): Mechanisms[] {
  const all = router ? ROUTED : PLAIN;
  for (let i = 1; i < stores.length; i += 1)
    for (let j = 0; j < i; j += 1) if (accounts[stores[i]!] === accounts[stores[j]!]) return all;
  return all.slice(0, 1);
}
