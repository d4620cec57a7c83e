/** Measures what is left of a plan, block by block, on one thread or on as many as it takes. */
import type { ObjectStore } from '#stores/store.ts';
import type { Cell } from '../plan/cell.ts';
import { Progressed } from './enough.ts';
import type { JournalWriter } from '../kept/journal-writer.ts';
import { noteWorkers, type JournalState } from '../kept/journal.ts';
import { keyChoice } from './key-choice.ts';
import { ownKey, readKey, runPrefix } from '../keys.ts';
import { Watch, closedLoop, type Bench } from './measure.ts';
import { openLoop } from './open-loop.ts';
import type { Payload } from './payload.ts';
import { plannedRequests, type ProbePlan } from '../plan/plan-file.ts';
import { readCaches, type ReadCache } from './read-cache.ts';
import type { Sample } from '../kept/record.ts';
import { Stopped } from '../run-errors.ts';
import type { Runtime } from '../runtime.ts';
import { schedule } from './schedule.ts';
import { watchEffort, type Effort } from './self-check.ts';
import { isOwn } from '../plan/shard.ts';
import { overspent } from '../costs/spend.ts';
import { roomForWorkers, workerPool, type WorkerPool } from '../workers/pool.ts';
import { sharedIndices, turnsOf } from '../workers/turns.ts';
import { isSharable } from '../workers/sharing.ts';
import { tooBusy, workersIn } from '../workers/when.ts';

/** What all blocks of a run have in common. */
interface Measuring {
  plan: ProbePlan;
  state: JournalState;
  stores: ReadonlyMap<number, ObjectStore>;
  journal: JournalWriter;
  payload: Payload;
  runtime: Runtime;
  watch: Watch;
  /** Has a moment passed since this last said so? */
  isTime: () => boolean;
  progressed: Progressed;
  cacheOf(target: number, cell: number): ReadCache | null;
  pool(): WorkerPool | null;
}

/** Throws what ends a run. */
export async function measureAll(
  given: Pick<Measuring, 'plan' | 'state' | 'stores' | 'journal' | 'payload' | 'runtime'>,
): Promise<void> {
  const { plan, state, runtime } = given;
  const { shard } = state.head;
  const finished = new Set(state.samples.map((one) => `${one.target}|${one.cell}|${one.index}`));
  let pool: WorkerPool | null = null;
  const measuring: Measuring = {
    ...given,
    watch: new Watch(runtime.signal),
    isTime: everyMs(LOOKED_AT_EVERY_MS),
    progressed: new Progressed(plan, shard, state.samples, state.workers),
    cacheOf: readCaches(plan, state.samples),
    pool: () => (pool ??= poolFor(given)),
  };
  const total = plannedRequests(plan, shard);
  try {
    for (const { target, cell, from, to } of schedule(plan.cells, plan.targets.length, plan.seed)) {
      let left = range(from, to).filter(
        (index) => isOwn(shard, index) && !finished.has(`${target}|${cell}|${index}`),
      );
      while (left.length > 0 && !measuring.progressed.standing(target, cell).isDone) {
        const made = await measureBlock(measuring, target, cell, left);
        left = left.filter((index) => !made.has(index));
        runtime.onProgress?.({ phase: 'measure', done: state.samples.length, of: total });
        const { watch } = measuring;
        watch.failure ??= overspent(runtime);
        if (watch.failure) throw watch.failure;
        if (runtime.signal?.aborted) throw new Stopped();
      }
    }
  } finally {
    await (pool as WorkerPool | null)?.close();
  }
}

/** Gives those of `indices` that were made: not all where more threads have to take over. */
async function measureBlock(
  measuring: Measuring,
  target: number,
  cell: number,
  indices: readonly number[],
): Promise<Set<number>> {
  const { plan, state, journal, runtime, watch } = measuring;
  const bench = benchOf(measuring, target, cell);
  const { what } = bench;
  const count = workersFor(measuring, target, cell, what);
  const busy = count === 1 ? busyLook(measuring, target, cell, what) : null;
  const made = new Set<number>();
  const note = (sample: Sample) => {
    made.add(sample.index);
    journal.sample(sample);
    state.samples.push(sample);
    measuring.progressed.note(sample);
    runtime.spend?.note(sample);
    runtime.onSample?.(sample);
    if (measuring.isTime()) watch.failure ??= overspent(runtime);
    // On a full disk nothing more is asked that could not be kept.
    watch.failure ??= journal.failure;
    busy?.look(made.size);
  };
  const startMs = performance.now();
  const effort = await (count === 1
    ? alone(bench, indices, measuring, note, busy)
    : together(measuring, bench, indices, count, note));
  const stretch = {
    target,
    cell,
    requests: made.size,
    wallMs: performance.now() - startMs,
    ...effort,
    cpuMs: effort.cpuMs / count,
  };
  journal.stretch(stretch);
  state.stretches.push(stretch);
  const share = busy?.share() ?? null;
  if (share !== null && !watch.mustStop) {
    const own = state.samples.filter((one) => one.target === target && one.cell === cell);
    const from = own.reduce((most, { index }) => Math.max(most, index), -1) + 1;
    const most = Math.min(roomOf(runtime), what.concurrency ?? Infinity);
    const begun = { target, cell, from, count: most, share };
    journal.workers(begun);
    noteWorkers(state, begun);
    runtime.onWorkers?.(begun);
  }
  journal.flush();
  return made;

  function workersFor({ runtime: { workers } }: Measuring, at: number, of: number, one: Cell): number {
    if (!workers || !isSharable(one)) return 1;
    const asked = plan.workers === 'auto' ? (workersIn(state, at, of)?.count ?? 1) : plan.workers;
    return Math.max(1, Math.min(asked, one.concurrency ?? asked, indices.length));
  }
}

async function alone(
  bench: Bench,
  indices: readonly number[],
  { watch, runtime }: Measuring,
  note: (sample: Sample) => void,
  busy: { isOver: boolean } | null,
): Promise<Effort> {
  const effort = (runtime.watchEffort ?? watchEffort)();
  const watching = {
    get mustStop() {
      return watch.mustStop || busy?.isOver === true;
    },
    see: watch.see.bind(watch),
  };
  const { concurrency, perSecond } = bench.what;
  const turns = turnsOf(sharedIndices(indices));
  if (perSecond === null) await closedLoop(bench, turns, concurrency ?? 1, watching, note);
  else await openLoop(bench, turns, { perSecond, startMs: null }, watching, note);
  return effort();
}

async function together(
  { watch, runtime, pool, state }: Measuring,
  { at, what, target, cell }: Bench,
  indices: readonly number[],
  workers: number,
  note: (sample: Sample) => void,
): Promise<Effort> {
  const own = pool();
  if (!own) throw new Error('there are no worker threads here');
  let stop: () => void = () => undefined;
  const onAbort = () => stop();
  runtime.signal?.addEventListener('abort', onAbort);
  try {
    return await own.run(
      {
        target,
        cell,
        indices,
        workers,
        concurrency: what.concurrency,
        tags: tagsFor(state, what, target, cell, indices),
      },
      (sample) => {
        note(sample);
        watch.see(at, sample);
        if (watch.mustStop) stop();
      },
      (given) => {
        stop = given;
        if (watch.mustStop) stop();
      },
    );
  } finally {
    runtime.signal?.removeEventListener('abort', onAbort);
  }
}

/** Of the objects that conditions of these requests rest on. */
function tagsFor(
  { made }: JournalState,
  what: Cell,
  target: number,
  cell: number,
  indices: readonly number[],
): Map<string, string> {
  const { condition, layout, objects } = what;
  const names =
    condition === 'if-match'
      ? indices.map((index) => ownKey(cell, layout, index))
      : condition === 'if-none-match'
        ? range(0, objects).map((n) => readKey(what, n))
        : [];
  return new Map(names.map((name) => [name, made.get(`${target}|${name}`) ?? '']));
}

/** Looks from time to time whether the one thread has too much to do; null where nothing could come of it. */
function busyLook({ plan, state, runtime }: Measuring, target: number, cell: number, what: Cell) {
  if (!runtime.workers || plan.workers !== 'auto' || !isSharable(what) || roomOf(runtime) < 2) return null;
  const judge = runtime.workers.tooBusy ?? tooBusy;
  const isTime = everyMs(BUSY_LOOK_EVERY_MS);
  const before = state.stretches.filter((one) => one.target === target && one.cell === cell);
  const madeBefore = before.reduce((sum, { requests }) => sum + requests, 0);
  const startMs = performance.now();
  const cpu = process.cpuUsage();
  let share: number | null = null;
  const look = (requests: number) => {
    const { user, system } = process.cpuUsage(cpu);
    const now = { requests, wallMs: performance.now() - startMs, cpuMs: (user + system) / 1000 };
    share = judge(what, madeBefore + requests, [...before, now]);
  };
  return {
    look(requests: number) {
      if (share === null && isTime()) look(requests);
    },
    get isOver() {
      return share !== null;
    },
    share: () => share,
  };
}

const roomOf = ({ workers }: Runtime) => workers?.room ?? roomForWorkers();

function benchOf({ plan, state, stores, payload, cacheOf }: Measuring, target: number, cell: number): Bench {
  const store = stores.get(target);
  const at = state.head.targets[target];
  const what = plan.cells[cell];
  if (!store || !at || !what) throw new Error(`there is no cell ${cell} of target ${target}`);
  return {
    store,
    at,
    target,
    cell,
    what,
    prefix: runPrefix(plan.prefix, state.head.run),
    payload,
    seed: plan.seed,
    choose: keyChoice(what),
    cache: cacheOf(target, cell),
    tagOf: (name) => state.made.get(`${target}|${name}`) ?? '',
  };
}

function poolFor({ plan, state, runtime }: Pick<Measuring, 'plan' | 'state' | 'runtime'>): WorkerPool | null {
  if (!runtime.workers) return null;
  return workerPool(runtime.workers, {
    targets: state.head.targets,
    cells: plan.cells,
    prefix: runPrefix(plan.prefix, state.head.run),
    seed: plan.seed,
  });
}

/** A bill takes a moment, so that it is not written after each request. */
const LOOKED_AT_EVERY_MS = 1000;
const BUSY_LOOK_EVERY_MS = 50;

function everyMs(gapMs: number): () => boolean {
  let lastMs = performance.now();
  return () => {
    const nowMs = performance.now();
    if (nowMs - lastMs < gapMs) return false;
    lastMs = nowMs;
    return true;
  };
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
