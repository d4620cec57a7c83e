/** Long work in pieces, so that a worker hears the next question between two of them. */
import type { Turn } from './queue.ts';

/** A slider's next question waits no longer than this, and one step. */
const PIECE_MS = 8;

/** Yields what `steps` yields but for bare pauses, returns what they return, and takes a turn after each piece. */
export async function* inPieces<Step, T>(
  steps: Iterator<Step, T>,
  turn: Turn,
): AsyncGenerator<NonNullable<Step>, T> {
  let until = performance.now() + PIECE_MS;
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (step.value !== undefined && step.value !== null) yield step.value;
    if (performance.now() < until) continue;
    await turn();
    until = performance.now() + PIECE_MS;
  }
}
