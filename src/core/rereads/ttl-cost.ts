/** What a TTL after each touch costs in a cache of two stores, and the least that any foresight could spend (design §7). */
import { NO_GAPS, scaledGaps } from './gaps.ts';
import type { Gaps } from './gaps.ts';

/** Dollars for one object of one size; `rentPerHour` is of the copy in the hot store alone. */
export interface CachePrices {
  rentPerHour: number;
  /** A read that the hot store answers. */
  hit: number;
  /** A read that the cold store answers, without filling the hot one. */
  pass: number;
  /** What filling the hot store adds to such a read, the later eviction included. */
  fill: number;
  /** What a write into the hot store adds to the one into the cold store, the later eviction included. */
  writeFill: number;
}

/** Touches of objects, as counts: reads that have a touch before them by their gaps, and those at the ends. */
export interface Touches {
  /** From one read to the next of the same object. */
  afterRead: Gaps;
  /** From a write to the first read of what it wrote. */
  afterWrite: Gaps;
  /** From the last read, or from a write that nobody read, to the overwriting or the end of the object. */
  endedAfterRead: Gaps;
  endedAfterWrite: Gaps;
  writes: number;
  /** Reads of objects that nothing touched before. */
  firstReads: number;
  /** Reads and writes that nothing follows. */
  lastReads: number;
  lastWrites: number;
}

/** `around`: a write goes to the cold store alone, and the first read fills (copy on read). `through`: a write fills as well. */
export type WritePolicy = 'around' | 'through';

/** What a write policy leaves to the TTL. */
export interface Reuse {
  /** Gaps over which the TTL decides. */
  gaps: readonly Gaps[];
  /** Waits for a read that never comes: until the object ends, or as long as the TTL. */
  ended: readonly Gaps[];
  lasts: number;
  /** Reads that nothing can turn into hits. */
  misses: number;
  writeFills: number;
}

export function reuseOf(touches: Touches, writes: WritePolicy): Reuse {
  const { afterRead, afterWrite, endedAfterRead, endedAfterWrite } = touches;
  const { firstReads, lastReads, lastWrites } = touches;
  return writes === 'through'
    ? {
        gaps: [afterRead, afterWrite],
        ended: [endedAfterRead, endedAfterWrite],
        lasts: lastReads + lastWrites,
        misses: firstReads,
        writeFills: touches.writes,
      }
    : {
        gaps: [afterRead],
        ended: [endedAfterRead],
        lasts: lastReads,
        misses: firstReads + afterWrite.count,
        writeFills: 0,
      };
}

/** Objects read `readsPerObject` times each after they were written, by gaps of one law; Infinity: they live for ever. */
export function touchesOf(law: Gaps, readsPerObject: number): Touches {
  if (!(readsPerObject > 0)) throw new RangeError('an object is read more than 0 times');
  const writes = law.count / readsPerObject;
  return {
    afterRead: scaledGaps(law, Math.max(0, 1 - 1 / readsPerObject)),
    afterWrite: scaledGaps(law, Math.min(1, 1 / readsPerObject)),
    endedAfterRead: NO_GAPS,
    endedAfterWrite: NO_GAPS,
    writes,
    firstReads: 0,
    lastReads: Math.min(writes, law.count),
    lastWrites: Math.max(0, writes - law.count),
  };
}

export interface TtlCost {
  ttlHours: number;
  cost: number;
  hits: number;
  misses: number;
  /** Object-hours in the hot store. */
  heldHours: number;
}

/** T_even = (n − h) ÷ s: how long a copy may wait for its next read and still be worth it. Infinity where holding is free. */
export function evenHours({ rentPerHour, hit, pass, fill }: CachePrices): number {
  return hoursWorth(pass + fill - hit, rentPerHour);
}

/** How long a copy may be held for what one hit saves. */
function hoursWorth(saved: number, rentPerHour: number): number {
  return saved > 0 ? saved / rentPerHour : 0;
}

/** A product in which nothing of something without end is nothing. */
const times = (a: number, b: number) => (a === 0 || b === 0 ? 0 : a * b);

export const readsOf = ({ gaps, misses }: Reuse) => gaps.reduce((sum, one) => sum + one.count, misses);

/** s·(Σ min(g, τ) + lasts·τ) + h·#(g ≤ τ) + n·(#(g > τ) + misses), and the writes that filled. τ = Infinity keeps all. */
export function ttlCost(reuse: Reuse, prices: CachePrices, ttlHours: number): TtlCost {
  const { gaps, ended, lasts, misses: certain, writeFills } = reuse;
  const hits = gaps.reduce((sum, one) => sum + one.endedBy(ttlHours), 0);
  const waited = [...gaps, ...ended].reduce((sum, one) => sum + one.heldHours(ttlHours), 0);
  const heldHours = waited + times(lasts, ttlHours);
  const misses = gaps.reduce((sum, one) => sum + one.count, certain) - hits;
  const cost =
    times(prices.rentPerHour, heldHours) +
    prices.hit * hits +
    (prices.pass + prices.fill) * misses +
    prices.writeFill * writeFills;
  return { ttlHours, cost, hits, misses, heldHours };
}

/** Every read from the cold store, nothing ever filled. */
export function bypassCost(reuse: Reuse, prices: CachePrices): number {
  return prices.pass * readsOf(reuse);
}

/**
 * Least cost of any policy that knows all gaps beforehand: Σ min(s·g + h, n) and n for reads nothing can save; what is
 * touched last costs nothing. Writes keep to their policy. With `mayBypass`, n is a read without its fill: a bound that
 * none may reach, as it counts no fill at all. Without it, a TTL of T_even costs at most twice the bound on any stream
 * whose objects each begin with a miss; of more than two stores nothing of the kind is claimed.
 */
export function clairvoyantBound(reuse: Reuse, prices: CachePrices, mayBypass = false): number {
  const { rentPerHour, hit, pass, fill, writeFill } = prices;
  const miss = mayBypass ? pass : pass + fill;
  const until = hoursWorth(miss - hit, rentPerHour);
  const writes = mayBypass ? 0 : writeFill * reuse.writeFills;
  return reuse.gaps.reduce(
    (sum, one) => {
      if (until === 0) return sum + miss * one.count;
      const longer = one.longerThan(until);
      const held = one.heldHours(until) - times(longer, until);
      return sum + times(rentPerHour, held) + hit * one.endedBy(until) + miss * longer;
    },
    writes + miss * reuse.misses,
  );
}
