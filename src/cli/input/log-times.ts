/** `derive --store S@R --datasets FOLDER`: the times of a log as a private dataset of the store that wrote it. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { refuseFolder, writeDataset } from '#catalog/write-dataset.ts';
import { OVER_TIME, overTimeCsv } from '#core/evidence/over-time.ts';
import { findPlace } from '#core/places.ts';
import { placeAdvice } from '#core/places/suggest.ts';
import { StoreId } from '#core/pricing/ids.ts';
import { privateHead } from './dataset-head.ts';
import { logTimes } from './times-dataset.ts';
import { measurementsCsv } from '#formats/benchmarks/stowage-csv.ts';
import type { Derived } from '#query/derive.ts';
import type { StoreTimes } from '#query/store-times.ts';
import type { Args } from '../args.ts';
import { ifNear } from '../choices.ts';
import type { Deps } from '../deps.ts';
import { Misunderstood, Unanswerable } from '../failures.ts';

interface StoreGiven {
  store: string;
  region: string;
  /** Where the store is. */
  place: string;
  folder: string;
}

/** Null where no dataset is wanted. Throws `Misunderstood`. */
export function storeGiven(args: Args, deps: Deps): StoreGiven | null {
  const said = args.text('store');
  const folder = args.text('datasets');
  if (said === undefined && folder === undefined) return null;
  if (said === undefined || folder === undefined)
    throw new Misunderstood(
      '--store and --datasets go together: --store aws/s3-standard@us-west-1 --datasets FOLDER',
    );
  const [store = '', region = ''] = said.split('@');
  if (!StoreId.safeParse(store).success || region === '')
    throw new Misunderstood(`--store "${said}" is not understood; write it like aws/s3-standard@us-west-1`);
  const known = deps.catalog.archive.stores;
  if (!known.includes(store))
    throw new Misunderstood(`--store ${said}: there is no such store${ifNear(store, known)}`);
  const place = [`${store.split('/')[0]}/${region}`, region].find((id) => findPlace(id));
  if (place === undefined)
    throw new Misunderstood(
      `--store ${said}: "${region}" is no place; ${placeAdvice(`${store.split('/')[0]}/${region}`)}`,
    );
  return { store, region, place, folder: path.resolve(deps.cwd, folder) };
}

/** Writes the dataset and says which. Throws `Unanswerable` where the log has no times. */
export function keepTimes(
  { profile, format }: Derived,
  times: StoreTimes,
  { store, region, place, folder }: StoreGiven,
  file: string,
  deps: Deps,
): void {
  const {
    measurements,
    tool,
    method,
    caveats,
    overTime = [],
  } = logTimes(times, profile, format, { store, place });
  if (measurements.length === 0)
    throw new Unanswerable(
      `${format.id} holds no times of requests, so there is nothing to keep; leave out --store and --datasets`,
    );
  const day = (profile.source.from ?? deps.today()).slice(0, 10);
  const own = path.join(folder, `log-${store.replace('/', '-')}-${region.replace('/', '-')}-${day}`);
  const csv = measurementsCsv(measurements);
  const others: Record<string, string> = overTime.length > 0 ? { [OVER_TIME]: overTimeCsv(overTime) } : {};
  refuseFolder(own);
  mkdirSync(folder, { recursive: true });
  writeDataset(
    own,
    privateHead(
      {
        title: `${store} in ${region}: times in its own log`,
        date: profile.source.from?.slice(0, 10) ?? null,
        place,
        tool,
        method,
        caveats,
      },
      { file: path.basename(file), id: path.basename(own), today: deps.today() },
      { 'measurements.csv': csv, ...others },
    ),
    csv,
    others,
  );
  deps.say(
    `${path.relative(deps.cwd, own) || own}: ${measurements.length} measurements; use them with stowage plan --dataset`,
  );
}
