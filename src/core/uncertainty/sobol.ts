/**
 * Quasi-random points: a Sobol sequence with the direction numbers of Joe and Kuo, scrambled after Owen so that the points are
 * unbiased and errors can be told from repeats. 2^m points fall one into each of 2^m equal slices of every axis.
 */
import { itemAt } from '../at.ts';
import { draw } from '../seeded-draw.ts';
import numbers from './sobol-numbers.json' with { type: 'json' };

/**
 * Dimensions 2 to 64 of S. Joe and F. Y. Kuo, "Constructing Sobol sequences with better two-dimensional projections", SIAM J. Sci.
 * Comput. 30 (2008), file new-joe-kuo-6.21201: the inner coefficients `a` of a primitive polynomial over the field of two
 * elements, as bits, and the first direction numbers `m`, as many as its degree.
 */
const JOE_KUO = numbers as [a: number, m: number[]][];

export const SOBOL_DIMENSIONS = JOE_KUO.length + 1;

const BITS = 32;

/** Direction numbers of one dimension (from 0) as 32-bit fractions, most significant first. */
function directions(dimension: number): Uint32Array {
  const v = new Uint32Array(BITS);
  if (dimension === 0) {
    for (let i = 0; i < BITS; i += 1) v[i] = 1 << (BITS - 1 - i);
    return v;
  }
  const [a, m] = JOE_KUO[dimension - 1] ?? [0, []];
  const degree = m.length;
  for (let i = 0; i < BITS; i += 1) {
    if (i < degree) {
      v[i] = itemAt(m, i) << (BITS - 1 - i);
      continue;
    }
    const before = itemAt(v, i - degree);
    let next = before ^ (before >>> degree);
    for (let k = 1; k < degree; k += 1) if ((a >>> (degree - 1 - k)) & 1) next ^= itemAt(v, i - k);
    v[i] = next;
  }
  return v;
}

/** The n-th integer of the sequence in Gray-code order, as Antonov and Saleev count. */
function integerAt(v: Uint32Array, n: number): number {
  let gray = (n ^ (n >>> 1)) >>> 0;
  let x = 0;
  for (let i = 0; gray !== 0; i += 1, gray >>>= 1) if (gray & 1) x ^= itemAt(v, i);
  return x >>> 0;
}

/**
 * Owen's nested scramble by a hash: on the bits in reverse each step carries upwards only, so a digit is flipped by what stands before
 * it (B. Burley, "Practical Hash-based Owen Scrambling", JCGT 9, 2020; the steps are N. Vegdahl's, 2021).
 */
function scrambled(x: number, seed: number): number {
  let y = reversed(x);
  y ^= Math.imul(y, 0x3d20adea);
  y = (y + seed) | 0;
  y = Math.imul(y, (seed >>> 16) | 1);
  y ^= Math.imul(y, 0x05526c56);
  y ^= Math.imul(y, 0x53a22864);
  return reversed(y);
}

function reversed(x: number): number {
  let y = x;
  y = ((y >>> 1) & 0x55555555) | ((y & 0x55555555) << 1);
  y = ((y >>> 2) & 0x33333333) | ((y & 0x33333333) << 2);
  y = ((y >>> 4) & 0x0f0f0f0f) | ((y & 0x0f0f0f0f) << 4);
  y = ((y >>> 8) & 0x00ff00ff) | ((y & 0x00ff00ff) << 8);
  return ((y >>> 16) | (y << 16)) >>> 0;
}

/**
 * `count` points of `dimensions` coordinates inside (0, 1), row by row. Without a seed the plain sequence, its first point at 0.
 * Dimensions past `SOBOL_DIMENSIONS` take one draw from each of `count` slices, in a shuffled order. Throws `RangeError` for counts
 * that are not whole.
 */
export function sobolPoints(count: number, dimensions: number, seed: number | null): Float64Array {
  if (!Number.isInteger(count) || !Number.isInteger(dimensions) || count < 0 || dimensions < 0)
    throw new RangeError('a number of points and of dimensions is whole');
  const points = new Float64Array(count * dimensions);
  for (let d = 0; d < dimensions; d += 1) {
    const own = seed === null ? 0 : Math.floor(draw(seed, d) * 2 ** 32);
    if (d >= SOBOL_DIMENSIONS) {
      for (const [n, x] of sliced(count, own).entries()) points[n * dimensions + d] = x;
      continue;
    }
    const v = directions(d);
    for (let n = 0; n < count; n += 1) {
      const x = integerAt(v, n);
      points[n * dimensions + d] = seed === null ? x / 2 ** BITS : (scrambled(x, own) + 0.5) / 2 ** BITS;
    }
  }
  return points;
}

/** Latin hypercube in one dimension (McKay, Beckman and Conover, 1979). */
function sliced(count: number, seed: number): number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i -= 1) {
    const j = Math.floor(draw(seed, i) * (i + 1));
    [order[i], order[j]] = [itemAt(order, j), itemAt(order, i)];
  }
  return order.map((slice, i) => (slice + draw(seed ^ 0x5bd1e995, i)) / count);
}
