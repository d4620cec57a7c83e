/** A new dataset's folder, complete or not at all, and read back by the rules that will judge it. */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';
import { parseCsv } from '#core/csv.ts';
import { checkDatasets } from '#core/evidence/check.ts';
import type { Dataset, DatasetFile } from '#core/evidence/dataset.ts';
import { isSlug, parseDataset } from '#core/evidence/parse-dataset.ts';
import { messageOf } from '#core/message-of.ts';

/** What the name of a folder begins with that is no dataset yet. */
const UNFINISHED = '.unfinished-';

/** A dataset that cannot be written: what is wrong with it, or with the folder. */
export class WriteError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WriteError';
  }
}

/** Throws `WriteError` where no new dataset can be: datasets are never edited, and a folder's name is its id. */
export function refuseFolder(folder: string): void {
  const name = path.basename(folder);
  if (!isSlug(name))
    throw new WriteError(`${folder}: "${name}" is not a folder name of a dataset; write it like acme-2026`);
  if (existsSync(folder))
    throw new WriteError(`${folder}: is there already; datasets are never edited, so name a new folder`);
}

/**
 * Writes `dataset.yaml`, `measurements.csv` and what else the head has checksums of. The id is the folder's name. Throws
 * `DataError` or `WriteError`, and leaves nothing then.
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
  // Killed while it writes, it has made no dataset; what it left goes here, on the next try.
  const beside = path.join(path.dirname(folder), `${UNFINISHED}${path.basename(folder)}`);
  try {
    rmSync(beside, { recursive: true, force: true });
    mkdirSync(beside, { recursive: true });
  } catch (error) {
    throw new WriteError(`${folder}: cannot be made (${messageOf(error)}); name another folder`);
  }
  try {
    const files = { 'measurements.csv': csv, ...others, 'dataset.yaml': stringify(head, { lineWidth: 0 }) };
    for (const [name, content] of Object.entries(files)) writeFileSync(path.join(beside, name), content);
    renameSync(beside, folder);
  } catch (error) {
    rmSync(beside, { recursive: true, force: true });
    throw new WriteError(`${folder}: cannot be written (${messageOf(error)}); name another folder`);
  }
  return dataset;
}
