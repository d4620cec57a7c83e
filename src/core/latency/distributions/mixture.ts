/** One of several, and the slowest of several: F(t) = Σ wₖFₖ(t), and F(t)^k. Percentiles are never averaged. */
import { inverted } from './inverted.ts';
import { derived } from './transform.ts';
import type { Distribution } from '../types.ts';

export interface Part {
  /** Weight; shares are divided by their sum. */
  share: number;
  of: Distribution;
}

/**
 * One request drawn from one of the parts. Quantiles are exact to 1e-10 relative. Throws `RangeError` when shares are
 * negative or sum to 0. Parts that are the same distribution are one part, however they were split.
 */
export function mixture(parts: readonly Part[]): Distribution {
  const merged = merge(parts);
  const only = merged[0];
  if (!only) throw new RangeError('no share is above 0');
  if (merged.length === 1) return only.of;
  const cdf = (ms: number) => {
    let sum = 0;
    for (const { share, of } of merged) sum += share * of.cdf(ms);
    return sum;
  };
  return derived(Math.min(...merged.map(({ of }) => of.floorMs)), {
    cdf,
    quantile: (p) => invert(cdf, p, merged),
    mean: () => merged.reduce((sum, { share, of }) => sum + share * of.meanMs, 0),
  });
}

function merge(parts: readonly Part[]): Part[] {
  let total = 0;
  const merged: { share: number; of: Distribution }[] = [];
  for (const { share, of } of parts) {
    if (!(share >= 0)) throw new RangeError(`${share} is no share`);
    total += share;
    const like = merged.find((one) => one.of === of);
    if (like) like.share += share;
    else if (share > 0) merged.push({ share, of });
  }
  for (const one of merged) one.share /= total;
  return merged;
}

/** The components' own quantiles hold it between them. */
function invert(cdf: (ms: number) => number, p: number, parts: readonly Part[]): number {
  let low = Infinity;
  let high = -Infinity;
  for (const { of } of parts) {
    const q = of.quantile(p);
    low = Math.min(low, q);
    high = Math.max(high, q);
  }
  return inverted(cdf, p, low, high);
}

/** The slowest of k independent requests: F(t)^k. Throws `RangeError` unless k ≥ 1. */
export function fanOut(d: Distribution, k: number): Distribution {
  if (!(k >= 1)) throw new RangeError('a fan-out is at least 1');
  if (k === 1) return d;
  return derived(d.floorMs, {
    cdf: (ms) => d.cdf(ms) ** k,
    quantile: (p) => d.quantile(p ** (1 / k)),
  });
}
