/** What one population's timelines in a node cost under fixed prices of the pools: the cheapest for each way of entering, and all near it. */
import type { KindShape, Node, Sequence, Transition } from './node.ts';
import { placesIn } from './node.ts';
import { priceAt } from './priced.ts';
import type { Priced, PricedStore, PricedUse } from './priced.ts';
import type { Population } from './problem.ts';

/** Places in the shape's sequences and in the population's ages; 0 where there is no such change. */
export interface Timeline {
  sequence: number;
  x: number;
  y: number;
  cost: number;
}

/** By the holders that are entered, as bits. */
export interface Cheapest {
  cost: Float64Array;
  sequence: Int32Array;
  x: Int32Array;
  y: Int32Array;
}

interface KindPrices {
  hold: Float64Array;
  drop: Float64Array;
  /** By state: an hour held, a read, and an object written. */
  stay: Float64Array;
  read: Float64Array;
  entry: Float64Array;
  /** By transition, of one object. */
  change: Float64Array;
}

/** What a store asks for besides, by the ages at which it was entered and left: minimum durations that are missed, cheaper tiers. */
interface Extra {
  use: PricedUse;
  /** Of what came at arrival, left at each age. */
  before: Float64Array;
  /** Of what came at each age, held to the end. */
  after: Float64Array;
  /** Entered at x and left at y: a row of ages for each x. */
  between: Float64Array;
  /** It is asked where a lifecycle rule moves the object away. */
  onMove: boolean;
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
  const { populations, readers, jobs } = problem;
  const n = node.stores.length;
  const ways = 1 << n;
  const prices: (KindPrices | null)[] = problem.uses.map(() => null);
  const own = (kind: number): readonly PricedStore[] => node.stores.map((s) => priced.stores[kind]![s]!);
  const usesOf = problem.uses.map((_, kind) => own(kind));
  const extras = populations.map((_, p) => node.stores.map((s) => knownExtras(priced, p, s)));

  const kept: (Cheapest | null)[] = populations.map(() => null);
  let slopes: Float64Array = new Float64Array(0);
  let dollar = 1;

  const pricesOf = (kind: number): KindPrices => {
    const known = prices[kind];
    if (known) return known;
    const { states, transitions } = node.shape(kind);
    const uses = usesOf[kind]!;
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
    const made: KindPrices = {
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
    prices[kind] = made;
    return made;
  };

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

const known = new WeakMap<Priced, Map<number, Extra[]>>();

/** They are the same in every node. */
function knownExtras(priced: Priced, p: number, s: number): Extra[] {
  const made = known.get(priced) ?? new Map<number, Extra[]>();
  known.set(priced, made);
  const { populations, accounts } = priced.problem;
  const key = p * accounts.length + s;
  const before = made.get(key);
  if (before) return before;
  const one = populations[p]!;
  const own = extrasOf(priced, one, priced.stores[one.kind]![s]!, s);
  made.set(key, own);
  return own;
}

function extrasOf({ priceUse }: Priced, one: Population, store: PricedStore, s: number): Extra[] {
  const { ages, reaching, expires, tiers } = one;
  const last = ages.length - 1;
  const { minimumDays, early, earlyOnMove } = store;
  const width = last + 1;
  const made = (use: PricedUse, onMove: boolean, of: (x: number, y: number) => number): Extra => {
    const between = new Float64Array(width * width);
    for (let x = 0; x <= last; x += 1) for (let y = x; y <= last; y += 1) between[x * width + y] = of(x, y);
    return {
      use,
      before: between.subarray(0, width),
      after: Float64Array.from(ages, (_, x) => between[x * width + last]!),
      between,
      onMove,
    };
  };
  const missing = (x: number, y: number) => {
    const held = ages[y]! - ages[x]!;
    const leaving = y < last || expires ? reaching[y]! : 0;
    return held < minimumDays ? leaving * (1 - held / minimumDays) : 0;
  };
  return [
    ...(minimumDays > 0 ? [made(early, earlyOnMove, missing)] : []),
    ...(tiers?.get(s) ?? []).map((tier) => made(priceUse(tier.use), true, (x, y) => tier.hours(x, y))),
  ];
}

/** Calls `add` for each use of a timeline, with how often. */
function eachUse(
  priced: Priced,
  p: number,
  node: Node,
  extras: readonly (readonly Extra[])[],
  { sequence, x, y }: Omit<Timeline, 'cost'>,
  add: (use: PricedUse, times: number) => void,
): void {
  const { problem } = priced;
  const { ages, hours, reads, reaching, expires, kind } = problem.populations[p]!;
  const { states, sequences, transitions } = node.shape(kind);
  const use = (place: number) => priced.stores[kind]![node.stores[place]!]!;
  const last = ages.length - 1;
  const { first, second, third, enters, leaves } = sequences[sequence]!;
  const stages = [
    { state: states[first]!, from: 0, change: -1 },
    ...(second < 0 ? [] : [{ state: states[second]!, from: x, change: enters }]),
    ...(third < 0 ? [] : [{ state: states[third]!, from: y, change: leaves }]),
  ];
  /** Age at which each place was entered. */
  const since = new Map<number, number>();
  const leave = (place: number, at: number, isSpared: boolean) => {
    for (const extra of extras[place]!)
      if (extra.onMove || !isSpared)
        add(extra.use, extra.between[(since.get(place) ?? 0) * (last + 1) + at]!);
  };
  for (const [i, { state, from, change }] of stages.entries()) {
    const to = stages[i + 1]?.from ?? last;
    const holders = placesIn(state.mask);
    if (i === 0) for (const place of holders) add(use(place).write, reaching[0]!);
    else {
      const one = transitions[change]!;
      for (const rule of one.lifecycle) {
        add(use(rule.to).into, reaching[from]!);
        leave(rule.from, from, ((one.spared >> rule.from) & 1) === 1);
        since.set(rule.to, from);
      }
      for (const copy of one.copies) {
        add(use(copy.from).out[node.stores[copy.to]!]!, reaching[from]!);
        add(use(copy.to).put, reaching[from]!);
        since.set(copy.to, from);
      }
      for (const place of one.drops) {
        add(use(place).drop, reaching[from]!);
        leave(place, from, false);
      }
    }
    const held = hours[to]! - hours[from]!;
    for (const place of holders) add(use(place).hold, held);
    for (const [q, place] of state.servers.entries()) {
      const read = place < 0 ? null : use(place).read[q];
      const readers = problem.readers.length;
      if (read)
        add(
          read,
          q < readers ? (reads[to]! - reads[from]!) * problem.readers[q]! : held * problem.jobs[q - readers]!,
        );
    }
    if (i < stages.length - 1) continue;
    for (const place of holders) {
      if (expires) add(use(place).drop, reaching[last]!);
      leave(place, last, false);
    }
  }
}
