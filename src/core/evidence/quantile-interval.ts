/** How well a sample knows its quantiles: intervals between order statistics, whatever the distribution. */

/** Above this many expected on the rarer side the binomial is as good as normal. */
const NORMAL_FROM = 500;
const Z_975 = 1.959964;

/**
 * Ranks (from 1) of the two order statistics between which the p-quantile of the distribution lies with at least 95 %
 * confidence; null where a sample of n has no such rank on one side, as below n = 368 for p = 0.99. (H. A. David and
 * H. N. Nagaraja, "Order Statistics", 7.1: the number of values below the quantile is binomial(n, p).)
 */
export function quantileRanks(n: number, p: number): { low: number; high: number } | null {
  if (n * Math.min(p, 1 - p) > NORMAL_FROM) {
    const half = Z_975 * Math.sqrt(n * p * (1 - p));
    return { low: Math.floor(n * p - half), high: Math.ceil(n * p + half) + 1 };
  }
  // Counted from the nearer end, where few terms are to be added.
  if (p > 0.5) {
    const mirrored = quantileRanks(n, 1 - p);
    return mirrored && { low: n + 1 - mirrored.high, high: n + 1 - mirrored.low };
  }
  let logTerm = n * Math.log1p(-p);
  let below = 0;
  let low = 0;
  for (let k = 0; k < n; k++) {
    below += Math.exp(logTerm);
    // `below` is P(at most k values lie below the quantile).
    if (below <= 0.025) low = k + 1;
    if (below >= 0.975) return low === 0 ? null : { low, high: k + 1 };
    logTerm += Math.log((n - k) / (k + 1)) + Math.log(p / (1 - p));
  }
  return null;
}

/** Fewest samples whose extremes bound the p-quantile on both sides with 95 %: 368 for p = 0.99. */
export function leastSamples(p: number): number {
  let n = Math.max(1, Math.floor(Math.log(0.025) / Math.log(Math.max(p, 1 - p))) - 1);
  while (quantileRanks(n, p) === null) n++;
  return n;
}

/** The p-quantile of a sorted sample by nearest rank: the smallest value that at least a share p does not exceed. */
export function sampleQuantile(sorted: ArrayLike<number>, p: number): number {
  // 0.07 × 100 is 7.000000000000001.
  const rank = Math.ceil(sorted.length * p - 1e-9);
  return sorted[Math.min(sorted.length, Math.max(1, rank)) - 1] ?? NaN;
}
