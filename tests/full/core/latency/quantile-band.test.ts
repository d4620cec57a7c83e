import { describe, expect, it } from 'vitest';
import { isLatency, measuredCells } from '#core/evidence/cells.ts';
import { leastSamples, quantileRanks } from '#core/evidence/quantile-interval.ts';
import { quantileOf } from '#core/evidence/statistic.ts';
import { cellCurve } from '#core/latency/cells/cell-curve.ts';
import { intervalsOf, quantileBand } from '#core/latency/cells/quantile-band.ts';
import { aDataset } from '#tests/helpers/datasets.ts';
import { allDatasets } from '#tests/sources.ts';

const only = (rows: Record<string, string | number>[], statistic: string) => {
  const dataset = aDataset('a-set', rows);
  const row = dataset.measurements.find((one) => one.statistic === statistic);
  return row && intervalsOf(dataset).get(row);
};

describe('the interval of a printed quantile', () => {
  it('needs 368 requests at p99 to have two ends, and 3,688 at p999', () => {
    expect([0.5, 0.9, 0.95, 0.99, 0.999].map(leastSamples)).toEqual([6, 36, 72, 368, 3688]);
    for (const p of [0.5, 0.9, 0.99]) {
      expect(quantileRanks(leastSamples(p), p)).not.toBeNull();
      expect(quantileRanks(leastSamples(p) - 1, p)).toBeNull();
    }
  });

  it('is read off the quantiles that the cell prints, as near as those allow', () => {
    const rows = [
      { statistic: 'p40', value: 40 },
      { statistic: 'p50', value: 50 },
      { statistic: 'p60', value: 60 },
    ];
    const ranks = quantileRanks(1000, 0.5);
    expect(ranks).toEqual({ low: 469, high: 532 });
    const interval = only(rows, 'p50');
    // The 469th and the 532nd of 1,000, where the quantiles say one millisecond a hundredth.
    expect(Math.abs((interval?.low ?? NaN) - 46.9)).toBeLessThan(0.1);
    expect(Math.abs((interval?.high ?? NaN) - 53.2)).toBeLessThan(0.1);
  });

  it('is that of the row where the row states one, and only ranks where nothing else is printed', () => {
    expect(only([{ statistic: 'p50', value: 16, value_low: 14, value_high: 18 }], 'p50')).toMatchObject({
      low: 14,
      high: 18,
    });
    expect(only([{ statistic: 'p50', value: 32 }], 'p50')).toEqual({
      lowShare: 0.469,
      highShare: 0.532,
      low: null,
      high: null,
    });
  });

  it('is open where the sample is too small, and none where a value is a bound', () => {
    expect(only([{ statistic: 'p99', value: 32, samples: 100 }], 'p99')).toMatchObject({
      lowShare: null,
      highShare: null,
    });
    expect(only([{ statistic: 'p50', value: 32, relation: 'lt' }], 'p50')).toBeUndefined();
  });

  it('is the same in a table and on a chart: one reader of both', () => {
    for (const dataset of allDatasets()) {
      const intervals = intervalsOf(dataset);
      for (const cell of measuredCells(dataset.measurements).filter(isLatency)) {
        const curve = cellCurve(cell);
        for (const row of curve ? cell.figures.values() : []) {
          const p = quantileOf(row.statistic);
          const interval = intervals.get(row);
          if (!curve || p === null || !interval) continue;
          const band = quantileBand(curve, p);
          if (!band || band.isSketched) continue;
          const perMs = row.unit === 's' ? 0.001 : 1;
          expect(interval).toMatchObject({ low: band.lowMs * perMs, high: band.highMs * perMs });
        }
      }
    }
  });

  it('is none in a cell whose quantiles fall', () => {
    const rows = [
      { statistic: 'p50', value: 30 },
      { statistic: 'p90', value: 40 },
      { statistic: 'p99', value: 10 },
    ];
    expect(only(rows, 'p90')).toBeUndefined();
  });

  it('holds the value in every dataset of the repository', () => {
    for (const dataset of allDatasets())
      for (const [row, { low, high }] of intervalsOf(dataset)) {
        // Through equal quantiles a curve rises by a rounding error.
        if (low !== null) expect(low * (1 - 1e-8)).toBeLessThanOrEqual(row.value);
        if (high !== null) expect(high).toBeGreaterThanOrEqual(row.value);
      }
  });
});
