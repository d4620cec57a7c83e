/** Draws that can be played again: the same seed and number give the same draw. */
import { normalQuantile } from './latency/distributions/normal.ts';

/** A draw from [0, 1) for the n-th of a series (splitmix32). */
export function draw(seed: number, n: number): number {
  let state = (seed ^ Math.imul(n + 1, 0x9e3779b9)) | 0;
  state = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
  state = Math.imul(state ^ (state >>> 15), 0x735a2d97);
  return ((state ^ (state >>> 15)) >>> 0) / 2 ** 32;
}

/** A series of draws from (0, 1). */
export function drawsOf(seed: number): () => number {
  let n = 0;
  return () => (Math.floor(draw(seed, n++) * 2 ** 32) + 0.5) / 2 ** 32;
}

/**
 * A draw from Beta(a, b), both at least 1, as a ratio of gammas (G. Marsaglia and W. W. Tsang, "A Simple Method for
 * Generating Gamma Variables", ACM TOMS 26, 2000).
 */
export function drawBeta(next: () => number, a: number, b: number): number {
  const one = drawGamma(next, a);
  return one / (one + drawGamma(next, b));
}

function drawGamma(next: () => number, shape: number): number {
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normalQuantile(next());
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(next()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}
