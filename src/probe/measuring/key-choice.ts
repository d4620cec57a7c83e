/** Which of its objects a cell reads next. */
import { draw } from '#core/seeded-draw.ts';
import type { Cell } from '../plan/cell.ts';

/** The n of the object that a request is about: all alike, or by Zipf's law, the first the most popular. */
export function keyChoice({
  objects,
  zipf,
}: Pick<Cell, 'objects' | 'zipf'>): (seed: number, index: number) => number {
  if (zipf === null) return (seed, index) => Math.floor(draw(seed, index) * objects);
  const upTo = new Float64Array(objects);
  let sum = 0;
  for (let n = 0; n < objects; n++) {
    sum += (n + 1) ** -zipf;
    upTo[n] = sum;
  }
  return (seed, index) => firstAbove(upTo, draw(seed, index) * sum);
}

/** `rising` holds one above `value`. */
function firstAbove(rising: Float64Array, value: number): number {
  let low = 0;
  let high = rising.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
