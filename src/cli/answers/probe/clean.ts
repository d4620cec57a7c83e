import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { cleanTargets, type Cleaned } from '#probe/clean.ts';
import { JournalWriter } from '#probe/kept/journal-writer.ts';
import { readJournal, type JournalState } from '#probe/kept/journal.ts';
import { takeFolder } from '#probe/kept/lock.ts';
import { opener } from '#probe/open-targets.ts';
import { parseProbePlan } from '#probe/plan/plan-file.ts';
import { roundFolders } from '#probe/rounds.ts';
import { StoreError } from '#stores/store-error.ts';
import type { Run } from '../../command.ts';
import type { Deps } from '../../deps.ts';
import { Misunderstood } from '../../failures.ts';
import { jsonText } from '../../formats.ts';
import { trustedHosts } from '../../input/probe-plan.ts';
import { WORK_FOLDER, openingOf } from './run.ts';

/** Of the journals named, or of all. */
export const clean: Run = async (args, deps) => {
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
};

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
