/** A dataset from the contents of its folder: `dataset.yaml` and the rows of `measurements.csv`. */
import { DataError, asDataIssue } from '../data-error.ts';
import type { DataIssue } from '../data-error.ts';
import { schemaIssues } from '../schema-issues.ts';
import { DatasetFile, MEASUREMENT_COLUMNS, Measurement } from './dataset.ts';
import type { Dataset } from './dataset.ts';
import { sha256 } from './sha256.ts';

const NUMBERS: readonly (keyof Measurement)[] = [
  'size_bytes',
  'concurrency',
  'value',
  'value_low',
  'value_high',
  'samples',
];
const REQUIRED: readonly (keyof Measurement)[] = [
  'store',
  'layer',
  'operation',
  'metric',
  'statistic',
  'unit',
  'relation',
];

const MOST_ISSUES = 20;
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** May a dataset's folder be called that? */
export const isSlug = (name: string) => SLUG.test(name);

/**
 * Reads `file` (the parsed YAML) and `rows` (one record per CSV row, columns in file order). The hash is SHA-256 over
 * the sorted `name checksum` lines of the folder. Throws `DataError` naming file, place and what was seen.
 */
export function parseDataset(id: string, file: unknown, rows: readonly Record<string, string>[]): Dataset {
  if (!isSlug(id))
    throw wrong(`datasets/${id.slice(0, 80)}`, [
      { place: '', message: `"${id}" is not a folder name; write it like prisma-2026` },
    ]);
  const head = DatasetFile.safeParse(file);
  if (!head.success)
    throw wrong(`datasets/${id}/dataset.yaml`, schemaIssues(head.error, DatasetFile, file).map(asDataIssue));
  return {
    ...head.data,
    id,
    hash: contentHash(head.data.checksums),
    measurements: parseMeasurements(rows, `datasets/${id}/measurements.csv`),
  };
}

/** SHA-256 over a folder's checksums, whatever their order. */
export function contentHash(checksums: Readonly<Record<string, string>>): string {
  const lines = Object.entries(checksums).map(([name, sum]) => `${name} ${sum}\n`);
  return sha256(lines.toSorted().join(''));
}

/** The rows of a `measurements.csv`; `path` is for messages. Throws `DataError` with the line of each. */
export function parseMeasurements(rows: readonly Record<string, string>[], path: string): Measurement[] {
  const first = rows[0];
  if (!first) throw wrong(path, [{ place: '', message: 'it has no rows' }]);
  const header = Object.keys(first);
  const expected = MEASUREMENT_COLUMNS.join(', ');
  if (header.join(', ') !== expected) {
    const message = `the header is "${header.join(', ').slice(0, 400)}"; it must be "${expected}"`;
    throw wrong(path, [{ place: 'line 1', message }]);
  }
  const issues: DataIssue[] = [];
  const measurements = rows.flatMap((row, i) => {
    const value = cells(row);
    const parsed = Measurement.safeParse(value);
    if (parsed.success) return [parsed.data];
    for (const issue of schemaIssues(parsed.error, Measurement, value)) {
      issues.push({ place: `line ${i + 2}${issue.path ? `, ${issue.path}` : ''}`, message: issue.message });
    }
    return [];
  });
  if (issues.length > 0) throw wrong(path, issues);
  return measurements;
}

/** Text of a cell as the schema wants it: empty is null, numbers are numbers. A number that is none stays text, and is refused. */
function cells(row: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, text]) => {
      const column = name as keyof Measurement;
      if (text === '') return [name, REQUIRED.includes(column) ? '' : null];
      const isNumber = NUMBERS.includes(column) && /^-?\d+(\.\d+)?(e[-+]?\d+)?$/.test(text);
      return [name, isNumber ? Number(text) : text];
    }),
  );
}

function wrong(path: string, issues: readonly DataIssue[]): DataError {
  const shown = issues.slice(0, MOST_ISSUES);
  const more = issues.length - shown.length;
  const rest = more > 0 ? [{ place: '', message: `and ${more} more` }] : [];
  return new DataError(path, [...shown, ...rest]);
}
