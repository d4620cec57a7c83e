/** How well a sample knows its quantiles: the 95 % interval of each, as figures and on a curve. */
import type { Dataset, Measurement } from '../../evidence/dataset.ts';
import { disorderOf } from '../../evidence/doubts/disorder.ts';
import { isLatency, measuredCells } from '../../evidence/cells.ts';
import type { MeasuredCell } from '../../evidence/cells.ts';
import { quantileRanks } from '../../evidence/quantile-interval.ts';
import { quantileOf } from '../../evidence/statistic.ts';
import { cellCurve, statedEnds } from './cell-curve.ts';
import type { SampledCurve } from './cell-curve.ts';

export interface QuantileBand {
  lowMs: number;
  highMs: number;
  /** One of its ends lies where the curve is only sketched. */
  isSketched: boolean;
}

/**
 * Ends that the cell states are taken, others are the curve's between the order statistics of the binomial interval. Null
 * where one end is neither: the number of samples is not stated, or too small (a p99 needs 368).
 */
export function quantileBand(curve: SampledCurve, p: number): QuantileBand | null {
  const [low, high] = endsOf(curve, p);
  if (low.ms === null || high.ms === null) return null;
  return { lowMs: low.ms, highMs: high.ms, isSketched: low.isSketched || high.isSketched };
}

export interface QuantileInterval {
  /** As shares of the sample; null: beyond its first or last request. */
  lowShare: number | null;
  highShare: number | null;
  /** In the row's own unit; null where the dataset prints nothing to read them off. */
  low: number | null;
  high: number | null;
}

/** The same of every quantile that was printed with its number of requests, and that stands in order. */
export function intervalsOf({ measurements }: Dataset): Map<Measurement, QuantileInterval> {
  return new Map(measuredCells(measurements).filter(isLatency).flatMap(intervalsIn));
}

function intervalsIn(cell: MeasuredCell): (readonly [Measurement, QuantileInterval])[] {
  if (cell.samples === null || disorderOf(cell.figures.values())) return [];
  const sample = cellCurve(cell) ?? { samples: cell.samples, stated: statedEnds(cell) };
  return [...cell.figures.values()].flatMap((row) => {
    const p = quantileOf(row.statistic);
    if (p === null || row.relation === 'lt' || row.relation === 'gt') return [];
    const perMs = row.unit === 's' ? 0.001 : 1;
    const [low, high] = endsOf(sample, p);
    const inUnit = ({ ms, isSketched }: End) => (ms === null || isSketched ? null : ms * perMs);
    return [[row, { lowShare: low.share, highShare: high.share, low: inUnit(low), high: inUnit(high) }]];
  });
}

interface End {
  share: number | null;
  ms: number | null;
  isSketched: boolean;
}

type Sample = Pick<SampledCurve, 'samples' | 'stated'> & Partial<SampledCurve>;

function endsOf(sample: Sample, p: number): [low: End, high: End] {
  const { samples: n, stated, knownFrom = 0, knownTo = 1 } = sample;
  const ranks = n === null ? null : quantileRanks(n, p);
  const end = (side: 'low' | 'high'): End => {
    const rank = ranks?.[side];
    const share = n === null || rank === undefined ? null : rank / n;
    const own = stated.get(p)?.[side] ?? null;
    if (own !== null) return { share, ms: own, isSketched: false };
    if (n === null || rank === undefined) return { share, ms: null, isSketched: false };
    // The largest of n stands at half a request from the end.
    const at = Math.min(rank, n - 0.5) / n;
    return { share, ms: sample.quantile?.(at) ?? null, isSketched: at < knownFrom || at > knownTo };
  };
  return [end('low'), end('high')];
}
