/** Latencies as quantiles on one grid of p, the working form of a prediction before it becomes a distribution. */
import { fromGrid } from './from-quantiles.ts';
import { normalQuantile } from './normal.ts';
import type { Distribution } from '../types.ts';

export const GRID_P: readonly number[] = [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999];
export const GRID_Z: readonly number[] = GRID_P.map(normalQuantile);
export const MEDIAN = GRID_P.indexOf(0.5);
export const P99 = GRID_P.indexOf(0.99);

/** Milliseconds at each p of the grid. */
export type Curve = readonly number[];

export function curveOf(d: Distribution): Curve {
  return GRID_P.map((p) => d.quantile(p));
}

/** The curve's distribution; crossing quantiles are rearranged. */
export function distributionOf(floorMs: number, curve: Curve): Distribution {
  const isRising = curve.every((ms, i) => i === 0 || ms >= at(curve, i - 1));
  return fromGrid(floorMs, GRID_Z, isRising ? curve : curve.toSorted((a, b) => a - b));
}

export function at(curve: Curve, index: number): number {
  return curve[index] ?? NaN;
}

export function combine(a: Curve, b: Curve, how: (a: number, b: number) => number): Curve {
  return a.map((one, i) => how(one, at(b, i)));
}

export const lowerOf = (a: Curve, b: Curve) => combine(a, b, Math.min);
export const upperOf = (a: Curve, b: Curve) => combine(a, b, Math.max);
export const times = (curve: Curve, factor: number) => curve.map((one) => one * factor);
