/** A probe from its plan to its last request, or on from where it was stopped. */
import { randomBytes } from 'node:crypto';
import { PLACES } from '#core/places.ts';
import { EXPRESS } from '#stores/s3/directory-bucket.ts';
import type { ObjectStore } from '#stores/store.ts';
import { cleanTargets } from './clean.ts';
import { JournalWriter } from './kept/journal-writer.ts';
import { newState, readJournal, type JournalHead, type JournalState } from './kept/journal.ts';
import { Progressed } from './measuring/enough.ts';
import { measureAll } from './measuring/measure-all.ts';
import { Payload } from './measuring/payload.ts';
import type { ProbePlan, ProbeTarget } from './plan/plan-file.ts';
import { prepare } from './measuring/prepare.ts';
import { RunError, Stopped } from './run-errors.ts';
import { overspent } from './costs/spend.ts';
import type { Runtime } from './runtime.ts';
import { ALONE, type Shard } from './plan/shard.ts';

/**
 * Runs what is left of the plan; `planValue` is the plan as its file has it. Throws `StoreError` where a store refuses,
 * `Stopped` when told to stop: the journal is kept then, and the same call goes on. Removes what it made at the end.
 */
export async function runProbe(plan: ProbePlan, planValue: unknown, runtime: Runtime): Promise<JournalState> {
  const before = readJournal(runtime.folder);
  if (before && JSON.stringify(before.head.plan) !== JSON.stringify(planValue))
    throw new RunError(
      `${runtime.folder} holds a run of another plan; clean it with "stowage probe clean ${runtime.folder}", or name another --out`,
    );
  const shard = runtime.shard ?? ALONE;
  if (before && (before.head.shard.number !== shard.number || before.head.shard.of !== shard.of))
    throw new RunError(
      `${runtime.folder} holds shard ${before.head.shard.number}/${before.head.shard.of} of this plan, and this is ${shard.number}/${shard.of}; name another --out`,
    );
  if (
    before?.isSwept &&
    (runtime.cleansOnly || new Progressed(plan, shard, before.samples, before.workers).isDone)
  )
    return before;
  const head = before?.head ?? newHead(plan, planValue, shard);
  const journal = new JournalWriter(runtime.folder, before ? null : head);
  const state = before ?? newState(head);
  const stores = new Map<number, ObjectStore>();
  try {
    head.targets.forEach((at, target) => stores.set(target, runtime.open(at)));
    runtime.spend?.resume(state);
    if (!runtime.cleansOnly && !new Progressed(plan, shard, state.samples, state.workers).isDone) {
      // What was cleaned before is made anew.
      state.isSwept = false;
      await work(plan, state, stores, journal, runtime);
    }
    if (!runtime.keep) {
      await cleanTargets(plan, state, [...stores.values()], (target) =>
        runtime.onProgress?.({ phase: 'clean', done: target, of: stores.size }),
      );
      journal.swept();
      state.isSwept = true;
    }
    return state;
  } finally {
    for (const store of stores.values()) store.close();
    journal.close();
  }
}

function newHead(plan: ProbePlan, planValue: unknown, shard: Shard): JournalHead {
  const run = randomBytes(8).toString('hex');
  return {
    journal: 1,
    run,
    plan: planValue,
    targets: plan.targets.map(({ bucket, ...rest }) => ({
      ...rest,
      bucket: bucket ?? ownBucket(rest, plan.from, run),
      isOwnBucket: bucket === null,
    })),
    shard,
    startedAt: new Date().toISOString(),
  };
}

/** Name of a bucket that the probe makes. That of a directory bucket ends with the zone of the client where it is in the region, else with the first. */
export function ownBucket(
  { store, region }: Pick<ProbeTarget, 'store' | 'region'>,
  from: string | null,
  run: string,
): string {
  const name = `stowage-probe-${run}`;
  if (store !== EXPRESS) return name;
  const inRegion = PLACES.map(({ id }) => id).filter((id) => id.startsWith(`aws/${region}/`));
  const zone = (from !== null && inRegion.includes(from) ? from : inRegion[0])?.split('/')[2];
  return zone === undefined ? name : `${name}--${zone}--x-s3`;
}

async function work(
  plan: ProbePlan,
  state: JournalState,
  stores: ReadonlyMap<number, ObjectStore>,
  journal: JournalWriter,
  runtime: Runtime,
): Promise<void> {
  const payload = new Payload(Math.max(...plan.cells.map((cell) => cell.sizeBytes)));
  for (const [target, store] of stores) {
    runtime.onProgress?.({ phase: 'prepare', done: target, of: stores.size });
    await prepare(plan, target, store, state, journal, payload, (name) => {
      runtime.spend?.made(target, name);
      stopIf(runtime.signal);
    });
    const dear = overspent(runtime);
    if (dear) throw dear;
    stopIf(runtime.signal);
  }
  journal.flush();
  await runtime.begin?.(runtime.signal);
  stopIf(runtime.signal);
  await measureAll({ plan, state, stores, journal, payload, runtime });
}

function stopIf(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new Stopped();
}
