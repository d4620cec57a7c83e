/**
 * A bound that costs little: every object at every age in the cheapest holders, any number of changes, each paid as little as it can
 * cost. It holds for all plans of some stores, whatever rules are in force, and for more than two changes.
 */
import { cheapestEntry, groupsOf, tightness } from './bound.ts';
import type { Looked } from './bound.ts';
import { placesIn } from './node.ts';
import { costAt } from './pools.ts';
import type { Node } from './node.ts';
import { priceAt } from './priced.ts';
import type { Priced, PricedStore, PricedUse } from './priced.ts';

export interface RelaxedBound {
  /** `withRise`: else the slope of the bound is not worked out. */
  at(slopes: Float64Array, withRise?: boolean): Looked;
}

interface Mask {
  bits: number;
  places: number[];
}

/** What one object costs under some slopes in each set of holders. */
interface MaskPrices {
  stay: Float64Array;
  read: Float64Array;
  entry: Float64Array;
  /** From one set to another. */
  change: Float64Array;
  servers: Int8Array[];
}

const NOTHING = new Float64Array(0);

/** `node`: of the stores, without rules. */
export function relaxedBound(priced: Priced, node: Node): RelaxedBound {
  const { problem } = priced;
  const { populations, readers, jobs } = problem;
  const n = node.stores.length;
  const masks: Mask[] = [];
  for (let own = 1; own < 1 << n; own += 1) {
    if ((own & node.copies) !== node.copies || own === node.copies) continue;
    const places = placesIn(own);
    if (problem.mayHold(places.map((i) => node.stores[i]!))) masks.push({ bits: own, places });
  }
  const mayEnter = masks.map(({ places }) => problem.mayEnter(places.map((i) => node.stores[i]!)));
  const count = masks.length;
  const isOneAccount = new Set(node.stores.map((s) => problem.accounts[s]!)).size === 1;
  const groups = groupsOf(priced, {
    stores: node.stores,
    rules: { ...node.rules, router: problem.router, lifecycle: isOneAccount ? [{ from: 0, to: 1 }] : [] },
  });
  const best = populations.map(() => ({ cost: new Float64Array(1 << n) }));
  const paths = populations.map(({ ages }) => new Int32Array((ages.length - 1) * count));
  const quantities = new Float64Array(problem.pools.length);

  const pricesOf = (kind: number, slopes: Float64Array): MaskPrices => {
    const uses = node.stores.map((s) => priced.stores[kind]![s]!);
    const price = (use: PricedUse) => priceAt(use, slopes);
    const width = readers.length + jobs.length;
    const reads = uses.map((use) =>
      Float64Array.from({ length: width }, (_, q) => {
        const read = use.read[q];
        return read ? price(read) : Infinity;
      }),
    );
    const hold = uses.map((use) => price(use.hold));
    const write = uses.map((use) => price(use.write));
    const enter = uses.map((use, to) => {
      const put = price(use.put);
      const into = price(use.into);
      return uses.map((from, f) => (f === to ? 0 : Math.min(into, price(from.out[node.stores[to]!]!) + put)));
    });
    const made: MaskPrices = {
      stay: new Float64Array(count),
      read: new Float64Array(count),
      entry: new Float64Array(count),
      change: new Float64Array(count * count),
      servers: masks.map(() => new Int8Array(width)),
    };
    for (const [m, { places, bits }] of masks.entries()) {
      let [stay, read, entry] = [0, 0, 0];
      for (const i of places) {
        stay += hold[i]!;
        entry += write[i]!;
      }
      for (let q = 0; q < width; q += 1) {
        let server = places[0]!;
        for (const i of places) if (reads[i]![q]! < reads[server]![q]!) server = i;
        made.servers[m]![q] = server;
        const times = q < readers.length ? readers[q]! : jobs[q - readers.length]!;
        if (times === 0) continue;
        if (q < readers.length) read += times * reads[server]![q]!;
        else stay += times * reads[server]![q]!;
      }
      made.stay[m] = stay;
      made.read[m] = read;
      made.entry[m] = entry;
      for (const [to, other] of masks.entries()) {
        let sum = 0;
        for (const i of other.places) {
          if ((bits >> i) & 1) continue;
          let least = Infinity;
          for (const from of places) least = Math.min(least, enter[i]![from]!);
          sum += least;
        }
        made.change[m * count + to] = sum;
      }
    }
    return made;
  };

  /** What the end of life asks for of a minimum duration that is longer, and what a tier takes off at the most. */
  const ends = populations.map(({ ages, reaching, expires, kind }) => {
    const last = ages.length - 1;
    return node.stores.map((s) => {
      const { minimumDays } = priced.stores[kind]![s]!;
      return expires && ages[last]! < minimumDays ? reaching[last]! * (1 - ages[last]! / minimumDays) : 0;
    });
  });
  const tiers = populations.map((one) =>
    node.stores.map((s) =>
      (one.tiers?.get(s) ?? []).map((tier) => ({ use: priced.priceUse(tier.use), hours: tier.hours })),
    ),
  );

  const at: RelaxedBound['at'] = (slopes, withRise = false) => {
    const kinds = problem.uses.map(() => null as MaskPrices | null);
    for (const [p, population] of populations.entries()) {
      const { hours, reads, reaching, ages, kind } = population;
      const prices = (kinds[kind] ??= pricesOf(kind, slopes));
      const last = ages.length - 1;
      const path = paths[p]!;
      const own = tiers[p]!;
      const isTiered = own.some((list) => list.length > 0);
      let after = new Float64Array(count);
      for (const [m, { places }] of masks.entries())
        for (const i of places)
          after[m] = after[m]! + ends[p]![i]! * priceAt(priced.stores[kind]![node.stores[i]!]!.early, slopes);
      for (let b = last - 1; b >= 0; b -= 1) {
        const here = new Float64Array(count);
        const [held, read] = [hours[b + 1]! - hours[b]!, reads[b + 1]! - reads[b]!];
        for (let m = 0; m < count; m += 1) {
          let [least, next] = [after[m]!, m];
          if (b < last - 1)
            for (let to = 0; to < count; to += 1) {
              const cost = after[to]! + reaching[b + 1]! * prices.change[m * count + to]!;
              if (cost < least) [least, next] = [cost, to];
            }
          let cost = prices.stay[m]! * held + (read > 0 ? prices.read[m]! * read : 0) + least;
          if (isTiered)
            for (const i of masks[m]!.places)
              for (const { use, hours: lying } of own[i]!)
                cost += Math.min(0, priceAt(use, slopes) * (lying(0, b + 1) - lying(0, b)));
          here[m] = cost;
          path[b * count + m] = next;
        }
        after = here;
      }
      const found = best[p]!.cost.fill(Infinity);
      for (const [m, { bits }] of masks.entries())
        if (mayEnter[m]) found[bits] = after[m]! + prices.entry[m]! * reaching[0]!;
    }
    quantities.set(priced.fixedPools);
    let bound = node.fees + node.effort + priceAt(priced.fixed, slopes);
    for (const group of groups) {
      const [entry, cost] = cheapestEntry(best, group);
      bound += cost;
      if (!withRise || entry < 0) continue;
      const start = masks.findIndex(({ bits }) => bits === entry);
      for (const p of group) follow(p, start, kinds[populations[p]!.kind]!);
    }
    const { rise, gap, conjugates } = tightness(priced, node, slopes, quantities, Math.abs(bound));
    return { bound: bound - conjugates, rise: withRise ? rise : NOTHING, gap };
  };

  /** Adds what a population puts into the pools on its cheapest path. */
  const follow = (p: number, start: number, prices: MaskPrices) => {
    const { hours, reads, reaching, ages, kind } = populations[p]!;
    const uses = (i: number): PricedStore => priced.stores[kind]![node.stores[i]!]!;
    const add = (use: PricedUse, times: number) => {
      if (times === 0) return;
      for (let i = 0; i < use.pools.length; i += 1)
        quantities[use.pools[i]!] = quantities[use.pools[i]!]! + use.amounts[i]! * times;
    };
    let m = start;
    for (const i of masks[m]!.places) add(uses(i).write, reaching[0]!);
    for (let b = 0; b < ages.length - 1; b += 1) {
      const held = hours[b + 1]! - hours[b]!;
      for (const i of masks[m]!.places) {
        add(uses(i).hold, held);
        for (const { use, hours: lying } of tiers[p]![i]!) add(use, lying(0, b + 1) - lying(0, b));
      }
      for (const [q, server] of prices.servers[m]!.entries()) {
        const read = uses(server).read[q];
        if (read)
          add(
            read,
            q < readers.length ? (reads[b + 1]! - reads[b]!) * readers[q]! : held * jobs[q - readers.length]!,
          );
      }
      const next = paths[p]![b * count + m]!;
      if (next !== m)
        for (const i of masks[next]!.places)
          if (!((masks[m]!.bits >> i) & 1)) add(uses(i).put, reaching[b + 1]!);
      m = next;
    }
  };
  return { at };
}

/**
 * Slopes to start every node from: each pool's mean price of the most that one store can put into it; limits, and what earns
 * something, start at nothing.
 */
export function startSlopes({
  problem: { pools },
  reach,
  fixedPools,
  least,
  greatest,
}: Priced): Float64Array {
  return Float64Array.from(pools, (pool, k) => {
    const within = (slope: number) => Math.min(Math.max(slope, least[k]!), greatest[k]!);
    if (Number.isFinite(pool.cap) || reach.some(({ low }) => low[k]! < 0)) return within(0);
    const most = Math.max(0, ...reach.map(({ high }) => high[k]!)) + fixedPools[k]!;
    return within(most > 0 ? (costAt(pool, most) - costAt(pool, 0)) / most : 0);
  });
}
