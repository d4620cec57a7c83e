/** Is one store's p99 really lower than another's? The ratio of two quantiles, with its bootstrap interval. */
import { quantileRanks } from '../../evidence/quantile-interval.ts';
import { drawBeta, drawsOf } from '../../seeded-draw.ts';
import type { SampledCurve } from './cell-curve.ts';

export interface QuantileRatio {
  p: number;
  /** The second over the first: 2 where it takes twice as long. */
  ratio: number;
  /** 95 % interval; null where a sample's size is not stated or it is too small for this quantile. */
  interval: readonly [low: number, high: number] | null;
  /** Two-sided, of "both are the same"; null where there is no interval. */
  pValue: number | null;
  /** A sample's curve is only sketched where the interval reads it. */
  isSketched: boolean;
}

const REPLICATES = 4000;

/**
 * Percentile bootstrap (B. Efron, "The Jackknife, the Bootstrap and Other Resampling Plans", 1982), both samples
 * independent. The k-th smallest of n values drawn again from a sample is its quantile at U, where U is the k-th
 * smallest of n uniform draws, so Beta(k, n + 1 − k): one draw stands for n. The same seed gives the same answer.
 */
export function compareQuantiles(
  first: SampledCurve,
  second: SampledCurve,
  p: number,
  { seed = 1, replicates = REPLICATES } = {},
): QuantileRatio {
  const ratio = second.quantile(p) / first.quantile(p);
  const [n, m] = [first.samples, second.samples];
  if (!isEnough(n, p) || !isEnough(m, p))
    return { p, ratio, interval: null, pValue: null, isSketched: false };
  const next = drawsOf(seed);
  let isSketched = false;
  const again = (curve: SampledCurve, size: number) => {
    const rank = Math.max(1, Math.ceil(size * p - 1e-9));
    const u = drawBeta(next, rank, size + 1 - rank);
    isSketched ||= u < curve.knownFrom || u > curve.knownTo;
    return curve.quantile(u);
  };
  const ratios = new Float64Array(replicates);
  for (let i = 0; i < replicates; i++) ratios[i] = again(second, m) / again(first, n);
  ratios.sort();
  const at = (share: number) =>
    ratios[Math.min(replicates - 1, Math.max(0, Math.ceil(share * replicates) - 1))] ?? NaN;
  const below = ratios.filter((one) => one <= 1).length;
  const above = ratios.filter((one) => one >= 1).length;
  return {
    p,
    ratio,
    interval: [at(0.025), at(0.975)],
    pValue: Math.min(1, (2 * (Math.min(below, above) + 1)) / (replicates + 1)),
    isSketched,
  };
}

function isEnough(samples: number | null, p: number): samples is number {
  return samples !== null && quantileRanks(samples, p) !== null;
}
