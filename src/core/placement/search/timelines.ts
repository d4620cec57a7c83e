/** What one population's timelines in a node cost under fixed prices of the pools: the cheapest for each way of entering, and all near it. */
import { knownExtras } from './extras.ts';
import { kindPrices } from './kind-prices.ts';
import type { KindPrices } from './kind-prices.ts';
import type { KindShape, Node, Sequence, Transition } from './node.ts';
import { priceAt } from './priced.ts';
import type { Priced } from './priced.ts';
import { eachUse } from './used.ts';
import type { Timeline } from './used.ts';

/** By the holders that are entered, as bits. */
export interface Cheapest {
  cost: Float64Array;
  sequence: Int32Array;
  x: Int32Array;
  y: Int32Array;
}

export interface Timelines {
  /** Takes prices of the pools, and how much a dollar counts. */
  price(slopes: Float64Array, dollars?: number): void;
  cheapest(population: number): Cheapest;
  /** Those that enter these holders and cost no more; null where there are more than `most`. */
  within(population: number, entry: number, atMost: number, most: number): Timeline[] | null;
  /** Adds what a timeline uses of each meter, and of each pool; what it costs besides the pools. */
  add(
    population: number,
    timeline: Omit<Timeline, 'cost'>,
    meters: Float64Array | null,
    pools: Float64Array | null,
  ): number;
  sequence(population: number, timeline: Omit<Timeline, 'cost'>): Sequence;
  shape(population: number): KindShape;
}

export function timelinesOf(priced: Priced, node: Node): Timelines {
  const { problem } = priced;
  const { populations } = problem;
  const n = node.stores.length;
  const ways = 1 << n;
  const prices: (KindPrices | null)[] = problem.uses.map(() => null);
  const extras = populations.map((_, p) => node.stores.map((s) => knownExtras(priced, p, s)));

  const kept: (Cheapest | null)[] = populations.map(() => null);
  let slopes: Float64Array = new Float64Array(0);
  let dollar = 1;

  const pricesOf = (kind: number) => (prices[kind] ??= kindPrices(priced, node, kind, slopes, dollar));

  /** Calls `each` for the cheapest ages of every sequence, or for all ages that cost no more than `atMost`. */
  const scan = (
    p: number,
    atMost: number | null,
    each: (entry: number, sequence: number, x: number, y: number, cost: number) => void,
  ): void => {
    const population = populations[p]!;
    const { hours, reads, reaching, ages, expires } = population;
    const last = ages.length - 1;
    const { kind } = population;
    const { states, sequences, transitions } = node.shape(kind);
    const { stay, read, entry, change, drop } = pricesOf(kind);
    const own = extras[p]!;
    const rates = own.map((list) => list.map(({ use }) => priceAt(use, slopes, dollar)));
    const [allHours, allReads, arriving] = [hours[last]!, reads[last]!, reaching[0]!];
    const gone = expires ? reaching[last]! : 0;
    const lastRead = reads.findIndex((sum) => sum >= allReads);
    const firstX = new Float64Array(last + 1);
    const firstFrom = new Int32Array(last + 1);

    /** What those of `mask` ask for besides where they are held from `x` to the end. */
    const ending = (mask: number, x: number) => {
      let sum = 0;
      for (let i = 0; i < n; i += 1)
        if ((mask >> i) & 1)
          for (let e = 0; e < own[i]!.length; e += 1) sum += rates[i]![e]! * own[i]![e]!.after[x]!;
      return sum;
    };
    const deleted = (mask: number) => {
      let sum = 0;
      if (gone === 0) return 0;
      for (let i = 0; i < n; i += 1) if ((mask >> i) & 1) sum += drop[i]! * gone;
      return sum;
    };
    /** The same of those written at arrival and left at `x`, the bits of `spared` by a rule that asks no minimum duration. */
    const leaving = (mask: number, spared: number, x: number) => {
      let sum = 0;
      for (let i = 0; i < n; i += 1)
        if ((mask >> i) & 1)
          for (let e = 0; e < own[i]!.length; e += 1) {
            const extra = own[i]![e]!;
            if (extra.onMove || !((spared >> i) & 1)) sum += rates[i]![e]! * extra.before[x]!;
          }
      return sum;
    };
    /** First age at which the rules of a change may move what came at arrival. */
    const youngest = (one: Transition, held: number) => {
      let first = 1;
      for (const { from, days } of one.after)
        if ((held >> from) & 1) while (first < last && ages[first]! < days * (1 - 1e-9)) first += 1;
      return first;
    };

    for (let s = 0; s < sequences.length; s += 1) {
      const { first, second, third, enters, leaves } = sequences[s]!;
      const a = states[first]!;
      const start = entry[first]! * arriving;
      if (second < 0) {
        if (!a.isServed && allReads > 0) continue;
        const cost =
          start + stay[first]! * allHours + read[first]! * allReads + ending(a.mask, 0) + deleted(a.mask);
        if (atMost === null || cost <= atMost) each(a.mask, s, 0, 0, cost);
        continue;
      }
      if (last < 2) continue;
      const b = states[second]!;
      const into = transitions[enters]!;
      const end = states[third < 0 ? second : third]!;
      const stays = third < 0 ? second : third;
      const always =
        start +
        stay[stays]! * allHours +
        read[stays]! * allReads +
        deleted(end.mask) +
        ending(a.mask & b.mask & end.mask, 0);
      const left = a.mask & ~b.mask;
      const kept = b.mask & end.mask & ~a.mask;
      const [dStay, dRead] = [stay[first]! - stay[second]!, read[first]! - read[second]!];
      const from = Math.max(youngest(into, a.mask), third < 0 && !b.isServed ? lastRead : 1);
      const atX = (x: number) =>
        dStay * hours[x]! +
        dRead * reads[x]! +
        change[enters]! * reaching[x]! +
        leaving(left, into.spared, x) +
        ending(kept, x);
      if (third < 0) {
        let [best, bestX] = [Infinity, 0];
        for (let x = from; x < last; x += 1) {
          const cost = always + atX(x);
          if (atMost === null) {
            if (cost < best) [best, bestX] = [cost, x];
          } else if (cost <= atMost) each(a.mask, s, x, 0, cost);
        }
        if (bestX > 0) each(a.mask, s, bestX, 0, best);
        continue;
      }
      const out = transitions[leaves]!;
      const c = states[third]!;
      const [eStay, eRead] = [stay[second]! - stay[third]!, read[second]! - read[third]!];
      const dropped = a.mask & b.mask & ~c.mask;
      const entered = c.mask & ~b.mask;
      const between = b.mask & ~a.mask & ~c.mask;
      const fromY = Math.max(youngest(out, a.mask & b.mask), c.isServed ? 1 : lastRead);
      const atY = (y: number) =>
        eStay * hours[y]! +
        eRead * reads[y]! +
        change[leaves]! * reaching[y]! +
        leaving(dropped, out.spared, y) +
        ending(entered, y);
      const waits = out.after.filter((one) => (between >> one.from) & 1);
      let couples = waits.length > 0;
      for (let i = 0; i < n; i += 1) if ((between >> i) & 1 && own[i]!.length > 0) couples = true;
      /** What the stores held only between two ages are asked for; infinite before a rule may move objects on. */
      const pair = (x: number, y: number) => {
        const held = ages[y]! - ages[x]!;
        for (const { days } of waits) if (held < days * (1 - 1e-9)) return Infinity;
        let sum = 0;
        for (let i = 0; i < n; i += 1) {
          if (!((between >> i) & 1)) continue;
          for (let e = 0; e < own[i]!.length; e += 1) {
            const extra = own[i]![e]!;
            if (extra.onMove || !((out.spared >> i) & 1))
              sum += rates[i]![e]! * extra.between[x * (last + 1) + y]!;
          }
        }
        return sum;
      };
      if (atMost === null && !couples) {
        let [best, bestX, bestY] = [Infinity, 0, 0];
        let [least, leastX] = [Infinity, 0];
        for (let y = from + 1; y < last; y += 1) {
          const before = atX(y - 1);
          if (before < least) [least, leastX] = [before, y - 1];
          if (y < fromY) continue;
          const cost = always + least + atY(y);
          if (cost < best) [best, bestX, bestY] = [cost, leastX, y];
        }
        if (bestX > 0) each(a.mask, s, bestX, bestY, best);
        continue;
      }
      for (let x = from; x < last; x += 1) firstX[x] = atX(x);
      let least = Infinity;
      // The cheapest first change up to each age tells where a second one can be cheap enough.
      for (let x = from; x < last; x += 1) {
        least = Math.min(least, firstX[x]!);
        firstFrom[x] = least <= firstX[x]! ? x : firstFrom[x - 1]!;
      }
      let [best, bestX, bestY] = [Infinity, 0, 0];
      for (let y = Math.max(from + 1, fromY); y < last; y += 1) {
        const after = always + atY(y);
        const bar = atMost ?? best;
        if (!couples && after + firstX[firstFrom[y - 1]!]! > bar) continue;
        for (let x = from; x < y; x += 1) {
          const least = after + firstX[x]!;
          if (!couples && least > (atMost ?? best)) continue;
          const cost = couples ? least + pair(x, y) : least;
          if (atMost === null) {
            if (cost < best) [best, bestX, bestY] = [cost, x, y];
          } else if (cost <= atMost) each(a.mask, s, x, y, cost);
        }
      }
      if (bestX > 0) each(a.mask, s, bestX, bestY, best);
    }
  };

  return {
    price(next, dollars = 1) {
      slopes = next;
      dollar = dollars;
      prices.fill(null);
    },
    cheapest(p) {
      const found = (kept[p] ??= {
        cost: new Float64Array(ways),
        sequence: new Int32Array(ways),
        x: new Int32Array(ways),
        y: new Int32Array(ways),
      });
      found.cost.fill(Infinity);
      scan(p, null, (entry, sequence, x, y, cost) => {
        if (cost >= found.cost[entry]!) return;
        found.cost[entry] = cost;
        found.sequence[entry] = sequence;
        found.x[entry] = x;
        found.y[entry] = y;
      });
      return found;
    },
    within(p, entry, atMost, most) {
      const found: Timeline[] = [];
      scan(p, atMost, (mask, sequence, x, y, cost) => {
        if (mask === entry && found.length <= most) found.push({ sequence, x, y, cost });
      });
      return found.length > most ? null : found.sort((a, b) => a.cost - b.cost);
    },
    add(p, timeline, meters, pools) {
      let dollars = 0;
      eachUse(priced, p, node, extras[p]!, timeline, (use, times) => {
        if (times === 0) return;
        const { meters: at, amounts } = use.use;
        dollars += use.dollars * times;
        if (meters)
          for (let i = 0; i < at.length; i += 1) meters[at[i]!] = meters[at[i]!]! + amounts[i]! * times;
        if (pools)
          for (let i = 0; i < use.pools.length; i += 1)
            pools[use.pools[i]!] = pools[use.pools[i]!]! + use.amounts[i]! * times;
      });
      return dollars;
    },
    sequence: (p, { sequence }) => node.shape(populations[p]!.kind).sequences[sequence]!,
    shape: (p) => node.shape(populations[p]!.kind),
  };
}
