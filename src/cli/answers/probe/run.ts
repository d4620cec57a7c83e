/** `stowage probe run`: a plan, its price, the run, and the dataset that comes of it. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { refuseFolder } from '#catalog/write-dataset.ts';
import { namesInRegions } from '#core/answer/words/in-archive.ts';
import { exactMoney } from '#core/text/money.ts';
import { estimate, type Estimate } from '#probe/costs/estimate.ts';
import { Spend } from '#probe/costs/spend.ts';
import { takeFolder } from '#probe/kept/lock.ts';
import { destinationsOf, opener, type TargetDestination } from '#probe/open-targets.ts';
import { roundsOf, type ProbePlan } from '#probe/plan/plan-file.ts';
import { parseShard, type Shard } from '#probe/plan/shard.ts';
import { MACHINE_CLOCK, runRounds, type RoundState } from '#probe/rounds.ts';
import { Stopped } from '#probe/run-errors.ts';
import { runProbe } from '#probe/run.ts';
import type { Runtime } from '#probe/runtime.ts';
import type { OpenGiven } from '#probe/workers/messages.ts';
import type { Args } from '../../args.ts';
import type { Run } from '../../command.ts';
import type { Deps, Outcome } from '../../deps.ts';
import { Misunderstood, Unanswerable } from '../../failures.ts';
import { jsonText, give } from '../../formats.ts';
import { readPlan, trustedHosts, type NamedPlan } from '../../input/probe-plan.ts';
import { estimateBlocks } from '../../render/probe.ts';
import { renderBlocks } from '../../render/table.ts';
import { keepDataset, keepPartial, nearPath, printResult, writtenBefore } from './keep.ts';
import { beginningAt } from './start-at.ts';
import { watching, type Watching } from './watching.ts';

/** Journals, one folder for each dataset to be. */
export const WORK_FOLDER = '.stowage/probe';

/** Exit 1 where it would cost too much, a store refuses, or it was stopped. */
export const runPlan: Run = async (args, deps) => {
  const named = await readPlan(args, deps);
  const { plan } = named;
  const shard = args.read('shard', shardIn);
  if (shard && plan.repeat)
    throw new Misunderstood('--shard is of one run, and this plan repeats; leave out the one or the other');
  const begin = beginningAt(args, deps.say);
  const { asOf, estimated, opening, destinations, shown } = priced(named, args, deps, shard);
  if (args.has('dry-run')) return give(args, deps, shown);
  const keep = args.has('keep');
  const out = args.text('out');
  const mostCost = args.read('max-cost', dollars) ?? plan.maxCost;
  const folder = path.resolve(deps.cwd, out ?? path.join('datasets', defaultId(named)));
  const work = shard
    ? path.resolve(deps.cwd, out ?? `${defaultId(named)}-${shard.number}-of-${shard.of}`)
    : path.resolve(deps.cwd, WORK_FOLDER, path.basename(folder));
  const before = shard ? null : writtenBefore(folder, work, named);
  if (!shard && !before) refuseFolder(folder);
  if (!before) refuseStrangers(plan, destinations);
  renderBlocks(shown.blocks(), { form: 'table', styled: false }).trimEnd().split('\n').forEach(deps.say);
  if (!before) refuseDear(estimated, mostCost);
  const isBilled = plan.targets.some(({ unpriced }) => !unpriced);
  const spend = isBilled ? new Spend(plan, deps.catalog.archive, asOf) : null;
  const watch = watching(plan, { shard, spend, hasEvents: args.has('events') }, deps);
  watch.tell('estimate', {
    total: estimated.total,
    targets: estimated.targets.length,
    rounds: plan.repeat ? roundsOf(plan.repeat) : 1,
  });
  const run = { folder: work, opening, keep, shard, begin, watch, mostCost, ...(spend ? { spend } : {}) };
  const release = takeFolder(work);
  try {
    // Another run may have ended since.
    if (!shard && !before) refuseFolder(folder);
    if (before) deps.say('the dataset was written already; it is whole');
    const rounds = before?.rounds ?? (await measured(named, path.basename(shard ? work : folder), run, deps));
    const outcome: Outcome = { exit: hasAnswer(rounds) ? 0 : 1 };
    if (outcome.exit === 1) deps.say('no request got a good answer: there are errors and no latencies');
    if (shard) {
      watch.tell('done', { folder: work });
      deps.say(`shard ${shard.number} of ${shard.of} is in ${work}; "stowage probe merge" joins them`);
      if (args.has('json')) deps.print(jsonText({ folder: work, shard, estimate: estimated }));
      return outcome;
    }
    const made = before?.made ?? keepDataset(folder, plan, rounds, deps);
    // What it made is gone, and the dataset holds the rest.
    if (rounds.every(({ state }) => state.isSwept)) rmSync(work, { recursive: true, force: true });
    watch.tell('done', { ...made.summary, spent: spend?.total ?? null });
    if (args.has('events')) return outcome;
    if (args.has('json')) deps.print(jsonText({ ...made.summary, estimate: estimated }));
    else printResult(made, deps);
    return outcome;
  } finally {
    release();
  }
};

const hasAnswer = (rounds: readonly RoundState[]): boolean =>
  rounds.some(({ state }) => state.samples.some(({ problem }) => problem === null));

/** How people, terminals that close and what runs machines end a process. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Errors after which what was measured still stands. */
const ENDS_TOO_SOON = new Set(['Stopped', 'StoreError', 'JournalError', 'SpendError']);

/** `id`: of the dataset to be. */
async function measured(
  { plan, value }: NamedPlan,
  id: string,
  {
    watch,
    opening,
    ...how
  }: Pick<Runtime, 'folder' | 'keep' | 'shard' | 'begin' | 'spend' | 'mostCost'> & {
    watch: Watching;
    opening: OpenGiven;
  },
  deps: Deps,
): Promise<RoundState[]> {
  const open = await opener(opening);
  const stop = new AbortController();
  // A second one ends the process at once.
  const onSignal = () => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
    deps.say('stopping once the requests under way have ended');
    stop.abort();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  const { onProgress, onSample, onRound, onWorkers } = watch;
  const workers = { ...opening, entry: new URL(deps.program) };
  const { watchEffort } = deps;
  const { signal } = stop;
  const runtime: Runtime = { ...how, open, workers, watchEffort, onProgress, onSample, onWorkers, signal };
  try {
    if (plan.repeat)
      return await runRounds(plan, value, { ...runtime, clock: MACHINE_CLOCK, onRound }, plan.repeat);
    return [{ round: 1, state: await runProbe(plan, value, runtime) }];
  } catch (error) {
    if (!(error instanceof Error) || !ENDS_TOO_SOON.has(error.name)) throw error;
    watch.end();
    const words = keepPartial(how.folder, id, plan, deps);
    words.forEach(deps.say);
    watch.tell('stopped', { why: error.message, kept: words });
    throw error instanceof Stopped
      ? new Unanswerable(
          `stopped before its end; the same command goes on, and "stowage probe clean ${nearPath(how.folder, deps)}" removes what it made`,
        )
      : error;
  } finally {
    watch.end();
    for (const signal of SIGNALS) process.off(signal, onSignal);
  }
}

/** With the person's own keys. */
export const openingOf = (
  { client, timeoutMs }: ProbePlan,
  trusted: readonly string[],
  { env, home }: Deps,
) => ({
  client,
  env: { ...env },
  home,
  timeoutMs,
  trusted,
});

function shardIn(text: string): Shard {
  const shard = parseShard(text);
  if (!shard) throw new Misunderstood(`"${text}" is not one of several, such as 3/8`);
  return shard;
}

function dollars(text: string): number {
  if (!/^\$?\d+(\.\d+)?$/.test(text))
    throw new Misunderstood(`"${text}" is not an amount in dollars, such as 2.50`);
  return Number(text.replace('$', ''));
}

/** Before anything is kept or sent. */
function refuseStrangers({ targets }: ProbePlan, destinations: readonly TargetDestination[]): void {
  for (const [i, { refusal }] of destinations.entries())
    if (refusal !== null) throw new Unanswerable(`${targets[i]?.store}: ${refusal}`);
}

function refuseDear({ total, currency, atLeast }: Estimate, maxCost: number): void {
  const cost = exactMoney(total, currency, atLeast);
  const most = exactMoney(maxCost, currency);
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

export const estimateOf: Run = async (args, deps) => {
  const { shown } = priced(await readPlan(args, deps), args, deps);
  give(args, deps, shown);
};

/** What a run would cost and where its requests would go. */
function priced({ plan }: NamedPlan, args: Args, deps: Deps, shard?: Shard) {
  const asOf = args.day('as-of') ?? deps.today();
  const estimated = estimate(plan, deps.catalog.archive, asOf, shard);
  const opening = openingOf(plan, trustedHosts(args), deps);
  const destinations = destinationsOf(plan, opening);
  const targets = estimated.targets.map((one, i) => ({ ...one, destination: destinations[i] }));
  const blocks = () => estimateBlocks(estimated, destinations, namesInRegions(deps.catalog.archive));
  return { asOf, estimated, opening, destinations, shown: { json: { ...estimated, targets }, blocks } };
}
