/** What a run is given besides its plan, and what it tells while it goes on. */
import type { ObjectStore } from '#stores/store.ts';
import type { Spend } from './costs/spend.ts';
import type { JournalTarget, WorkersBegun } from './kept/journal.ts';
import type { Sample } from './kept/record.ts';
import type { WatchEffort } from './measuring/self-check.ts';
import type { Shard } from './plan/shard.ts';
import type { WorkerRuntime } from './workers/pool.ts';

export interface Progress {
  phase: 'prepare' | 'measure' | 'clean';
  done: number;
  of: number;
}

export interface Runtime {
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
  /** Watches what measuring takes of this thread; `watchEffort` unless one is given. */
  watchEffort?: WatchEffort | undefined;
  /** Threads beside this one, where one is not enough; without them all goes from this one. */
  workers?: WorkerRuntime;
  onWorkers?(begun: WorkersBegun): void;
  /** Counts what is spent, and stops the run above `mostCost` dollars. */
  spend?: Spend;
  mostCost?: number;
  /** Resolves when measuring may begin, so that machines begin together. */
  begin?(signal: AbortSignal | undefined): Promise<void>;
}
