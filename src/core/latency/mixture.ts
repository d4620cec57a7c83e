/** One of several, and the slowest of several: F(t) = Σ wₖFₖ(t), and F(t)^k. Percentiles are never averaged. */
import { normalQuantile } from './normal.ts';
import { derived } from './transform.ts';
import type { Distribution } from './types.ts';

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
  if (!only) throw new RangeError('a mixture needs a part with a share above 0');
  if (merged.length === 1) return only.of;
  const cdf = (ms: number) => {
    let sum = 0;
    for (const { share, of } of merged) sum += share * of.cdf(ms);
    return sum;
  };
  let mean: number | undefined;
  return {
    floorMs: Math.min(...merged.map(({ of }) => of.floorMs)),
    cdf,
    quantile: (p) => invert(cdf, p, merged),
    get meanMs() {
      mean ??= merged.reduce((sum, { share, of }) => sum + share * of.meanMs, 0);
      return mean;
    },
  };
}

function merge(parts: readonly Part[]): Part[] {
  const total = parts.reduce((sum, part) => sum + part.share, 0);
  const shares = new Map<Distribution, number>();
  for (const { share, of } of parts) {
    if (!(share >= 0)) throw new RangeError(`a share of ${share} is not a weight`);
    if (share > 0) shares.set(of, (shares.get(of) ?? 0) + share);
  }
  return [...shares].map(([of, share]) => ({ share: share / total, of }));
}

const RELATIVE = 1e-11;
const MOST_STEPS = 200;
/** Of a sum of shares that rounding has taken to 0 or 1. */
const FARTHEST_Z = 40;

/**
 * Smallest t with F(t) ≥ p. The bracket is the components' own quantiles; the root is that of Φ⁻¹(F) in ln t, which is nearly
 * a line, by inverse quadratic steps where they are safe and halvings where they are not, so jumps do no harm (T. R. Chandrupatla,
 * "A new hybrid quadratic/bisection algorithm for finding the zero of a nonlinear function without using derivatives",
 * Advances in Engineering Software 28, 1997).
 */
function invert(cdf: (ms: number) => number, p: number, parts: readonly Part[]): number {
  let low = Infinity;
  let high = -Infinity;
  for (const { of } of parts) {
    const q = of.quantile(p);
    low = Math.min(low, q);
    high = Math.max(high, q);
  }
  if (!(high > low) || !Number.isFinite(high)) return high;
  const origin = low > 0 ? 0 : low - (high - low);
  const wanted = normalQuantile(p);
  const error = (ms: number) => {
    const share = cdf(ms);
    return (share <= 0 ? -FARTHEST_Z : share >= 1 ? FARTHEST_Z : normalQuantile(share)) - wanted;
  };
  // Of the bracket: the end that was moved last, the other, and where the moved one was before.
  let x = Math.log(low - origin);
  let other = Math.log(high - origin);
  let atX = error(low);
  let atOther = error(high);
  if (atX >= 0) return low;
  // Rounding alone can leave the largest component quantile just short.
  if (atOther < 0) return high;
  let share = atX / (atX - atOther);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const width = Math.abs(other - x);
    if (width <= RELATIVE) break;
    const least = RELATIVE / 2 / width;
    const next = x + Math.min(1 - least, Math.max(least, share)) * (other - x);
    const atNext = error(origin + Math.exp(next));
    let before = other;
    let atBefore = atOther;
    if (atNext >= 0 === atX >= 0) {
      before = x;
      atBefore = atX;
    } else {
      other = x;
      atOther = atX;
    }
    x = next;
    atX = atNext;
    const along = (x - other) / (before - other);
    const risen = (atX - atOther) / (atBefore - atOther);
    share =
      risen * risen < along && (1 - risen) ** 2 < 1 - along
        ? (atX / (atOther - atX)) * (atBefore / (atOther - atBefore)) +
          ((before - x) / (other - x)) * (atX / (atBefore - atX)) * (atOther / (atBefore - atOther))
        : 0.5;
  }
  return origin + Math.exp(atX >= 0 ? x : other);
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
