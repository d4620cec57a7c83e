import path from 'node:path';
import { refuseFolder, writeDataset } from '#catalog/write-dataset.ts';
import { DataError } from '#core/data-error.ts';
import { OPERATIONS } from '#core/evidence/dataset.ts';
import type { Dataset, DatasetFile } from '#core/evidence/dataset.ts';
import { OVER_TIME, overTimeCsv } from '#core/evidence/over-time.ts';
import { doubtsOf } from '#core/evidence/doubts/index.ts';
import { describeEvidenceFinding, weightOf } from '#core/findings/evidence-findings.ts';
import { nearest } from '#core/nearest.ts';
import { PLACES, findPlace } from '#core/places.ts';
import { suggestPlaces } from '#core/places/suggest.ts';
import { StoreId } from '#core/pricing/ids.ts';
import { parseBytes, shorten } from '#core/units.ts';
import { importFile } from '#importers/index.ts';
import { ImportError, MOST_BYTES } from '#importers/importer.ts';
import type { Fact, ImportContext, ImportedDataset, TimeUnit } from '#importers/importer.ts';
import { measurementsCsv } from '#importers/stowage-csv.ts';
import { readArgs } from '../args.ts';
import type { Args } from '../args.ts';
import type { Deps, Run } from '../deps.ts';
import { Misunderstood, within } from '../failures.ts';
import { jsonText } from '../formats.ts';
import { importPath } from '../input/benchmark-file.ts';
import { headOf } from '../input/dataset-head.ts';
import { progressBar } from '../render/progress-bar.ts';
import { findingJson } from '../render/evidence-findings.ts';

/** Facts of the measurement that a file may not say. */
const FACT_FLAGS: Record<Fact, string> = {
  store: '--store S',
  region: '--region R',
  from: '--from PLACE',
  runtime: '--runtime TEXT',
  sizeBytes: '--size SIZE',
  operation: '--op OP',
  concurrency: '--concurrency N',
  timeUnit: '--unit U',
};

/** Said of what nobody knows; left out, it is asked for. */
const UNKNOWN = 'unknown';
const TIME_UNITS = ['ns', 'us', 'ms', 's'] as const satisfies readonly TimeUnit[];

/** Benchmarks' files → a dataset's folder that `datasets check` accepts. Writes nothing unless all is well. */
export const importFiles: Run = async (argv, deps) => {
  const args = readArgs(argv, {
    command: 'import',
    flags: {
      out: 'string',
      store: 'string',
      region: 'string',
      from: 'string',
      size: 'string',
      op: 'string',
      concurrency: 'string',
      unit: 'string',
      column: 'list',
      runtime: 'string',
      run: 'string',
      title: 'string',
      'source-url': 'string',
      'source-date': 'string',
      retrieved: 'string',
      licence: 'string',
      'measured-by': 'string',
      sells: 'list',
      status: 'string',
      harness: 'string',
      tool: 'string',
      'tool-version': 'string',
      json: 'boolean',
    },
    operands: { name: 'a FILE', least: 1, most: 10_000 },
  });
  const folder = folderGiven(args, deps);
  const context = await contextGiven(args, deps);
  const imported = await importAll(args.operands, context, deps);
  const measurements = imported.flatMap((one) => one.measurements);
  const csv = measurementsCsv(measurements);
  if (Buffer.byteLength(csv) > MOST_BYTES)
    throw new Misunderstood(
      `${measurements.length} measurements are more than one dataset holds; import fewer files into each`,
    );
  const overTime = imported.flatMap((one) => one.overTime ?? []);
  const others: Record<string, string> = overTime.length > 0 ? { [OVER_TIME]: overTimeCsv(overTime) } : {};
  const head = headOf(
    path.basename(folder),
    args,
    imported,
    { 'measurements.csv': csv, ...others },
    measurements,
  );
  const dataset = written(folder, head, csv, others);
  const formats = [...new Set(imported.map(({ format }) => format))];
  const findings = doubtsOf(dataset, deps.catalog.datasets());
  deps.print(
    args.has('json')
      ? jsonText({
          folder,
          id: dataset.id,
          hash: dataset.hash,
          measurements: measurements.length,
          formats,
          findings: findings.map(findingJson),
        })
      : `${folder}: ${measurements.length} measurements (${formats.join(', ')})\n`,
  );
  if (!args.has('json'))
    for (const finding of findings) deps.say(`${weightOf(finding)}: ${describeEvidenceFinding(finding)}`);
  deps.say(
    'read dataset.yaml over: what the file cannot know is null there; then run stowage datasets check',
  );
  return { exit: 0 };
};

function folderGiven(args: Args, deps: Deps): string {
  const out = args.text('out');
  if (out === undefined)
    throw new Misunderstood('say where the dataset goes: --out datasets/acme-2026, a folder not there yet');
  const folder = path.resolve(deps.cwd, out);
  refuseFolder(folder);
  return folder;
}

async function contextGiven(args: Args, deps: Deps): Promise<ImportContext> {
  const store = args.text('store');
  if (store !== undefined && !StoreId.safeParse(store).success)
    throw new Misunderstood(`--store "${store}" is not a store; write it like aws/s3-standard`);
  const known = deps.catalog.index.stores.map(({ id }) => id);
  if (store !== undefined && !known.includes(store)) {
    const hint = nearest(store, known);
    deps.say(`there are no prices of a store ${store}${hint ? `; did you mean ${hint}?` : ''}`);
  }
  const size = args.text('size');
  const region = args.text('region');
  const ofProvider = `${store?.split('/')[0]}/${region}`;
  return {
    store,
    region: placeGiven('region', findPlace(ofProvider) ? ofProvider : region),
    from: placeGiven('from', args.text('from')),
    runtime: args.text('runtime'),
    sizeBytes: await unlessUnknown('size', size, parseBytes),
    operation: args.choice('op', OPERATIONS),
    concurrency: await unlessUnknown('concurrency', args.text('concurrency'), concurrencyOf),
    timeUnit: args.choice('unit', TIME_UNITS),
    run: args.text('run'),
    columns: columnsGiven(args.list('column')),
  };
}

/** Null for `unknown`. */
async function unlessUnknown(
  flag: string,
  text: string | undefined,
  parse: (text: string) => number,
): Promise<number | null | undefined> {
  if (text === undefined) return undefined;
  return text === UNKNOWN ? null : within(`--${flag}`, () => parse(text));
}

function concurrencyOf(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text))
    throw new Misunderstood(`"${shorten(text)}" is no number of requests; write it like 16, or ${UNKNOWN}`);
  return Number(text);
}

function columnsGiven(pairs: readonly string[]): Record<string, string> | undefined {
  if (pairs.length === 0) return undefined;
  const named = pairs.map((pair) => {
    const [, role, name] = /^([a-z-]+)=(.+)$/.exec(pair) ?? [];
    if (role === undefined || name === undefined)
      throw new Misunderstood(
        `--column "${shorten(pair)}" is not understood; write it like latency="Time (us)"`,
      );
    return [role, name] as const;
  });
  const twice = named.find(([role], i) => named.findIndex(([other]) => other === role) !== i);
  if (twice) throw new Misunderstood(`--column ${twice[0]} is given twice`);
  return Object.fromEntries(named);
}

/** A place we know, or one of a provider whose places nobody listed; null for `unknown`. */
function placeGiven(flag: string, id: string | undefined): string | null | undefined {
  if (id === undefined || findPlace(id)) return id;
  if (id === UNKNOWN) return null;
  const [provider, rest] = id.split('/');
  if (rest && !PLACES.some((place) => place.provider === provider)) return id;
  const like = suggestPlaces(id);
  throw new Misunderstood(
    `--${flag} "${id}" is no place; ${like.length > 0 ? `did you mean ${like.join(' or ')}?` : 'write it like aws/us-east-1'} Where nobody knows, say ${UNKNOWN}`,
  );
}

/** All files, in one format, or everything that is wrong with any of them. */
async function importAll(
  files: readonly string[],
  context: ImportContext,
  deps: Deps,
): Promise<ImportedDataset[]> {
  const imported: ImportedDataset[] = [];
  const problems: string[] = [];
  const missing = new Set<Fact>();
  for (const file of files) {
    const own = { ...context, name: path.basename(file) };
    const bytes = file === '-' ? await deps.stdin() : null;
    try {
      imported.push(
        bytes === null
          ? await importPath(path.resolve(deps.cwd, file), own, progressBar(own.name, deps.redraw))
          : importFile(bytes, own),
      );
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      const name = file === '-' ? 'standard input' : file;
      problems.push(...error.message.split('\n').map((line) => `${name}: ${line}`));
      error.missing.forEach((fact) => missing.add(fact));
    }
  }
  if (missing.size > 0)
    problems.push(
      `add ${[...missing].map((fact) => FACT_FLAGS[fact]).join(' ')}; what nobody knows of a place or a size is "${UNKNOWN}"`,
    );
  const formats = [...new Set(imported.map(({ format }) => format))];
  if (formats.length > 1)
    problems.push(`the files are in ${formats.length} formats (${formats.join(', ')}); a dataset has one`);
  if (problems.length > 0) throw new Misunderstood(problems.join('\n'));
  return imported;
}

function written(
  folder: string,
  head: DatasetFile,
  csv: string,
  others: Readonly<Record<string, string>>,
): Dataset {
  try {
    return writeDataset(folder, head, csv, others);
  } catch (error) {
    throw error instanceof DataError ? new Misunderstood(error.message) : error;
  }
}
