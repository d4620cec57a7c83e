import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { loadDatasets } from '#catalog/load-datasets.ts';
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
      'bigbitbus-objectbench',
      'bigbitbus-restore-claimed',
      'dev-2024-claimed',
      'dev-2024-rates-claimed',
      'endive-cas-2025',
      'macaron-2024',
      'mountpoint-s3-2026',
      'prisma-2026',
      'vultr-tiers-2025',
    ]);
  });

  test('of the Macaron study have a thousand reads a cell', () => {
    const macaron = loadDatasets(checkout).find(({ id }) => id === 'macaron-2024');
    expect(new Set(macaron?.measurements.map(({ samples }) => samples))).toEqual(new Set([1000]));
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
