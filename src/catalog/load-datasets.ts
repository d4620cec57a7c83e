/** Datasets as they stand in the repository: `dataset.yaml` and `measurements.csv`, checked against their checksums. */
import { hash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { CsvError, parseCsv } from '#core/csv.ts';
import { DataError } from '#core/data-error.ts';
import type { Dataset } from '#core/evidence/dataset.ts';
import { OVER_TIME, parseOverTime } from '#core/evidence/over-time.ts';
import type { OverTime } from '#core/evidence/over-time.ts';
import { parseDataset } from '#core/evidence/parse-dataset.ts';
import { ARCHIVE_LIMITS, readText } from './read-text.ts';
import { readYamlFile } from './read-yaml.ts';

const DATASETS_FOLDER = 'datasets';
const HEAD = 'dataset.yaml';
const MEASUREMENTS = 'measurements.csv';
const LARGEST_CSV_BYTES = 16 * 1024 * 1024;

/** All datasets under `root`/datasets by id. Throws `ReadError` or `DataError`, naming the file. */
export function loadDatasets(root: string): Dataset[] {
  const where = path.join(root, DATASETS_FOLDER);
  return existsSync(where) ? datasetIds(where).map((id) => loadDataset(path.join(where, id), id)) : [];
}

/** Of the datasets in a folder, which is there. */
export const datasetIds = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .toSorted();

/** One dataset from its folder; every file that `checksums` names must have that SHA-256. */
export function loadDataset(folder: string, id: string): Dataset {
  const csvPath = path.join(folder, MEASUREMENTS);
  const rows = rowsOf(readText(csvPath, LARGEST_CSV_BYTES), csvPath);
  const dataset = parseDataset(id, readYamlFile(path.join(folder, HEAD), ARCHIVE_LIMITS), rows);
  const issues = [MEASUREMENTS, ...Object.keys(dataset.checksums).filter((name) => name !== MEASUREMENTS)]
    .map((name) => ({ name, promised: dataset.checksums[name], seen: sha256OfFile(folder, name) }))
    .filter(({ promised, seen }) => promised === undefined || promised !== seen)
    .map(({ name, promised = 'none', seen = 'not there' }) => ({
      place: `checksums.${name}`,
      message: `SHA-256 of ${name} is ${seen}, and ${promised} is promised; datasets do not change: a change is a new slug that supersedes this one`,
    }));
  if (issues.length > 0) throw new DataError(path.join(DATASETS_FOLDER, id, HEAD), issues);
  return dataset;
}

/** When its requests began and how long they took; empty for a dataset that does not say. Throws `DataError`. */
export function readOverTime(folder: string): OverTime[] {
  const file = path.join(folder, OVER_TIME);
  if (!existsSync(file)) return [];
  try {
    return parseOverTime(readText(file, LARGEST_CSV_BYTES));
  } catch (error) {
    if (!(error instanceof CsvError || error instanceof RangeError)) throw error;
    throw new DataError(file, [{ place: '', message: error.message }]);
  }
}

/** Undefined when there is no such file in the folder itself. */
function sha256OfFile(folder: string, name: string): string | undefined {
  const file = path.join(folder, name);
  if (path.dirname(file) !== path.normalize(folder) || !existsSync(file)) return undefined;
  return hash('sha256', readFileSync(file));
}

function rowsOf(text: string, csvPath: string): Record<string, string>[] {
  try {
    return parseCsv(text);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new DataError(csvPath, [{ place: `line ${error.line}`, message: error.message }]);
  }
}
