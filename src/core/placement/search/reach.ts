/** How far some stores can fill each pool together: wider than what is possible, never narrower. */
import type { Priced, PricedUse } from './priced.ts';
import { isPast } from './pools.ts';
import type { Population } from './problem.ts';

/** Of each of `pools` the least and the most, what is fixed included. */
export type Reaches = (stores: readonly number[], pools: Int32Array) => Reach;

export interface Reach {
  low: Float64Array;
  high: Float64Array;
}

export interface ReachesOf {
  reaches: Reaches;
  /** By pool, of any three stores. */
  widest: Reach;
  /** Whatever these stores, demanded copies among them, hold and serve breaks a limit. */
  isOver(stores: readonly number[]): boolean;
}

/** `cut`: by pool, more than which does not matter. */
export function reachesOf(known: Priced, cut: Float64Array): ReachesOf {
  const { problem, fixedPools } = known;
  const { pools, populations, accounts, copies } = problem;
  const stores = accounts.map((_, s): Reach => {
    const reach = { low: new Float64Array(pools.length), high: new Float64Array(pools.length) };
    for (const one of populations) addAll(known, one, s, reach);
    return reach;
  });
  const widest = { low: fixedPools.slice(), high: fixedPools.slice() };
  for (let k = 0; k < pools.length; k += 1) {
    for (const s of copies) {
      widest.low[k] = widest.low[k]! + stores[s]!.low[k]!;
      widest.high[k] = widest.high[k]! + stores[s]!.high[k]!;
    }
    const [lows, highs] = [stores.map(({ low }) => low[k]!), stores.map(({ high }) => high[k]!)];
    for (const amount of Float64Array.from(lows).sort().subarray(0, 3))
      widest.low[k] = widest.low[k]! + amount;
    for (const amount of Float64Array.from(highs).sort().subarray(-3))
      widest.high[k] = widest.high[k]! + amount;
  }
  const served = servedBy(known);
  const sum = (chosen: readonly number[], of: 'low' | 'high', k: number) =>
    chosen.reduce((all, s) => all + stores[s]![of][k]!, fixedPools[k]!);
  const lowOf = (chosen: readonly number[], k: number) =>
    served[k]!.reduce((all, by) => all + leastOf(by, chosen), sum(chosen, 'low', k));
  const limits = [...pools.entries()].filter(([k, { cap }]) => widest.high[k]! > cap);
  return {
    widest,
    isOver: (chosen) => limits.some(([k, pool]) => isPast(pool, lowOf(chosen, k))),
    reaches(chosen, own) {
      return {
        low: Float64Array.from(own, (k) => lowOf(chosen, k)),
        high: Float64Array.from(own, (k) => Math.min(sum(chosen, 'high', k), cut[k]!)),
      };
    },
  };
}

/** By pool, what each reader adds who always adds something, by store; NaN: that may not serve it. */
function servedBy({ problem, stores }: Priced): Float64Array[][] {
  const { populations, readers, pools, accounts } = problem;
  const found = pools.map((): Float64Array[] => []);
  for (const { kind, reads } of populations)
    for (const [q, share] of readers.entries()) {
      const own = new Map<number, Float64Array>();
      const able = Float64Array.from(accounts, (_, s) => (stores[kind]![s]!.read[q] ? 0 : Number.NaN));
      for (const s of accounts.keys()) {
        const use = stores[kind]![s]!.read[q];
        use?.pools.forEach((k, i) => {
          const amounts = own.get(k) ?? able.slice();
          own.set(k, amounts);
          amounts[s] = use.amounts[i]! * share * reads.at(-1)!;
        });
      }
      for (const [k, amounts] of own) found[k]!.push(amounts);
    }
  return found;
}

/** Of those that some stores add, if one of them must; what they take off is counted already. */
function leastOf(amounts: Float64Array, stores: readonly number[]): number {
  let least = Infinity;
  for (const s of stores) if (amounts[s]! < least) least = amounts[s]!;
  return least === Infinity ? 0 : Math.max(0, least);
}

/** What is held, entered, read, copied, left and deleted: each at the most once, but for copies, of which two can be made. */
function addAll(
  { problem, stores, priceUse, out }: Priced,
  { kind, hours, reads, reaching, tiers }: Population,
  s: number,
  { low, high }: Reach,
): void {
  const { hold, read, write, put, list, into, leave, early, minimumDays } = stores[kind]![s]!;
  const [held, asked] = [hours.at(-1)!, reads.at(-1)!];
  const add = (use: PricedUse, times: number) => {
    for (let i = 0; i < use.pools.length; i += 1) {
      const [k, amount] = [use.pools[i]!, use.amounts[i]! * times];
      const side = amount > 0 ? high : low;
      side[k] = side[k]! + amount;
    }
  };
  /** One of several, or none. */
  const addOne = (uses: Iterable<PricedUse>, times: number) => {
    const own = new Map<number, [least: number, most: number]>();
    for (const use of uses)
      for (let i = 0; i < use.pools.length; i += 1) {
        const [k, amount] = [use.pools[i]!, use.amounts[i]! * times];
        const [least, most] = own.get(k) ?? [0, 0];
        own.set(k, [Math.min(least, amount), Math.max(most, amount)]);
      }
    for (const [k, [least, most]] of own) {
      low[k] = low[k]! + least;
      high[k] = high[k]! + most;
    }
  };
  // In whatever tier, each object lies in one.
  const lying = (tiers?.get(s) ?? []).map(({ use: { meters, amounts } }) =>
    priceUse({
      meters: Int32Array.from([...hold.use.meters, ...meters]),
      amounts: Float64Array.from([...hold.use.amounts, ...amounts]),
    }),
  );
  addOne([hold, ...lying], held);
  for (const [q, share] of [...problem.readers, ...problem.jobs].entries())
    if (read[q]) add(read[q], share * (q < problem.readers.length ? asked : held));
  const most = reaching.reduce((sum, one) => Math.max(sum, one), 0);
  if (most === 0) return;
  addOne([write, put, into], most);
  addOne(new Set(problem.accounts.map((_, to) => out(kind, s, to))), 2 * most);
  add(leave, most);
  if (minimumDays > 0) add(early, most);
  // Two jobs at the most take from it, every hour.
  if (list) add(list, 2 * 24 * held);
}
