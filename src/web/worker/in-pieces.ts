/**
 * Long work in pieces, so that a worker hears the next question. Only between two pieces does it end at once, too: a browser lets a
 * script go on for seconds after its worker was ended, and a moving slider needs the processor.
 */
import type { Steps } from '#core/steps.ts';

/** A slider's next question waits no longer than this, and one step. */
const PIECE_MS = 8;

/** What `steps` returns; `tell` hears each thing it yields. */
export async function inPieces<Step, T>(
  steps: Iterator<Step, T>,
  tell: (step: Step) => void = () => undefined,
): Promise<T> {
  let until = performance.now() + PIECE_MS;
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    tell(step.value);
    if (performance.now() < until) continue;
    await nextTask();
    until = performance.now() + PIECE_MS;
  }
}

/** Ends `steps` with `end` at the first step at which `isDropped` says that nobody waits any more. */
export function* whileWanted<T, End>(
  steps: Iterator<unknown, T>,
  isDropped: () => boolean,
  end: End,
): Steps<T | End> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    yield;
    if (isDropped()) return end;
  }
}

/** Messages are heard before it; a timer would wait four milliseconds besides. */
function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port2.onmessage = () => {
      port2.close();
      resolve();
    };
    port1.postMessage(null);
  });
}
