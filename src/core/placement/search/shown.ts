/** Plans of the pairs of stores that cost least, billed for answers that show more than the best: with a dual write, and without. */
import type { Steps } from '../../steps.ts';
import { nodeBound } from './bound.ts';
import type { Found } from './incumbent.ts';
import { storePrices } from './prices.ts';
import { leastEffort } from './node.ts';
import { mechanismsIn, setsOf } from './rounds.ts';
import type { Mechanisms } from './holders.ts';
import { sieveOf } from './sieve.ts';
import type { Tables } from './tables.ts';

const PAIRS = 12;

export function* showPairs(tables: Tables, slopes: Float64Array, found: Found): Steps<undefined> {
  const { accounts, copies } = tables.known.problem;
  const everywhere = storePrices(
    tables.known,
    accounts.map((_, s) => s),
  );
  everywhere.set(slopes);
  const sift = sieveOf(tables, slopes, everywhere);
  const mechanisms = mechanismsIn(tables.known.problem);
  const pairs: { stores: readonly number[]; more: Mechanisms; least: number }[] = [];
  for (const stores of setsOf(accounts.length - copies.length, 2))
    for (const more of widest(mechanisms(stores, false)))
      pairs.push({
        stores: stores.slice(),
        more,
        least: sift(stores) + leastEffort(tables.known, stores, more),
      });
  pairs.sort((a, b) => a.least - b.least);
  for (const { stores, more } of pairs.slice(0, PAIRS)) {
    const node = tables.nodeOf(stores, more);
    if (node.masks.length === 0) continue;
    const bound = nodeBound(tables, node);
    bound.at(slopes);
    found.spend();
    for (const toSeveral of [false, true]) {
      const choice = bound.written(toSeveral);
      if (choice.length > 0) found.offer(tables, bound, choice);
    }
    yield;
  }
  return undefined;
}

/** With every rule, where some do without. */
function widest(all: readonly Mechanisms[]): readonly Mechanisms[] {
  return all.some(({ rules }) => rules) ? all.filter(({ rules }) => rules) : all;
}
