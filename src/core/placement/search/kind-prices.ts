/** What one object of a kind costs in each state of a node under fixed prices of the pools. */
import type { Node } from './node.ts';
import { priceAt } from './priced.ts';
import type { Priced, PricedStore, PricedUse } from './priced.ts';

export interface KindPrices {
  hold: Float64Array;
  drop: Float64Array;
  /** By state: an hour held, a read, and an object written. */
  stay: Float64Array;
  read: Float64Array;
  entry: Float64Array;
  /** By transition, of one object. */
  change: Float64Array;
}

/** `dollar`: how much a dollar counts. */
export function kindPrices(
  priced: Priced,
  node: Node,
  kind: number,
  slopes: Float64Array,
  dollar: number,
): KindPrices {
  const { readers, jobs } = priced.problem;
  const { states, transitions } = node.shape(kind);
  const uses = node.stores.map((s) => priced.stores[kind]![s]!);
  const n = uses.length;
  const at = (of: (use: PricedStore) => PricedUse) =>
    Float64Array.from(uses, (use) => priceAt(of(use), slopes, dollar));
  const [hold, write, put, into, drop] = [
    at((use) => use.hold),
    at((use) => use.write),
    at((use) => use.put),
    at((use) => use.into),
    at((use) => use.drop),
  ];
  const over = (mask: number, of: Float64Array) => {
    let sum = 0;
    for (let i = 0; i < n; i += 1) if ((mask >> i) & 1) sum += of[i]!;
    return sum;
  };
  const served = (servers: Int8Array, first: number, times: readonly number[], start: number) => {
    let sum = start;
    for (let j = 0; j < times.length; j += 1) {
      const use = uses[servers[first + j]!]?.read[first + j];
      if (use) sum += times[j]! * priceAt(use, slopes, dollar);
    }
    return sum;
  };
  return {
    hold,
    drop,
    // Jobs read what is held, whatever its age.
    stay: Float64Array.from(states, ({ mask, servers }) =>
      served(servers, readers.length, jobs, over(mask, hold)),
    ),
    read: Float64Array.from(states, ({ servers }) => served(servers, 0, readers, 0)),
    entry: Float64Array.from(states, ({ mask }) => over(mask, write)),
    change: Float64Array.from(transitions, (one) => {
      let sum = 0;
      for (const { to } of one.lifecycle) sum += into[to]!;
      for (const { from, to } of one.copies)
        sum += priceAt(uses[from]!.out[node.stores[to]!]!, slopes, dollar) + put[to]!;
      for (const from of one.drops) sum += drop[from]!;
      return sum;
    }),
  };
}
