/** What lives for a time and is asked for anew before it ends: tokens, and keys of a role. */

export interface Lease<T> {
  value: T;
  /** By the clock; null: it never ends. */
  endsMs: number | null;
}

/** Asked anew when less than this is left. */
const MARGIN_MS = 300_000;

export class Renewed<T> {
  readonly #ask: () => Promise<Lease<T>>;
  readonly #now: () => number;
  #lease: Lease<T> | null = null;
  #asking: Promise<T> | null = null;

  constructor(ask: () => Promise<Lease<T>>, now: () => number = Date.now) {
    this.#ask = ask;
    this.#now = now;
  }

  /** One question at a time, however many wait for its answer. Rejects as `ask` does. */
  current(): T | Promise<T> {
    if (this.#lease && (this.#lease.endsMs === null || this.#now() < this.#lease.endsMs - MARGIN_MS))
      return this.#lease.value;
    this.#asking ??= this.#renew().finally(() => (this.#asking = null));
    return this.#asking;
  }

  async #renew(): Promise<T> {
    this.#lease = await this.#ask();
    return this.#lease.value;
  }
}
