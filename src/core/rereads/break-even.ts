/** From how many reads on a copy in the hot store pays, size by size. */
import type { PriceFinding } from '../findings/price-findings.ts';
import { cachePolicy } from './best-ttl.ts';
import type { CachePriceList, ObjectPrices } from './cache-prices.ts';
import { cheHours } from './gap-laws.ts';
import type { Popularity } from './gap-laws.ts';
import { evenHours, readsOf, reuseOf, ttlCost } from './ttl-cost.ts';
import type { Reuse, Touches, WritePolicy } from './ttl-cost.ts';

export interface BreakEven {
  sizeBytes: number;
  /** Null where a price is not known. */
  prices: ObjectPrices | null;
  /** How long a copy may wait for its next read; null: not known. Infinity: holding it costs nothing. */
  evenHours: number | null;
  /** Reads per object and month from which a copy kept beside the cold one pays; null: never, or not known. */
  readsBeside: number | null;
  /** The same where the object is held in the hot store instead of the cold one. 0: from the first byte on. */
  readsInstead: number | null;
  /** A hit saves nothing against reading the cold store, so nothing is worth a fill; null: not known. */
  bypass: boolean | null;
  /** The best TTL where re-reads are given. */
  best: BestTtl | null;
  lru: LruCache | null;
}

interface BestTtl {
  action: 'bypass' | 'ttl' | 'keep';
  /** After each touch; null where nothing is filled or all is kept for ever. */
  ttlHours: number | null;
  /** Of all reads. */
  hitShare: number;
  /** Of a million reads, the cold store's own rent aside. */
  costPerMillionReads: number;
  bypassPerMillionReads: number;
  /** Least that a clairvoyant would pay; what is paid above it; `cost` ÷ `bound`. */
  boundPerMillionReads: number;
  regretPerMillionReads: number;
  ratio: number | null;
  /** Copies in the hot store on average; null where nothing says how often objects are read. */
  copiesHeld: number | null;
}

/** A cache of fixed size in the hot store that evicts what was read longest ago, by Che's approximation. */
interface LruCache {
  capacityBytes: number;
  hitShare: number;
  costPerMillionReads: number;
}

/** How objects of one size are re-read. */
interface SizeRereads {
  touches: Touches;
  /** Of all of them; null: not known. */
  readsPerHour: number | null;
  popularity?: Popularity;
}

export interface RereadQuestion {
  writes: WritePolicy;
  /** Null where nothing says how objects of that size are re-read. */
  of(sizeBytes: number): SizeRereads | null;
  /** Capacity of an LRU cache to compare with, of objects whose popularity is given. */
  lruBytes?: number | undefined;
}

/** One row for each size; a copy is held and answers, or the cold store does. */
export function breakEvens(
  list: CachePriceList,
  sizesBytes: readonly number[],
  { writes, of, lruBytes }: RereadQuestion,
): { rows: BreakEven[]; missing: PriceFinding[] } {
  const missing = new Map<string, PriceFinding>();
  const rows = sizesBytes.map((sizeBytes): BreakEven => {
    const { prices, missing: unknown } = list.of(sizeBytes, writes);
    for (const one of unknown) missing.set(JSON.stringify(one), one);
    if (!prices)
      return {
        sizeBytes,
        prices,
        evenHours: null,
        readsBeside: null,
        readsInstead: null,
        bypass: null,
        best: null,
        lru: null,
      };
    const saved = prices.pass - prices.hit;
    const perMonth = (rentPerHour: number) =>
      saved > 0 ? Math.max(0, rentPerHour * list.monthHours) / saved : null;
    const given = of(sizeBytes);
    const reuse = given && reuseOf(given.touches, writes);
    return {
      sizeBytes,
      prices,
      evenHours: saved > 0 ? evenHours(prices) : 0,
      readsBeside: perMonth(prices.rentPerHour),
      readsInstead: perMonth(prices.rentPerHour - prices.coldRentPerHour),
      bypass: saved <= 0,
      best:
        reuse && bestOf(reuse, prices, { leastHours: list.minimumHours, readsPerHour: given.readsPerHour }),
      lru:
        reuse && given.popularity && lruBytes !== undefined
          ? lruOf(reuse, prices, given.popularity, lruBytes)
          : null,
    };
  });
  return { rows, missing: [...missing.values()] };
}

function bestOf(
  reuse: Reuse,
  prices: ObjectPrices,
  { leastHours, readsPerHour }: { leastHours: number; readsPerHour: number | null },
): BestTtl | null {
  const reads = readsOf(reuse);
  if (reads === 0) return null;
  const { bypass, ttl, cost, bypassCost, bound, regret, ratio } = cachePolicy(reuse, prices, leastHours);
  const perMillion = (dollars: number) => (dollars / reads) * 1e6;
  const forEver = ttl.ttlHours === Infinity;
  // Little's law: copies = reads an hour × hours held for each.
  const copies = readsPerHour === null ? null : readsPerHour * (ttl.heldHours / reads);
  return {
    action: bypass ? 'bypass' : forEver ? 'keep' : 'ttl',
    ttlHours: bypass || forEver ? null : ttl.ttlHours,
    hitShare: bypass ? 0 : ttl.hits / reads,
    costPerMillionReads: perMillion(cost),
    bypassPerMillionReads: perMillion(bypassCost),
    boundPerMillionReads: perMillion(bound),
    regretPerMillionReads: perMillion(regret),
    ratio,
    copiesHeld: bypass ? 0 : copies,
  };
}

function lruOf(reuse: Reuse, prices: ObjectPrices, popularity: Popularity, capacityBytes: number): LruCache {
  const hours = cheHours(popularity, Math.floor(capacityBytes / prices.sizeBytes));
  const { cost, hits } = ttlCost(reuse, prices, hours);
  const reads = readsOf(reuse);
  return { capacityBytes, hitShare: hits / reads, costPerMillionReads: (cost / reads) * 1e6 };
}

/** Largest size looked at: the largest object that any store takes. */
const LARGEST_BYTES = 5 * 2 ** 40;

/**
 * The size from which on a hit saves nothing against reading the cold store, to the byte; null where there is none, as a
 * hit saves at every size, at none, or a price is not known.
 */
export function bypassFromBytes(list: CachePriceList): number | null {
  const saves = (sizeBytes: number) => {
    const { prices } = list.of(sizeBytes, 'around');
    return prices ? prices.hit < prices.pass : null;
  };
  if (saves(1) !== true || saves(LARGEST_BYTES) !== false) return null;
  let [low, high] = [1, LARGEST_BYTES];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (saves(middle) === true) low = middle;
    else high = middle;
  }
  return high;
}
