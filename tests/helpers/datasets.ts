/** Small datasets for tests, from overrides. */
import { MEASUREMENT_COLUMNS } from '#core/evidence/dataset.ts';
import type { Dataset } from '#core/evidence/dataset.ts';
import { parseDataset } from '#core/evidence/parse-dataset.ts';

export function datasetFile(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    title: 'A dataset',
    source: { url: 'https://example.org', date: '2026-01', retrieved: '2026-02-03' },
    licence: 'MIT',
    measuredBy: { name: 'somebody' },
    harness: { id: 'a-harness', tool: 'a tool', version: '1' },
    client: { place: 'aws/us-east-1', runtime: null },
    method: { loop: 'closed', temperature: null, connections: null },
    status: 'measured',
    checksums: { 'measurements.csv': '0'.repeat(64) },
    ...overrides,
  };
}

/** One CSV row; cells not given are empty, apart from those that make it a GET of S3 in ms. */
export function row(cells: Record<string, string | number>): Record<string, string> {
  const given: Record<string, string | number> = {
    store: 'aws/s3-standard',
    store_region: 'aws/us-east-1',
    client_place: 'aws/us-east-1',
    layer: 'store',
    operation: 'GET',
    metric: 'total',
    size_bytes: 1024,
    unit: 'ms',
    relation: 'eq',
    samples: 1000,
    ...cells,
  };
  return Object.fromEntries(MEASUREMENT_COLUMNS.map((name) => [name, String(given[name] ?? '')]));
}

export function aDataset(
  id: string,
  rows: readonly Record<string, string | number>[],
  overrides: Record<string, unknown> = {},
): Dataset {
  return parseDataset(id, datasetFile(overrides), rows.map(row));
}
