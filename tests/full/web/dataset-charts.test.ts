import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { measuredCells } from '#core/evidence/cells.ts';
import { LETTER, apart, fit } from '#web/charts/frame/labels.ts';
import { chosen, facetsOf, firstFilter, inRange } from '#web/datasets/charts/cell-filter.ts';
import { cellNames } from '#web/datasets/cell-names.ts';
import { cellFigures } from '#core/answer/figures/measurements.ts';
import { AS_WRITTEN } from '#core/answer/words/names.ts';
import { curveLines, readAt } from '#web/datasets/charts/quantile-curves.ts';
import { rateBars } from '#web/datasets/charts/rate-bars.ts';
import { sizeSeries } from '#web/datasets/charts/size-series.ts';
import { spreadRows, spreadTitle } from '#web/datasets/charts/spread-rows.ts';
import { heldOutOfAll, heldOutPage } from '#web/datasets/held-out/held-out.ts';
import { datasetSentence } from '#web/datasets/dataset-words.ts';
import { ratioTitle, ratioWords } from '#web/datasets/desk/ratio-words.ts';
import { aDataset } from '#tests/helpers/datasets.ts';
import { allDatasets } from '#tests/sources.ts';

const cellsIn = (id: string) => measuredCells(allDatasets().find((one) => one.id === id)?.measurements ?? []);
const SOURCE = { url: 'https://example.org', retrieved: '2026-02-03' };
const macaron = cellsIn('macaron-2024');

describe('labels', () => {
  test('stand apart, inside the drawing, in their order', () => {
    const heights = fc.array(fc.double({ min: 0, max: 300, noNaN: true }), { maxLength: 20 });
    fc.assert(
      fc.property(heights, (wanted) => {
        const placed = apart(wanted, 14, 0, 300).toSorted((a, b) => a - b);
        placed.forEach((y, i) => {
          expect(y).toBeGreaterThanOrEqual(-1e-9);
          expect(y).toBeLessThanOrEqual(300 + 1e-9);
          if (i > 0) expect(y - (placed[i - 1] ?? 0)).toBeGreaterThanOrEqual(14 - 1e-9);
        });
      }),
    );
    expect(apart([10, 100, 200], 14, 0, 300)).toEqual([10, 100, 200]);
  });

  test('are shortened in the middle', () => {
    expect(fit('a long name of a cell, run one', LETTER * 15)).toBe('a long… run one');
    expect(fit('short', 100)).toBe('short');
  });
});

describe('the table of every figure', () => {
  test('marks a cell whose quantiles fall, and keeps its figures as found', () => {
    const { measurements } = aDataset('a-set', [
      { statistic: 'p50', value: 30 },
      { statistic: 'p99', value: 10, note: '' },
      { statistic: 'p50', value: 3, size_bytes: 1 },
    ]);
    const [first, ...others] = cellFigures(measurements, AS_WRITTEN).tables;
    const { columns, rows } = first?.figure ?? { columns: [], rows: [] };
    expect(others).toEqual([]);
    expect(columns.slice(-3).map(({ title }) => title)).toEqual(['p50', 'p99', 'Note']);
    expect(rows.map((cells) => cells.slice(-3))).toEqual([
      ['30 ms', '10 ms', 'out of order: p50 30 ms above p99 10 ms'],
      ['3 ms', '', ''],
    ]);
  });
});

describe('the spread of a cell', () => {
  const band = { lowMs: expect.any(Number), highMs: expect.any(Number) };
  const printed = (statistics: Record<string, number>) => {
    const rows = Object.entries(statistics).map(([statistic, value]) => ({ statistic, value }));
    return spreadRows(measuredCells(aDataset('a-set', rows).measurements), 1);
  };

  test('has bands of quantiles that are printed alone', () => {
    expect(printed({ p50: 30, p95: 60, p99: 90 })).toMatchObject([
      { p50Band: band, p95Band: band, p99Band: band },
    ]);
    expect(printed({ p50: 30, mean: 40 })).toMatchObject([
      { p50Ms: 30, p95Ms: null, p95Band: null, p99Ms: null, p99Band: null },
    ]);
  });

  test('of no dataset has a band without its quantile', () => {
    const rows = allDatasets().flatMap(({ measurements }) => spreadRows(measuredCells(measurements), 1e6));
    const without = rows.filter(
      ({ p50Ms, p50Band, p95Ms, p95Band, p99Ms, p99Band }) =>
        (p50Band && p50Ms === null) || (p95Band && p95Ms === null) || (p99Band && p99Ms === null),
    );
    expect(without).toEqual([]);
  });
});

test('a dataset of one day is of that day, and others in their month', () => {
  const of = (date: string) =>
    aDataset('a-set', [{ statistic: 'p50', value: 3 }], { source: { ...SOURCE, date } });
  expect(datasetSentence(of('2019-04-03'))).toContain(', on 2019-04-03: 1 figure.');
  expect(datasetSentence(of('2019-04'))).toContain(', in 2019-04: 1 figure.');
});

describe('names of cells', () => {
  test('say what differs and tell every cell from its neighbours', () => {
    for (const { id } of allDatasets()) {
      const names = cellNames(cellsIn(id));
      expect(new Set(names).size, id).toBe(names.length);
    }
    expect(cellNames(macaron.slice(0, 2))).toEqual([
      'S3 Standard, GET, run use1-usw1',
      'S3 Standard, GET, run use1-euc1',
    ]);
  });

  test('say what was done, and when only where that alone differs', () => {
    const mountpoint = cellsIn('mountpoint-s3-2026');
    const opening = inRange(chosen(mountpoint, firstFilter(mountpoint)), firstFilter(mountpoint));
    expect(new Set(opening.map(({ measured_at }) => measured_at?.slice(0, 10)))).toEqual(
      new Set(['2026-08-22']),
    );
    const names = cellNames(opening.filter(({ metric }) => metric === 'total'));
    expect(names).toContain(
      'S3 Express One Zone, LIST, through a file system, lists a folder of 100 entries',
    );
    expect(names.filter((name) => /20\d\d-|commit/.test(name))).toEqual([]);
    const listing = mountpoint.filter(
      ({ operation, store, notes }) =>
        operation === 'LIST' && store === 'aws/s3-standard' && /\b100 entries/.test(notes.join()),
    );
    expect(cellNames(listing)[0]).toMatch(/^S3 Standard, LIST, 2026-06-29 \d\d:\d\d:\d\d$/);
  });
});

describe('the cross-validation of a page', () => {
  const page = (id: string) => {
    const dataset = allDatasets().find((one) => one.id === id);
    return dataset ? heldOutPage(dataset, allDatasets()) : null;
  };

  test('holds every held-out quantile with its error, and counts by store what it lists', () => {
    for (const id of ['macaron-2024', 'prisma-2026']) {
      const found = page(id);
      const stores = (found?.coverage.rows ?? []).filter(([, store]) => store !== 'all stores');
      expect(
        stores.reduce((sum, [, , , n]) => sum + Number(n), 0),
        id,
      ).toBe(found?.quantiles.rows.length);
      for (const [, , predicted, , , error] of found?.quantiles.rows ?? [])
        expect(error === '', id).toBe(predicted === 'no prediction');
    }
  });

  test('is of no claim, and of nothing that cannot be held out', () => {
    expect(page('dev-2024-claimed')).toBeNull();
    expect(page('bigbitbus-objectbench')).toBeNull();
  });

  test('over all datasets has a row for each kind of request and each store in it, and the verdict of the command line', () => {
    const { verdict, coverage } = heldOutOfAll(allDatasets());
    const ofAll = coverage.rows.filter(([, store]) => store === 'all stores');
    const total = ofAll.reduce((sum, [, , , n]) => sum + Number(n?.replace(',', '')), 0);
    expect(verdict.startsWith(`${total} quantiles`)).toBe(true);
    expect(ofAll.map(([kind]) => kind)).toContain('total, small, near');
    expect(coverage.rows.map(([, store, operation]) => `${store} ${operation}`)).toContain('S3 Standard GET');
  });
});

describe('the filter', () => {
  test('opens with one size where all at once would be a crowd, and with everything where not', () => {
    expect(inRange(macaron, firstFilter(macaron))).toHaveLength(4);
    const endive = cellsIn('endive-cas-2025');
    expect(inRange(endive, firstFilter(endive))).toHaveLength(endive.length);
  });

  test('parts the cells by each facet without losing one', () => {
    const prisma = cellsIn('prisma-2026');
    for (const { facet, values } of facetsOf(prisma)) {
      const parts = values.map((value) =>
        chosen(prisma, { choices: { [facet]: value }, from: null, to: null }),
      );
      expect(parts.reduce((sum, part) => sum + part.length, 0)).toBe(prisma.length);
    }
  });
});

describe('what is drawn', () => {
  test('of a spread is what the file prints, and its band holds its p99', () => {
    const rows = spreadRows(macaron, 44);
    for (const { key, p99Ms } of rows)
      expect(p99Ms).toBe(macaron.find((cell) => cell.key === key)?.figures.get('p99')?.value);
    const medians = rows.map(({ p50Ms }) => p50Ms ?? NaN);
    expect(medians).toEqual(medians.toSorted((a, b) => a - b));
    for (const { p99Ms, p99Band } of rows) {
      expect(p99Band?.lowMs).toBeLessThanOrEqual(p99Ms ?? 0);
      expect(p99Band?.highMs).toBeGreaterThanOrEqual(p99Ms ?? Infinity);
    }
    expect(spreadTitle(spreadRows(macaron, 1))).toBe('The p99 of S3 Standard, GET is 50.8 ms');
  });

  test('of a curve reads back its quantiles', () => {
    for (const [i, line] of curveLines(macaron, 6).entries()) {
      const p50 = macaron[i]?.figures.get('p50')?.value ?? NaN;
      expect(readAt(line, 0.5) / p50).toBeCloseTo(1, 2);
    }
  });

  test('by size keeps runs and places apart', () => {
    const series = sizeSeries(macaron, 10);
    expect(series.map(({ name }) => name)).toEqual([
      'in AWS us-east-1, run use1-usw1',
      'in AWS us-east-1, run use1-euc1',
      'in AWS us-west-1',
      'in AWS eu-central-1',
    ]);
    expect(series.every(({ points }) => points.length === 22)).toBe(true);
  });

  test('of rates starts with what was measured and says what is only a limit', () => {
    const bars = rateBars(cellsIn('vultr-tiers-2025'), '1/s', 100);
    expect(bars).toHaveLength(44);
    for (const { isLimit, name } of bars) expect(name.includes('published limit')).toBe(isLimit);
  });

  test('in the table is every figure of the file', () => {
    for (const { id, measurements } of allDatasets()) {
      const { tables } = cellFigures(measurements, AS_WRITTEN);
      const filled = tables.flatMap(({ figure: { columns, rows } }) => {
        const figures = columns.flatMap(({ title }, i) =>
          /^(p[0-9]+|min|max|mean|stddev|value)$/.test(title) ? [i] : [],
        );
        return rows.flatMap((cells) => figures.flatMap((i) => cells[i] || []));
      });
      expect(filled.length, id).toBe(measurements.length);
      // What all rows of a table say stands above it, and no column is without a figure.
      for (const { figure } of tables)
        for (const i of figure.columns.keys())
          expect(
            figure.rows.some((cells) => cells[i]),
            `${id} ${figure.columns[i]?.title}`,
          ).toBe(true);
    }
  });
});

describe('a comparison in words', () => {
  const one = (
    p: number,
    ratio: number,
    interval: readonly [number, number] | null,
    pValue: number | null,
  ) => ({ p, ratio, interval, pValue, isSketched: false });

  test('is about the highest percentile that differs by more than chance, with its interval', () => {
    const ratios = [one(0.5, 2, [1.9, 2.1], 0.0005), one(0.99, 1.1, [0.7, 1.6], 0.6)];
    expect(ratioTitle(ratios)).toBe('The p50 of the second is 2 times as long as of the first (1.9 to 2.1)');
    expect(ratioTitle([one(0.5, 0.5, [0.4, 0.8], 0.001)])).toBe(
      'The p50 of the second is 0.5 times as long as of the first (0.4 to 0.8)',
    );
    expect(ratioWords(ratios[1] ?? one(0, 0, null, null))).toContain('this may be chance');
  });

  test('says that it cannot tell, and when chance would do', () => {
    expect(ratioTitle([one(0.5, 3, null, null)])).toContain('cannot be told');
    expect(ratioTitle([one(0.5, 1.1, [0.9, 1.2], 0.4)])).toContain('No percentile differs');
    expect(ratioWords(one(0.99, 3, null, null))).toContain('how sure is not known');
  });
});
