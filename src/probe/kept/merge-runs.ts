/** What several machines measured of one plan, as one run: every request once, nothing summarised. */
import { Progressed } from '../measuring/enough.ts';
import { newState, type JournalState } from './journal.ts';
import { parseProbePlan, type ProbePlan } from '../plan/plan-file.ts';

/** Runs that are not shards of one. */
export class ShardError extends Error {
  override name = 'ShardError';
}

export interface MergedRun {
  /** As all machines together ran it: their concurrency and rates added. */
  plan: ProbePlan;
  state: JournalState;
  /** Shards that are not here, or not at their end. */
  missing: number[];
}

/** `runs` by name, for messages. Throws `ShardError`. */
export function mergeRuns(runs: readonly { name: string; state: JournalState }[]): MergedRun {
  const [first] = runs;
  if (!first) throw new ShardError('there is nothing to merge');
  const { of } = first.state.head.shard;
  const planText = JSON.stringify(first.state.head.plan);
  const seen = new Map<number, string>();
  for (const { name, state } of runs) {
    if (JSON.stringify(state.head.plan) !== planText)
      throw new ShardError(`${name} is of another plan than ${first.name}`);
    if (state.head.shard.of !== of)
      throw new ShardError(`${name} is one of ${state.head.shard.of} shards, and ${first.name} one of ${of}`);
    const twin = seen.get(state.head.shard.number);
    if (twin !== undefined)
      throw new ShardError(`${name} and ${twin} are both shard ${state.head.shard.number} of ${of}`);
    seen.set(state.head.shard.number, name);
  }
  const plan = parseProbePlan(first.state.head.plan);
  const states = runs.map(({ state }) => state);
  const finished = new Set(
    states.flatMap(({ head, samples, workers }) =>
      new Progressed(plan, head.shard, samples, workers).isDone ? [head.shard.number] : [],
    ),
  );
  return {
    plan: {
      ...plan,
      cells: plan.cells.map((cell) => ({
        ...cell,
        concurrency: cell.concurrency === null ? null : cell.concurrency * states.length,
        perSecond: cell.perSecond === null ? null : cell.perSecond * states.length,
      })),
    },
    state: {
      ...newState({
        ...first.state.head,
        startedAt: states.map(({ head }) => head.startedAt).sort()[0] ?? '',
      }),
      samples: states
        .flatMap(({ samples }) => samples)
        .sort((a, b) => a.cell - b.cell || a.target - b.target || a.index - b.index),
      workers: states.flatMap(({ workers }) => workers),
      // Side by side: the time that passed is the mean of theirs.
      stretches: states.flatMap(({ stretches }) =>
        stretches.map((one) => ({
          ...one,
          wallMs: one.wallMs / states.length,
          cpuMs: one.cpuMs / states.length,
          gcMs: one.gcMs / states.length,
        })),
      ),
      isSwept: states.every(({ isSwept }) => isSwept),
    },
    missing: Array.from({ length: of }, (_, i) => i + 1).filter((number) => !finished.has(number)),
  };
}
