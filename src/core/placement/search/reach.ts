/** How far some stores can fill each pool together: wider than what is possible, never narrower. */
import type { Priced, PricedUse } from './priced.ts';
import type { Population } from './problem.ts';

/**
 * Of each of `pools` the least and the most, what is fixed included. `stores`: so many chosen ones, then the demanded copies.
 */
export type Reaches = (stores: readonly number[], chosen: number, pools: Int32Array) => Reach;

export interface Reach {
  low: Float64Array;
  high: Float64Array;
}

/** What one reader or job puts into a pool where it is served by each store alone; NaN: that may not serve it. */
interface Served {
  amounts: Float64Array;
  /** There may be nobody who serves it. */
  isJob: boolean;
}

/** `widest`: by pool, of any three stores. `cut`: by pool, more than which does not matter. */
export function reachesOf(known: Priced, cut: Float64Array): { reaches: Reaches; widest: Reach } {
  const { problem, fixedPools } = known;
  const { pools, populations, accounts } = problem;
  const count = accounts.length;
  const low = new Float64Array(count * pools.length);
  const high = new Float64Array(count * pools.length);
  for (let s = 0; s < count; s += 1) for (const one of populations) addOwn(known, one, s, low, high);
  const served = servedBy(known);
  const most = Float64Array.from(populations, mostThatReach);
  const copied = new Float64Array(pools.length);
  const least = new Float64Array(pools.length);
  const times = new Int32Array(pools.length);
  const nearest = new Float64Array(pools.length);

  /** Every chosen store but one is filled from another at the most. */
  const addCopied = (stores: readonly number[], chosen: number, under: Float64Array) => {
    copied.fill(0);
    for (const [p, { kind }] of populations.entries()) {
      if (most[p] === 0) continue;
      least.fill(Infinity);
      times.fill(0);
      for (let to = 0; to < chosen; to += 1) {
        nearest.fill(0);
        for (let from = 0; from < stores.length; from += 1) {
          if (from === to) continue;
          const use = known.out(kind, stores[from]!, stores[to]!);
          for (let i = 0; i < use.pools.length; i += 1) {
            const k = use.pools[i]!;
            const amount = use.amounts[i]! * most[p]!;
            if (amount > nearest[k]!) nearest[k] = amount;
            if (amount < 0) under[k] = under[k]! + amount;
          }
        }
        for (let k = 0; k < pools.length; k += 1) {
          if (nearest[k] === 0) continue;
          copied[k] = copied[k]! + nearest[k]!;
          least[k] = Math.min(least[k]!, nearest[k]!);
          times[k] = times[k]! + 1;
        }
      }
      for (let k = 0; k < pools.length; k += 1)
        if (times[k] === chosen && chosen > 0) copied[k] = copied[k]! - least[k]!;
    }
  };

  const under = new Float64Array(pools.length);
  const reaches: Reaches = (stores, chosen, own) => {
    const found = { low: new Float64Array(own.length), high: new Float64Array(own.length) };
    under.fill(0);
    addCopied(stores, chosen, under);
    for (let i = 0; i < own.length; i += 1) {
      const k = own[i]!;
      let [from, to] = [fixedPools[k]! + under[k]!, fixedPools[k]! + copied[k]!];
      for (const s of stores) {
        from += low[s * pools.length + k]!;
        to += high[s * pools.length + k]!;
      }
      for (const { amounts, isJob } of served[k]!) {
        let [least, most] = [Infinity, -Infinity];
        for (const s of stores) {
          const amount = amounts[s]!;
          if (amount < least) least = amount;
          if (amount > most) most = amount;
        }
        if (isJob && least > 0) least = 0;
        if (least === Infinity) continue;
        from += least;
        to += most;
      }
      found.low[i] = from;
      found.high[i] = Math.min(Math.max(from, to), cut[k]!);
    }
    return found;
  };
  return { reaches, widest: widestOf(known, low, high, served, most) };
}

function mostThatReach({ reaching }: Pick<Population, 'reaching'>): number {
  return reaching.reduce((sum, one) => Math.max(sum, one), 0);
}

function widestOf(
  { problem, fixedPools }: Priced,
  low: Float64Array,
  high: Float64Array,
  served: readonly (readonly Served[])[],
  most: Float64Array,
): Reach {
  const { pools, accounts, copies, uses, populations, meters } = problem;
  const count = accounts.length;
  const found: Reach = { low: fixedPools.slice(), high: fixedPools.slice() };
  const add = (of: Float64Array, k: number, amount: number) => (of[k] = of[k]! + amount);
  for (let k = 0; k < pools.length; k += 1) {
    const column = (of: Float64Array) => Float64Array.from(accounts, (_, s) => of[s * pools.length + k]!);
    for (const s of copies) {
      add(found.low, k, low[s * pools.length + k]!);
      add(found.high, k, high[s * pools.length + k]!);
    }
    for (const amount of column(low).sort().subarray(0, 3)) add(found.low, k, amount);
    for (const amount of column(high).sort().subarray(-3)) add(found.high, k, amount);
    for (const { amounts } of served[k]!) {
      add(
        found.low,
        k,
        amounts.reduce((sum, one) => (one < sum ? one : sum), 0),
      );
      add(
        found.high,
        k,
        amounts.reduce((sum, one) => (one > sum ? one : sum), 0),
      );
    }
  }
  // Read out to be copied, twice at the most.
  const use = new Float64Array(pools.length);
  for (const [p, { kind }] of populations.entries()) {
    if (most[p] === 0) continue;
    const [least, greatest] = [new Float64Array(pools.length), new Float64Array(pools.length)];
    for (let from = 0; from < count; from += 1)
      for (const out of uses[kind]![from]!.out) {
        for (let i = 0; i < out.meters.length; i += 1)
          for (const { pool, times } of meters[out.meters[i]!]!.pools)
            add(use, pool, times * out.amounts[i]!);
        for (let i = 0; i < out.meters.length; i += 1)
          for (const { pool } of meters[out.meters[i]!]!.pools) {
            least[pool] = Math.min(least[pool]!, use[pool]!);
            greatest[pool] = Math.max(greatest[pool]!, use[pool]!);
            use[pool] = 0;
          }
      }
    for (let k = 0; k < pools.length; k += 1) {
      add(found.low, k, 6 * least[k]! * most[p]!);
      add(found.high, k, 2 * greatest[k]! * most[p]!);
    }
  }
  return found;
}

/** By pool, who is served. */
function servedBy({ problem, stores }: Priced): Served[][] {
  const { populations, readers, jobs, pools, accounts } = problem;
  const found = pools.map((): Served[] => []);
  for (const { kind, reads, hours, ages } of populations) {
    const last = ages.length - 1;
    for (const [q, share] of [...readers, ...jobs].entries()) {
      const isJob = q >= readers.length;
      const times = share * (isJob ? hours[last]! : reads[last]!);
      if (times === 0) continue;
      const own = new Map<number, Served>();
      const able = Float64Array.from(accounts, (_, s) => (stores[kind]![s]!.read[q] ? 0 : Number.NaN));
      for (let s = 0; s < accounts.length; s += 1) {
        const use = stores[kind]![s]!.read[q];
        if (!use) continue;
        for (let i = 0; i < use.pools.length; i += 1) {
          const k = use.pools[i]!;
          const one = own.get(k) ?? { amounts: able.slice(), isJob };
          own.set(k, one);
          one.amounts[s] = use.amounts[i]! * times;
        }
      }
      for (const [k, one] of own) found[k]!.push(one);
    }
  }
  return found;
}

/** What is held, entered, left and deleted: each at the most once. */
function addOwn(
  { problem: { pools }, stores, priceUse }: Priced,
  { kind, hours, ages, tiers, ...one }: Population,
  s: number,
  low: Float64Array,
  high: Float64Array,
): void {
  const { hold, write, put, list, into, leave, early, minimumDays } = stores[kind]![s]!;
  const at = s * pools.length;
  const last = ages.length - 1;
  const add = (use: PricedUse, times: number) => {
    for (let i = 0; i < use.pools.length; i += 1) {
      const amount = use.amounts[i]! * times;
      const side = amount > 0 ? high : low;
      side[at + use.pools[i]!] = side[at + use.pools[i]!]! + amount;
    }
  };
  const own = tiers?.get(s) ?? [];
  if (own.length === 0) add(hold, hours[last]!);
  else {
    // What lies in a tier is taken off what is held, of which it is a part.
    const held = new Float64Array(pools.length);
    for (let i = 0; i < hold.pools.length; i += 1) held[hold.pools[i]!] = hold.amounts[i]! * hours[last]!;
    const whole = held.slice();
    for (const tier of own) {
      const use = priceUse(tier.use);
      for (let i = 0; i < use.pools.length; i += 1) {
        const [k, amount] = [use.pools[i]!, use.amounts[i]! * tier.hours(0, last)];
        held[k] = held[k]! + amount;
        if (amount > 0) whole[k] = whole[k]! + amount;
      }
    }
    for (let k = 0; k < pools.length; k += 1) {
      low[at + k] = low[at + k]! + Math.min(0, held[k]!, whole[k]!);
      high[at + k] = high[at + k]! + Math.max(0, whole[k]!);
    }
  }
  const most = mostThatReach(one);
  if (most === 0) return;
  // It is entered in one of three ways.
  const entered = new Map<number, [least: number, most: number]>();
  for (const use of [write, put, into])
    for (let i = 0; i < use.pools.length; i += 1) {
      const [least, greatest] = entered.get(use.pools[i]!) ?? [0, 0];
      const amount = use.amounts[i]! * most;
      entered.set(use.pools[i]!, [Math.min(least, amount), Math.max(greatest, amount)]);
    }
  for (const [k, [least, greatest]] of entered) {
    low[at + k] = low[at + k]! + least;
    high[at + k] = high[at + k]! + greatest;
  }
  add(leave, most);
  if (minimumDays > 0) add(early, most);
  // Two jobs at the most take from it, every hour.
  if (list) add(list, 2 * 24 * hours[last]!);
}
