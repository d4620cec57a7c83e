import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { loadDatasets, readOverTime } from '#catalog/load-datasets.ts';
import { measuredCells } from '#core/evidence/cells.ts';
import { MEASUREMENT_COLUMNS } from '#core/evidence/dataset.ts';
import { DataError } from '#core/data-error.ts';

const checkout = fileURLToPath(new URL('../../../', import.meta.url));
const root = mkdtempSync(path.join(tmpdir(), 'stowage-datasets-'));
afterAll(() => rmSync(root, { recursive: true }));

const ROW: Record<string, string> = {
  store: 'aws/s3-standard',
  layer: 'store',
  operation: 'GET',
  metric: 'total',
  statistic: 'p50',
  value: '11',
  unit: 'ms',
  relation: 'eq',
};

/** Writes datasets/<slug> with one measurement; `csv` and `checksum` make it wrong. */
function aDataset(slug: string, { csv, checksum }: { csv?: string; checksum?: string } = {}): void {
  const folder = path.join(root, 'datasets', slug);
  const good = `${MEASUREMENT_COLUMNS.join(',')}\n${MEASUREMENT_COLUMNS.map((name) => ROW[name] ?? '').join(',')}\n`;
  const text = csv ?? good;
  const sum = checksum ?? createHash('sha256').update(text).digest('hex');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'measurements.csv'), text);
  writeFileSync(
    path.join(folder, 'dataset.yaml'),
    `title: One number
source: { url: https://example.com, date: null, retrieved: "2026-11-20" }
licence: MIT
measuredBy: { name: somebody }
harness: { id: a, tool: a, version: null }
client: { place: null, runtime: null }
method: { loop: null, temperature: null, connections: null }
status: measured
checksums: { measurements.csv: "${sum}" }
`,
  );
}

describe('datasets', () => {
  test('of this checkout all load, in order', () => {
    expect(loadDatasets(checkout).map(({ id }) => id)).toEqual([
      'anyblob-2023',
      'azure-tiers-2023',
      'backblaze-stats-2026',
      'bigbitbus-objectbench',
      'bigbitbus-restore-claimed',
      'blobfuse-2026',
      'dev-2024-claimed',
      'dev-2024-rates-claimed',
      'endive-cas-2025',
      'google-dotnet-2017',
      'grebennikov-2025',
      'hackclub-2025',
      'kuschewski-2021',
      'macaron-2024',
      'makungo-2026',
      'mountpoint-s3-2026',
      'prisma-2026',
      's3compare-2025',
      'skyrise-2024',
      'tigris-bench-2026',
      'tigris-ycsb-2025',
      'topicpartition-2025',
      'tuist-2025',
      'tum-r2-2026',
      'turbopuffer-2026',
      'vassallo-2019',
      'vultr-tiers-2025',
      'wakatime-2021',
    ]);
  });

  test('of the Macaron study have a thousand reads a cell', () => {
    const macaron = loadDatasets(checkout).find(({ id }) => id === 'macaron-2024');
    expect(new Set(macaron?.measurements.map(({ samples }) => samples))).toEqual(new Set([1000]));
  });

  /** Nearest rank over the pooled requests, by a program of others. */
  test.each([
    ['aws/s3-express-one-zone', 'GET', 999_000, '4.78', '6.89', '23.2', 52],
    ['aws/s3-express-one-zone', 'PUT', 995_004, '7.35', '12.3', '25.3', 56],
    ['aws/s3-standard', 'GET', 997_002, '26.9', '105', '178', 68],
    ['aws/s3-standard', 'PUT', 999_000, '40.3', '123', '205', 85],
  ])('of Skyrise say what its requests say: %s %s', (store, operation, n, p50, p99, p999, firstMs) => {
    const [skyrise] = loadDatasets(checkout).filter(({ id }) => id === 'skyrise-2024');
    const cells = measuredCells(skyrise?.measurements ?? []).filter(
      (cell) => cell.store === store && cell.operation === operation && cell.run === null,
    );
    const [requests] = cells.filter(({ metric }) => metric === 'total');
    const [first] = cells.filter(({ metric }) => metric === 'first_request');
    expect(requests?.samples).toBe(n);
    expect(['p50', 'p99', 'p999'].map((name) => requests?.figures.get(name)?.value.toPrecision(3))).toEqual([
      p50,
      p99,
      p999,
    ]);
    expect(Math.round(first?.figures.get('p50')?.value ?? NaN)).toBe(firstMs);
  });

  test('of Skyrise lie in the hours in which they were measured', () => {
    const rows = readOverTime(path.join(checkout, 'datasets/skyrise-2024'));
    const counted = Map.groupBy(rows, ({ store, operation }) => `${store} ${operation}`);
    expect(
      Object.fromEntries(
        [...counted].map(([name, own]) => [name, own.reduce((sum, { requests }) => sum + requests, 0)]),
      ),
    ).toEqual({
      'aws/s3-express-one-zone GET': 999_000,
      'aws/s3-express-one-zone PUT': 995_004,
      'aws/s3-standard GET': 997_002,
      'aws/s3-standard PUT': 999_000,
    });
  });

  test('are none where there is no folder', () => {
    expect(loadDatasets(path.join(root, 'nowhere'))).toEqual([]);
  });

  test('whose file is not the one promised are refused by name', () => {
    aDataset('good');
    expect(loadDatasets(root)).toMatchObject([{ id: 'good', measurements: [{ value: 11 }] }]);
    aDataset('good', { checksum: '0'.repeat(64) });
    expect(() => loadDatasets(root)).toThrow(DataError);
    expect(() => loadDatasets(root)).toThrow(/datasets\/good\/dataset\.yaml: checksums\.measurements\.csv/);
  });

  test('whose table does not read are refused with the line', () => {
    aDataset('good', { csv: `${MEASUREMENT_COLUMNS.join(',')}\n1,2\n` });
    expect(() => loadDatasets(root)).toThrow(
      /measurements\.csv: line 2: has 2 cells where the header has 20/,
    );
  });
});
