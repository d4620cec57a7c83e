/** What the thread that keeps the journal and those that measure say to each other. */
import type { ClientName } from '#stores/clients.ts';
import type { Cell } from '../plan/cell.ts';
import type { JournalTarget } from '../kept/journal.ts';
import type { Sample } from '../kept/record.ts';
import type { Effort } from '../measuring/self-check.ts';
import type { SharedIndices } from './turns.ts';

/** Where keys are looked for, and how long a request may take. */
export interface OpenGiven {
  client: ClientName;
  env: Record<string, string | undefined>;
  home: string;
  timeoutMs: number;
  /** Hosts that may have the keys besides the providers' own. */
  trusted?: readonly string[];
}

/** The one argument of the program where it is to be a thread of a pool. */
export type ThreadWord = 'probe-worker';

/** What a thread begins with. */
export interface WorkerGiven extends OpenGiven {
  targets: readonly JournalTarget[];
  cells: readonly Cell[];
  /** Of the run's keys. */
  prefix: string;
  seed: number;
}

/** Take turns until there are none. */
export interface BlockAsked {
  target: number;
  cell: number;
  indices: SharedIndices;
  /** Of a closed loop: the thread's own share. */
  concurrency: number | null;
  /** Of an open loop: when the first was meant to go, in milliseconds of the epoch. */
  startMs: number | null;
  /** Of the objects that conditions rest on, by name. */
  tags: ReadonlyMap<string, string>;
}

export type Told =
  | { kind: 'ready' }
  | { kind: 'samples'; samples: Sample[] }
  | { kind: 'ended'; effort: Effort }
  /** `isStore`: it is of a store, and in words for people. */
  | { kind: 'failed'; message: string; isStore: boolean };
