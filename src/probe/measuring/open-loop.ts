/**
 * Requests at a fixed rate, whatever becomes of the earlier ones. Each latency counts from the moment the request was
 * meant to go, so a store that stalls cannot hide it by holding the next ones back (coordinated omission).
 */
import { ask, type Bench, type Watching } from './measure.ts';
import type { Sample } from '../kept/record.ts';
import type { Turns } from '../workers/turns.ts';

/** A timer is late by about a millisecond; the rest is waited for turn by turn. */
const SPIN_MS = 2;
/** Behind time, the event loop still has to turn. */
const MOST_WITHOUT_PAUSE = 32;
/** More would exhaust sockets; those that wait here are late, and their latency says so. */
const MOST_UNDER_WAY = 4096;

export interface OpenTiming {
  perSecond: number;
  /** When the first turn is meant to go, in milliseconds of the epoch; null: at once. */
  startMs: number | null;
}

export async function openLoop(
  bench: Bench,
  turns: Turns,
  { perSecond, startMs: given }: OpenTiming,
  watch: Watching,
  note: (sample: Sample) => void,
): Promise<void> {
  const gapMs = 1000 / perSecond;
  const startMs = given === null ? performance.now() + gapMs : given - performance.timeOrigin;
  const underWay = new Set<Promise<void>>();
  let unpaused = 0;
  while (!watch.mustStop) {
    const turn = turns.next();
    if (!turn) break;
    const meantMs = startMs + turn.at * gapMs;
    unpaused = (await waitUntil(meantMs)) ? 0 : unpaused + 1;
    if (unpaused >= MOST_WITHOUT_PAUSE) {
      await nextTurn();
      unpaused = 0;
    }
    while (underWay.size >= MOST_UNDER_WAY) await Promise.race(underWay);
    if (watch.mustStop) break;
    const one = ask(bench, turn.index, meantMs).then((sample) => {
      note(sample);
      watch.see(bench.at, sample);
      underWay.delete(one);
    });
    underWay.add(one);
  }
  await Promise.all(underWay);
}

/** False where it was that late already. */
async function waitUntil(ms: number): Promise<boolean> {
  if (performance.now() >= ms) return false;
  for (let left = ms - performance.now(); left > 0; left = ms - performance.now()) {
    if (left > SPIN_MS) await new Promise((resolve) => setTimeout(resolve, left - SPIN_MS));
    else await nextTurn();
  }
  return true;
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
