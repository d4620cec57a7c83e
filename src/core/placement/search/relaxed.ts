/**
 * A bound that costs little: every object at every age in the cheapest holders, any number of changes, each paid as little as it can
 * cost. It holds for all plans that use the stores of a node, whatever rules are in force, and for more than two changes.
 */
import { memoWith } from '../../memo.ts';
import { coverOf } from './cover.ts';
import type { Cover } from './cover.ts';
import { creditOf } from './extras.ts';
import type { Groups } from './groups.ts';
import type { Node } from './node.ts';
import { priceAt } from './priced.ts';
import type { PricedUse } from './priced.ts';
import type { StorePrices } from './prices.ts';
import { tightness } from './raise.ts';
import type { Looked } from './raise.ts';
import type { Mechanisms } from './holders.ts';
import type { Tables } from './tables.ts';
import { walksOf } from './walks.ts';
import type { Walks } from './walks.ts';

/** What one object costs in each set of holders of a node. */
interface MaskPrices {
  stay: Float64Array;
  read: Float64Array;
  entry: Float64Array;
  /** From one set to another; infinite where nothing can fill it. */
  change: Float64Array;
  /** By set and reader. */
  servers: Int8Array;
}

export interface Relaxed {
  /** `places`: of the node's stores in the prices, which are those at the slopes. `withRise`: with how the bound changes. */
  at(
    node: Node,
    slopes: Float64Array,
    prices: StorePrices,
    places: readonly number[],
    withRise: boolean,
  ): Looked;
}

/** One for each search. */
export const relaxedOf = memoWith(relaxedFor);

function relaxedFor(tables: Tables): Relaxed {
  const { known, extras, groupsOf, spent } = tables;
  const { problem } = known;
  const { populations, readers, jobs, accounts, moves, uses, pools } = problem;
  const served = [...readers, ...jobs];
  const quantities = new Float64Array(pools.length);
  const covers = new Map<Groups, (Cover | undefined)[]>();
  const best = populations.map(() => ({ cost: new Float64Array(64) }));
  const kinds = problem.uses.map((): MaskPrices | null => null);
  const paths = populations.map(() => new Int32Array(0));
  const room = { then: new Float64Array(64), here: new Float64Array(64) };

  const coverFor = ({ stores, chosen, more }: Node): Cover => {
    const groups = groupsOf(stores.slice(0, chosen), more);
    const own = covers.get(groups) ?? [];
    covers.set(groups, own);
    return (own[chosen] ??= coverOf(groups, chosen));
  };

  const fill = new Float64Array(64);
  const toFill = new Float64Array(8);
  /** What fills each store from each other. */
  const fillFrom = (
    stores: readonly number[],
    more: Mechanisms,
    prices: StorePrices,
    kind: number,
    places: readonly number[],
  ) => {
    const { put, into } = prices.of(kind);
    for (let from = 0; from < stores.length; from += 1)
      for (let to = 0; to < stores.length; to += 1) {
        if (from === to) continue;
        const [a, b] = [stores[from]!, stores[to]!];
        const isMoved = moves[a]![b]!.lifecycleAfter !== null && uses[kind]![a]!.isLeftBehind !== true;
        let least = isMoved ? into[places[to]!]! : Infinity;
        if (accounts[a] !== accounts[b] || more.jobsWithin)
          least = Math.min(least, prices.outOf(kind, places[from]!, places[to]!) + put[places[to]!]!);
        fill[from * stores.length + to] = least;
      }
  };
  const pricesIn = (
    { masks, stores, more }: Node,
    kind: number,
    prices: StorePrices,
    places: readonly number[],
  ): MaskPrices => {
    const { hold, write, read } = prices.of(kind);
    const all = prices.count;
    const count = masks.length;
    const made: MaskPrices = {
      stay: new Float64Array(count),
      read: new Float64Array(count),
      entry: new Float64Array(count),
      change: new Float64Array(count * count),
      servers: new Int8Array(count * served.length),
    };
    fillFrom(stores, more, prices, kind, places);
    const n = stores.length;
    for (let m = 0; m < count; m += 1) {
      const { places: holders, bits } = masks[m]!;
      for (let h = 0; h < holders.length; h += 1) {
        const at = places[holders[h]!]!;
        made.stay[m] = made.stay[m]! + hold[at]!;
        made.entry[m] = made.entry[m]! + write[at]!;
      }
      for (let q = 0; q < served.length; q += 1) {
        let [server, least] = [-1, Infinity];
        for (let h = 0; h < holders.length; h += 1) {
          const cost = read[q * all + places[holders[h]!]!]!;
          if (cost < least) [server, least] = [holders[h]!, cost];
        }
        made.servers[m * served.length + q] = server;
        if (served[q] === 0) continue;
        if (q < readers.length) made.read[m] = made.read[m]! + served[q]! * least;
        // Who may not serve a job holds objects that nobody asks it for.
        else if (server >= 0) made.stay[m] = made.stay[m]! + served[q]! * least;
      }
      for (let i = 0; i < n; i += 1) {
        let least = Infinity;
        for (let h = 0; h < holders.length; h += 1) least = Math.min(least, fill[holders[h]! * n + i]!);
        toFill[i] = (bits >> i) & 1 ? 0 : least;
      }
      for (let to = 0; to < count; to += 1) {
        let sum = 0;
        const entered = masks[to]!.places;
        for (let h = 0; h < entered.length; h += 1) sum += toFill[entered[h]!]!;
        made.change[m * count + to] = sum;
      }
    }
    return made;
  };

  /** The least of a population by what it enters and holds; `path`: the step after each step at each age. */
  const walk = (
    p: number,
    node: Node,
    walks: Walks,
    prices: MaskPrices,
    slopes: Float64Array,
    path: Int32Array | null,
  ) => {
    const { hours, reads, reaching, ages } = populations[p]!;
    const { mask, held, ends, after, step, change: link } = walks;
    const { masks, chosen, stores } = node;
    const { stay, read, change } = prices;
    const [count, steps, links, last] = [masks.length, mask.length, step.length, ages.length - 1];
    const credits = stores.map((s) => creditOf(extras(p, s), slopes));
    const isCredited = credits.some((one) => one !== null);
    spent.looks += last * links;
    let then = room.then.fill(Infinity, 0, steps);
    let here = room.here;
    for (let m = 0; m < count; m += 1) then[ends[m]!] = 0;
    for (let b = last - 1; b >= 0; b -= 1) {
      if (b < last - 1) {
        const many = reaching[b + 1]!;
        here.fill(Infinity, 0, steps);
        for (let j = 0; j < links; j += 1) {
          const cost = then[after[j]!]! + (many === 0 ? 0 : many * change[link[j]!]!);
          const one = step[j]!;
          if (cost >= here[one]!) continue;
          here[one] = cost;
          if (path) path[b * steps + one] = after[j]!;
        }
        [here, then] = [then, here];
      }
      const [stays, isRead] = [hours[b + 1]! - hours[b]!, reads[b + 1]! - reads[b]!];
      for (let j = 0; j < steps; j += 1) {
        const m = mask[j]!;
        let cost = then[j]! + stay[m]! * stays;
        if (isRead > 0) cost += read[m]! * isRead;
        if (isCredited) for (const i of masks[m]!.places) cost += credits[i]?.lying[b] ?? 0;
        then[j] = cost;
      }
    }
    const { cost } = best[p]!;
    cost.fill(Infinity);
    const own = (1 << chosen) - 1;
    for (let j = 0; j < steps; j += 1) {
      const { bits, mayEnter } = masks[mask[j]!]!;
      if (!mayEnter) continue;
      let sum = then[j]! + prices.entry[mask[j]!]! * reaching[0]!;
      if (isCredited)
        for (let i = 0; i < stores.length; i += 1)
          if ((masks[mask[j]!]!.bits | held[j]!) & (1 << i)) sum += credits[i]?.leaving ?? 0;
      cost[((bits & own) << chosen) | held[j]!] = sum;
    }
  };
  /** Adds what a population puts into the pools on its cheapest walk. */
  const follow = (p: number, way: number, node: Node, walks: Walks, { servers }: MaskPrices) => {
    const { hours, reads, reaching, ages, kind } = populations[p]!;
    const { masks, stores, chosen } = node;
    const uses = (i: number) => known.stores[kind]![stores[i]!]!;
    const add = (use: PricedUse, times: number) => {
      if (times === 0) return;
      for (let i = 0; i < use.pools.length; i += 1)
        quantities[use.pools[i]!] = quantities[use.pools[i]!]! + use.amounts[i]! * times;
    };
    const own = (1 << chosen) - 1;
    let j = walks.mask.findIndex((m, i) => (((masks[m]!.bits & own) << chosen) | walks.held[i]!) === way);
    for (const i of masks[walks.mask[j]!]!.places) add(uses(i).write, reaching[0]!);
    for (let b = 0; b < ages.length - 1; b += 1) {
      const m = walks.mask[j]!;
      const stays = hours[b + 1]! - hours[b]!;
      for (const i of masks[m]!.places) {
        add(uses(i).hold, stays);
        for (const { isTier, use, before } of extras(p, stores[i]!))
          if (isTier) add(use, before[b + 1]! - before[b]!);
      }
      for (let q = 0; q < served.length; q += 1) {
        const server = servers[m * served.length + q]!;
        const read = server < 0 ? null : uses(server).read[q];
        if (read) add(read, served[q]! * (q < readers.length ? reads[b + 1]! - reads[b]! : stays));
      }
      if (b === ages.length - 2) continue;
      j = paths[p]![b * walks.mask.length + j]!;
      for (const i of masks[walks.mask[j]!]!.places)
        if (!((masks[m]!.bits >> i) & 1)) add(uses(i).put, reaching[b + 1]!);
    }
  };

  return {
    at(node, slopes, prices, places, withRise) {
      const walks = walksOf(node.masks, node.chosen);
      const steps = walks.mask.length;
      kinds.fill(null);
      for (const [p, { kind, ages }] of populations.entries()) {
        if (withRise && paths[p]!.length < ages.length * steps)
          paths[p] = new Int32Array(ages.length * steps);
        walk(
          p,
          node,
          walks,
          (kinds[kind] ??= pricesIn(node, kind, prices, places)),
          slopes,
          withRise ? paths[p]! : null,
        );
      }
      const cover = coverFor(node);
      const sum = cover.least(best);
      quantities.set(known.fixedPools);
      if (withRise && Number.isFinite(sum))
        for (const [p, way] of cover.ways(best).entries())
          follow(p, way, node, walks, kinds[populations[p]!.kind]!);
      const constant = node.fees + node.effort + priceAt(known.fixed, slopes);
      const { above, conjugates, ...tight } = tightness(
        known,
        node,
        slopes,
        quantities,
        Math.abs(sum + constant),
      );
      const bound = sum + constant - conjugates;
      return { ...tight, bound, cost: bound + above };
    },
  };
}
