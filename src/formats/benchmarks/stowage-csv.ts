/** Our own `measurements.csv`, both ways. */
import { CsvError, csvCell, parseCsv } from '#core/csv.ts';
import { DataError } from '#core/data-error.ts';
import { MEASUREMENT_COLUMNS, type Measurement } from '#core/evidence/dataset.ts';
import { parseMeasurements } from '#core/evidence/parse-dataset.ts';
import { ImportError, refuseContradiction, textOf } from '../importer.ts';
import type { Fact, ImportContext, Importer } from '../importer.ts';

const HEADER = MEASUREMENT_COLUMNS.join(',');

const COLUMN_OF: readonly (readonly [Fact, keyof Measurement])[] = [
  ['store', 'store'],
  ['region', 'store_region'],
  ['from', 'client_place'],
  ['runtime', 'client_runtime'],
  ['sizeBytes', 'size_bytes'],
];

export const stowageCsv = {
  id: 'stowage-csv',
  title: "measurements.csv of a dataset of Stowage's own",
  tool: null,
  recognises: (head) =>
    head.replace(/^\uFEFF/, '').startsWith(HEADER) || `the header "${HEADER.slice(0, 40)},…"`,
  parse(bytes, context) {
    const measurements = rowsOf(textOf(bytes));
    measurements.forEach((row, i) => refuseOtherFacts(row, `line ${i + 2}`, context));
    return measurements;
  },
} satisfies Importer;

/** `measurements.csv` of these rows; reading it gives them back. */
export function measurementsCsv(rows: readonly Measurement[]): string {
  const lines = rows.map((row) => MEASUREMENT_COLUMNS.map((column) => csvCell(row[column])).join(','));
  return `${[HEADER, ...lines].join('\n')}\n`;
}

function rowsOf(text: string): Measurement[] {
  try {
    return parseMeasurements(parseCsv(text), 'measurements.csv');
  } catch (error) {
    if (error instanceof CsvError) throw new ImportError(`line ${error.line}: ${error.message}`);
    if (!(error instanceof DataError)) throw error;
    const said = error.issues.map(({ place, message }) => (place ? `${place}: ${message}` : message));
    throw new ImportError(said.join('\n'));
  }
}

function refuseOtherFacts(row: Measurement, where: string, context: ImportContext): void {
  for (const [fact, column] of COLUMN_OF) refuseContradiction(where, fact, row[column], context[fact]);
}
