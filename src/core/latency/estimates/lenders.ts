import type { Dataset } from '../../evidence/dataset.ts';
import { memo } from '../../memo.ts';

/** Datasets that may lend a tail shape or a throughput to another, and what has been worked out from them. */
export class Lenders {
  readonly datasets: readonly Dataset[];
  /** Those that measured a store. */
  readonly measuring: (store: string) => readonly Dataset[];
  readonly #byKey = new Map<string, unknown>();
  readonly #byObject = new WeakMap<object, unknown>();

  constructor(datasets: readonly Dataset[]) {
    this.datasets = datasets;
    this.measuring = memo((store) =>
      datasets.filter(({ measurements }) => measurements.some((row) => row.store === store)),
    );
  }

  /** The value of `compute`, computed once per key. A key belongs to one caller, which alone knows its type. */
  once<T>(key: string, compute: () => T): T {
    if (this.#byKey.has(key)) return this.#byKey.get(key) as T;
    const value = compute();
    this.#byKey.set(key, value);
    return value;
  }

  /** The same, keyed by an object; one caller only. */
  onceFor<T>(object: object, compute: () => T): T {
    if (this.#byObject.has(object)) return this.#byObject.get(object) as T;
    const value = compute();
    this.#byObject.set(object, value);
    return value;
  }
}
