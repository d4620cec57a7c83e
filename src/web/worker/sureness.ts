/** Long work in pieces, so that the worker hears the next question. Loaded when it is first asked for. */
export { uncertaintySteps } from '#core/uncertainty/plan-uncertainty.ts';

/** A slider's next question waits no longer than this, and one step. */
const PIECE_MS = 8;

/** Null when `dropped` says that nobody waits any more. */
export async function inPieces<T>(
  steps: Iterator<unknown, T>,
  dropped: () => boolean,
): Promise<{ value: T } | null> {
  for (;;) {
    const until = performance.now() + PIECE_MS;
    do {
      const step = steps.next();
      if (step.done) return { value: step.value };
    } while (performance.now() < until);
    // A message is heard only when the worker has nothing else to do.
    await new Promise((resolve) => setTimeout(resolve));
    if (dropped()) return null;
  }
}
