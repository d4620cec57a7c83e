/** The requests of a block, each handed out once to whoever asks next, on one thread or on several. */

export interface Turn {
  /** Which of the block it is, from 0: an open loop has a moment for each. */
  at: number;
  /** Which of its cell. */
  index: number;
}

export interface Turns {
  /** Undefined once all are handed out. */
  next(): Turn | undefined;
}

const NEXT = 0;
const STOPPED = 1;
const FIRST = 2;

/** Memory that threads share: how many are handed out, whether to stop, and the indices. */
export type SharedIndices = Int32Array<SharedArrayBuffer>;

export function sharedIndices(indices: readonly number[]): SharedIndices {
  const shared = new Int32Array(
    new SharedArrayBuffer((FIRST + indices.length) * Int32Array.BYTES_PER_ELEMENT),
  );
  shared.set(indices, FIRST);
  return shared;
}

export const stopShared = (shared: SharedIndices): void => void Atomics.store(shared, STOPPED, 1);
export const isStopped = (shared: SharedIndices): boolean => Atomics.load(shared, STOPPED) === 1;

export function turnsOf(shared: SharedIndices): Turns {
  const count = shared.length - FIRST;
  return {
    next() {
      const at = Atomics.add(shared, NEXT, 1);
      return at < count ? { at, index: shared[FIRST + at] ?? 0 } : undefined;
    },
  };
}
