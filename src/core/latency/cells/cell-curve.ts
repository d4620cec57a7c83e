/** A measured cell as one curve. */
import { figureMs, quantilesOf } from '../../evidence/cells.ts';
import type { MeasuredCell } from '../../evidence/cells.ts';
import { quantileOf } from '../../evidence/statistic.ts';
import { fromQuantiles } from '../distributions/from-quantiles.ts';

/** A sample of requests, by its quantiles. */
export interface SampledCurve {
  /** Requests; null: not stated. */
  samples: number | null;
  /** Between these the curve is known, outside it is only sketched. */
  knownFrom: number;
  knownTo: number;
  stated: StatedEnds;
  /** In ms, for 0 < p < 1. */
  quantile(p: number): number;
}

/** By p: the ends of a quantile's interval that its row states, in ms. */
type StatedEnds = ReadonlyMap<number, { low: number | null; high: number | null }>;

export function statedEnds({ figures }: MeasuredCell): StatedEnds {
  return new Map(
    [...figures.values()].flatMap((row) => {
      const p = quantileOf(row.statistic);
      const ms = (value: number | null) => (value !== null && row.unit === 's' ? value * 1000 : value);
      return p === null ? [] : [[p, { low: ms(row.value_low), high: ms(row.value_high) }] as const];
    }),
  );
}

/**
 * Through the quantiles a cell prints, rearranged where they fall, and its extremes half a rank from the ends; never past
 * them. Null where it prints fewer than two quantiles.
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
    stated: statedEnds(cell),
    quantile: (p) => Math.min(max ?? Infinity, Math.max(min ?? 0, curve.quantile(p))),
  };
}
