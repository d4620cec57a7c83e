/**
 * A result or a log as a dataset that is used at once and kept nowhere: `run.csv.zst`, `access.log=aws/s3-standard@us-west-1`, or
 * `oha.json=aws/s3-standard@us-west-1,GET,1MiB` where the file says neither operation nor size.
 */
import { statSync } from 'node:fs';
import path from 'node:path';
import { OPERATIONS, type Dataset, type Operation } from '#core/evidence/dataset.ts';
import { parseBytes } from '#core/units.ts';
import {
  datasetOf,
  idOf,
  leavingOpen,
  openWords,
  privateDataset,
} from '#formats/benchmarks/private-dataset.ts';
import { datasetOfWhole } from '#formats/benchmarks/stowage-dataset.ts';
import { ImportError } from '#formats/importer.ts';
import type { Deps } from '../deps.ts';
import { Misunderstood, withinNow } from '../failures.ts';
import { importPath } from './benchmark-file.ts';
import { derived, logFiles } from './log-file.ts';
import { timesDataset } from './log-times.ts';
import { storeAt, type StoreAt } from './store-at.ts';

/** Paths start from `folder`. Empty where there is no such file. Throws `Misunderstood`. */
export async function measuredAt(said: string, folder: string, deps: Deps): Promise<Dataset[]> {
  const cut = statSync(path.resolve(folder, said), { throwIfNoEntry: false }) ? -1 : said.lastIndexOf('=');
  const name = cut < 0 ? said : said.slice(0, cut);
  const at = cut < 0 ? null : toldOf(said.slice(cut + 1), deps);
  const full = path.resolve(folder, name);
  const stat = statSync(full, { throwIfNoEntry: false });
  if (!stat) return [];
  if (stat.isDirectory()) return [await logAt(name, folder, at, deps)];
  try {
    return [await resultAt(full, at, deps)];
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    const { missing, message } = error;
    if (missing.length === 0 && at) return [await logAt(name, folder, at, deps)];
    if (missing.length === 0) throw new Misunderstood(`${message}; of a log say its store: ${example(name)}`);
    const others = missing.filter((fact) => fact !== 'store' && fact !== 'region');
    throw new Misunderstood(
      others.some((fact) => fact !== 'operation')
        ? `${message}; say it once with stowage import --out, and name the folder that it writes`
        : `${message}; write ${example(name)}${others.length > 0 ? ',GET or, with the size of its objects, …,GET,1MiB' : ''}`,
    );
  }
}

/** What stands behind the `=`. */
interface Told extends StoreAt {
  operation?: Operation;
  sizeBytes?: number;
}

function toldOf(text: string, deps: Deps): Told {
  const [store = '', operation, size, ...more] = text.split(',');
  const known = OPERATIONS.find((one) => one === operation);
  if ((operation !== undefined && !known) || more.length > 0)
    throw new Misunderstood(
      `"${text}" is not understood; behind the store stand an operation (${OPERATIONS.join(', ')}) and a size, such as ,GET,1MiB`,
    );
  return {
    ...storeAt(store, 'store', deps),
    ...(known && { operation: known }),
    ...(size !== undefined && { sizeBytes: withinNow('its size', () => parseBytes(size)) }),
  };
}

const example = (name: string) => `--dataset ${name}=aws/s3-standard@us-east-1`;

/** An operation that nobody says would be used for none. */
const NEEDED = ['store', 'region', 'operation', 'timeUnit'] as const;

async function resultAt(full: string, at: Told | null, deps: Deps): Promise<Dataset> {
  const file = path.basename(full);
  const { open, assume } = leavingOpen(NEEDED);
  const { store, place: region, operation, sizeBytes } = at ?? {};
  const told = { store, region, operation, sizeBytes };
  const found = await importPath(full, { ...told, name: file, assume }, () => undefined);
  if (found.whole) return datasetOfWhole(found.whole);
  const own = { id: idOf(file), title: file, file, date: null, day: deps.today() };
  return privateDataset({ ...own, caveats: openWords(open) }, [found]);
}

async function logAt(name: string, folder: string, at: StoreAt | null, deps: Deps): Promise<Dataset> {
  if (!at)
    throw new Misunderstood(`is a folder without a dataset; of logs say their store: ${example(name)}`);
  const found = await derived(logFiles([name], { ...deps, cwd: folder }), { columns: {} }, null, true);
  if (!found.times) throw new RangeError('times were asked for');
  const { id, head, files } = timesDataset(found, found.times, at, path.basename(name), deps.today());
  return datasetOf(id, head, files);
}
