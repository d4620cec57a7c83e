/** The dataset of a run: written, printed, and of a run that was stopped as far as it came. */
import crypto from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { loadDataset } from '#catalog/load-datasets.ts';
import { writeDataset, refuseFolder } from '#catalog/write-dataset.ts';
import { HISTOGRAMS } from '#core/evidence/merge.ts';
import { sha256 } from '#core/evidence/sha256.ts';
import { measurementsCsv } from '#formats/benchmarks/stowage-csv.ts';
import { datasetHead } from '#probe/kept/dataset-of.ts';
import { histogramLog } from '#probe/kept/histograms-file.ts';
import { readJournal, type JournalState } from '#probe/kept/journal.ts';
import { measurementsOf } from '#probe/kept/measurements.ts';
import { mergeRuns } from '#probe/kept/merge-runs.ts';
import { samplesParquet } from '#probe/kept/samples-file.ts';
import { Progressed } from '#probe/measuring/enough.ts';
import { roundsOf, type ProbePlan } from '#probe/plan/plan-file.ts';
import { ALONE } from '#probe/plan/shard.ts';
import { readRounds, type RoundState } from '#probe/rounds.ts';
import { countedIn } from '#probe/workers/when.ts';
import type { Run } from '../../command.ts';
import type { Figure } from '#core/answer/figures/figure.ts';
import type { Deps } from '../../deps.ts';
import { Misunderstood } from '../../failures.ts';
import { jsonText } from '../../formats.ts';
import { placeOfTarget, type NamedPlan } from '../../input/probe-plan.ts';
import { resultFigure } from '../../render/probe.ts';
import { printBlocks } from '../../render/table.ts';

interface MadeDataset {
  summary: { folder: string; id: string; hash: string; measurements: number };
  table: Figure;
}

/** The dataset of all rounds, or of the one, in its folder. Throws `WriteError`. */
export function keepDataset(
  folder: string,
  plan: ProbePlan,
  rounds: readonly RoundState[],
  deps: Deps,
): MadeDataset {
  const placesOf = (state: JournalState) => (target: number) => {
    const one = state.head.targets[target];
    return one ? placeOfTarget(one, deps.catalog.archive) : null;
  };
  const measurements = rounds.flatMap(({ state }) => measurementsOf(plan, state, placesOf(state)));
  const csv = measurementsCsv(measurements);
  const log = histogramLog(plan, rounds);
  const others = {
    'samples.parquet': samplesParquet(plan, rounds, placesOf),
    ...(log === null ? {} : { [HISTOGRAMS]: log }),
  };
  const checksums = Object.fromEntries([
    ['measurements.csv', sha256(csv)],
    ...Object.entries(others).map(([name, content]) => [name, crypto.hash('sha256', content)]),
  ]) as Record<string, string>;
  const head = datasetHead(path.basename(folder), plan, rounds, deps.version);
  const { id, hash } = writeDataset(folder, { ...head, checksums }, csv, others);
  return {
    summary: { folder, id, hash, measurements: measurements.length },
    table: resultFigure(measurements),
  };
}

/** As it is named from where the command runs. */
export function nearPath(folder: string, { cwd }: Pick<Deps, 'cwd'>): string {
  const relative = path.relative(cwd, folder);
  return relative === '' || relative.startsWith('..') ? folder : relative;
}

/**
 * What a run that ended too soon has measured, as a dataset in its own work folder: a later run goes on from the journal
 * and replaces it. Gives what to say of it.
 */
export function keepPartial(work: string, id: string, plan: ProbePlan, deps: Deps): string[] {
  const rounds = roundsIn(work);
  const near = (folder: string) => nearPath(folder, deps);
  const goOn = `the same command goes on from there, and "stowage probe clean ${near(work)}" removes what it made`;
  if (rounds.length === 0) return [];
  const counted = rounds.flatMap(({ state }) => state.samples.filter(countedIn(plan, state))).length;
  if (counted === 0) return [`nothing is measured yet; ${near(work)} is kept: ${goOn}`];
  const folder = path.join(work, `${id}-so-far`);
  try {
    rmSync(folder, { recursive: true, force: true });
    const { summary } = keepDataset(folder, plan, rounds, deps);
    return [
      `the ${counted} requests that were measured are kept: ${goOn}`,
      `the dataset of them is ${near(summary.folder)}`,
    ];
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return [
      `the ${counted} requests that were measured are kept: ${goOn}`,
      `their dataset could not be written (${error.message}); once it can be, "stowage probe merge ${near(work)} --out datasets/${id}-so-far" makes it`,
    ];
  }
}

/** What an earlier run of this plan measured and wrote: its journals are there still. Null of any other folder. */
export function writtenBefore(
  folder: string,
  work: string,
  { plan, value }: NamedPlan,
): { made: MadeDataset; rounds: RoundState[] } | null {
  if (!existsSync(folder)) return null;
  const rounds = roundsIn(work);
  const isOver = ({ state: { head, isSwept, samples, workers } }: RoundState) =>
    isSwept &&
    JSON.stringify(head.plan) === JSON.stringify(value) &&
    (plan.repeat !== null || new Progressed(plan, ALONE, samples, workers).isDone);
  const last = plan.repeat ? roundsOf(plan.repeat) : 1;
  if (rounds.at(-1)?.round !== last || !rounds.every(isOver)) return null;
  const { id, hash, measurements } = loadDataset(folder, path.basename(folder));
  const summary = { folder, id, hash, measurements: measurements.length };
  return { made: { summary, table: resultFigure(measurements) }, rounds };
}

/** What the journals of a work folder hold, of one run or of its rounds. */
function roundsIn(work: string): RoundState[] {
  const state = readJournal(work);
  return state ? [{ round: 1, state }] : readRounds(work);
}

export function printResult({ summary, table }: MadeDataset, deps: Deps): void {
  printBlocks([{ kind: 'table', table }], 'table', deps);
  const folder = nearPath(summary.folder, deps);
  deps.say(`the dataset is ${folder}; "stowage latency" and "stowage plan" use it with --dataset ${folder}`);
}

/** Exit 1 where a shard is missing or unfinished: the dataset of the others is made all the same, and says so. */
export const mergeShards: Run = (args, deps) => {
  const out = args.needed('out', 'say where the dataset goes: --out datasets/acme-2026');
  const folder = path.resolve(deps.cwd, out);
  refuseFolder(folder);
  const runs = args.operands.map((name) => {
    const state = readJournal(path.resolve(deps.cwd, name));
    if (!state) throw new Misunderstood(`${name}: holds no journal of a probe`);
    return { name, state };
  });
  const { plan, state, missing } = mergeRuns(runs);
  if (state.samples.length === 0)
    throw new Misunderstood(
      'no request of these journals has ended, so there is nothing to merge; run their shards again',
    );
  const made = keepDataset(folder, plan, [{ round: 1, state }], deps);
  if (args.has('json')) deps.print(jsonText({ ...made.summary, missing }));
  else printResult(made, deps);
  if (missing.length > 0) deps.say(`not here, or not at their end: shards ${missing.join(', ')}`);
  return { exit: missing.length > 0 ? 1 : 0 };
};
