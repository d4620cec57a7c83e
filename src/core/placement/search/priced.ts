/** A problem with its prices beside it: each use as dollars of one price and shares of pools, and how far every store can fill a pool. */
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
  out: readonly PricedUse[];
  list: PricedUse | null;
  into: PricedUse;
  drop: PricedUse;
  early: PricedUse;
  minimumDays: number;
  earlyOnMove: boolean;
}

/** By pool, the least and the most that all populations can put into it. */
interface Reach {
  low: Float64Array;
  high: Float64Array;
}

export interface Priced {
  problem: Problem;
  priceUse(use: Use): PricedUse;
  /** `stores[kind][store]` */
  stores: readonly (readonly PricedStore[])[];
  fixed: PricedUse;
  /** What the fixed use puts into each pool. */
  fixedPools: Float64Array;
  reach: readonly Reach[];
  /** Pools that a store's uses name, those of the fixed use apart. */
  touched: readonly Int32Array[];
  fixedTouched: Int32Array;
  least: Float64Array;
  greatest: Float64Array;
  /** Room for the quantities of a bill, by meter. */
  quantities: Float64Array;
}

export function priced(problem: Problem): Priced {
  const { pools, meters } = problem;
  const slopes = pools.map(slopesOf);
  const list = slopes.map(([least, greatest]) => (Number.isFinite(greatest) ? greatest : Math.max(0, least)));
  const priceUse = (use: Use): PricedUse => {
    let dollars = 0;
    const amounts = new Map<number, number>();
    for (let i = 0; i < use.meters.length; i += 1) {
      const meter = meters[use.meters[i]!];
      const amount = use.amounts[i]!;
      if (!meter) throw new RangeError(`no meter ${use.meters[i]}`);
      dollars += meter.price * amount;
      for (const { pool, times } of meter.pools) amounts.set(pool, (amounts.get(pool) ?? 0) + times * amount);
    }
    const entries = [...amounts].filter(([, amount]) => amount !== 0);
    const strainOf = (pool: number, amount: number) => {
      const { cap } = pools[pool]!;
      return Number.isFinite(cap) ? amount / (cap > 0 ? cap : 1) : 0;
    };
    return {
      use,
      dollars,
      pools: Int32Array.from(entries, ([pool]) => pool),
      amounts: Float64Array.from(entries, ([, amount]) => amount),
      list: entries.reduce((sum, [pool, amount]) => sum + list[pool]! * amount, dollars),
      strain: entries.reduce((sum, [pool, amount]) => sum + strainOf(pool, amount), 0),
    };
  };
  const priceStore = (use: StoreUse): PricedStore => ({
    hold: priceUse(use.hold),
    read: use.read.map((one) => one && priceUse(one)),
    write: priceUse(use.write),
    put: priceUse(use.put),
    out: use.out.map(priceUse),
    list: use.list ? priceUse(use.list) : null,
    into: priceUse(use.into),
    drop: priceUse(use.drop),
    early: priceUse(use.early),
    minimumDays: use.minimumDays,
    earlyOnMove: use.earlyOnMove,
  });
  const stores = problem.uses.map((of) => of.map(priceStore));
  const fixed = priceUse(problem.fixed);
  const fixedPools = new Float64Array(pools.length);
  fixed.pools.forEach((pool, i) => (fixedPools[pool] = fixed.amounts[i]!));
  const count = stores[0]?.length ?? 0;
  const reach = Array.from({ length: count }, (_, s) => reachOf(problem, stores, s, priceUse));
  return {
    problem,
    priceUse,
    stores,
    fixed,
    fixedPools,
    reach,
    touched: reach.map((_, s) => touchedBy(stores, s)),
    fixedTouched: fixed.pools,
    least: Float64Array.from(slopes, ([least]) => least),
    greatest: Float64Array.from(slopes, ([, greatest]) => greatest),
    quantities: new Float64Array(meters.length),
  };
}

function usesOf(store: PricedStore): PricedUse[] {
  const { hold, read, write, put, out, list, into, drop, early } = store;
  return [
    hold,
    ...read.flatMap((one) => one ?? []),
    write,
    put,
    ...out,
    ...(list ? [list] : []),
    into,
    drop,
    early,
  ];
}

function touchedBy(stores: readonly (readonly PricedStore[])[], s: number): Int32Array {
  const pools = new Set<number>();
  for (const kind of stores)
    for (const use of usesOf(kind[s]!)) for (const pool of use.pools) pools.add(pool);
  return Int32Array.from(pools).sort();
}

/** Sums of what each part of a month can come to at the most: wider than what is possible, never narrower. */
function reachOf(
  { pools, populations, readers, jobs }: Problem,
  stores: readonly (readonly PricedStore[])[],
  s: number,
  priceUse: Priced['priceUse'],
): Reach {
  const low = new Float64Array(pools.length);
  const high = new Float64Array(pools.length);
  for (const { kind, hours, reads, reaching, ages, tiers } of populations) {
    const store = stores[kind]![s]!;
    const last = ages.length - 1;
    const most = reaching.reduce((sum, one) => Math.max(sum, one), 0);
    const add = (use: PricedUse, times: number) => {
      for (let i = 0; i < use.pools.length; i += 1) {
        const amount = use.amounts[i]! * times;
        const into = amount > 0 ? high : low;
        into[use.pools[i]!] = into[use.pools[i]!]! + amount;
      }
    };
    // What lies in a tier is taken off what is held, of which it is a part.
    const held = new Float64Array(pools.length);
    for (let i = 0; i < store.hold.pools.length; i += 1)
      held[store.hold.pools[i]!] = store.hold.amounts[i]! * hours[last]!;
    const whole = held.slice();
    for (const tier of tiers?.get(s) ?? []) {
      const use = priceUse(tier.use);
      for (let i = 0; i < use.pools.length; i += 1) {
        const [k, amount] = [use.pools[i]!, use.amounts[i]! * tier.hours(0, last)];
        held[k] = held[k]! + amount;
        if (amount > 0) whole[k] = whole[k]! + amount;
      }
    }
    for (let k = 0; k < pools.length; k += 1) {
      low[k] = low[k]! + Math.min(0, held[k]!, whole[k]!);
      high[k] = high[k]! + Math.max(0, whole[k]!);
    }
    for (const [q, use] of store.read.entries())
      if (use)
        add(use, q < readers.length ? reads[last]! * readers[q]! : hours[last]! * jobs[q - readers.length]!);
    add(store.write, most);
    add(store.put, most);
    add(store.into, most);
    add(store.drop, most);
    add(store.early, most);
    // Two jobs at the most copy out of it, every hour.
    if (store.list) add(store.list, 2 * 24 * hours[last]!);
    // It is left once, for two stores at the most.
    const dearest = new Float64Array(pools.length);
    for (const use of store.out)
      for (let i = 0; i < use.pools.length; i += 1)
        dearest[use.pools[i]!] = Math.max(dearest[use.pools[i]!]!, use.amounts[i]!);
    for (let k = 0; k < pools.length; k += 1) high[k] = high[k]! + 2 * most * dearest[k]!;
  }
  return { low, high };
}

/** `dollars`: how much one counts; 0 leaves the pools alone. */
export function priceAt(use: PricedUse, slopes: Float64Array, dollars = 1): number {
  let price = use.dollars * dollars;
  for (let i = 0; i < use.pools.length; i += 1) price += slopes[use.pools[i]!]! * use.amounts[i]!;
  return price;
}
