import { namesInRegions } from '#core/answer/words/in-archive.ts';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { cleanTargets } from '#probe/clean.ts';
import type { Cleaned } from '#probe/clean.ts';
import { estimate } from '#probe/costs/estimate.ts';
import { JournalWriter } from '#probe/kept/journal-writer.ts';
import { takeFolder } from '#probe/kept/lock.ts';
import { readJournal } from '#probe/kept/journal.ts';
import type { JournalState } from '#probe/kept/journal.ts';
import { destinationsOf, opener } from '#probe/open-targets.ts';
import { parseProbePlan } from '#probe/plan/plan-file.ts';
import { roundFolders } from '#probe/rounds.ts';
import { StoreError } from '#stores/store-error.ts';
import { readArgs } from '../args.ts';
import type { Deps, Outcome, Run } from '../deps.ts';
import { Misunderstood } from '../failures.ts';
import { formatOf, jsonText } from '../formats.ts';
import { PLAN_FLAGS, PLAN_OPERAND, readPlan, trustedHosts } from '../input/probe-plan.ts';
import { estimateBlocks } from '../render/probe.ts';
import { printBlocks } from '../render/table.ts';
import { subcommandOf } from '../subcommand.ts';
import { demonstrate } from './probe/demo.ts';
import { describeMachines } from './probe/machines.ts';
import { mergeShards } from './probe/merge.ts';
import { WORK_FOLDER, openingOf, runPlan, withDestinations } from './probe/run.ts';

const SUBCOMMANDS = ['run', 'estimate', 'merge', 'machines', 'clean'] as const;

export const probe: Run = async (argv, deps) => {
  const [first] = argv;
  if (argv.includes('--demo')) return demonstrate(argv, deps);
  if (first !== undefined && /\.(ya?ml|json)$/.test(first))
    throw new Misunderstood(
      `say what to do with the plan: stowage probe estimate ${first}, or stowage probe run ${first}`,
    );
  const [name, rest] = subcommandOf('probe', SUBCOMMANDS, argv);
  switch (name) {
    case 'estimate':
      return estimateOf(rest, deps);
    case 'run':
      return runPlan(rest, deps);
    case 'merge':
      return mergeShards(rest, deps);
    case 'machines':
      return describeMachines(rest, deps);
    case 'clean':
      return clean(rest, deps);
  }
};

async function estimateOf(argv: readonly string[], deps: Deps): Promise<Outcome> {
  const args = readArgs(argv, {
    command: 'probe',
    flags: {
      ...PLAN_FLAGS,
      every: 'string',
      for: 'string',
      'trust-endpoint': 'list',
      'as-of': 'string',
      json: 'boolean',
      format: 'string',
    },
    operands: PLAN_OPERAND,
  });
  const format = formatOf(args, ['table', 'md', 'json']);
  const { plan } = await readPlan(args, deps);
  const estimated = estimate(plan, deps.catalog.archive, args.day('as-of') ?? deps.today());
  const destinations = destinationsOf(plan, openingOf(plan, trustedHosts(args), deps));
  if (format === 'json') deps.print(jsonText(withDestinations(estimated, destinations)));
  else
    printBlocks(estimateBlocks(estimated, destinations, namesInRegions(deps.catalog.archive)), format, deps);
  return { exit: 0 };
}

/** Of the journals named, or of all. */
async function clean(argv: readonly string[], deps: Deps): Promise<Outcome> {
  const args = readArgs(argv, {
    command: 'probe',
    flags: { 'trust-endpoint': 'list', json: 'boolean' },
    operands: { name: 'a FOLDER', least: 0, most: 1000 },
  });
  const root = path.resolve(deps.cwd, WORK_FOLDER);
  const folders =
    args.operands.length > 0
      ? args.operands.map((one) => path.resolve(deps.cwd, one))
      : existsSync(root)
        ? readdirSync(root).map((name) => path.join(root, name))
        : [];
  const done: (Cleaned & { folder: string })[] = [];
  const failures: StoreError[] = [];
  for (const top of folders) {
    const runs = withRounds(top).flatMap((folder) => {
      const state = readJournal(folder);
      return state ? [{ folder, state }] : [];
    });
    if (runs.length === 0) {
      // A run that was killed before it began has made nothing.
      if (args.operands.length === 0) continue;
      throw new Misunderstood(`${top}: holds no journal of a probe`);
    }
    const release = takeFolder(top);
    try {
      for (const { folder, state } of runs)
        await cleanRun(folder, state, trustedHosts(args), deps).then(
          (cleaned) => done.push({ folder, ...cleaned }),
          (error: unknown) => {
            if (!(error instanceof StoreError)) throw error;
            failures.push(error);
          },
        );
    } finally {
      release();
    }
  }
  if (args.has('json')) deps.print(jsonText(done));
  else if (done.length + failures.length === 0) deps.print('no probe has left anything here\n');
  for (const { folder, removed, strangers } of done) {
    if (!args.has('json')) deps.print(`${folder}: ${removed} objects removed\n`);
    for (const key of strangers) deps.say(`left alone, as the probe did not make it: ${key}`);
  }
  const [failure, ...others] = failures;
  for (const { message } of others) deps.say(message);
  if (failure) throw failure;
  return { exit: 0 };
}

/** Journals of a run, one or one for each round. */
function withRounds(folder: string): string[] {
  const rounds = roundFolders(folder);
  return rounds.length > 0 ? rounds.map((one) => one.folder) : [folder];
}

async function cleanRun(
  folder: string,
  state: JournalState,
  trusted: readonly string[],
  deps: Deps,
): Promise<Cleaned> {
  const { head, isSwept } = state;
  if (isSwept) return { removed: 0, strangers: [] };
  const plan = parseProbePlan(head.plan);
  const open = await opener(openingOf(plan, trusted, deps));
  const stores = head.targets.map(open);
  try {
    const cleaned = await cleanTargets(plan, state, stores);
    const journal = new JournalWriter(folder, null);
    journal.swept();
    journal.close();
    return cleaned;
  } finally {
    for (const store of stores) store.close();
  }
}
