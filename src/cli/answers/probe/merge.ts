/** `stowage probe merge`: what several machines measured of one plan, as one dataset of every request. */
import path from 'node:path';
import { refuseFolder } from '#catalog/write-dataset.ts';
import { readJournal } from '#probe/kept/journal.ts';
import { mergeRuns } from '#probe/kept/merge-runs.ts';
import type { Args } from '../../args.ts';
import type { Deps, Outcome } from '../../deps.ts';
import { Misunderstood } from '../../failures.ts';
import { jsonText } from '../../formats.ts';
import { keepDataset, printResult } from './keep.ts';

/** Exit 1 where a shard is missing or unfinished: the dataset of the others is made all the same, and says so. */
export function mergeShards(args: Args, deps: Deps): Promise<Outcome> {
  const out = args.text('out');
  if (out === undefined) throw new Misunderstood('say where the dataset goes: --out datasets/acme-2026');
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
  return Promise.resolve({ exit: missing.length > 0 ? 1 : 0 });
}
