/** Quantiles that the user states instead of a measurement. */
import { quantileOf } from '../evidence/statistic.ts';
import { formatMs } from '../units.ts';
import { GRID_P, curveOf, times } from './distributions/curve.ts';
import type { RoundTrip } from './client/round-trip.ts';
import type { Estimate } from './estimates/estimate.ts';
import { fromQuantiles } from './distributions/from-quantiles.ts';
import type { QuantilePoint } from './distributions/from-quantiles.ts';
import { withWay, wayWords } from './model/estimate.ts';
import type { Distribution, LatencyQuery } from './types.ts';

/**
 * The stated quantiles hold beside the store, for any size; farther readers add the way. One quantile alone takes its
 * shape from `shape` where evidence gives one; without it every request is as slow as stated. Null when none is stated.
 */
export function assumedEstimate(
  assume: Readonly<Record<string, number>>,
  shape: Distribution | null,
  query: LatencyQuery,
  way: RoundTrip,
): Estimate | null {
  const points = Object.entries(assume).flatMap(([name, ms]): QuantilePoint[] => {
    const p = quantileOf(name);
    return p === null || !(ms > 0) ? [] : [{ p, ms }];
  });
  const [first] = points;
  if (!first) return null;
  const borrowed = points.length === 1 && shape;
  const curve = borrowed
    ? times(curveOf(shape), first.ms / shape.quantile(first.p))
    : points.length === 1
      ? GRID_P.map(() => first.ms)
      : curveOf(fromQuantiles(0, points));
  const stated = Object.entries(assume).map(([name, ms]) => `${name} ${formatMs(ms)}`);
  const tail = borrowed
    ? '; the rest of the shape from the evidence'
    : points.length === 1
      ? '; every request taken as that slow'
      : '';
  return {
    floorMs: 0,
    ...withWay({ best: curve, low: curve, high: curve }, way, query),
    grade: 'assumed',
    evidence: [
      {
        dataset: 'assumed',
        cell: `${query.operation} ${stated.join(', ')}`,
        status: 'assumed',
        samples: null,
      },
    ],
    adjustments: () => [
      {
        kind: 'assumption',
        words: `stated, not measured: ${stated.join(', ')} beside the store, for any size${tail}`,
      },
      ...wayWords(way, query),
    ],
    findings: [],
  };
}
