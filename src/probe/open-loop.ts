/**
 * Requests at a fixed rate, whatever becomes of the earlier ones. Each latency counts from the moment the request was
 * meant to go, so a store that stalls cannot hide it by holding the next ones back (coordinated omission).
 */
import { ask } from './measure.ts';
import type { Bench, Watch } from './measure.ts';
import type { Sample } from './record.ts';

/** A timer is late by about a millisecond; the rest is waited for turn by turn. */
const SPIN_MS = 2;
/** Behind time, the event loop still has to turn. */
const MOST_WITHOUT_PAUSE = 32;
/** More would exhaust sockets; those that wait here are late, and their latency says so. */
const MOST_UNDER_WAY = 4096;

export async function openLoop(
  bench: Bench,
  indices: readonly number[],
  perSecond: number,
  watch: Watch,
  note: (sample: Sample) => void,
): Promise<void> {
  const gapMs = 1000 / perSecond;
  const startMs = performance.now() + gapMs;
  const underWay = new Set<Promise<void>>();
  let unpaused = 0;
  for (const [i, index] of indices.entries()) {
    const meantMs = startMs + i * gapMs;
    unpaused = (await waitUntil(meantMs)) ? 0 : unpaused + 1;
    if (unpaused >= MOST_WITHOUT_PAUSE) {
      await turn();
      unpaused = 0;
    }
    while (underWay.size >= MOST_UNDER_WAY) await Promise.race(underWay);
    if (watch.mustStop) break;
    const one = ask(bench, index, meantMs).then((sample) => {
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
    else await turn();
  }
  return true;
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
