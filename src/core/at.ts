/** Access by index that tells an index off by one from a zero. */

/** A list or typed array of numbers. */
type Indexed<T> = { readonly [index: number]: T; readonly length: number };

/** The item at `index`. Throws a `RangeError` that names index and length where there is none. */
export function at<T>(list: Indexed<T>, index: number): T {
  const item = list[index];
  if (item === undefined) throw new RangeError(`no item ${index} in a list of ${list.length}`);
  return item;
}

/** Adds to the number kept under a key; one that is not there yet counts from 0. */
export function bump<K>(counts: Map<K, number>, key: K, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
