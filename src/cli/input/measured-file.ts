/** A result or a log as a dataset that is used at once and kept nowhere: `run.csv.zst`, or `access.log=aws/s3-standard@us-west-1`. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { parseCsv } from '#core/csv.ts';
import type { Dataset, DatasetFile } from '#core/evidence/dataset.ts';
import { parseDataset } from '#core/evidence/parse-dataset.ts';
import { dataFiles, idOf, leavingOpen, openWords, privateHead } from '#formats/benchmarks/private-dataset.ts';
import type { DataFiles } from '#formats/benchmarks/private-dataset.ts';
import { ImportError } from '#formats/importer.ts';
import type { Deps } from '../deps.ts';
import { Misunderstood } from '../failures.ts';
import { importPath } from './benchmark-file.ts';
import { derived, logFiles } from './log-file.ts';
import { timesDataset } from './log-times.ts';
import { storeAt } from './store-at.ts';
import type { StoreAt } from './store-at.ts';

/** Paths start from `folder`. Empty where there is no such file. Throws `Misunderstood`. */
export async function measuredAt(said: string, folder: string, deps: Deps): Promise<Dataset[]> {
  const cut = statSync(path.resolve(folder, said), { throwIfNoEntry: false }) ? -1 : said.lastIndexOf('=');
  const name = cut < 0 ? said : said.slice(0, cut);
  const at = cut < 0 ? null : storeAt(said.slice(cut + 1), 'store', deps);
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
      others.length > 0
        ? `${message}; say it once with stowage import --out, and name the folder that it writes`
        : `${message}; write ${example(name)}`,
    );
  }
}

const example = (name: string) => `--dataset ${name}=aws/s3-standard@us-east-1`;

/** An operation that nobody says would be used for none. */
const NEEDED = ['store', 'region', 'operation', 'timeUnit'] as const;

async function resultAt(full: string, at: StoreAt | null, deps: Deps): Promise<Dataset> {
  const file = path.basename(full);
  const { open, assume } = leavingOpen(NEEDED);
  const where = at ? { store: at.store, region: at.place } : {};
  const found = await importPath(full, { ...where, name: file, assume }, () => undefined);
  if (found.whole) {
    const csv = new TextDecoder().decode(found.whole.files['measurements.csv']);
    return parseDataset(found.whole.id, found.whole.head, parseCsv(csv));
  }
  const files = dataFiles([found]);
  const own = { id: idOf(file), title: file, file, date: null, day: deps.today() };
  return parsed(own.id, privateHead({ ...own, caveats: openWords(open) }, [found], files), files);
}

async function logAt(name: string, folder: string, at: StoreAt | null, deps: Deps): Promise<Dataset> {
  if (!at)
    throw new Misunderstood(`is a folder without a dataset; of logs say their store: ${example(name)}`);
  const found = await derived(logFiles([name], { ...deps, cwd: folder }), { columns: {} }, null, true);
  if (!found.times) throw new RangeError('times were asked for');
  const { id, head, files } = timesDataset(found, found.times, at, path.basename(name), deps.today());
  return parsed(id, head, files);
}

const parsed = (id: string, head: DatasetFile, files: DataFiles) =>
  parseDataset(id, head, parseCsv(files['measurements.csv']));
