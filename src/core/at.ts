/** Checked access by index: an index that is off by one throws, where `?? 0` would make a price of nothing of it. */

/** The item at `index`. Throws a `RangeError` with index and length where there is none. */
export function itemAt<T>(list: ArrayLike<T>, index: number): T {
  const item = list[index];
  if (item === undefined) throw outOf(list, index);
  return item;
}

/** Like `itemAt`, for vectors alone: one kind of list, so that loops stay fast. */
export function numberAt(vector: Float64Array, index: number): number {
  const value = vector[index];
  if (value === undefined) throw outOf(vector, index);
  return value;
}

/** Which stretch between two neighbours of a rising list holds the value, by its lower end; the first or last for one outside. */
export function segmentOf(rising: readonly number[], value: number): number {
  let low = 0;
  let high = rising.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (rising[middle]! <= value) low = middle;
    else high = middle;
  }
  return low;
}

/** Adds to the number at `index`. Throws a `RangeError` where there is none. */
export function addAt(vector: Float64Array | Uint32Array, index: number, amount: number): void {
  const value = vector[index];
  if (value === undefined) throw outOf(vector, index);
  vector[index] = value + amount;
}

/** Adds to the number kept under a key; one that is not there yet counts from 0. */
export function bump<K>(counts: Map<K, number>, key: K, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

/** The first of those that are least by `of`; null of none. */
export function leastBy<T>(list: Iterable<T>, of: (one: T) => number): T | null {
  let [least, lowest]: [T | null, number] = [null, Infinity];
  for (const one of list) {
    const own = of(one);
    if (least === null || own < lowest) [least, lowest] = [one, own];
  }
  return least;
}

const outOf = ({ length }: ArrayLike<unknown>, index: number) =>
  new RangeError(`index ${index} lies outside a list of ${length}`);
