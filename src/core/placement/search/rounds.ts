/** All sets of so many stores, the most promising first: each proved by ever tighter bounds, or searched. */
import { itemAt } from '../../at.ts';
import { memoWith } from '../../memo.ts';
import type { Steps } from '../../steps.ts';
import { nodeBound } from './bound.ts';
import type { Found } from './incumbent.ts';
import { leastEffort, sharesAccount } from './node.ts';
import { storePrices } from './prices.ts';
import type { StorePrices } from './prices.ts';
import type { Problem } from './problem.ts';
import { raised } from './raise.ts';
import { relaxedOf } from './relaxed.ts';
import { settleNode } from './settle-node.ts';
import type { Mechanisms } from './holders.ts';
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
  const mechanisms = mechanismsIn(known.problem);
  const everywhere = storePrices(
    known,
    accounts.map((_, s) => s),
  );
  tables.below(found.top());
  everywhere.set(slopes);
  const sift = sieveOf(tables, slopes, everywhere);
  let rested = spent.looks;
  const isLong = () => spent.looks - rested > LOOKS_A_STEP;

  const open: Open[] = [];
  for (const stores of setsOf(free, count)) {
    const bill = sift(stores);
    if (bill < found.goal() && !tables.isOver([...stores, ...copies]))
      for (const more of mechanisms(stores, router)) {
        const least = bill + leastEffort(known, stores, more);
        if (least < found.goal()) open.push({ stores: stores.slice(), more, least });
      }
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

  let proved = Infinity;
  /** What takes more effort for the same bill is proved with it. */
  const settled = new Set<string>();
  for (const one of open.sort((a, b) => a.least - b.least)) {
    if (one.least >= found.goal()) break;
    if (found.spent() >= scans) return Math.min(proved, one.least);
    const bill = `${one.stores.join()} ${one.more.jobsWithin}`;
    if (settled.has(bill)) continue;
    const left = tryOut(one);
    if (!left) settled.add(bill);
    else
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

const BOTH = [false, true];

/** What may be in force between some stores: two can have no more than one job between accounts. */
export const mechanismsIn = memoWith(mechanismsFor);

function mechanismsFor({
  accounts,
  effort,
}: Problem): (stores: readonly number[], router: boolean) => readonly Mechanisms[] {
  /** What takes no effort is not told apart. */
  const either = (price: number) => (price > 0 ? BOTH : [true]);
  const lists = [true, false].map((isTriple) =>
    BOTH.map((router) => {
      const made = (copies: readonly boolean[]) =>
        (isTriple ? either(effort.account) : [false]).flatMap((further) =>
          copies.flatMap((jobsWithin) =>
            either(effort.rule).map((rules): Mechanisms => ({ jobsWithin, rules, further, router })),
          ),
        );
      return { within: made(either(effort.account)), apart: made([false]) };
    }),
  );
  return (stores, router) => {
    const { within, apart } = itemAt(itemAt(lists, stores.length > 2 ? 0 : 1), router ? 1 : 0);
    return sharesAccount(accounts, stores, (1 << stores.length) - 1) ? within : apart;
  };
}
