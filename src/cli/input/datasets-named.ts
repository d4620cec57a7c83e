/** `--dataset`: one of this build by its id, or one of the user's own by its folder. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { loadDataset } from '#catalog/load-datasets.ts';
import type { Dataset } from '#core/evidence/dataset.ts';
import type { EvidenceBase } from '#core/latency/evidence-base.ts';
import { nearestOrAll } from '../choices.ts';
import type { Deps } from '../deps.ts';
import { Misunderstood, within } from '../failures.ts';

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
  if (!existsSync(path.join(full, 'dataset.yaml'))) return null;
  return within(`--dataset ${folder}`, () => loadDataset(full, path.basename(full)));
}
