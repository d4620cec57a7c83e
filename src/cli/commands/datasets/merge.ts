import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadDataset, readOverTime } from '#catalog/load-datasets.ts';
import { refuseFolder, writeDataset } from '#catalog/write-dataset.ts';
import type { Dataset } from '#core/evidence/dataset.ts';
import { mergeHistogramLogs } from '#core/evidence/merge-histograms.ts';
import { MergeError, mergeDatasets, mergeOverTime } from '#core/evidence/merge.ts';
import { OVER_TIME, overTimeCsv } from '#core/evidence/over-time.ts';
import { measurementsCsv } from '#importers/stowage-csv.ts';
import { NoEngineError } from '#query/database.ts';
import { openNative } from '#query/duckdb-native.ts';
import { mergeSamples } from '#query/merge-samples.ts';
import { readArgs } from '../../args.ts';
import type { Deps, Run } from '../../deps.ts';
import { Misunderstood, Unanswerable } from '../../failures.ts';
import { jsonText } from '../../formats.ts';
import { datasetFolder } from '../../input/dataset-folder.ts';

interface Part {
  folder: string;
  dataset: Dataset;
}

type Files = Record<string, Uint8Array>;

/** Exit 1 where the datasets cannot be one, with every reason; nothing is written then. */
export const merge: Run = async (argv, deps) => {
  const args = readArgs(argv, {
    command: 'datasets',
    flags: { out: 'string', json: 'boolean' },
    operands: { name: 'two datasets', least: 2, most: 1000 },
  });
  const out = args.text('out');
  if (out === undefined)
    throw new Misunderstood(
      'say where the merged dataset goes: --out datasets/acme-2026, a folder not there yet',
    );
  const folder = path.resolve(deps.cwd, out);
  refuseFolder(folder);
  const parts = args.operands.map((named) => partNamed(named, deps));
  try {
    const { head, measurements } = mergeDatasets(parts.map(({ dataset }) => dataset));
    const csv = measurementsCsv(measurements);
    const data: Files = { ...(await samplesOf(parts)), ...histogramsOf(parts), ...overTimeOf(parts) };
    const checksums = Object.fromEntries(
      Object.entries({ 'measurements.csv': csv, ...data }).map(([name, content]) => [
        name,
        sha256Of(content),
      ]),
    );
    const { id, hash } = writeDataset(folder, { ...head, checksums }, csv, { ...data, ...licencesOf(parts) });
    const files = Object.keys(checksums);
    deps.print(
      args.has('json')
        ? jsonText({ folder, id, hash, parts: parts.length, measurements: measurements.length, files })
        : `${folder}: ${measurements.length} measurements of ${parts.length} datasets (${files.join(', ')})\n`,
    );
  } catch (error) {
    if (error instanceof MergeError) throw new Unanswerable(error.message);
    throw error;
  }
  return { exit: 0 };
};

function partNamed(named: string, { cwd }: Deps): Part {
  const folder = datasetFolder(named, cwd);
  return { folder, dataset: loadDataset(folder, path.basename(folder)) };
}

async function samplesOf(parts: readonly Part[]): Promise<Files> {
  const name = 'samples.parquet';
  if (!parts.every(({ dataset }) => dataset.checksums[name] !== undefined)) return {};
  const work = mkdtempSync(path.join(tmpdir(), 'stowage-merge-'));
  try {
    const each = parts.map(({ folder, dataset }) => ({ part: dataset.id, file: path.join(folder, name) }));
    const into = path.join(work, name);
    const files = [...each.map(({ file }) => file), into];
    const database = await openNative({ files, spillFolder: work });
    try {
      await mergeSamples(database, each, into);
    } finally {
      database.close();
    }
    return { [name]: readFileSync(into) };
  } catch (error) {
    if (error instanceof NoEngineError) throw new Unanswerable(error.message);
    throw error;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function histogramsOf(parts: readonly Part[]): Files {
  const name = 'histograms.hlog';
  if (!parts.every(({ dataset }) => dataset.checksums[name] !== undefined)) return {};
  const logs = parts.map(({ folder, dataset }) => ({
    part: dataset.id,
    text: readFileSync(path.join(folder, name), 'utf8'),
  }));
  return { [name]: Buffer.from(mergeHistogramLogs(logs)) };
}

function overTimeOf(parts: readonly Part[]): Files {
  const timed = parts.filter(({ dataset }) => dataset.checksums[OVER_TIME] !== undefined);
  if (timed.length === 0) return {};
  const each = timed.map(({ folder, dataset }) => ({
    part: dataset.id,
    rows: readOverTime(folder),
  }));
  return { [OVER_TIME]: Buffer.from(overTimeCsv(mergeOverTime(each))) };
}

/** A licence travels along; notices follow one another. */
function licencesOf(parts: readonly Part[]): Files {
  return Object.fromEntries(
    ['LICENSE', 'NOTICE'].flatMap((name) => {
      const files = parts.map(({ folder }) => path.join(folder, name)).filter((file) => existsSync(file));
      const texts = [...new Set(files.map((file) => readFileSync(file, 'utf8').trimEnd()))];
      return texts.length === 0 ? [] : [[name, Buffer.from(`${texts.join('\n\n')}\n`)] as const];
    }),
  );
}

function sha256Of(content: string | Uint8Array): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(content).digest('hex');
}
