/** What a cell's quantiles can and cannot say: how they rise, how many requests they need, and where its mean must lie. */
import type { Dataset, Measurement } from '../dataset.ts';
import type { EvidenceFinding } from '../../findings/evidence-findings.ts';
import { conditionOf, measuredCells } from '../cells.ts';
import { leastSamples, quantileRanks } from '../quantile-interval.ts';
import { quantileOf } from '../statistic.ts';
import { disorderOf, ratioOf, shareOf } from './disorder.ts';
import { latencyCells, nameOfRow, worstOfEach } from './groups.ts';
import type { LatencyCell } from './groups.ts';

/** The worst cell of each store, operation and metric. */
export function disorderedQuantiles({ measurements }: Dataset): EvidenceFinding[] {
  const found = measuredCells(measurements).flatMap((cell) => {
    const disorder = disorderOf(cell.figures.values());
    return disorder ? [{ cell, ...disorder }] : [];
  });
  const group = ({ cell }: (typeof found)[number]) => `${cell.store}|${cell.operation}|${cell.metric}`;
  return worstOfEach(found, group, ratioOf).map(({ cell, smallerShare, largerShare, cells }) => ({
    code: 'quantiles-disordered',
    ...nameOfRow(smallerShare),
    metric: cell.metric,
    unit: cell.unit,
    smallerShare: pointOf(smallerShare),
    largerShare: pointOf(largerShare),
    cells,
  }));
}

function pointOf(row: Measurement): { statistic: string; p: number; value: number } {
  return { statistic: row.statistic, p: shareOf(row) ?? 0, value: row.value };
}

/** Quantiles printed of fewer requests than an interval with two ends needs. */
export function tooFewSamples({ measurements }: Dataset): EvidenceFinding[] {
  const short = measurements.flatMap((row) => {
    const p = quantileOf(row.statistic);
    const { samples, statistic } = row;
    if (p === null || samples === null || quantileRanks(samples, p) !== null) return [];
    return [{ statistic, p, samples, cell: `${row.metric}|${conditionOf(row)}` }];
  });
  return [...Map.groupBy(short, ({ statistic }) => statistic).values()].map((rows) => ({
    code: 'too-few-samples',
    statistic: rows[0]?.statistic ?? '',
    cells: new Set(rows.map(({ cell }) => cell)).size,
    samples: Math.max(...rows.map(({ samples }) => samples)),
    needed: leastSamples(rows[0]?.p ?? 0.5),
  }));
}

/** A printed mean outside of what the cell's own quantiles allow. */
export function impossibleMeans(dataset: Dataset): EvidenceFinding[] {
  return latencyCells(dataset).flatMap((cell): EvidenceFinding[] => {
    const { row, meanMs, quantiles } = cell;
    const rises = quantiles.every(({ ms }, i) => ms >= (quantiles[i - 1]?.ms ?? 0));
    if (meanMs === null || quantiles.length === 0 || !rises) return [];
    const { lowMs, highMs } = boundsOfMean(cell);
    // Figures are printed rounded.
    if (meanMs >= 0.99 * lowMs && meanMs <= 1.01 * highMs) return [];
    return [{ code: 'mean-impossible', ...nameOfRow(row), meanMs, lowMs, highMs }];
  });
}

/** Each stretch between two quantiles at its lower end, and at its upper; without a maximum there is no upper bound. */
function boundsOfMean({ minMs, maxMs, quantiles }: LatencyCell): { lowMs: number; highMs: number } {
  const points = [{ p: 0, ms: minMs ?? 0 }, ...quantiles, { p: 1, ms: maxMs ?? Infinity }];
  let lowMs = 0;
  let highMs = 0;
  points.slice(1).forEach((point, i) => {
    const before = points[i] ?? point;
    lowMs += (point.p - before.p) * before.ms;
    highMs += (point.p - before.p) * point.ms;
  });
  return { lowMs, highMs };
}
