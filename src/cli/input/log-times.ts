/** The times of a log as a private dataset of the store that wrote it: `derive --datasets` keeps it, `--dataset LOG=STORE` uses it. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { refuseFolder, writeDataset } from '#catalog/write-dataset.ts';
import type { DatasetFile } from '#core/evidence/dataset.ts';
import { dataFiles, privateHead, type DataFiles } from '#formats/benchmarks/private-dataset.ts';
import type { Derived } from '#query/derive.ts';
import type { StoreTimes } from '#query/store-times.ts';
import type { Args } from '../args.ts';
import type { Deps } from '../deps.ts';
import { Misunderstood, Unanswerable } from '../failures.ts';
import { storeAt, type StoreAt } from './store-at.ts';
import { logTimes } from './times-dataset.ts';

/** Null where no dataset is wanted. Throws `Misunderstood`. */
export function storeGiven(args: Args, deps: Deps): (StoreAt & { folder: string }) | null {
  const said = args.text('store');
  const folder = args.text('datasets');
  if (said === undefined && folder === undefined) return null;
  if (said === undefined || folder === undefined)
    throw new Misunderstood(
      '--store and --datasets go together: --store aws/s3-standard@us-west-1 --datasets FOLDER',
    );
  return { ...storeAt(said, '--store', deps), folder: path.resolve(deps.cwd, folder) };
}

/** Throws `Unanswerable` where the log has no times. */
export function timesDataset(
  { profile, format }: Derived,
  times: StoreTimes,
  { store, region, place }: StoreAt,
  file: string,
  day: string,
): { id: string; head: DatasetFile; files: DataFiles; measurements: number } {
  const found = logTimes(times, profile, format, { store, place });
  if (found.measurements.length === 0)
    throw new Unanswerable(
      `${format.id} holds no times of requests, so there is nothing to keep; leave out --store and --datasets`,
    );
  const date = profile.source.from?.slice(0, 10) ?? null;
  const id = `log-${store.replace('/', '-')}-${region.replace('/', '-')}-${date ?? day}`;
  const files = dataFiles([found]);
  const title = `${store} in ${region}: times in its own log`;
  const head = privateHead({ id, title, file, date, day, caveats: [] }, [found], files);
  return { id, head, files, measurements: found.measurements.length };
}

/** Writes the dataset and says which. Throws `Unanswerable` where the log has no times. */
export function keepTimes(
  found: Derived,
  times: StoreTimes,
  at: StoreAt & { folder: string },
  file: string,
  deps: Deps,
): void {
  const { id, head, files, measurements } = timesDataset(found, times, at, path.basename(file), deps.today());
  const own = path.join(at.folder, id);
  const { 'measurements.csv': csv, ...others } = files;
  refuseFolder(own);
  mkdirSync(at.folder, { recursive: true });
  writeDataset(own, head, csv, others);
  deps.say(
    `${path.relative(deps.cwd, own) || own}: ${measurements} measurements; use them with stowage plan --dataset`,
  );
}
