/** The 95 % interval of every printed quantile: between which order statistics of its sample it lies, and their values. */
import type { Dataset, Measurement } from './dataset.ts';
import { normalQuantile } from '../latency/normal.ts';
import { conditionOf, groupBy, inMs } from './doubts/groups.ts';
import { quantileRanks } from './quantile-interval.ts';
import { quantileOf } from './statistic.ts';

export interface QuantileInterval {
  /** As shares of the sample; null: beyond its first or last request. */
  lowShare: number | null;
  highShare: number | null;
  /** In the row's own unit; null where the dataset prints nothing to read them off. */
  low: number | null;
  high: number | null;
}

/**
 * An interval for each quantile that was printed with its number of requests. Ends that the row itself states are taken;
 * others are read off the cell's printed quantiles, linear in the normal quantile between two, so no finer than those.
 */
export function intervalsOf({ measurements }: Dataset): Map<Measurement, QuantileInterval> {
  const found = new Map<Measurement, QuantileInterval>();
  const cells = groupBy(
    measurements.filter((row) => pointOf(row) !== null),
    (row) => `${row.metric}|${conditionOf(row)}`,
  );
  for (const rows of cells) {
    const curve = rows
      .flatMap((row) => {
        const p = pointOf(row);
        return p === null ? [] : [{ p, ms: inMs(row) }];
      })
      .sort((a, b) => a.p - b.p);
    for (const row of rows) {
      const interval = intervalOf(row, curve);
      if (interval) found.set(row, interval);
    }
  }
  return found;
}

/** Where on the curve of its sample a row stands. */
function pointOf({ statistic, samples }: Measurement): number | null {
  if (statistic === 'min') return samples === null ? null : 1 / samples;
  return statistic === 'max' ? 1 : quantileOf(statistic);
}

function intervalOf(row: Measurement, curve: readonly { p: number; ms: number }[]): QuantileInterval | null {
  const p = quantileOf(row.statistic);
  const n = row.samples;
  if (p === null || n === null || row.relation === 'lt' || row.relation === 'gt') return null;
  const ranks = quantileRanks(n, p);
  const scale = row.unit === 's' ? 0.001 : 1;
  const read = (rank: number | undefined) => {
    const ms = rank === undefined ? null : valueAt(curve, rank / n, n);
    return ms === null ? null : ms * scale;
  };
  return {
    lowShare: ranks && ranks.low / n,
    highShare: ranks && ranks.high / n,
    low: row.value_low ?? read(ranks?.low),
    high: row.value_high ?? read(ranks?.high),
  };
}

function valueAt(curve: readonly { p: number; ms: number }[], p: number, n: number): number | null {
  const above = curve.findIndex((point) => point.p >= p);
  const [high, low] = [curve[above], curve[above - 1]];
  if (!high) return null;
  if (high.p === p) return high.ms;
  if (!low) return null;
  // The largest of n stands at half a request from the end.
  const z = (share: number) => normalQuantile(Math.min(share, 1 - 0.5 / n));
  return low.ms + ((high.ms - low.ms) * (z(p) - z(low.p))) / (z(high.p) - z(low.p));
}
