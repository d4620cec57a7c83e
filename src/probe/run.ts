/** A probe from its plan to its last request, or on from where it was stopped. */
import { PLACES } from '#core/places.ts';
import { EXPRESS } from '#stores/s3/directory-bucket.ts';
import type { ObjectStore } from '#stores/store.ts';
import { cleanTarget } from './clean.ts';
import { JournalWriter } from './journal-writer.ts';
import { newState, readJournal } from './journal.ts';
import type { JournalHead, JournalState, JournalTarget } from './journal.ts';
import { Progressed } from './enough.ts';
import { keyChoice } from './key-choice.ts';
import { runPrefix } from './keys.ts';
import { Watch, closedLoop } from './measure.ts';
import type { Bench } from './measure.ts';
import { openLoop } from './open-loop.ts';
import { Payload } from './payload.ts';
import { plannedRequests } from './plan-file.ts';
import type { ProbePlan, ProbeTarget } from './plan-file.ts';
import { prepare } from './prepare.ts';
import { cacheAfter } from './read-cache.ts';
import type { ReadCache } from './read-cache.ts';
import type { Sample } from './record.ts';
import { schedule } from './schedule.ts';
import { watchEffort } from './self-check.ts';
import { SpendError } from './spend.ts';
import type { Spend } from './spend.ts';
import { ALONE, isOwn } from './shard.ts';
import type { Shard } from './shard.ts';

const { randomBytes } = process.getBuiltinModule('node:crypto');

/** A run that was told to stop before its end. */
export class Stopped extends Error {
  constructor() {
    super('stopped');
    this.name = 'Stopped';
  }
}

/** A run that cannot go on from what is there. */
export class RunError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RunError';
  }
}

export interface Progress {
  phase: 'prepare' | 'measure' | 'clean';
  done: number;
  of: number;
}

export interface RunWorld {
  /** Where the journal is. */
  folder: string;
  open(at: JournalTarget): ObjectStore;
  onProgress?(progress: Progress): void;
  signal?: AbortSignal;
  /** Leaves the objects where they are. */
  keep?: boolean;
  /** Which machine of several this is. */
  shard?: Shard;
  /** Measures no more: what an earlier run made is removed, and what it measured stands. */
  cleansOnly?: boolean;
  onSample?(sample: Sample): void;
  /** Counts what is spent, and stops the run above `mostCost` dollars. */
  spend?: Spend;
  mostCost?: number;
  /** Resolves when measuring may begin, so that machines begin together. */
  begin?(): Promise<void>;
}

/**
 * Runs what is left of the plan; `planValue` is the plan as its file has it. Throws `StoreError` where a store refuses,
 * `Stopped` when told to stop: the journal is kept then, and the same call goes on. Removes what it made at the end.
 */
export async function runProbe(plan: ProbePlan, planValue: unknown, world: RunWorld): Promise<JournalState> {
  const before = readJournal(world.folder);
  if (before && JSON.stringify(before.head.plan) !== JSON.stringify(planValue))
    throw new RunError(
      `${world.folder} holds a run of another plan; clean it with "stowage probe clean ${world.folder}", or name another --out`,
    );
  const shard = world.shard ?? ALONE;
  if (before && (before.head.shard.number !== shard.number || before.head.shard.of !== shard.of))
    throw new RunError(
      `${world.folder} holds shard ${before.head.shard.number}/${before.head.shard.of} of this plan, and this is ${shard.number}/${shard.of}; name another --out`,
    );
  if (before?.isSwept && (world.cleansOnly || new Progressed(plan, shard, before.samples).isDone))
    return before;
  const head = before?.head ?? newHead(plan, planValue, shard);
  const journal = new JournalWriter(world.folder, before ? null : head);
  const state = before ?? newState(head);
  const stores = new Map<number, ObjectStore>();
  try {
    head.targets.forEach((at, target) => stores.set(target, world.open(at)));
    world.spend?.resume(state);
    if (!world.cleansOnly && !new Progressed(plan, shard, state.samples).isDone)
      await work(plan, state, stores, journal, world);
    if (!world.keep) {
      for (const [target, store] of stores) {
        const at = head.targets[target];
        world.onProgress?.({ phase: 'clean', done: target, of: stores.size });
        if (at) await cleanTarget(plan, head, at, store);
      }
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

/** For a directory bucket in the zone of the client, where it is in the region, else in its first. */
function ownBucket(
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
  world: RunWorld,
): Promise<void> {
  const payload = new Payload(Math.max(...plan.cells.map((cell) => cell.sizeBytes)));
  for (const [target, store] of stores) {
    world.onProgress?.({ phase: 'prepare', done: target, of: stores.size });
    await prepare(plan, target, store, state, journal, payload, (name) => world.spend?.made(target, name));
    const dear = overspent(world);
    if (dear) throw dear;
    stopIf(world.signal);
  }
  journal.flush();
  await world.begin?.();
  stopIf(world.signal);
  const finished = new Set(state.samples.map((one) => `${one.target}|${one.cell}|${one.index}`));
  const { shard } = state.head;
  const progressed = new Progressed(plan, shard, state.samples);
  const caches = new Map<string, ReadCache>();
  const cacheOf = (target: number, cell: number): ReadCache | null => {
    const what = plan.cells[cell];
    if (what?.cacheBytes == null) return null;
    const key = `${target}|${cell}`;
    const before = () => state.samples.filter((one) => one.target === target && one.cell === cell);
    const cache = caches.get(key) ?? cacheAfter(what, cell, plan.seed, before());
    caches.set(key, cache);
    return cache;
  };
  const total = plannedRequests(plan, shard);
  const watch = new Watch(world.signal);
  const isTime = spendWatch();
  for (const { target, cell, from, to } of schedule(plan.cells, plan.targets.length, plan.seed)) {
    const indices = range(from, to).filter(
      (index) => isOwn(shard, index) && !finished.has(`${target}|${cell}|${index}`),
    );
    const store = stores.get(target);
    const at = state.head.targets[target];
    const what = plan.cells[cell];
    if (indices.length === 0 || !store || !at || !what) continue;
    if (progressed.standing(target, cell).isDone) continue;
    const prefix = runPrefix(plan.prefix, state.head.run);
    const choose = keyChoice(what);
    const cache = cacheOf(target, cell);
    const tagOf = (name: string) => state.made.get(`${target}|${name}`) ?? '';
    const bench: Bench = { store, at, target, cell, what, prefix, payload, seed: plan.seed, choose, cache, tagOf }; // prettier-ignore
    const before = state.samples.length;
    const note = (sample: Sample) => {
      journal.sample(sample);
      state.samples.push(sample);
      progressed.note(sample);
      world.spend?.note(sample);
      world.onSample?.(sample);
      if (isTime()) watch.failure ??= overspent(world);
      // On a full disk nothing more is asked that could not be kept.
      watch.failure ??= journal.failure;
    };
    const startMs = performance.now();
    const effort = watchEffort();
    if (what.perSecond === null) await closedLoop(bench, indices, what.concurrency ?? 1, watch, note);
    else await openLoop(bench, indices, what.perSecond, watch, note);
    const wallMs = performance.now() - startMs;
    const stretch = { target, cell, requests: state.samples.length - before, wallMs, ...effort() };
    journal.stretch(stretch);
    state.stretches.push(stretch);
    journal.flush();
    world.onProgress?.({ phase: 'measure', done: state.samples.length, of: total });
    watch.failure ??= overspent(world);
    if (watch.failure) throw watch.failure;
    stopIf(world.signal);
  }
}

/** A bill takes a moment, so that it is not written after each request. */
const LOOKED_AT_EVERY_MS = 1000;

function spendWatch(): () => boolean {
  let lastMs = performance.now();
  return () => {
    const nowMs = performance.now();
    if (nowMs - lastMs < LOOKED_AT_EVERY_MS) return false;
    lastMs = nowMs;
    return true;
  };
}

function overspent({ spend, mostCost = Infinity }: RunWorld): SpendError | null {
  const total = spend?.total ?? 0;
  return total > mostCost
    ? new SpendError(
        `what was sent comes to $${total.toPrecision(3)}, and at most $${mostCost} may be spent; raise --max-cost to go on`,
      )
    : null;
}

function stopIf(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new Stopped();
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
