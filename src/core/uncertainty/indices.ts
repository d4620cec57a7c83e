/**
 * How much of a figure's variance each input explains: first-order indices by A. Saltelli et al., "Variance based sensitivity analysis
 * of model output", Comput. Phys. Commun. 181 (2010), table 2 (b), and total indices by M. J. W. Jansen, "Analysis of variance designs
 * for model output", Comput. Phys. Commun. 117 (1999). Repeats with scrambles of their own give the error.
 */
import { itemAt, numberAt } from '../at.ts';
import { draw } from '../seeded-draw.ts';
import { mean } from './outcomes.ts';
import { sobolPoints } from './sobol.ts';
import type { Steps } from '../steps.ts';

interface SensitivityIndex {
  /** Share of the variance that goes when this input alone is known. */
  first: number;
  /** Share that stays when all others are known. */
  total: number;
  /** Standard error of each, over the repeats. */
  firstError: number;
  totalError: number;
}

interface Effort {
  /** Points of one repeat. */
  points: number;
  repeats: number;
  seed: number;
}

/**
 * `f` takes a point of the unit cube, and is asked points × repeats × (dimensions + 2) times, with a pause after each point of each
 * repeat. Null where it does not vary.
 */
export function* indexSteps(
  f: (point: Float64Array) => number,
  dimensions: number,
  { points, repeats, seed }: Effort,
): Steps<SensitivityIndex[] | null> {
  const found: Shares[] = [];
  for (let r = 0; r < repeats; r += 1) {
    const one = yield* repeat(f, dimensions, points, Math.floor(draw(seed, r) * 2 ** 31));
    if (!one) return null;
    found.push(one);
  }
  return Array.from({ length: dimensions }, (_, i) => {
    const of = (kind: keyof Shares) => found.map((one) => itemAt(one[kind], i));
    return {
      first: mean(of('first')),
      total: mean(of('total')),
      firstError: standardError(of('first')),
      totalError: standardError(of('total')),
    };
  });
}

/** By input. */
interface Shares {
  first: number[];
  total: number[];
}

function* repeat(
  f: (point: Float64Array) => number,
  dimensions: number,
  points: number,
  seed: number,
): Steps<Shares | null> {
  const both = sobolPoints(points, 2 * dimensions, seed);
  const half = (n: number, side: 0 | 1) => {
    const from = n * 2 * dimensions + side * dimensions;
    return both.slice(from, from + dimensions);
  };
  const all = new Float64Array(2 * points);
  const exchanged = Array.from({ length: dimensions }, () => new Float64Array(points));
  for (let n = 0; n < points; n += 1) {
    const [a, b] = [half(n, 0), half(n, 1)];
    all[n] = f(a);
    all[points + n] = f(b);
    for (const [i, values] of exchanged.entries()) {
      const mixed = a.slice();
      mixed[i] = numberAt(b, i);
      values[n] = f(mixed);
    }
    yield;
  }
  const centre = mean(all);
  const variance = mean(all.map((y) => (y - centre) ** 2));
  if (!(variance > ROUNDING * centre ** 2)) return null;
  const of = (n: number) => numberAt(all, n);
  return {
    first: exchanged.map(
      (values) => mean(values.map((y, n) => (of(points + n) - centre) * (y - of(n)))) / variance,
    ),
    total: exchanged.map((values) => mean(values.map((y, n) => (of(n) - y) ** 2)) / (2 * variance)),
  };
}

/** Variance over squared mean that rounding alone may leave. */
const ROUNDING = 1e-24;

function standardError(values: readonly number[]): number {
  if (values.length < 2) return NaN;
  const centre = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1) / values.length);
}
