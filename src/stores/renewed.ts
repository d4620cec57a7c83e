/** What lives for a time and is asked for anew before it ends: tokens, and keys of a role. */
import { CLOCKS, ageFrom } from './age.ts';
import type { Clocks } from './age.ts';

export interface Lease<T> {
  value: T;
  /** From the moment it was asked for. */
  lifeMs: number;
}

/** Asked anew when less than this is left. */
const MARGIN_MS = 300_000;

export class Renewed<T> {
  readonly #ask: () => Promise<Lease<T>>;
  readonly #clocks: Clocks;
  #lease: (Lease<T> & { age: () => number }) | null = null;
  #asking: Promise<T> | null = null;

  constructor(ask: () => Promise<Lease<T>>, clocks: Clocks = CLOCKS) {
    this.#ask = ask;
    this.#clocks = clocks;
  }

  /** One question at a time, however many wait for its answer. Rejects as `ask` does. */
  current(): T | Promise<T> {
    const lease = this.#lease;
    if (lease && lease.age() < lease.lifeMs - MARGIN_MS) return lease.value;
    this.#asking ??= this.#renew().finally(() => (this.#asking = null));
    return this.#asking;
  }

  async #renew(): Promise<T> {
    const age = ageFrom(this.#clocks);
    this.#lease = { ...(await this.#ask()), age };
    return this.#lease.value;
  }
}
