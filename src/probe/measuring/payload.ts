/** Bytes that nothing compresses, the same on every run, and the comparison of what comes back with what was sent. */
import { createCipheriv } from 'node:crypto';

/** Bodies of different objects begin this far apart at most, so that one is never taken for another. */
const SPREAD_BYTES = 64 * 1024;
const STEP_BYTES = 4099;

export class Payload {
  readonly #pool: Buffer;

  constructor(mostBytes: number) {
    const zeros = Buffer.alloc(mostBytes + SPREAD_BYTES);
    this.#pool = createCipheriv('aes-128-ctr', Buffer.alloc(16, 0x5e), Buffer.alloc(16)).update(zeros);
  }

  /** The body of the n-th object: a window on bytes that all share. */
  body(n: number, sizeBytes: number): Buffer {
    const start = (n * STEP_BYTES) % SPREAD_BYTES;
    return this.#pool.subarray(start, start + sizeBytes);
  }
}

/** Takes a body piece by piece and says whether it was the one expected. */
export class Comparison {
  readonly #expected: Buffer;
  #at = 0;
  #isSame = true;

  constructor(expected: Buffer) {
    this.#expected = expected;
  }

  readonly take = (piece: Uint8Array): void => {
    const part = this.#expected.subarray(this.#at, this.#at + piece.length);
    if (this.#isSame && !part.equals(piece)) this.#isSame = false;
    this.#at += piece.length;
  };

  get isWhole(): boolean {
    return this.#isSame && this.#at === this.#expected.length;
  }
}
