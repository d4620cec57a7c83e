import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';
import { readBytes } from '#catalog/read-yaml.ts';
import { parseCsv } from '#core/csv.ts';
import { DataError } from '#core/data-error.ts';
import { checkDatasets } from '#core/evidence/check.ts';
import type { Dataset, DatasetFile } from '#core/evidence/dataset.ts';
import { parseDataset } from '#core/evidence/parse-dataset.ts';
import { nearest } from '#core/nearest.ts';
import { PLACES, findPlace, suggestPlaces } from '#core/places.ts';
import { StoreId } from '#core/pricing/edition.ts';
import { parseBytes } from '#core/units.ts';
import { importFile } from '#importers/index.ts';
import { ImportError, MOST_BYTES } from '#importers/importer.ts';
import type { Fact, ImportContext, ImportedDataset } from '#importers/importer.ts';
import { measurementsCsv } from '#importers/stowage-csv.ts';
import { readArgs } from '../args.ts';
import type { Args } from '../args.ts';
import type { Deps, Run } from '../deps.ts';
import { Misunderstood, within } from '../failures.ts';
import { jsonText } from '../formats.ts';
import { headOf } from '../input/dataset-head.ts';

/** Facts of the measurement that a file may not say. */
const FACT_FLAGS: Record<Fact, string> = {
  store: '--store S',
  region: '--region R',
  from: '--from PLACE',
  runtime: '--runtime TEXT',
  sizeBytes: '--size SIZE',
};

/** Said of a place that nobody knows; left out, a place is asked for. */
const UNKNOWN = 'unknown';

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
  const head = headOf(path.basename(folder), args, imported, measurements, csv);
  const dataset = checked(path.basename(folder), head, csv);
  writeFolder(folder, { 'measurements.csv': csv, 'dataset.yaml': stringify(head, { lineWidth: 0 }) });
  const formats = [...new Set(imported.map(({ format }) => format))];
  deps.print(
    args.has('json')
      ? jsonText({ folder, id: dataset.id, hash: dataset.hash, measurements: measurements.length, formats })
      : `${folder}: ${measurements.length} measurements (${formats.join(', ')})\n`,
  );
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
  if (existsSync(folder))
    throw new Misunderstood(
      `--out ${out}: is there already; datasets are never edited, so name a new folder`,
    );
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
    sizeBytes: size === undefined ? undefined : await within('--size', () => parseBytes(size)),
    run: args.text('run'),
  };
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
    const bytes = file === '-' ? await deps.stdin() : readBytes(path.resolve(deps.cwd, file), MOST_BYTES);
    try {
      imported.push(importFile(bytes, { ...context, name: path.basename(file) }));
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      const name = file === '-' ? 'standard input' : file;
      problems.push(...error.message.split('\n').map((line) => `${name}: ${line}`));
      error.missing.forEach((fact) => missing.add(fact));
    }
  }
  if (missing.size > 0)
    problems.push(
      `add ${[...missing].map((fact) => FACT_FLAGS[fact]).join(' ')}; a place that nobody knows is "${UNKNOWN}"`,
    );
  const formats = [...new Set(imported.map(({ format }) => format))];
  if (formats.length > 1)
    problems.push(`the files are in ${formats.length} formats (${formats.join(', ')}); a dataset has one`);
  if (problems.length > 0) throw new Misunderstood(problems.join('\n'));
  return imported;
}

/** What will be written, read as `datasets check` reads it. Throws `Misunderstood` with the first problems. */
function checked(id: string, head: DatasetFile, csv: string): Dataset {
  const dataset = read(id, head, csv);
  const problems = checkDatasets([dataset]).slice(0, 5);
  if (problems.length > 0)
    throw new Misunderstood(
      problems
        .map(({ line, message }) => `${line === null ? '' : `measurement ${line - 1}: `}${message}`)
        .join('\n'),
    );
  return dataset;
}

function read(id: string, head: DatasetFile, csv: string): Dataset {
  try {
    return parseDataset(id, head, parseCsv(csv));
  } catch (error) {
    throw error instanceof DataError ? new Misunderstood(error.message) : error;
  }
}

/** Both files, or neither. */
function writeFolder(folder: string, files: Readonly<Record<string, string>>): void {
  try {
    mkdirSync(path.dirname(folder), { recursive: true });
    mkdirSync(folder);
  } catch (error) {
    throw new Misunderstood(`--out ${folder}: cannot be made (${reasonOf(error)}); name another folder`);
  }
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw new Misunderstood(`--out ${folder}: cannot be written (${reasonOf(error)}); name another folder`);
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
