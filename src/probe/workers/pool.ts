/** Threads that measure side by side, where one is not enough. The thread that has the pool keeps the journal. */
import { Worker } from 'node:worker_threads';
import { availableParallelism } from 'node:os';
import { StoreError } from '#stores/store-error.ts';
import type { Sample } from '../kept/record.ts';
import type { Effort } from '../measuring/self-check.ts';
import type { BlockAsked, OpenGiven, ThreadWord, Told, WorkerGiven } from './messages.ts';
import { sharedIndices, stopShared } from './turns.ts';
import { MOST_BY_ITSELF } from './sharing.ts';
import type { tooBusy } from './when.ts';

type Thread = InstanceType<typeof Worker>;
const THREAD: ThreadWord = 'probe-worker';

/** How many threads this machine has room for. */
export const roomForWorkers = (): number => Math.min(MOST_BY_ITSELF, availableParallelism());

/** What the pool needs from outside: the program that calls `measureForPool` on a thread, and what the stores are opened with. */
export interface WorkerRuntime extends OpenGiven {
  entry: string | URL;
  /** Threads that this machine has room for, where it is not what it seems. */
  room?: number;
  /** Judges whether one thread is enough. */
  tooBusy?: typeof tooBusy;
}

export interface PoolBlock extends Pick<BlockAsked, 'target' | 'cell' | 'tags'> {
  indices: readonly number[];
  /** Of a closed loop, all threads together; null in an open one. */
  concurrency: number | null;
  /** At most so many threads. */
  workers: number;
}

export interface WorkerPool {
  /** Calls `note` with each request as it ends. `stopping` gets a call that ends the block early. */
  run(
    block: PoolBlock,
    note: (sample: Sample) => void,
    stopping: (stop: () => void) => void,
  ): Promise<Effort>;
  close(): Promise<void>;
}

/** Begins threads as they are needed. */
export function workerPool(
  { entry, client, env, home, timeoutMs, trusted = [] }: WorkerRuntime,
  given: Omit<WorkerGiven, 'stowage' | keyof OpenGiven>,
): WorkerPool {
  const members: Member[] = [];
  const workerData: WorkerGiven = { client, env, home, timeoutMs, trusted, ...given };
  const upTo = async (count: number): Promise<Member[]> => {
    while (members.length < count)
      members.push(new Member(new Worker(entry, { workerData, argv: [THREAD] })));
    const own = members.slice(0, count);
    await Promise.all(own.map((member) => member.ready));
    return own;
  };
  return {
    async run({ indices, concurrency, workers, ...where }, note, stopping) {
      const most = Math.min(workers, concurrency ?? workers, indices.length);
      const own = await upTo(Math.max(1, most));
      const shared = sharedIndices(indices);
      stopping(() => stopShared(shared));
      const startMs = concurrency === null ? performance.timeOrigin + performance.now() + LEAD_MS : null;
      const efforts = await Promise.all(
        own.map((member, i) =>
          member
            .take(
              {
                ...where,
                indices: shared,
                startMs,
                concurrency: concurrency === null ? null : shareOf(concurrency, own.length, i),
              },
              (sample) => note({ ...sample, worker: i + 1 }),
            )
            .catch((error: unknown) => {
              stopShared(shared);
              throw error;
            }),
        ),
      );
      return worstOf(efforts);
    },
    async close() {
      await Promise.all(members.map((member) => member.close()));
    },
  };
}

/** Until all threads have what they are to do. */
const LEAD_MS = 50;

/** The i-th of `parts` nearly equal parts. */
export const shareOf = (whole: number, parts: number, i: number): number =>
  Math.floor(whole / parts) + (i < whole % parts ? 1 : 0);

function worstOf(efforts: readonly Effort[]): Effort {
  const most = (of: (effort: Effort) => number) => Math.max(0, ...efforts.map(of));
  return {
    // Of the whole process, which each of them saw.
    cpuMs: most(({ cpuMs }) => cpuMs),
    loopDelayP99Ms: most(({ loopDelayP99Ms }) => loopDelayP99Ms),
    gcMs: most(({ gcMs }) => gcMs),
  };
}

interface Waiting {
  note(sample: Sample): void;
  resolve(effort: Effort): void;
  reject(error: Error): void;
}

class Member {
  readonly ready: Promise<void>;
  readonly #thread: Thread;
  #waiting: Waiting | null = null;
  #failure: Error | null = null;

  constructor(thread: Thread) {
    this.#thread = thread;
    this.ready = new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        this.#failure ??= error;
        reject(error);
        this.#waiting?.reject(error);
      };
      thread.on('error', fail);
      thread.on('exit', () => fail(new Error('a worker thread ended by itself')));
      thread.on('message', (told: Told) => {
        if (told.kind === 'ready') resolve();
        else if (told.kind === 'samples') for (const sample of told.samples) this.#waiting?.note(sample);
        else if (told.kind === 'ended') this.#waiting?.resolve(told.effort);
        else fail(told.isStore ? new StoreError(told.message) : new Error(told.message));
      });
    });
    // Whoever asks for a block sees it.
    this.ready.catch(() => undefined);
  }

  take(block: BlockAsked, note: (sample: Sample) => void): Promise<Effort> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure);
      this.#waiting = { note, resolve, reject };
      this.#thread.postMessage(block);
      return undefined;
    });
  }

  async close(): Promise<void> {
    await this.#thread.terminate();
  }
}
