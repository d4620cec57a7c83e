/** A problem with its prices beside it: each use as dollars of one price and shares of pools. */
import { itemAt } from '../../at.ts';
import { memo } from '../../memo.ts';
import { slopesOf } from './pools.ts';
import type { Problem, StoreUse, Use } from './problem.ts';

/** What a use costs: `dollars` + Σ slope of pool · amount. */
export interface PricedUse {
  use: Use;
  dollars: number;
  pools: Int32Array;
  amounts: Float64Array;
  /** At list price: every unit at the dearest price of its pool. */
  list: number;
  /** Part of each limit that one of it takes, summed: the less, the faster. */
  strain: number;
}

export interface PricedStore {
  hold: PricedUse;
  read: readonly (PricedUse | null)[];
  write: PricedUse;
  put: PricedUse;
  list: PricedUse | null;
  into: PricedUse;
  drop: PricedUse;
  leave: PricedUse;
  early: PricedUse;
  minimumDays: number;
  earlyOnMove: boolean;
}

export interface Priced {
  problem: Problem;
  priceUse(use: Use): PricedUse;
  /** `stores[kind][store]` */
  stores: readonly (readonly PricedStore[])[];
  /** One object of a kind read out of a store to be copied to another. */
  out(kind: number, from: number, to: number): PricedUse;
  fixed: PricedUse;
  /** What the fixed use puts into each pool. */
  fixedPools: Float64Array;
  /** By store, pools that its uses name. */
  touched: readonly Int32Array[];
  least: Float64Array;
  greatest: Float64Array;
  /** Room for the quantities of a bill, by meter. */
  quantities: Float64Array;
}

export function priced(problem: Problem): Priced {
  const { pools, meters } = problem;
  const slopes = pools.map(slopesOf);
  const list = slopes.map(([least, greatest]) => (Number.isFinite(greatest) ? greatest : Math.max(0, least)));
  const strain = pools.map(({ cap }) => (Number.isFinite(cap) ? 1 / (cap > 0 ? cap : 1) : 0));
  const sums = new Float64Array(pools.length);
  const isNamed = new Uint8Array(pools.length);
  const priceUse = (use: Use): PricedUse => {
    let dollars = 0;
    const named: number[] = [];
    for (let i = 0; i < use.meters.length; i += 1) {
      const meter = itemAt(meters, use.meters[i]!);
      const amount = use.amounts[i]!;
      dollars += meter.price * amount;
      for (const { pool, times } of meter.pools) {
        sums[pool] = sums[pool]! + times * amount;
        if (isNamed[pool] === 1) continue;
        isNamed[pool] = 1;
        named.push(pool);
      }
    }
    const own = named.filter((k) => sums[k] !== 0);
    const one: PricedUse = {
      use,
      dollars,
      pools: Int32Array.from(own),
      amounts: Float64Array.from(own, (k) => sums[k]!),
      list: dollars,
      strain: 0,
    };
    for (const k of own) {
      one.list += list[k]! * sums[k]!;
      one.strain += strain[k]! * sums[k]!;
    }
    for (const k of named) sums[k] = isNamed[k] = 0;
    return one;
  };
  const priceStore = (use: StoreUse): PricedStore => ({
    hold: priceUse(use.hold),
    read: use.read.map((one) => one && priceUse(one)),
    write: priceUse(use.write),
    put: priceUse(use.put),
    list: use.list ? priceUse(use.list) : null,
    into: priceUse(use.into),
    drop: priceUse(use.drop),
    leave: priceUse(use.leave ?? use.drop),
    early: priceUse(use.early),
    minimumDays: use.minimumDays,
    earlyOnMove: use.earlyOnMove,
  });
  const stores = problem.uses.map((of) => of.map(priceStore));
  const priceOut = memo(priceUse);
  const touched = problem.accounts.map((_, s) => touchedBy(problem, s));
  const fixed = settledFixed(problem, priceUse(problem.fixed), touched);
  const fixedPools = new Float64Array(pools.length);
  fixed.pools.forEach((pool, i) => (fixedPools[pool] = fixed.amounts[i]!));
  return {
    problem,
    priceUse,
    stores,
    out: (kind, from, to) => priceOut(problem.uses[kind]![from]!.out[to]!),
    fixed,
    fixedPools,
    touched,
    least: Float64Array.from(slopes, ([least]) => least),
    greatest: Float64Array.from(slopes, ([, greatest]) => greatest),
    quantities: new Float64Array(meters.length),
  };
}

/**
 * The fixed use at its exact bill, with no pools, where stores share none of its pools. Pools would grant an allowance that several
 * meters share to each of these meters.
 */
function settledFixed(problem: Problem, fixed: PricedUse, touched: readonly Int32Array[]): PricedUse {
  if (!problem.bill || touched.some((own) => own.some((k) => fixed.pools.includes(k)))) return fixed;
  const quantities = new Float64Array(problem.meters.length);
  addUse(quantities, problem.fixed);
  const none = fixed.pools.subarray(0, 0);
  return { ...fixed, dollars: problem.bill([], quantities) - problem.fees([]), pools: none };
}

/** Adds to quantities by meter. */
export function addUse(quantities: Float64Array, { meters, amounts }: Use): void {
  for (let i = 0; i < meters.length; i += 1) quantities[meters[i]!] = quantities[meters[i]!]! + amounts[i]!;
}

/** All that one object may use of a store. */
export function usesIn({ hold, read, write, put, out, list, into, drop, leave, early }: StoreUse): Use[] {
  const all = [hold, ...read, write, put, ...new Set(out), list ?? null, into, drop, leave ?? null, early];
  return all.filter((use) => use !== null);
}

function touchedBy({ uses, meters }: Problem, s: number): Int32Array {
  const seen = new Set(uses.flatMap((kind) => usesIn(kind[s]!).flatMap((use) => [...use.meters])));
  const pools = new Set<number>();
  for (const m of seen) for (const { pool } of meters[m]!.pools) pools.add(pool);
  return Int32Array.from(pools).sort();
}

/** `dollars`: how much one counts; 0 leaves the pools alone. */
export function priceAt(use: PricedUse, slopes: Float64Array, dollars = 1): number {
  let price = use.dollars * dollars;
  for (let i = 0; i < use.pools.length; i += 1) price += slopes[use.pools[i]!]! * use.amounts[i]!;
  return price;
}
