/** Whole numbers in rising order, millions of them. */

const BITS = 11;
const DIGITS = 2 ** BITS;
const SHIFTS = [0, BITS, 2 * BITS];
/** Three digits of eleven bits hold these. */
const MOST = 2 ** 32;
/** Below it the tables cost more than they save. */
const LEAST_COUNT = 4096;

/** Sorts in place, digit by digit from the last where all are whole numbers below 2^32, and gives the same list. */
export function rising(values: Float64Array): Float64Array {
  const isSmall =
    values.length >= LEAST_COUNT && values.every((value) => value < MOST && value >>> 0 === value);
  if (!isSmall) return values.sort();
  let from = Uint32Array.from(values);
  let to = new Uint32Array(values.length);
  for (const shift of SHIFTS) {
    const places = placesOf(from, shift);
    for (const value of from) {
      const digit = (value >>> shift) & (DIGITS - 1);
      const place = places[digit] ?? 0;
      places[digit] = place + 1;
      to[place] = value;
    }
    [from, to] = [to, from];
  }
  values.set(from);
  return values;
}

/** Where the first number with each digit goes. */
function placesOf(values: Uint32Array, shift: number): Uint32Array {
  const counts = new Uint32Array(DIGITS);
  for (const value of values) {
    const digit = (value >>> shift) & (DIGITS - 1);
    counts[digit] = (counts[digit] ?? 0) + 1;
  }
  let sum = 0;
  return counts.map((count) => (sum += count) - count);
}
