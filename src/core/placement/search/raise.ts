/** Slopes of pools raised one at a time, along tangents, until a bound reaches what was found already. */
import { conjugate, costAt } from './pools.ts';
import type { Conjugate } from './pools.ts';
import type { Priced } from './priced.ts';

/** A bound at some slopes. */
export interface Looked {
  bound: number;
  /** By pool, what is put into it less where the bound supposes it: the slope of the bound. */
  rise: Float64Array;
  /** By pool, how much of the gap it is. */
  gap: Float64Array;
  /** What the pools of the plan that it is of cost, with all else; infinite past a cap. */
  cost: number;
}

/** Pools with how far they can be filled. */
export interface Box {
  pools: Int32Array;
  low: Float64Array;
  high: Float64Array;
}

export interface Raised<E> {
  bound: number;
  slopes: Float64Array;
  /** The look that it is of. */
  seen: E;
}

/** Raises a bound from `start` towards `goal()` in at most so many looks, one pool at a time: the one that is furthest from tight. */
export function raised<E extends Looked>(
  { least, greatest }: Priced,
  box: Box,
  at: (slopes: Float64Array) => E,
  start: Float64Array,
  steps: number,
  goal: () => number,
  seen: (one: E) => void,
): Raised<E> {
  const slopes = start.slice();
  let top: Raised<E> | null = null;
  let left = steps;
  const look = () => {
    left -= 1;
    const one = at(slopes);
    seen(one);
    if (!top || one.bound > top.bound) top = { bound: one.bound, slopes: slopes.slice(), seen: one };
    return { one, top };
  };
  let { one: here, top: best } = look();
  const turns = new Float64Array(box.pools.length).fill(1);
  while (left > 0 && best.bound < goal() && Number.isFinite(best.bound)) {
    let [i, largest] = [-1, 0];
    for (let j = 0; j < box.pools.length; j += 1) {
      const k = box.pools[j]!;
      const rises = here.rise[j]! > 0 ? slopes[k]! < greatest[k]! : slopes[k]! > least[k]!;
      const weight = Math.abs(here.gap[j]!) * turns[j]!;
      if (rises && here.rise[j] !== 0 && weight > largest) [i, largest] = [j, weight];
    }
    if (i < 0) break;
    turns[i] = turns[i]! / 2;
    const k = box.pools[i]!;
    here = climb(
      k,
      i,
      [least[k]!, greatest[k]!],
      slopes,
      here,
      goal,
      () => left > 0,
      () => {
        const looked = look();
        best = looked.top;
        return looked.one;
      },
    );
    // On from the best slopes so far.
    if (best.bound > here.bound) {
      slopes.set(best.slopes);
      here = best.seen;
    }
  }
  return best;
}

/**
 * How far each pool of a node is from tight at some slopes, all of that together, and the conjugates that the bound takes off. `scale`:
 * dollars of the whole.
 */
export function tightness(
  { problem: { pools } }: Priced,
  box: Pick<Box, 'pools' | 'low' | 'high'>,
  slopes: Float64Array,
  quantities: Float64Array,
  scale: number,
): { rise: Float64Array; gap: Float64Array; conjugates: number; above: number } {
  const peak: Conjugate = { value: 0, at: 0 };
  const rise = new Float64Array(box.pools.length);
  const gap = new Float64Array(box.pools.length);
  let [conjugates, above] = [0, 0];
  for (let i = 0; i < box.pools.length; i += 1) {
    const k = box.pools[i]!;
    const pool = pools[k]!;
    conjugate(pool, slopes[k]!, box.low[i]!, box.high[i]!, peak);
    conjugates += peak.value;
    rise[i] = quantities[k]! - peak.at;
    const cost = costAt(pool, quantities[k]!);
    // Past a cap, the part of the reach that is too much weighs as much of the whole bound.
    const past = (quantities[k]! - pool.cap) / (box.high[i]! - pool.cap);
    const own = cost - slopes[k]! * quantities[k]! + peak.value;
    above += own;
    gap[i] = Number.isFinite(cost) ? own : past * scale;
  }
  return { rise, gap, conjugates, above };
}

/** Along one pool's slope: to where the tangent meets the goal, then to where the tangents of both sides meet. */
function climb<E extends Looked>(
  k: number,
  i: number,
  [least, greatest]: readonly [number, number],
  slopes: Float64Array,
  from: E,
  goal: () => number,
  more: () => boolean,
  look: () => E,
): E {
  const within = (s: number) => Math.min(Math.max(s, least), greatest);
  let below: { s: number; one: E } | null = null;
  let above: { s: number; one: E } | null = null;
  let here = from;
  for (let step = 0; step < 6 && more(); step += 1) {
    const s = slopes[k]!;
    const rise = here.rise[i]!;
    if (rise === 0) return here;
    if (rise > 0) below = { s, one: here };
    else above = { s, one: here };
    let next: number;
    if (below && above) {
      const [a, b] = [below, above];
      const [ra, rb] = [a.one.rise[i]!, b.one.rise[i]!];
      next = (b.one.bound - a.one.bound + ra * a.s - rb * b.s) / (ra - rb);
      const top = a.one.bound + ra * (next - a.s);
      const best = Math.max(a.one.bound, b.one.bound);
      if (top - best < 0.02 * Math.max(goal() - best, 1e-9 * Math.abs(best))) return here;
    } else {
      // One step to where the tangent meets the goal, then to the end of what the slope may be.
      const missing = goal() - here.bound;
      const far = Math.sign(rise) * Math.max(1, Math.abs(s)) * 4 ** step;
      const end = rise > 0 ? greatest : least;
      const reach =
        step === 0 && Number.isFinite(missing) ? missing / rise : Number.isFinite(end) ? end - s : far;
      next = within(s + reach * (step === 0 ? 1.000001 : 1));
    }
    if (next === s || Number.isNaN(next)) return here;
    slopes[k] = next;
    here = look();
    if (here.bound >= goal()) return here;
  }
  return here;
}
