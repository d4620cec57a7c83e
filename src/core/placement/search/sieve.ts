/**
 * Which sets of stores are worth a look: every object at every age in the cheapest holders of a set, moved for nothing, at fixed slopes.
 * Hundreds of thousands of sets pass in a moment.
 */
import { creditOf } from './extras.ts';
import { conjugate } from './pools.ts';
import { priceAt } from './priced.ts';
import type { StorePrices } from './prices.ts';
import type { Tables } from './tables.ts';

/** No plan that uses these two or three stores costs less. */
export type Sieve = (stores: readonly number[]) => number;

/** More than any cost, and no more than nothing where it is asked no times. */
const NEVER = 1e30;
/** A sum with such a cost in it. */
const UNSERVED = 1e20;

/** What a month's jobs and a read cost in sets of holders: by one store, and by two, `a * stores + b`. */
interface Served {
  jobs: Float64Array;
  read: Float64Array;
  /** By reader, then by job, and by store, with its share. */
  each: Float64Array;
}

/** One population by store and part of its life. */
interface Sifted {
  kind: number;
  months: Float64Array;
  reads: Float64Array;
  /** `[s * parts + b]`: held by a store; held and read there alone. */
  held: Float64Array;
  alone: Float64Array;
  write: Float64Array;
  /** Leaving early may be paid for. */
  gift: Float64Array;
  /** Held in the demanded copies. */
  copied: number;
}

/** `prices`: of all stores, at the slopes. */
export function sieveOf(tables: Tables, slopes: Float64Array, prices: StorePrices): Sieve {
  const { known } = tables;
  const { problem } = known;
  const { readers, jobs, accounts } = problem;
  const count = accounts.length;
  const { always, credit } = creditsOf(tables, slopes);
  const kinds = problem.uses.map((_, kind) => servedIn(tables, prices, kind));
  const all = problem.populations.map((_, p) => siftedOf(tables, slopes, prices, p, kinds));

  /** A set of three, of which the cheaper of each reader serve. */
  const three = ({ each }: Served, from: number, to: number, a: number, b: number, c: number) => {
    let sum = 0;
    for (let q = from; q < to; q += 1)
      sum += servedFor(Math.min(each[q * count + a]!, each[q * count + b]!, each[q * count + c]!), from > 0);
    return sum;
  };
  return (stores) => {
    const a = stores[0]!;
    const b = stores[1]!;
    const c = stores[2] ?? a;
    let sum = always - credit[a]! - credit[b]!;
    if (c !== a) sum -= credit[c]!;
    for (let p = 0; p < all.length; p += 1) {
      const { kind, months, reads, held, alone, write, gift, copied } = all[p]!;
      sum += copied + Math.min(write[a]!, write[b]!, write[c]!) + gift[a]! + gift[b]! + gift[c]!;
      const parts = months.length;
      const x = a * parts;
      const y = b * parts;
      const z = c * parts;
      const served = kinds[kind]!;
      const { jobs: ofJobs, read: ofReads } = served;
      const ab = a * count + b;
      const ac = a * count + c;
      const bc = b * count + c;
      const isThree = c !== a;
      const jobsAll = isThree ? three(served, readers.length, readers.length + jobs.length, a, b, c) : 0;
      const readAll = isThree ? three(served, 0, readers.length, a, b, c) : 0;
      for (let i = 0; i < parts; i += 1) {
        const month = months[i]!;
        const read = reads[i]!;
        const one = held[x + i]!;
        const two = held[y + i]!;
        const third = held[z + i]!;
        let least = Math.min(
          alone[x + i]!,
          alone[y + i]!,
          one + two + ofJobs[ab]! * month + ofReads[ab]! * read,
        );
        if (isThree)
          least = Math.min(
            least,
            alone[z + i]!,
            one + third + ofJobs[ac]! * month + ofReads[ac]! * read,
            two + third + ofJobs[bc]! * month + ofReads[bc]! * read,
            one + two + third + jobsAll * month + readAll * read,
          );
        sum += least;
      }
    }
    return sum < UNSERVED ? sum : Infinity;
  };
}

/** What is fixed, less what free units of pools can be worth: of pools that every plan touches, and of those of each store. */
function creditsOf(
  { known, widest }: Tables,
  slopes: Float64Array,
): { always: number; credit: Float64Array } {
  const { accounts, copies, pools } = known.problem;
  const worth = (k: number) => {
    const peak = { value: 0, at: 0 };
    conjugate(pools[k]!, slopes[k]!, widest.low[k]!, widest.high[k]!, peak);
    return Math.max(0, peak.value);
  };
  const shared = new Set(
    [known.fixed.pools, ...copies.map((s) => known.touched[s]!)].flatMap((own) => [...own]),
  );
  // What most stores touch counts once for a set, and not once for each.
  const users = new Uint16Array(pools.length);
  for (const own of known.touched) for (const k of own) users[k]! += 1;
  for (const [k, many] of users.entries()) if (many > accounts.length / 2) shared.add(k);
  const always = [...shared].reduce((sum, k) => sum - worth(k), priceAt(known.fixed, slopes));
  const credit = Float64Array.from(accounts, (_, s) =>
    known.touched[s]!.reduce((sum, k) => sum + (shared.has(k) ? 0 : worth(k)), 0),
  );
  return { always, credit };
}

/** A job that nobody may serve is not asked. */
function servedFor(least: number, isJob: boolean): number {
  return isJob && least >= NEVER ? 0 : least;
}

function servedIn({ known }: Tables, prices: StorePrices, kind: number): Served {
  const { readers, jobs, accounts, copies, mayHold } = known.problem;
  const { read } = prices.of(kind);
  const count = accounts.length;
  const times = [...readers, ...jobs];
  const each = new Float64Array(times.length * count);
  for (const [q, share] of times.entries())
    for (let s = 0; s < count; s += 1) {
      const least = copies.reduce(
        (sum, copy) => Math.min(sum, read[q * count + copy]!),
        read[q * count + s]!,
      );
      each[q * count + s] = share === 0 ? 0 : Number.isFinite(least) ? share * least : NEVER;
    }
  const both = (from: number, to: number, start: (a: number, b: number) => number) => {
    const sums = new Float64Array(count * count);
    for (let a = 0; a < count; a += 1)
      for (let b = a; b < count; b += 1) {
        let sum = start(a, b);
        for (let q = from; q < to; q += 1)
          sum += servedFor(Math.min(each[q * count + a]!, each[q * count + b]!), from > 0);
        sums[a * count + b] = sum;
      }
    return sums;
  };
  return {
    jobs: both(readers.length, times.length, (a, b) =>
      mayHold(a === b ? [a, ...copies] : [a, b, ...copies]) ? 0 : NEVER,
    ),
    read: both(0, readers.length, () => 0),
    each,
  };
}

function siftedOf(
  { known, extras }: Tables,
  slopes: Float64Array,
  prices: StorePrices,
  p: number,
  kinds: readonly Served[],
): Sifted {
  const { accounts, copies, populations } = known.problem;
  const { kind, hours, reads, reaching, ages } = populations[p]!;
  const { hold, write } = prices.of(kind);
  const count = accounts.length;
  const parts = ages.length - 1;
  const step = (sums: Float64Array) =>
    Float64Array.from({ length: parts }, (_, b) => sums[b + 1]! - sums[b]!);
  const made: Sifted = {
    kind,
    months: step(hours),
    reads: step(reads),
    held: new Float64Array(count * parts),
    alone: new Float64Array(count * parts),
    write: new Float64Array(count),
    gift: new Float64Array(count),
    copied: 0,
  };
  const credits = accounts.map((_, s) => creditOf(extras(p, s), slopes));
  const own = (s: number, b: number) => hold[s]! * made.months[b]! + (credits[s]?.lying[b] ?? 0);
  for (const copy of copies) for (let b = 0; b < parts; b += 1) made.copied += own(copy, b);
  for (let s = 0; s < count; s += 1) {
    made.write[s] = write[s]! * reaching[0]!;
    for (const copy of copies) made.write[s] = made.write[s]! + write[copy]! * reaching[0]!;
    made.gift[s] = credits[s]?.leaving ?? 0;
    const { jobs, read } = kinds[kind]!;
    for (let b = 0; b < parts; b += 1) {
      made.held[s * parts + b] = own(s, b);
      made.alone[s * parts + b] =
        made.held[s * parts + b]! +
        jobs[s * count + s]! * made.months[b]! +
        read[s * count + s]! * made.reads[b]!;
    }
  }
  return made;
}
