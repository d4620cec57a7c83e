import { describe, expect, test } from 'vitest';
import { latencyCells } from '#core/evidence/doubts/groups.ts';
import { figureMs, measuredCells, quantilesOf } from '#core/evidence/cells.ts';
import { parseMeasurements } from '#core/evidence/parse-dataset.ts';
import { cellsOf as predictedCells } from '#core/latency/cells/cells.ts';
import { aDataset, row } from '#tests/helpers/datasets.ts';
import { allDatasets } from '#tests/sources.ts';

const cellsOf = (...rows: Record<string, string | number>[]) =>
  measuredCells(parseMeasurements(rows.map(row), 'measurements.csv'));

describe('measured cells', () => {
  test('gather the statistics of one measurement, whatever each row notes', () => {
    const cells = cellsOf(
      { statistic: 'p50', value: 8, samples: 100, note: 'from the table' },
      { statistic: 'p99', value: 40, samples: 100, note: 'from the text' },
      { statistic: 'p50', value: 9, samples: 100, size_bytes: 4096 },
    );
    expect(cells.map(({ figures }) => [...figures.keys()])).toEqual([['p50', 'p99'], ['p50']]);
    expect(cells[0]?.notes).toEqual(['from the table', 'from the text']);
  });

  test('keep the runs of one cell apart', () => {
    const cells = cellsOf(
      { statistic: 'p50', value: 8, samples: 100, note: 'run a' },
      { statistic: 'p50', value: 9, samples: 100, note: 'run b' },
    );
    expect(cells.map((cell) => figureMs(cell, 'p50'))).toEqual([8, 9]);
    expect(new Set(cells.map(({ key }) => key)).size).toBe(2);
  });

  test('keep the data sets of one condition apart for checks, charts and predictions alike', () => {
    const rows = ['50 MiB', '5 GiB'].flatMap((size, i) =>
      [50, 90, 99].map((percent) => ({
        statistic: `p${percent}`,
        value: (i + 1) * percent,
        samples: 1000,
        note: `reads of one phase; data set ${size}; by hand`,
      })),
    );
    const dataset = aDataset('phases', rows);
    const runs = ['50 MiB', '5 GiB'];
    expect(measuredCells(dataset.measurements).map(({ run }) => run)).toEqual(runs);
    expect(latencyCells(dataset).map(({ run, quantiles }) => [run, quantiles.length])).toEqual(
      runs.map((run) => [run, 3]),
    );
    expect(predictedCells(dataset).cells.map(({ run, quantiles }) => [run, quantiles.length])).toEqual(
      runs.map((run) => [run, 3]),
    );
  });

  test('of first requests are read by no check and no prediction of a request', () => {
    const dataset = aDataset('first', [
      { statistic: 'p50', value: 5, samples: 1000 },
      { statistic: 'p50', value: 52, samples: 1000, metric: 'first_request' },
    ]);
    expect(measuredCells(dataset.measurements).map(({ metric }) => metric)).toEqual([
      'total',
      'first_request',
    ]);
    expect(latencyCells(dataset)).toHaveLength(1);
    expect(predictedCells(dataset).cells.map(({ quantiles }) => quantiles)).toEqual([[{ p: 0.5, ms: 5 }]]);
  });

  test('say how many requests they are of only where their rows agree', () => {
    const [agreed, not] = cellsOf(
      { statistic: 'p50', value: 8, samples: 100 },
      { statistic: 'max', value: 80, samples: '' },
      { statistic: 'p50', value: 9, samples: 100, size_bytes: 4096 },
      { statistic: 'mean', value: 9, samples: 90, size_bytes: 4096 },
    );
    expect([agreed?.samples, not?.samples]).toEqual([100, null]);
  });

  test('give times in milliseconds and quantiles by rank', () => {
    const [cell] = cellsOf(
      { statistic: 'p99', value: 0.5, unit: 's', samples: 400 },
      { statistic: 'p5', value: 0.01, unit: 's', samples: 400 },
    );
    expect(cell && quantilesOf(cell)).toEqual([
      { p: 0.05, ms: 10 },
      { p: 0.99, ms: 500 },
    ]);
  });

  test('lose no row of any dataset, and name each cell once', () => {
    for (const { id, measurements } of allDatasets()) {
      const cells = measuredCells(measurements);
      const figures = cells.reduce((sum, cell) => sum + cell.figures.size, 0);
      expect(figures, id).toBe(measurements.length);
      expect(new Set(cells.map(({ key }) => key)).size, id).toBe(cells.length);
    }
  });
});
