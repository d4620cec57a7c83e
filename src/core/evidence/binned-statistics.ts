/** What a histogram of requests says of their distribution: of each only the edges around it are known. */
import { quantileRanks } from './quantile-interval.ts';
import { QUANTILES } from './sample-statistics.ts';
import type { SampleStatistic } from './sample-statistics.ts';

export interface Bin {
  low: number;
  high: number;
  count: number;
}

/**
 * Of bins that rise. A quantile is the upper edge of its bin, and its interval goes from the lower edge of the bin of its
 * low rank to the upper edge of that of its high rank; it stands where its interval does. Neither mean nor deviation: bins
 * do not have them. Empty where no bin holds anything.
 */
export function binnedStatistics(bins: readonly Bin[]): SampleStatistic[] {
  const filled = bins.filter(({ count }) => count > 0);
  const n = filled.reduce((sum, { count }) => sum + count, 0);
  const first = filled[0];
  const last = filled.at(-1);
  if (!first || !last) return [];
  const binAt = (rank: number): Bin => {
    let below = 0;
    for (const bin of filled) {
      below += bin.count;
      if (below >= rank) return bin;
    }
    return last;
  };
  return [
    { statistic: 'min', value: first.high, low: first.low, high: first.high },
    ...Object.entries(QUANTILES).flatMap(([statistic, p]): SampleStatistic[] => {
      const ranks = quantileRanks(n, p);
      if (!ranks) return [];
      // As in sampleQuantile: 0.07 × 100 is 7.000000000000001.
      const { high: value } = binAt(Math.max(1, Math.ceil(n * p - 1e-9)));
      return [{ statistic, value, low: binAt(ranks.low).low, high: binAt(ranks.high).high }];
    }),
    { statistic: 'max', value: last.high, low: last.low, high: last.high },
  ];
}
