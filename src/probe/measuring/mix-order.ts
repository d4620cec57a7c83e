/** The order of a mix: by chance, yet its shares are exact over the whole and nearly so over any first part of it. */
import { draw } from '#core/seeded-draw.ts';

/** Requests that are shuffled among themselves: each such stretch has the shares of the whole, to a request or two. */
const STRETCH = 64;

/**
 * How many of `count` requests fall to each share; of more requests never fewer. Whole where the shares of `count` are,
 * else rounded to within one. `shares` sum to 1.
 */
export function sharedOut(shares: readonly number[], count: number): number[] {
  let left = count;
  let rest = 1;
  return shares.map((share, i) => {
    const own = i === shares.length - 1 ? left : Math.round(left * Math.min(1, share / rest));
    left -= own;
    rest -= share;
    return own;
  });
}

/** Which of the shares the request at `at` of `count` falls to, by the draws of a series from its `from`-th on. */
export function shareAt(
  shares: readonly number[],
  at: number,
  count: number,
  series: { seed: number; from: number },
): number {
  const start = at - (at % STRETCH);
  const end = Math.min(start + STRETCH, count);
  const before = sharedOut(shares, start);
  let left = placeAmong(end - start, at - start, { ...series, from: series.from + start });
  return sharedOut(shares, end).findIndex((upTo, i) => (left -= upTo - (before[i] ?? 0)) < 0);
}

/** Where a shuffle of `count` (Fisher and Yates) leaves the one at `at`. */
function placeAmong(count: number, at: number, { seed, from }: { seed: number; from: number }): number {
  let place = at;
  // What lies above `i` stays where it is.
  for (let i = count - 1; i >= place && i > 0; i--) {
    const j = Math.floor(draw(seed, from + i) * (i + 1));
    if (place === i) place = j;
    else if (place === j) place = i;
  }
  return place;
}
