/** A new dataset's folder, complete or not at all, and read back by the rules that will judge it. */
import { lstatSync } from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';
import { parseCsv } from '#core/csv.ts';
import { checkDatasets } from '#core/evidence/check.ts';
import type { Dataset, DatasetFile } from '#core/evidence/dataset.ts';
import { isSlug, parseDataset } from '#core/evidence/parse-dataset.ts';
import { createFolder } from '#files/write-files.ts';

/** A dataset that is not written: what is wrong with it, or with the name of its folder. */
export class WriteError extends Error {
  override name = 'WriteError';
}

/** Throws `WriteError` where no new dataset can be: datasets are never edited, and a folder's name is its id. */
export function refuseFolder(folder: string): void {
  const name = path.basename(folder);
  if (!isSlug(name))
    throw new WriteError(`${folder}: "${name}" is not a folder name of a dataset; write it like acme-2026`);
  if (lstatSync(folder, { throwIfNoEntry: false }))
    throw new WriteError(`${folder}: is there already; datasets are never edited, so name a new folder`);
}

/**
 * Writes `dataset.yaml`, `measurements.csv` and what else the head has checksums of. The id is the folder's name. Throws
 * `DataError`, `WriteError` or `FileError`, and leaves nothing then.
 */
export function writeDataset(
  folder: string,
  head: DatasetFile,
  csv: string,
  others: Readonly<Record<string, string | Uint8Array>> = {},
): Dataset {
  refuseFolder(folder);
  const dataset = parseDataset(path.basename(folder), head, parseCsv(csv));
  const problems = checkDatasets([dataset]).slice(0, 5);
  if (problems.length > 0)
    throw new WriteError(
      problems
        .map(({ line, message }) => `${line === null ? '' : `measurement ${line - 1}: `}${message}`)
        .join('\n'),
    );
  const files = { 'measurements.csv': csv, ...others, 'dataset.yaml': stringify(head, { lineWidth: 0 }) };
  createFolder(
    folder,
    Object.entries(files).map(([name, content]) => ({ path: name, content })),
  );
  return dataset;
}
