import path from 'node:path';
import { refuseFolder, writeDataset } from '#catalog/write-dataset.ts';
import { DataError } from '#core/data-error.ts';
import type { Dataset, DatasetFile } from '#core/evidence/dataset.ts';
import { doubtsOf } from '#core/evidence/doubts/index.ts';
import { describeEvidenceFinding, weightOf } from '#core/findings/evidence-findings.ts';
import { dataFiles, leavingOpen, openWords, privateHead } from '#formats/benchmarks/private-dataset.ts';
import { MOST_BYTES, type WholeDataset } from '#formats/importer.ts';
import type { Args } from '../args.ts';
import type { Run } from '../command.ts';
import type { Deps, Outcome } from '../deps.ts';
import { Misunderstood } from '../failures.ts';
import { give } from '../formats.ts';
import { Asking } from '../input/asking.ts';
import { refuseUnknownOrigin, withFlags } from '../input/dataset-head.ts';
import { contextGiven, importQuestions } from '../input/import-context.ts';
import { importAll, wholeDataset } from '../input/imported.ts';
import { findingJson } from '../render/evidence-findings.ts';
import { looked } from '../render/look.ts';

/** Benchmarks' files → what they hold, or with `--out` a dataset's folder that `datasets check` accepts. */
export const importFiles: Run = async (args, deps) => {
  if (args.has('out')) return kept(args, deps);
  const needless = args.among(['publish', 'licence', 'measured-by', 'source-url', 'retrieved', 'status']);
  if (needless.length > 0)
    throw new Misunderstood(
      `--${needless.join(' --')}: said of a dataset that is kept; add --out datasets/acme-2026, a folder not there yet`,
    );
  const whole = await wholeDataset(args, deps);
  const { open, assume } = leavingOpen([]);
  const imported =
    whole ?? (await importAll(args.operands, { ...(await contextGiven(args, deps)), assume }, deps));
  looked(imported, open, args, deps);
  return { exit: 0 };
};

/** Of a private dataset only a store and its place are asked for, and the unit of times that have none. */
const NEEDED = ['store', 'region', 'timeUnit'] as const;

/** Writes nothing unless all is well. */
async function kept(args: Args, deps: Deps): Promise<Outcome> {
  const asking = new Asking(args, deps, importQuestions(deps));
  const folder = folderGiven(args, deps);
  const whole = await wholeDataset(args, deps);
  if (whole) return unpacked(folder, whole, args, deps);
  const isPublished = args.has('publish');
  // Where somebody can be asked: before the files are read, which may take long.
  if (isPublished && asking.isHeard) await asking.until((given) => refuseUnknownOrigin(given));
  const { open, assume } = leavingOpen(NEEDED);
  const imported = await asking.until(async (given) => {
    const context = await contextGiven(given, deps);
    return importAll(given.operands, isPublished ? context : { ...context, assume }, deps);
  });
  const files = dataFiles(imported);
  const { 'measurements.csv': csv, ...others } = files;
  const rows = imported.flatMap(({ measurements }) => measurements);
  if (Buffer.byteLength(csv) > MOST_BYTES)
    throw new Misunderstood(
      `${rows.length} measurements are more than one dataset holds; import fewer files into each`,
    );
  const [first] = imported;
  if (isPublished) await asking.until((given) => refuseUnknownOrigin(given, first?.tool ?? null));
  const file = path.basename(args.operands[0] ?? '');
  const own = { id: path.basename(folder), title: file, file, date: null, day: deps.today() };
  const caveats = [`Converted by stowage import (${first?.format}).`, ...openWords(open)];
  const head = await asking.until((given) =>
    withFlags(
      privateHead({ ...own, caveats }, imported, files),
      given,
      rows.map(({ store }) => store),
    ),
  );
  const dataset = written(folder, head, csv, others);
  tell(folder, dataset, [...new Set(imported.map(({ format }) => format))], args, deps);
  openWords(open).forEach((words) => deps.say(words));
  deps.say(
    isPublished ? statusWords(head, args) : `Use it with stowage plan FILE --dataset ${args.text('out')}`,
  );
  if (isPublished)
    deps.say(
      'read dataset.yaml over: what the file cannot know is null there; then run stowage datasets check',
    );
  return { exit: 0 };
}

/** It says of itself all that flags could, and nothing that it says is changed. */
function unpacked(folder: string, { head, files }: WholeDataset, args: Args, deps: Deps): Outcome {
  const more = args.given.filter((flag) => !['out', 'json', 'format'].includes(flag));
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

function folderGiven(args: Args, deps: Deps): string {
  const folder = path.resolve(deps.cwd, args.text('out') ?? '');
  refuseFolder(folder);
  return folder;
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
