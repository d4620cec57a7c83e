/** What lives for a time and is asked for anew before it ends: tokens, and keys of a role. */
import { CLOCKS, ageFrom, type Clocks } from './age.ts';

export interface Lease<T> {
  value: T;
  /** From the moment it was asked for. */
  lifeMs: number;
}

/** Ages in a life: from the first on a new one is asked for while the old one serves, from the second on it is waited for. */
export type Timing = (lifeMs: number) => { askMs: number; waitMs: number };

/** Waited for when less than this is left. */
const MARGIN_MS = 300_000;
const NEAR_ITS_END: Timing = (lifeMs) => ({ askMs: lifeMs, waitMs: lifeMs - MARGIN_MS });

/** `Refused`: what comes instead where none is given, and is not kept. */
export class Renewed<T, Refused = never> {
  readonly #ask: () => Promise<Lease<T> | { refused: Refused }>;
  readonly #clocks: Clocks;
  readonly #timing: Timing;
  #lease: (Lease<T> & { age: () => number }) | null = null;
  #asking: Promise<T | Refused> | null = null;

  constructor(
    ask: () => Promise<Lease<T> | { refused: Refused }>,
    clocks: Clocks = CLOCKS,
    timing: Timing = NEAR_ITS_END,
  ) {
    this.#ask = ask;
    this.#clocks = clocks;
    this.#timing = timing;
  }

  /** Rejects as `ask` does. */
  current(): T | Promise<T | Refused> {
    if (!this.#lease) return this.#renewed();
    const { value, lifeMs, age } = this.#lease;
    const { askMs, waitMs } = this.#timing(lifeMs);
    const ageMs = age();
    if (!(ageMs < waitMs)) return this.#renewed();
    // What fails now is said to whoever waits for it.
    if (ageMs > askMs) this.#renewed().catch(() => undefined);
    return value;
  }

  /** One question at a time, however many wait for its answer. */
  #renewed(): Promise<T | Refused> {
    this.#asking ??= this.#renew().finally(() => (this.#asking = null));
    return this.#asking;
  }

  async #renew(): Promise<T | Refused> {
    const age = ageFrom(this.#clocks);
    const given = await this.#ask();
    if ('refused' in given) return given.refused;
    this.#lease = { ...given, age };
    return given.value;
  }
}
