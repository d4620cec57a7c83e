/** A measured cell as one curve, with how well its sample knows each quantile. */
import { quantileRanks } from '../evidence/quantile-interval.ts';
import { figureMs, quantilesOf } from '../evidence/measured-cells.ts';
import type { MeasuredCell } from '../evidence/measured-cells.ts';
import { fromQuantiles } from './from-quantiles.ts';

/** A sample of requests, by its quantiles. */
export interface SampledCurve {
  /** Requests; null: not stated. */
  samples: number | null;
  /** Between these the curve is known, outside it is only sketched. */
  knownFrom: number;
  knownTo: number;
  /** In ms, for 0 < p < 1. */
  quantile(p: number): number;
}

/**
 * Through the quantiles a cell prints, and its extremes half a rank from the ends; never past them. Null where it prints
 * fewer than two quantiles.
 */
export function cellCurve(cell: MeasuredCell): SampledCurve | null {
  const printed = quantilesOf(cell);
  const [first, last] = [printed[0], printed.at(-1)];
  if (!first || !last || printed.length < 2) return null;
  const [min, max, n] = [figureMs(cell, 'min'), figureMs(cell, 'max'), cell.samples];
  const half = n === null ? 0 : 0.5 / n;
  const ends = [
    ...(min !== null && half > 0 && half < first.p ? [{ p: half, ms: min }] : []),
    ...(max !== null && half > 0 && 1 - half > last.p ? [{ p: 1 - half, ms: max }] : []),
  ];
  const curve = fromQuantiles(min ?? 0, [...printed, ...ends]);
  return {
    samples: n,
    knownFrom: min === null ? first.p : 0,
    knownTo: max === null ? last.p : 1,
    quantile: (p) => Math.min(max ?? Infinity, Math.max(min ?? 0, curve.quantile(p))),
  };
}

export interface QuantileBand {
  lowMs: number;
  highMs: number;
  /** One of its ends lies where the curve is only sketched. */
  isSketched: boolean;
}

/**
 * The binomial 95 % interval of the p-quantile, in ms. Null where the number of samples is not stated, or is too small
 * for an interval with two ends (a p99 needs 368).
 */
export function quantileBand(curve: SampledCurve, p: number): QuantileBand | null {
  const { samples: n } = curve;
  const ranks = n === null ? null : quantileRanks(n, p);
  if (n === null || ranks === null) return null;
  const [low, high] = [ranks.low, ranks.high].map((rank) => Math.min(rank, n - 0.5) / n) as [number, number];
  return {
    lowMs: curve.quantile(low),
    highMs: curve.quantile(high),
    isSketched: low < curve.knownFrom || high > curve.knownTo,
  };
}
