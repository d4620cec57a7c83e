/** `--dataset`: one of this build by its id, or one of the user's own by its folder. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { loadDataset } from '#catalog/load-datasets.ts';
import type { EvidenceBase } from '#core/latency/evidence-base.ts';
import { nearest } from '#core/nearest.ts';
import type { Deps } from '../deps.ts';
import { Misunderstood, within } from '../failures.ts';

/** The build's datasets and those named, which come first. Throws `Misunderstood`. */
export async function evidenceNamed(named: readonly string[], deps: Deps): Promise<EvidenceBase> {
  const datasets = deps.catalog.datasets();
  const ids: string[] = [];
  for (const one of named) {
    if (!datasets.some(({ id }) => id === one)) {
      const own = await ownDataset(one, deps);
      if (!own)
        throw new Misunderstood(
          unknownDataset(
            one,
            datasets.map(({ id }) => id),
          ),
        );
      if (datasets.some(({ id }) => id === own.id))
        throw new Misunderstood(`--dataset ${one}: there is one called ${own.id} already; rename the folder`);
      datasets.push(own);
      ids.push(own.id);
    } else ids.push(one);
  }
  return { datasets, named: ids, first: ids };
}

async function ownDataset(folder: string, deps: Deps) {
  const full = path.resolve(deps.cwd, folder);
  if (!existsSync(path.join(full, 'dataset.yaml'))) return null;
  return within(`--dataset ${folder}`, () => loadDataset(full, path.basename(full)));
}

function unknownDataset(id: string, ids: readonly string[]): string {
  const hint = nearest(id, ids);
  return `--dataset: no dataset is called "${id}", and no folder of that name holds one; ${hint ? `did you mean ${hint}?` : `there are ${ids.join(', ')}`}`;
}
