/** What one object costs in each of some stores under fixed prices of the pools. */
import { priceAt } from './priced.ts';
import type { Priced, PricedUse } from './priced.ts';

/** Of a kind, by place in the stores. */
export interface KindPrices {
  hold: Float64Array;
  write: Float64Array;
  put: Float64Array;
  into: Float64Array;
  drop: Float64Array;
  leave: Float64Array;
  /** `read[q * stores + place]`; infinite where it may not serve. */
  read: Float64Array;
  /** `out[from * stores + to]`; NaN until `outOf` asks. */
  out: Float64Array;
}

const PRICED = ['hold', 'write', 'put', 'into', 'drop', 'leave'] as const;

export interface StorePrices {
  /** Takes prices of the pools, and how much a dollar counts. */
  set(slopes: Float64Array, dollars?: number): void;
  /** Takes other stores, as many. */
  turn(stores: readonly number[]): void;
  count: number;
  of(kind: number): KindPrices;
  outOf(kind: number, from: number, to: number): number;
}

export function storePrices(known: Priced, first: readonly number[]): StorePrices {
  let stores = first;
  const n = stores.length;
  const width = known.problem.readers.length + known.problem.jobs.length;
  const kinds: (KindPrices | undefined)[] = [];
  /** Kinds that are priced at the slopes set last. */
  const isFresh = known.problem.uses.map(() => false);
  let slopes: Float64Array = new Float64Array(0);
  let dollar = 1;
  const of = (kind: number): KindPrices => {
    const made = (kinds[kind] ??= emptyPrices(n, width));
    if (isFresh[kind]) return made;
    isFresh[kind] = true;
    made.out.fill(Number.NaN);
    for (let i = 0; i < n; i += 1) {
      const uses = known.stores[kind]![stores[i]!]!;
      for (const of of PRICED) made[of][i] = priceAt(uses[of], slopes, dollar);
      const { read } = uses;
      for (let q = 0; q < width; q += 1) {
        const use: PricedUse | null = read[q] ?? null;
        made.read[q * n + i] = use ? priceAt(use, slopes, dollar) : Infinity;
      }
    }
    return made;
  };
  return {
    count: n,
    turn(next) {
      stores = next;
      isFresh.fill(false);
    },
    set(next, dollars = 1) {
      slopes = next;
      dollar = dollars;
      isFresh.fill(false);
    },
    of,
    outOf(kind, from, to) {
      const { out } = of(kind);
      const before = out[from * n + to]!;
      if (!Number.isNaN(before)) return before;
      const price = priceAt(known.out(kind, stores[from]!, stores[to]!), slopes, dollar);
      out[from * n + to] = price;
      return price;
    },
  };
}

function emptyPrices(n: number, width: number): KindPrices {
  const room = (size: number) => new Float64Array(size);
  return {
    hold: room(n),
    write: room(n),
    put: room(n),
    into: room(n),
    drop: room(n),
    leave: room(n),
    read: room(n * width),
    out: room(n * n),
  };
}
