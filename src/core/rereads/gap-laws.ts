/** Gaps in closed form, for one re-read each: their hazard falls, or stays. */
import type { Gaps } from './gaps.ts';

/** Re-reads that come at any moment alike, as from one Poisson stream. Throws `RangeError` as all laws do. */
export function exponentialGaps(meanHours: number): Gaps {
  aboveZero('the mean gap', meanHours);
  const left = (hours: number) => Math.exp(-hours / meanHours);
  return {
    count: 1,
    turns: null,
    poisson: [{ share: 1, perHour: 1 / meanHours }],
    endedBy: (hours) => -Math.expm1(-hours / meanHours),
    longerThan: left,
    heldHours: (hours) => -meanHours * Math.expm1(-hours / meanHours),
    density: (hours) => left(hours) / meanHours,
  };
}

/** Lomax (Pareto from 0): P(gap > t) = (1 + t/scale)^−shape; the longer unread, the less likely read soon. */
export function lomaxGaps(shape: number, scaleHours: number): Gaps {
  aboveZero('the shape', shape);
  aboveZero('the scale', scaleHours);
  const logged = (hours: number) => Math.log1p(hours / scaleHours);
  return {
    count: 1,
    turns: null,
    endedBy: (hours) => -Math.expm1(-shape * logged(hours)),
    longerThan: (hours) => Math.exp(-shape * logged(hours)),
    heldHours: (hours) => {
      const power = 1 - shape;
      if (hours === Infinity) return shape > 1 ? scaleHours / (shape - 1) : Infinity;
      return Math.abs(power) < 1e-9
        ? scaleHours * logged(hours)
        : (scaleHours * Math.expm1(power * logged(hours))) / power;
    },
    density: (hours) => (shape / scaleHours) * Math.exp(-(shape + 1) * logged(hours)),
  };
}

/** Objects by popularity: the k-th most read is read at a rate that falls as k^−exponent, each a Poisson stream of its own. */
export interface Popularity {
  exponent: number;
  objects: number;
  /** Reads of all of them. */
  readsPerHour: number;
}

/** Ranks whose objects are read about as often. */
interface Ranks {
  objects: number;
  /** Of one of them. */
  readsPerHour: number;
}

/** Each of so many first ranks stands alone; after them a block holds 2 % more than the one before. */
const RANKS_ALONE = 512;
const BLOCK_GROWTH = 1.02;

function ranksOf({ exponent, objects, readsPerHour }: Popularity): Ranks[] {
  if (!(exponent >= 0 && exponent <= 10)) throw new RangeError('the exponent of Zipf lies between 0 and 10');
  if (!(objects >= 1 && objects <= 1e15)) throw new RangeError('Zipf needs between 1 and 1e15 objects');
  aboveZero('the rate of reads', readsPerHour);
  const blocks: { objects: number; weight: number }[] = [];
  const all = Math.floor(objects);
  for (let rank = 1; rank <= Math.min(all, RANKS_ALONE); rank += 1)
    blocks.push({ objects: 1, weight: rank ** -exponent });
  for (let from = RANKS_ALONE + 1; from <= all;) {
    const to = Math.min(all, Math.floor(from * BLOCK_GROWTH));
    // Σ k^−a over a block far from 1 is the integral between the halves before and after, to a few parts in 10⁷.
    blocks.push({ objects: to - from + 1, weight: powerIntegral(from - 0.5, to + 0.5, exponent) });
    from = to + 1;
  }
  const total = blocks.reduce((sum, one) => sum + one.weight, 0);
  return blocks.map((one) => ({
    objects: one.objects,
    readsPerHour: (readsPerHour * one.weight) / total / one.objects,
  }));
}

function powerIntegral(from: number, to: number, exponent: number): number {
  const power = 1 - exponent;
  if (Math.abs(power) < 1e-9) return Math.log(to / from);
  return (to ** power - from ** power) / power;
}

/** Gaps of Zipf's popularity under independent reads: a mixture of exponentials, popular objects weighing as often as they are read. */
export function zipfGaps(popularity: Popularity): Gaps {
  const ranks = ranksOf(popularity);
  const mean = (of: (readsPerHour: number) => number) =>
    ranks.reduce((sum, one) => sum + one.objects * one.readsPerHour * of(one.readsPerHour), 0) /
    popularity.readsPerHour;
  return {
    count: 1,
    turns: null,
    poisson: ranks.map((one) => ({
      share: (one.objects * one.readsPerHour) / popularity.readsPerHour,
      perHour: one.readsPerHour,
    })),
    endedBy: (hours) => mean((rate) => -Math.expm1(-rate * hours)),
    longerThan: (hours) => mean((rate) => Math.exp(-rate * hours)),
    heldHours: (hours) => mean((rate) => -Math.expm1(-rate * hours) / rate),
    density: (hours) => mean((rate) => rate * Math.exp(-rate * hours)),
  };
}

/** Objects that a TTL keeps in the cache on average: each as long as it was read within the TTL. */
const heldOf = (ranks: readonly Ranks[], hours: number) =>
  ranks.reduce((sum, one) => sum - one.objects * Math.expm1(-one.readsPerHour * hours), 0);

/**
 * Che's approximation: an LRU cache of `capacity` objects evicts what was not read for the time t in which
 * Σ (1 − exp(−λₖ t)) = capacity; it hits as a TTL of t does. Infinity where all objects fit.
 */
export function cheHours(popularity: Popularity, capacity: number): number {
  if (capacity <= 0) return 0;
  if (capacity >= popularity.objects) return Infinity;
  const ranks = ranksOf(popularity);
  let high = 1;
  while (heldOf(ranks, high) < capacity && high < Number.MAX_VALUE) high *= 2;
  let low = 0;
  for (let step = 0; step < 100; step += 1) {
    const middle = (low + high) / 2;
    if (heldOf(ranks, middle) < capacity) low = middle;
    else high = middle;
  }
  return high;
}

function aboveZero(what: string, value: number): void {
  if (!(value > 0 && value < Infinity)) throw new RangeError(`${what} must be above zero, and is ${value}`);
}
