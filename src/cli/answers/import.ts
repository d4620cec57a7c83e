import { statSync } from 'node:fs';
import path from 'node:path';
import { refuseFolder, writeDataset } from '#catalog/write-dataset.ts';
import { DataError } from '#core/data-error.ts';
import type { Dataset, DatasetFile } from '#core/evidence/dataset.ts';
import { doubtsOf } from '#core/evidence/doubts/index.ts';
import { HISTOGRAMS } from '#core/evidence/merge.ts';
import { OVER_TIME, overTimeCsv } from '#core/evidence/over-time.ts';
import { describeEvidenceFinding, weightOf } from '#core/findings/evidence-findings.ts';
import { importFile } from '#formats/benchmarks/index.ts';
import { ImportError, MOST_BYTES } from '#formats/importer.ts';
import type { Fact, ImportContext, ImportedDataset, WholeDataset } from '#formats/importer.ts';
import { measurementsCsv } from '#formats/benchmarks/stowage-csv.ts';
import { ONE_FILE_BEGIN } from '#formats/benchmarks/stowage-dataset.ts';
import type { Args } from '../args.ts';
import type { Run } from '../command.ts';
import type { Deps, Outcome } from '../deps.ts';
import { Missing, Misunderstood } from '../failures.ts';
import { give } from '../formats.ts';
import { Asking } from '../input/asking.ts';
import { importPath } from '../input/benchmark-file.ts';
import { plainHead } from '../input/file-head.ts';
import { headOf, provenanceOf } from '../input/dataset-head.ts';
import { FACT_FLAGS, UNKNOWN, contextGiven, importQuestions } from '../input/import-context.ts';
import { progressBar } from '../progress.ts';
import { findingJson } from '../render/evidence-findings.ts';

/** Benchmarks' files → a dataset's folder that `datasets check` accepts. Writes nothing unless all is well. */
export const importFiles: Run = async (args, deps) => {
  const asking = new Asking(args, deps, importQuestions(deps));
  const folder = await asking.until((given) => folderGiven(given, deps));
  const whole = await wholeDataset(args, deps);
  if (whole) return unpacked(folder, whole, args, deps);
  // Where somebody can be asked: before the files are read, which may take long.
  if (asking.isHeard) await asking.until((given) => provenanceOf(given));
  const imported = await asking.until(async (given) =>
    importAll(given.operands, await contextGiven(given, deps), deps),
  );
  const measurements = imported.flatMap((one) => one.measurements);
  const csv = measurementsCsv(measurements);
  if (Buffer.byteLength(csv) > MOST_BYTES)
    throw new Misunderstood(
      `${measurements.length} measurements are more than one dataset holds; import fewer files into each`,
    );
  const overTime = imported.flatMap((one) => one.overTime ?? []);
  const others: Record<string, string> = {
    ...(overTime.length > 0 && { [OVER_TIME]: overTimeCsv(overTime) }),
    ...histogramsOf(imported, args),
  };
  const files = { 'measurements.csv': csv, ...others };
  const head = await asking.until((given) =>
    headOf(path.basename(folder), given, imported, files, measurements),
  );
  const dataset = written(folder, head, csv, others);
  tell(folder, dataset, [...new Set(imported.map(({ format }) => format))], args, deps);
  deps.say(statusWords(head, args));
  deps.say(
    'read dataset.yaml over: what the file cannot know is null there; then run stowage datasets check',
  );
  return { exit: 0 };
};

/** A file that is a dataset already, named alone; null for any other. */
async function wholeDataset({ operands }: Args, deps: Deps): Promise<WholeDataset | null> {
  const [file, ...others] = operands;
  if (file === undefined || file === '-' || others.length > 0) return null;
  const full = path.resolve(deps.cwd, file);
  if (!statSync(full, { throwIfNoEntry: false })?.isFile()) return null;
  if (plainHead(file, full, ONE_FILE_BEGIN.length, '').toString() !== ONE_FILE_BEGIN) return null;
  try {
    const { whole } = await importPath(full, {}, () => undefined);
    return whole ?? null;
  } catch (error) {
    throw error instanceof ImportError ? new Misunderstood(`${file}: ${error.message}`) : error;
  }
}

/** It says of itself all that flags could, and nothing that it says is changed. */
function unpacked(folder: string, { head, files }: WholeDataset, args: Args, deps: Deps): Outcome {
  const more = args.given.filter((flag) => flag !== 'out' && flag !== 'json');
  if (more.length > 0)
    throw new Misunderstood(
      `a whole dataset says all of itself; leave out ${more.map((flag) => `--${flag}`).join(' ')}`,
    );
  const { 'measurements.csv': csv, ...others } = files;
  const dataset = written(folder, head, new TextDecoder().decode(csv), others);
  tell(folder, dataset, ['stowage-dataset'], args, deps);
  return { exit: 0 };
}

/** Which standing the dataset got, and who says so. */
function statusWords({ status, measuredBy }: DatasetFile, args: Args): string {
  if (args.has('status')) return `status ${status}, as given`;
  if (status === 'vendor')
    return `status vendor: ${measuredBy.name} is said to sell a store in it (--sells); --status changes it`;
  return `status measured, because ${measuredBy.name} is said to have measured it${args.has('sells') ? '' : ' and to sell none of its stores (no --sells)'}; of a copied figure say --status claimed`;
}

function tell(folder: string, dataset: Dataset, formats: readonly string[], args: Args, deps: Deps): void {
  const findings = doubtsOf(dataset, deps.catalog.datasets());
  const { id, hash, status, measurements } = dataset;
  const facts = { folder, id, hash, status, measurements: measurements.length, formats };
  give(args, deps, {
    json: { ...facts, findings: findings.map(findingJson) },
    blocks: () => `${folder}: ${measurements.length} measurements (${formats.join(', ')})\n`,
  });
  if (!args.has('json'))
    for (const finding of findings) deps.say(`${weightOf(finding)}: ${describeEvidenceFinding(finding)}`);
}

/** Of one log, under its own tags: only so do its rows and its histograms name the same things. */
function histogramsOf(imported: readonly ImportedDataset[], args: Args): Record<string, string> {
  const [first, ...others] = imported;
  if (!first?.histograms || others.length > 0 || args.has('run')) return {};
  return { [HISTOGRAMS]: first.histograms };
}

function folderGiven(args: Args, deps: Deps): string {
  const out = args.text('out');
  if (out === undefined)
    throw new Missing('say where the dataset goes: --out datasets/acme-2026, a folder not there yet', [
      'out',
    ]);
  const folder = path.resolve(deps.cwd, out);
  refuseFolder(folder);
  return folder;
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
  let unread = 0;
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
      if (error.missing.length === 0) unread++;
    }
  }
  const isForAPerson = problems.length > 0 && unread === 0;
  if (missing.size > 0)
    problems.push(
      `add ${[...missing].map((fact) => `--${FACT_FLAGS[fact].join(' ')}`).join(' ')}; what nobody knows of a place or a size is "${UNKNOWN}"`,
    );
  if (isForAPerson)
    throw new Missing(
      problems.join('\n'),
      [...missing].map((fact) => FACT_FLAGS[fact][0]),
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
  others: Readonly<Record<string, string | Uint8Array>>,
): Dataset {
  try {
    return writeDataset(folder, head, csv, others);
  } catch (error) {
    throw error instanceof DataError ? new Misunderstood(error.message) : error;
  }
}
