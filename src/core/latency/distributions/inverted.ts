/** A quantile from a cdf. */
import { risingRoot } from '../../rising-root.ts';
import { normalQuantile, normalScore } from './normal.ts';

const RELATIVE = 1e-11;

/** Smallest t with F(t) ≥ p, between two ends that hold it. The root is that of Φ⁻¹(F) in ln t, which is nearly a line. */
export function inverted(cdf: (ms: number) => number, p: number, low: number, high: number): number {
  if (!(high > low) || !Number.isFinite(high)) return high;
  const origin = low > 0 ? 0 : low - (high - low);
  const wanted = normalQuantile(p);
  const error = (ms: number) => normalScore(cdf(ms)) - wanted;
  const [atLow, atHigh] = [error(low), error(high)];
  if (atLow >= 0) return low;
  // Rounding alone can leave the larger end just short.
  if (atHigh < 0) return high;
  const ends = { below: Math.log(low - origin), above: Math.log(high - origin) };
  const root = risingRoot((x) => error(origin + Math.exp(x)), ends, [atLow, atHigh], RELATIVE);
  return origin + Math.exp(root.above);
}
