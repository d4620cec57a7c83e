/** Sums over vectors of usage, one number a meter. */
import type { Vector } from './tariffs.ts';

export function dot(a: Vector, b: Vector): number {
  let total = 0;
  for (let i = 0; i < a.length; i += 1) total += (a[i] ?? 0) * (b[i] ?? 0);
  return total;
}
