/**
 * A plan again and again over time: each round a run of its own, with its own journal. Rounds begin at whole multiples of
 * the interval since the first, by a clock that neither jumps when somebody sets the time nor stands still in sleep. One
 * whose time has passed is left out, and said to be; it is never made up for by haste.
 */
import { uptime } from 'node:os';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { Progressed } from './measuring/enough.ts';
import { JournalError, readJournal, type JournalState } from './kept/journal.ts';
import { roundsOf, type Repeat, type ProbePlan } from './plan/plan-file.ts';
import { Stopped } from './run-errors.ts';
import { runProbe } from './run.ts';
import type { Runtime } from './runtime.ts';
import { ALONE } from './plan/shard.ts';

export interface RoundClock {
  /** Since any moment: it counts sleep too, and knows nothing of the time of day. */
  elapsedMs(): number;
  /** The time of day, for what another process began. */
  nowMs(): number;
  wait(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

/** Time since the machine began counts its sleep. */
export const MACHINE_CLOCK: RoundClock = {
  elapsedMs: () => uptime() * 1000,
  nowMs: () => Date.now(),
  // A signal that ends it says so elsewhere, too.
  wait: (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => undefined),
};

export type RoundNews =
  | { kind: 'waiting'; round: number; of: number; ms: number }
  | { kind: 'begins'; round: number; of: number }
  | { kind: 'missed'; round: number; of: number }
  | { kind: 'failed'; round: number; of: number; message: string }
  /** At the very end: what it made could not be removed. */
  | { kind: 'left'; round: number; of: number; message: string };

export interface RoundsRuntime extends Runtime {
  clock: RoundClock;
  onRound(news: RoundNews): void;
}

export interface RoundState {
  /** From 1. */
  round: number;
  state: JournalState;
}

/** A timer does not count sleep; so often the clock is looked at. */
const LONGEST_WAIT_MS = 15_000;
const MOST_FAILURES = 3;
const FILE = 'rounds.json';
const Begun = z.strictObject({ rounds: z.literal(1), beganAt: z.iso.datetime() });

/** Folders of the rounds that have begun, in order; none where the folder is of a single run. */
export function roundFolders(folder: string): { round: number; folder: string }[] {
  if (!existsSync(path.join(folder, FILE))) return [];
  return readdirSync(folder)
    .flatMap((name) => {
      const [, digits] = /^round-(\d{4})$/.exec(name) ?? [];
      return digits === undefined ? [] : [{ round: Number(digits), folder: path.join(folder, name) }];
    })
    .sort((a, b) => a.round - b.round);
}

/** All rounds that have begun, as they are in their journals. */
export function readRounds(folder: string): RoundState[] {
  return roundFolders(folder).flatMap((one) => {
    const state = readJournal(one.folder);
    return state ? [{ round: one.round, state }] : [];
  });
}

/**
 * Makes what is left of the rounds. A round that fails is kept as far as it came, and the next begins at its time; three
 * in a row end it. What a failed one made goes at the end. Throws what `runProbe` throws.
 */
export async function runRounds(
  plan: ProbePlan,
  planValue: unknown,
  { clock, onRound, ...runtime }: RoundsRuntime,
  repeat: Repeat,
): Promise<RoundState[]> {
  const of = roundsOf(repeat);
  const zeroMs = clock.elapsedMs() - elapsedBefore(runtime.folder, clock);
  let failures = 0;
  for (let round = 1; round <= of; round++) {
    const folder = path.join(runtime.folder, `round-${String(round).padStart(4, '0')}`);
    const dueMs = (round - 1) * repeat.everyMs;
    const isOver = () => clock.elapsedMs() - zeroMs >= dueMs + repeat.everyMs;
    const before = readJournal(folder);
    if (before?.isSwept && (isOver() || new Progressed(plan, ALONE, before.samples, before.workers).isDone)) {
      runtime.spend?.resume(before);
      continue;
    }
    if (!before) {
      await waitUntil(dueMs, { round, of });
      if (runtime.signal?.aborted) break;
      if (isOver()) {
        onRound({ kind: 'missed', round, of });
        continue;
      }
    }
    onRound({ kind: 'begins', round, of });
    try {
      // What a kill cut short and whose time has passed is only cleaned.
      await runProbe(plan, planValue, { ...runtime, folder, cleansOnly: before !== null && isOver() });
      failures = 0;
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'StoreError') throw error;
      failures += 1;
      onRound({ kind: 'failed', round, of, message: error.message });
      if (failures === MOST_FAILURES || round === of) throw error;
    }
  }
  if (runtime.signal?.aborted) throw new Stopped();
  if (!runtime.keep) await sweepFailed();
  return readRounds(runtime.folder);

  /** The store may be there again for what a failed round could not remove. */
  async function sweepFailed(): Promise<void> {
    // What they spent is counted.
    const { spend: _, ...cleaning } = runtime;
    for (const one of roundFolders(runtime.folder)) {
      const left = readJournal(one.folder);
      if (!left || left.isSwept) continue;
      try {
        await runProbe(plan, planValue, { ...cleaning, folder: one.folder, cleansOnly: true });
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'StoreError') throw error;
        onRound({ kind: 'left', round: one.round, of, message: error.message });
      }
    }
  }

  async function waitUntil(dueMs: number, which: { round: number; of: number }): Promise<void> {
    let isSaid = false;
    for (;;) {
      const leftMs = dueMs - (clock.elapsedMs() - zeroMs);
      if (leftMs <= 0 || runtime.signal?.aborted) return;
      if (!isSaid) onRound({ kind: 'waiting', ...which, ms: leftMs });
      isSaid = true;
      await clock.wait(Math.min(leftMs, LONGEST_WAIT_MS), runtime.signal);
    }
  }
}

/** How long ago the first round was due; between two processes only the time of day tells. */
function elapsedBefore(folder: string, clock: RoundClock): number {
  const file = path.join(folder, FILE);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const beganAt = new Date(clock.nowMs()).toISOString();
    writeFileSync(file, `${JSON.stringify({ rounds: 1, beganAt })}\n`);
    return 0;
  }
  try {
    const { beganAt } = Begun.parse(JSON.parse(readFileSync(file, 'utf8')));
    return Math.max(0, clock.nowMs() - Date.parse(beganAt));
  } catch {
    throw new JournalError(file, 'is damaged; remove its folder to start anew');
  }
}
