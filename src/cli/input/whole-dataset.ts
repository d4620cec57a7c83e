/** A dataset's folder as one text, which `stowage import` and the Datasets page read back. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { loadDataset } from '#catalog/load-datasets.ts';
import { DatasetFile } from '#core/evidence/dataset.ts';
import { packDataset } from '#importers/stowage-dataset.ts';

/** Files that travel along without a checksum. */
const PAPERS = ['LICENSE', 'NOTICE'];

/** Throws what reading the folder throws. */
export function packFolder(folder: string): { id: string; hash: string; names: string[]; text: string } {
  const { id, hash, checksums } = loadDataset(folder, path.basename(folder));
  const head = DatasetFile.parse(parse(readFileSync(path.join(folder, 'dataset.yaml'), 'utf8')));
  const names = [...Object.keys(checksums), ...PAPERS.filter((name) => existsSync(path.join(folder, name)))];
  const files = Object.fromEntries(names.map((name) => [name, readFileSync(path.join(folder, name))]));
  return { id, hash, names, text: packDataset({ id, head, files }) };
}
