/** `stowage probe run`: a plan, its price, the run, and the dataset that comes of it. */
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { refuseFolder, writeDataset } from '#catalog/write-dataset.ts';
import { sha256 } from '#core/evidence/sha256.ts';
import { formatMoney } from '#core/report/money.ts';
import { measurementsCsv } from '#importers/stowage-csv.ts';
import { datasetHead } from '#probe/dataset-of.ts';
import { estimate } from '#probe/estimate.ts';
import type { Estimate } from '#probe/estimate.ts';
import type { JournalState, JournalTarget } from '#probe/journal.ts';
import { measurementsOf } from '#probe/measurements.ts';
import type { ProbePlan } from '#probe/plan-file.ts';
import { samplesParquet } from '#probe/samples-file.ts';
import { Stopped, runProbe } from '#probe/run.ts';
import type { Progress, RunWorld } from '#probe/run.ts';
import { parseShard } from '#probe/shard.ts';
import type { Shard } from '#probe/shard.ts';
import { loadClient } from '#stores/clients.ts';
import { apiOf } from '#stores/store-api.ts';
import type { ObjectStore } from '#stores/store.ts';
import { readArgs } from '../../args.ts';
import type { Args } from '../../args.ts';
import type { Deps, Outcome } from '../../deps.ts';
import { Misunderstood, Unanswerable } from '../../failures.ts';
import { jsonText } from '../../formats.ts';
import { PLAN_FLAGS, PLAN_OPERAND, placeOfTarget, readPlan } from '../../input/probe-plan.ts';
import type { NamedPlan } from '../../input/probe-plan.ts';
import { estimateBlocks, resultTable } from '../../render/probe.ts';
import { renderBlocks } from '../../render/table.ts';
import { beginningAt } from './start-at.ts';

const { createHash } = process.getBuiltinModule('node:crypto');

/** Journals, one folder for each dataset to be. */
export const WORK_FOLDER = '.stowage/probe';

/** Exit 1 where it would cost too much, a store refuses, or it was stopped. */
export async function runPlan(argv: readonly string[], deps: Deps): Promise<Outcome> {
  const args = readArgs(argv, {
    command: 'probe',
    flags: {
      ...PLAN_FLAGS,
      out: 'string',
      'max-cost': 'string',
      'as-of': 'string',
      'dry-run': 'boolean',
      keep: 'boolean',
      shard: 'string',
      'start-at': 'string',
      json: 'boolean',
    },
    operands: PLAN_OPERAND,
  });
  const named = await readPlan(args, deps);
  const { plan } = named;
  const shard = shardOf(args);
  const begin = beginningAt(args, deps.say);
  const asOf = args.day('as-of') ?? deps.today();
  const estimated = estimate(plan, deps.catalog.archive, asOf, shard);
  const look = { form: 'table', styled: false } as const;
  if (args.has('dry-run')) {
    deps.print(args.has('json') ? jsonText(estimated) : renderBlocks(estimateBlocks(estimated), look));
    return { exit: 0 };
  }
  const keep = args.has('keep');
  const out = args.text('out');
  const folder = path.resolve(deps.cwd, out ?? path.join('datasets', defaultId(named)));
  if (!shard) refuseFolder(folder);
  renderBlocks(estimateBlocks(estimated), look).trimEnd().split('\n').forEach(deps.say);
  refuseDear(estimated, maxCostOf(args, plan));
  if (shard) {
    const journal = path.resolve(deps.cwd, out ?? `${defaultId(named)}-${shard.number}-of-${shard.of}`);
    await measured(named, { folder: journal, keep, shard, begin }, deps);
    deps.say(`shard ${shard.number} of ${shard.of} is in ${journal}; "stowage probe merge" joins them`);
    if (args.has('json')) deps.print(jsonText({ folder: journal, shard, estimate: estimated }));
    return { exit: 0 };
  }
  const work = path.resolve(deps.cwd, WORK_FOLDER, path.basename(folder));
  const state = await measured(named, { folder: work, keep, begin }, deps);
  const made = keepDataset(folder, plan, state, deps);
  // What it made is gone, and the dataset holds the rest.
  if (state.isSwept) rmSync(work, { recursive: true, force: true });
  if (args.has('json')) deps.print(jsonText({ ...made.summary, estimate: estimated }));
  else printResult(made, deps);
  return { exit: 0 };
}

export interface MadeDataset {
  summary: { folder: string; id: string; hash: string; measurements: number };
  table: ReturnType<typeof resultTable>;
}

/** The dataset of a run, in its folder. */
export function keepDataset(folder: string, plan: ProbePlan, state: JournalState, deps: Deps): MadeDataset {
  const placeOf = (target: number) => {
    const one = state.head.targets[target];
    return one ? placeOfTarget(one, deps.catalog.archive) : null;
  };
  const measurements = measurementsOf(plan, state, placeOf);
  const csv = measurementsCsv(measurements);
  const samples = samplesParquet(plan, state, placeOf);
  const checksums = {
    'measurements.csv': sha256(csv),
    'samples.parquet': createHash('sha256').update(samples).digest('hex'),
  };
  const head = datasetHead(path.basename(folder), plan, state, deps.version);
  const { id, hash } = writeDataset(folder, { ...head, checksums }, csv, { 'samples.parquet': samples });
  return {
    summary: { folder, id, hash, measurements: measurements.length },
    table: resultTable(measurements),
  };
}

export function printResult({ summary, table }: MadeDataset, deps: Deps): void {
  deps.print(renderBlocks([{ kind: 'table', table }], { form: 'table', styled: deps.styled }));
  const named = path.relative(deps.cwd, summary.folder);
  const folder = named === '' || named.startsWith('..') ? summary.folder : named;
  deps.say(`the dataset is ${folder}; "stowage latency" and "stowage plan" use it with --dataset ${folder}`);
}

async function measured(
  { plan, value }: NamedPlan,
  { folder, ...how }: Pick<RunWorld, 'folder' | 'keep' | 'shard' | 'begin'>,
  deps: Deps,
): Promise<JournalState> {
  const open = await opener(plan, deps);
  const stop = new AbortController();
  const onInterrupt = () => {
    deps.say('stopping once the requests under way have ended');
    stop.abort();
  };
  process.once('SIGINT', onInterrupt);
  try {
    return await runProbe(plan, value, {
      folder,
      open,
      onProgress: progressSayer(deps),
      signal: stop.signal,
      ...how,
    });
  } catch (error) {
    const kept = `what is measured is kept in ${folder}: the same command goes on from there, and "stowage probe clean ${path.relative(deps.cwd, folder)}" removes what it made`;
    if (error instanceof Stopped) throw new Unanswerable(`stopped; ${kept}`);
    if (error instanceof Error && error.name === 'StoreError' && existsSync(folder)) deps.say(kept);
    throw error;
  } finally {
    process.off('SIGINT', onInterrupt);
  }
}

/** Drivers for the targets of a plan, with the person's own keys. Throws `ClientError` where its client is not installed. */
export async function opener(plan: ProbePlan, deps: Deps): Promise<(at: JournalTarget) => ObjectStore> {
  const openBy = await loadClient(
    plan.client,
    plan.targets.map(({ api, store }) => api ?? apiOf(store)),
  );
  return ({ store, region, bucket, endpoint, pathStyle, profile, api }: JournalTarget) =>
    openBy(
      { store, region: region ?? 'us-east-1', bucket, endpoint, pathStyle, profile, api },
      { env: deps.env, home: deps.home, timeoutMs: plan.timeoutMs },
    );
}

/** A line at each tenth of the way. */
export function progressSayer(deps: Deps): (progress: Progress) => void {
  let said = -1;
  return ({ phase, done, of }) => {
    if (phase !== 'measure') return;
    const tenth = Math.floor((10 * done) / of);
    if (tenth === said) return;
    said = tenth;
    deps.say(`${done} of ${of} requests measured`);
  };
}

function shardOf(args: Args): Shard | undefined {
  const text = args.text('shard');
  if (text === undefined) return undefined;
  const shard = parseShard(text);
  if (!shard) throw new Misunderstood(`--shard "${text}" is not one of several, such as 3/8`);
  return shard;
}

function maxCostOf(args: Args, plan: ProbePlan): number {
  const text = args.text('max-cost');
  if (text === undefined) return plan.maxCost;
  if (!/^\$?\d+(\.\d+)?$/.test(text))
    throw new Misunderstood(`--max-cost "${text}" is not an amount in dollars, such as 2.50`);
  return Number(text.replace('$', ''));
}

function refuseDear({ total, atLeast }: Estimate, maxCost: number): void {
  const cost = formatMoney(total, { style: 'exact', atLeast });
  const most = formatMoney(maxCost, { style: 'exact' });
  if (total > maxCost)
    throw new Unanswerable(
      `this would cost ${cost}, and at most ${most} may be spent; measure less, or raise --max-cost`,
    );
  if (atLeast)
    throw new Unanswerable(
      `a price is not known, so nobody can say that this stays below ${most}; where nothing is billed, say unpriced: true (or --unpriced)`,
    );
}

function defaultId({ name, plan }: NamedPlan): string {
  const [target] = plan.targets;
  const [cell] = plan.cells;
  const words = name.startsWith('--store')
    ? `${target?.store}-${target?.region ?? ''}-${cell?.operation}-${cell?.sizeBytes}`
    : path.basename(name).replace(/\.\w+$/, '');
  return `probe-${words.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`.replace(/-+$/, '');
}
