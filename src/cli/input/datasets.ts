/** Datasets that a person names, by `--dataset` or in `stowage.yaml`: of this build by id, or their own by folder, result or log. */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { loadDataset } from '#catalog/load-datasets.ts';
import { DatasetFile, type Dataset } from '#core/evidence/dataset.ts';
import type { EvidenceBase } from '#core/latency/evidence-base.ts';
import { packDataset } from '#formats/benchmarks/stowage-dataset.ts';
import { nearestOrAll } from '../choices.ts';
import type { Args } from '../args.ts';
import type { Deps } from '../deps.ts';
import { Misunderstood, within } from '../failures.ts';
import { configsFor } from './settings.ts';

/** The build's datasets with those named, which come first. */
export interface NamedEvidence {
  evidence: EvidenceBase;
  /** Ids of those that are the person's own. */
  own: string[];
}

/** One that is named: as it was said, where paths start from, and what messages call the place where it is said. */
interface NamedDataset {
  said: string;
  folder: string;
  where: string;
}

/** By `--dataset`, then by config files. `isMany`: a batch, which the person's own config file does not change. */
export function datasetsGiven(args: Args, deps: Deps, isMany = false): NamedDataset[] {
  const given = args.list('dataset').map((said) => ({ said, folder: deps.cwd, where: '--dataset' }));
  const configs = args.has('no-config') ? [] : configsFor(deps, { isPersonal: !isMany });
  return [
    ...given,
    ...configs.flatMap(({ name, folder, datasets }) =>
      datasets.map((said) => ({ said, folder, where: `${name}: datasets` })),
    ),
  ];
}

/** Throws `Misunderstood`. */
export async function evidenceNamed(named: readonly NamedDataset[], deps: Deps): Promise<NamedEvidence> {
  const datasets = [...deps.catalog.datasets()];
  const ids: string[] = [];
  const own: string[] = [];
  for (const one of named) {
    if (datasets.some(({ id }) => id === one.said)) {
      ids.push(one.said);
      continue;
    }
    const found = await ownDatasets(one, deps);
    if (found.length === 0)
      throw new Misunderstood(
        `${one.where}: no dataset is called "${one.said}", and no file or folder of that name holds one; ${nearestOrAll(
          one.said,
          deps.catalog.datasets().map(({ id }) => id),
        )}`,
      );
    for (const dataset of found) {
      if (datasets.some(({ id }) => id === dataset.id))
        throw new Misunderstood(
          `${one.where} ${one.said}: there is one called ${dataset.id} already; rename the file or folder`,
        );
      datasets.push(dataset);
      ids.push(dataset.id);
      own.push(dataset.id);
    }
  }
  return { evidence: { datasets, named: ids, first: ids }, own };
}

/** The dataset of that id. Throws `Misunderstood`. */
export function datasetCalled(id: string, all: readonly Dataset[]): Dataset {
  const found = all.find((one) => one.id === id);
  if (found) return found;
  const known = all.map((one) => one.id);
  throw new Misunderstood(`no dataset is called "${id}"; ${nearestOrAll(id, known)}`);
}

/** A dataset's folder, or a folder of such; else what was measured, at once. Empty where there is nothing of that name. */
async function ownDatasets(one: NamedDataset, deps: Deps): Promise<Dataset[]> {
  const full = path.resolve(one.folder, one.said);
  const stat = statSync(full, { throwIfNoEntry: false });
  if (stat?.isDirectory()) {
    const folders = isDataset(full)
      ? [full]
      : readdirSync(full)
          .map((name) => path.join(full, name))
          .filter(isDataset)
          .toSorted();
    return folders.map((folder) => loadDataset(folder, path.basename(folder)));
  }
  const { measuredAt } = await import('./measured-file.ts');
  return within(`${one.where} ${one.said}`, () => measuredAt(one.said, one.folder, deps));
}

const isDataset = (folder: string) => existsSync(path.join(folder, 'dataset.yaml'));

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
