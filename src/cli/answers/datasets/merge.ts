import crypto from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadDataset, readOverTime } from '#catalog/load-datasets.ts';
import { refuseFolder, writeDataset } from '#catalog/write-dataset.ts';
import type { Dataset, Measurement } from '#core/evidence/dataset.ts';
import { mergeHistogramLogs, type HistogramLog } from '#core/evidence/merge-histograms.ts';
import { HISTOGRAMS, MergeError, SAMPLES, mergeDatasets, mergeOverTime } from '#core/evidence/merge.ts';
import type { Merged } from '#core/evidence/merge.ts';
import { OVER_TIME, overTimeCsv } from '#core/evidence/over-time.ts';
import { ImportError } from '#formats/importer.ts';
import { poolHistograms } from '#formats/benchmarks/pool/histograms.ts';
import { poolSamples, type SampledPart } from '#formats/benchmarks/pool/samples.ts';
import { measurementsCsv } from '#formats/benchmarks/stowage-csv.ts';
import { mergeSamples } from '#query/merge-samples.ts';
import { sampleGroups } from '#query/sample-groups.ts';
import type { Run } from '../../command.ts';
import type { Deps } from '../../deps.ts';
import { Unanswerable } from '../../failures.ts';
import { give } from '../../formats.ts';
import { withEngine } from '../../input/log-file.ts';
import { datasetFolder } from '../../input/datasets.ts';

interface Part {
  folder: string;
  dataset: Dataset;
}

type Files = Record<string, Uint8Array>;

/** Exit 1 where the datasets cannot be one, with every reason; nothing is written then. */
export const merge: Run = async (args, deps) => {
  const out = args.needed(
    'out',
    'say where the merged dataset goes: --out datasets/acme-2026, a folder not there yet',
  );
  const folder = path.resolve(deps.cwd, out);
  refuseFolder(folder);
  const parts = args.operands.map((named) => partNamed(named, deps));
  try {
    const { head, measurements } = await joined(parts);
    const csv = measurementsCsv(measurements);
    const data: Files = { ...(await samplesOf(parts)), ...histogramsOf(parts), ...overTimeOf(parts) };
    const checksums = Object.fromEntries(
      Object.entries({ 'measurements.csv': csv, ...data }).map(([name, content]) => [
        name,
        crypto.hash('sha256', content),
      ]),
    );
    const { id, hash } = writeDataset(folder, { ...head, checksums }, csv, { ...data, ...licencesOf(parts) });
    const files = Object.keys(checksums);
    give(args, deps, {
      json: { folder, id, hash, parts: parts.length, measurements: measurements.length, files },
      blocks: () =>
        `${folder}: ${measurements.length} measurements of ${parts.length} datasets (${files.join(', ')})\n`,
    });
  } catch (error) {
    if (error instanceof MergeError || error instanceof ImportError) throw new Unanswerable(error.message);
    throw error;
  }
};

function partNamed(named: string, deps: Deps): Part {
  const folder = datasetFolder(named, deps);
  return { folder, dataset: loadDataset(folder, path.basename(folder)) };
}

/** Rows side by side as runs, but where samples or histograms of one condition add: there, the rows of all requests together. */
async function joined(parts: readonly Part[]): Promise<Merged> {
  const datasets = parts.map(({ dataset }) => dataset);
  // All that speaks against a merge is said before anything is joined.
  const whole = mergeDatasets(datasets);
  const sampled = poolSamples(await sampledParts(parts));
  const without = (replaced: ReadonlySet<Measurement>) => (one: Dataset) => ({
    ...one,
    measurements: one.measurements.filter((row) => !replaced.has(row)),
  });
  const rest = datasets.map(without(sampled.replaced));
  const counted = poolHistograms(
    logsOf(parts).flatMap(({ text }, i) => (rest[i] ? [{ dataset: rest[i], log: text }] : [])),
  );
  if (sampled.rows.length + counted.rows.length === 0) return whole;
  const { head, measurements } = mergeDatasets(rest.map(without(counted.replaced)));
  const caveats = [
    ...(sampled.rows.length > 0
      ? [
          'Where parts measured one condition their requests are joined, and the quantiles are those of all together; each part’s own stand in samples.parquet under its name.',
        ]
      : []),
    ...(counted.rows.length > 0
      ? [
          'Where parts measured one condition their histograms are added, and the quantiles are those of all requests together; each part’s own stand in histograms.hlog under its name.',
        ]
      : []),
  ];
  return {
    head: { ...head, caveats: [...head.caveats, ...caveats] },
    measurements: [...measurements, ...sampled.rows, ...counted.rows],
  };
}

/** Whether every part has the file. */
const haveAll = (parts: readonly Part[], file: string) =>
  parts.every(({ dataset }) => dataset.checksums[file] !== undefined);

/** Empty unless every part holds its requests one by one. */
async function sampledParts(parts: readonly Part[]): Promise<SampledPart[]> {
  if (!haveAll(parts, SAMPLES)) return [];
  const files = parts.map(({ folder }) => path.join(folder, SAMPLES));
  return withEngine({ files, spillFolder: null }, async (database) => {
    const sampled: SampledPart[] = [];
    for (const [i, { dataset }] of parts.entries())
      sampled.push({ dataset, groups: await sampleGroups(database, files[i] ?? '') });
    return sampled;
  });
}

async function samplesOf(parts: readonly Part[]): Promise<Files> {
  if (!haveAll(parts, SAMPLES)) return {};
  const work = mkdtempSync(path.join(tmpdir(), 'stowage-merge-'));
  try {
    const each = parts.map(({ folder, dataset }) => ({ part: dataset.id, file: path.join(folder, SAMPLES) }));
    const into = path.join(work, SAMPLES);
    const files = [...each.map(({ file }) => file), into];
    await withEngine({ files, spillFolder: work }, (database) => mergeSamples(database, each, into));
    return { [SAMPLES]: readFileSync(into) };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Empty unless every part has one. */
function logsOf(parts: readonly Part[]): HistogramLog[] {
  if (!haveAll(parts, HISTOGRAMS)) return [];
  return parts.map(({ folder, dataset }) => ({
    part: dataset.id,
    text: readFileSync(path.join(folder, HISTOGRAMS), 'utf8'),
  }));
}

function histogramsOf(parts: readonly Part[]): Files {
  const logs = logsOf(parts);
  return logs.length === 0 ? {} : { [HISTOGRAMS]: Buffer.from(mergeHistogramLogs(logs)) };
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
