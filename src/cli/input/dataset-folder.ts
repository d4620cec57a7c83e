import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Deps } from '../deps.ts';
import { Misunderstood } from '../failures.ts';

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
