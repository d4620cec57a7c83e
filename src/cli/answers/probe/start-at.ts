/** `--start-at`: when machines that prepare apart begin to measure together. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Args } from '../../args.ts';
import { Misunderstood } from '../../failures.ts';

const MOST_WAIT_MS = 24 * 3_600_000;

/** Milliseconds of the epoch; null where it is not given. */
export function startTime(args: Args): number | null {
  const text = args.text('start-at');
  if (text === undefined) return null;
  const atMs = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?Z$/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(atMs))
    throw new Misunderstood(`--start-at "${text}" is not a time in UTC, such as 2026-11-20T14:05:00Z`);
  return atMs;
}

/** Waits until then; undefined where there is nothing to wait for. */
export function beginningAt(
  args: Args,
  say: (line: string) => void,
): ((signal: AbortSignal | undefined) => Promise<void>) | undefined {
  const atMs = startTime(args);
  if (atMs === null) return undefined;
  const text = args.text('start-at') ?? '';
  if (atMs - Date.now() > MOST_WAIT_MS)
    throw new Misunderstood(`--start-at "${text}" is more than a day from now`);
  return async (signal) => {
    const leftMs = atMs - Date.now();
    if (leftMs <= 0) return say(`it is past ${text} already: measuring at once`);
    say(`ready; measuring begins at ${text}`);
    await wait(leftMs, undefined, { signal }).catch(() => undefined);
  };
}
