/** Linear lower bounds on bills that surely hold some quantities of one tariff, and so are past the first tiers of its pools. */
import type { BookParts } from './book-parts.ts';
import { leastMean, lowestReached } from './meter-pools.ts';
import type { MeterPool } from './meter-pools.ts';
import { costBetween } from '../sheets/tiers.ts';
import type { Underestimate } from './underestimates.ts';

/** Lower bounds of bills whose quantities are surely past the first tiers of a few pools. */
export interface PastTiers {
  /** Units of those pools at the lowest price that they can reach. */
  underestimates: readonly Underestimate[];
  /** How many pools. */
  pools: number;
  /** What quantities of a tariff put into each of them. */
  put(tariff: number, quantities: Float64Array): Float64Array;
  /** What the first tiers add to that, where a bill surely puts so much into each of them. */
  head(held: Float64Array): number;
}

/** Of one tariff of a book taken apart. */
export function pastTiers(index: number, { reach: ground, underestimates: lines }: BookParts): PastTiers {
  const { sheets, rates, reaches } = ground;
  const { pools, of } = ground.pools;
  const heads = new Map<number, { pool: MeterPool; last: number }>();
  for (const [slot, p] of of[index]?.entries() ?? []) {
    const [pool, reach] = [pools[p], reaches[p] ?? 0];
    if (!pool || pool.mixed || pool.uneven || pool.following || reach <= 0) continue;
    // All that can be used of it is free.
    if (lines[index]?.perUnit[slot] === 0) continue;
    const last = lowestReached(pool, reach);
    if (leastMean(pool.schedule, pool, reach) > last) heads.set(p, { pool, last });
  }
  const [places, each] = [[...heads.keys()], [...heads.values()]];
  return {
    underestimates: sheets.map((_, i) => {
      const line = lines[i] ?? { perUnit: new Float64Array(0), credit: 0, fee: 0 };
      const own = of[i] ?? new Int32Array(0);
      if (!own.some((p) => heads.has(p))) return line;
      const perUnit = line.perUnit.slice();
      for (const [slot, p] of own.entries()) {
        const head = heads.get(p);
        if (head) perUnit[slot] = (rates[i] ?? 1) * head.last;
      }
      return { ...line, perUnit };
    }),
    pools: heads.size,
    put(tariff, quantities) {
      const held = new Float64Array(heads.size);
      for (const [slot, p] of of[tariff]?.entries() ?? []) {
        const h = places.indexOf(p);
        if (h >= 0) held[h] = (held[h] ?? 0) + (quantities[slot] ?? 0);
      }
      return held;
    },
    head(held) {
      let sum = 0;
      for (const [h, { pool, last }] of each.entries()) {
        const amount = held[h] ?? 0;
        sum += costBetween(pool.schedule, pool.start, pool.start + amount) - last * amount;
      }
      return sum * (rates[index] ?? 1);
    },
  };
}
