/** What a sample of requests says of their distribution, and how well it says so. */
import { quantileRanks, sampleQuantile } from './quantile-interval.ts';

export interface SampleStatistic {
  /** As in `measurements.csv`: `min`, `p50`, `p999`, `max`, `mean`, `stddev`. */
  statistic: string;
  value: number;
  /** The 95 % interval of a quantile; null for the rest. */
  low: number | null;
  high: number | null;
}

export const QUANTILES = {
  p1: 0.01,
  p5: 0.05,
  p25: 0.25,
  p50: 0.5,
  p75: 0.75,
  p90: 0.9,
  p95: 0.95,
  p99: 0.99,
  p999: 0.999,
} as const;

/**
 * Of a sample that rises. A quantile is an element of the sample, by nearest rank, and stands only where the sample is
 * large enough for its interval: p99 needs 368. Empty for an empty sample.
 */
export function sampleStatistics(rising: Float64Array): SampleStatistic[] {
  const n = rising.length;
  const [min] = rising;
  const max = rising[n - 1];
  if (min === undefined || max === undefined) return [];
  const mean = rising.reduce((total, one) => total + one, 0) / n;
  const squares = rising.reduce((total, one) => total + (one - mean) ** 2, 0);
  const alone = (statistic: string, value: number) => ({ statistic, value, low: null, high: null });
  return [
    alone('min', min),
    ...Object.entries(QUANTILES).flatMap(([statistic, p]): SampleStatistic[] => {
      const ranks = quantileRanks(n, p);
      const low = ranks ? rising[ranks.low - 1] : undefined;
      const high = ranks ? rising[ranks.high - 1] : undefined;
      if (low === undefined || high === undefined) return [];
      return [{ statistic, value: sampleQuantile(rising, p), low, high }];
    }),
    alone('max', max),
    alone('mean', mean),
    ...(n > 1 ? [alone('stddev', Math.sqrt(squares / (n - 1)))] : []),
  ];
}
