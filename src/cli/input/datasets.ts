/** `--dataset`: one of this build by its id, or one of the user's own by its folder or a result's file. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { loadDataset } from '#catalog/load-datasets.ts';
import { parseCsv } from '#core/csv.ts';
import { DatasetFile } from '#core/evidence/dataset.ts';
import type { Dataset } from '#core/evidence/dataset.ts';
import { parseDataset } from '#core/evidence/parse-dataset.ts';
import type { EvidenceBase } from '#core/latency/evidence-base.ts';
import { ImportError } from '#formats/importer.ts';
import { measurementsCsv } from '#formats/benchmarks/stowage-csv.ts';
import { packDataset } from '#formats/benchmarks/stowage-dataset.ts';
import { nearestOrAll } from '../choices.ts';
import type { Deps } from '../deps.ts';
import { Misunderstood, within } from '../failures.ts';
import { privateHead } from './dataset-head.ts';

/** The build's datasets and those named, which come first. Throws `Misunderstood`. */
export async function evidenceNamed(named: readonly string[], deps: Deps): Promise<EvidenceBase> {
  const datasets = [...deps.catalog.datasets()];
  const ids: string[] = [];
  for (const one of named) {
    if (!datasets.some(({ id }) => id === one)) {
      const own = await ownDataset(one, deps);
      if (!own) {
        const known = datasets.map(({ id }) => id);
        throw new Misunderstood(
          `--dataset: no dataset is called "${one}", and no folder of that name holds one; ${nearestOrAll(one, known)}`,
        );
      }
      if (datasets.some(({ id }) => id === own.id))
        throw new Misunderstood(`--dataset ${one}: there is one called ${own.id} already; rename the folder`);
      datasets.push(own);
      ids.push(own.id);
    } else ids.push(one);
  }
  return { datasets, named: ids, first: ids };
}

/** The dataset of that id. Throws `Misunderstood`. */
export function datasetCalled(id: string, all: readonly Dataset[]): Dataset {
  const found = all.find((one) => one.id === id);
  if (found) return found;
  const known = all.map((one) => one.id);
  throw new Misunderstood(`no dataset is called "${id}"; ${nearestOrAll(id, known)}`);
}

async function ownDataset(folder: string, deps: Deps) {
  const full = path.resolve(deps.cwd, folder);
  if (statSync(full, { throwIfNoEntry: false })?.isFile()) return resultFile(folder, full, deps);
  if (!existsSync(path.join(full, 'dataset.yaml'))) return null;
  return within(`--dataset ${folder}`, () => loadDataset(full, path.basename(full)));
}

/** A result that says itself which store was measured from where, used at once. Throws `Misunderstood`. */
async function resultFile(named: string, full: string, deps: Deps): Promise<Dataset> {
  const { importPath } = await import('./benchmark-file.ts');
  const file = path.basename(full);
  try {
    const found = await importPath(full, { name: file }, () => undefined);
    const { whole, measurements, overTime: _, format, ...own } = found;
    const decode = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
    if (whole) return parseDataset(whole.id, whole.head, parseCsv(decode(whole.files['measurements.csv'])));
    const csv = measurementsCsv(measurements);
    const id =
      file
        .replace(/[.][^.]*$/, '')
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '') || 'file';
    const facts = { ...own, title: file, date: null, place: null, tool: own.tool ?? format };
    const head = privateHead(facts, { file, id, today: deps.today() }, { 'measurements.csv': csv });
    return parseDataset(id, head, parseCsv(csv));
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    const remedy =
      error.missing.length > 0 ? '; say it once with stowage import, and name the folder that it writes' : '';
    throw new Misunderstood(`--dataset ${named}: ${error.message}${remedy}`);
  }
}

/** The folder of a dataset: as named, or by its id in the checkout or in this build. */
export function datasetFolder(named: string, { cwd, datasetsFolder }: Deps): string {
  const places = [path.resolve(cwd, named), path.resolve(cwd, 'datasets', named)];
  const tried = [...new Set([...places, path.resolve(datasetsFolder, named)])];
  const folder = tried.find((one) => existsSync(path.join(one, 'dataset.yaml')));
  if (folder === undefined)
    throw new Misunderstood(
      `no folder ${tried.join(' or ')} holds a dataset; name one with its dataset.yaml`,
    );
  return folder;
}

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
