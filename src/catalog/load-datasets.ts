/** Datasets as they stand in the repository: `dataset.yaml` and `measurements.csv`, checked against their checksums. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { DataError } from '#core/data-error.ts';
import type { Dataset } from '#core/evidence/dataset.ts';
import { parseDataset } from '#core/evidence/parse-dataset.ts';
import { CsvError, parseCsv } from './parse-csv.ts';
import { ARCHIVE_LIMITS, readText, readYamlFile } from './read-yaml.ts';

const DATASETS_FOLDER = 'datasets';
const MEASUREMENTS = 'measurements.csv';
const LARGEST_CSV_BYTES = 16 * 1024 * 1024;

/** All datasets under `root`/datasets by id. Throws `ReadError` or `DataError`, naming the file. */
export function loadDatasets(root: string): Dataset[] {
  const where = path.join(root, DATASETS_FOLDER);
  if (!existsSync(where)) return [];
  const ids = readdirSync(where, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  return ids.toSorted().map((id) => loadDataset(path.join(where, id), id));
}

/** One dataset from its folder. */
export function loadDataset(folder: string, id: string): Dataset {
  const csvPath = path.join(folder, MEASUREMENTS);
  const text = readText(csvPath, LARGEST_CSV_BYTES);
  const dataset = parseDataset(
    id,
    readYamlFile(path.join(folder, 'dataset.yaml'), ARCHIVE_LIMITS),
    rowsOf(text, csvPath),
  );
  const seen = createHash('sha256').update(text).digest('hex');
  const promised = dataset.checksums[MEASUREMENTS];
  if (promised !== seen) {
    const message = `SHA-256 of ${MEASUREMENTS} is ${seen}, and dataset.yaml promises ${promised ?? 'none'}; datasets are immutable: a change is a new slug that supersedes this one`;
    throw new DataError(csvPath, [{ place: `checksums.${MEASUREMENTS}`, message }]);
  }
  return dataset;
}

function rowsOf(text: string, csvPath: string): Record<string, string>[] {
  try {
    return parseCsv(text);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new DataError(csvPath, [{ place: `line ${error.line}`, message: error.message }]);
  }
}
