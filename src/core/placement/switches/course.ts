/**
 * Where the winner of a contest changes along one number: exact crossings between neighbours of a grid, found with the contest
 * itself at both ends of every stretch. A winner that starts and ends between two neighbours of the grid, between two stretches
 * of one and the same other, is not seen.
 */
import type { Steps } from '../../steps.ts';

export interface Course<Winner> {
  winnerAt(x: number): Winner;
  /** Below 0 where `a` ranks before `b` at `x`, above 0 after it; infinite where more than a price sets them apart. */
  compare(a: Winner, b: Winner, x: number): number;
  /** Whether going from one to the other is no change. */
  same(a: Winner, b: Winner): boolean;
}

export interface Change<Winner> {
  below: Winner;
  above: Winner;
  /** `below` still wins at `low`, `above` at `high`; they lie as close together as the tolerance asks. */
  low: number;
  high: number;
}

/** Of the value itself. */
export const TOLERANCE = 1e-7;

/** Changes between the first and the last of `points`, which rise. */
export function* changesAlong<W>(
  course: Course<W>,
  points: readonly number[],
  tolerance = TOLERANCE,
): Steps<Change<W>[]> {
  const changes: Change<W>[] = [];
  let [before, winner]: [number, W | undefined] = [NaN, undefined];
  for (const x of points) {
    yield;
    const here = course.winnerAt(x);
    if (winner !== undefined) changes.push(...(yield* between(course, before, winner, x, here, tolerance)));
    [before, winner] = [x, here];
  }
  return changes;
}

function* between<W>(
  course: Course<W>,
  from: number,
  first: W,
  to: number,
  last: W,
  tolerance: number,
  depth = 0,
): Steps<Change<W>[]> {
  if (course.same(first, last)) return [];
  if (isNarrow(from, to, tolerance)) return [{ below: first, above: last, low: from, high: to }];
  yield;
  const [low, high] =
    depth % HALVED_EVERY === HALVED_EVERY - 1
      ? [from, to]
      : crossing((x) => course.compare(first, last, x), from, to, tolerance);
  const stretches: [number, W, number, W][] = [];
  if (low === from && high === to) stretches.push(...halves(course, from, first, to, last));
  else {
    const [under, over] = [course.winnerAt(low), course.winnerAt(high)];
    stretches.push([from, first, low, under], [low, under, high, over], [high, over, to, last]);
  }
  const found: Change<W>[] = [];
  for (const [a, atA, b, atB] of stretches)
    if (b > a) found.push(...(yield* between(course, a, atA, b, atB, tolerance, depth + 1)));
  return found;
}

/** A contest that disagrees with the comparison is halved, so that the search for it ends. */
const HALVED_EVERY = 6;

function halves<W>(course: Course<W>, from: number, first: W, to: number, last: W): [number, W, number, W][] {
  const middle = middleOf(from, to);
  const winner = course.winnerAt(middle);
  return [
    [from, first, middle, winner],
    [middle, winner, to, last],
  ];
}

/**
 * A bracket of a rise of `f` from ≤ 0 to above it, as narrow as the tolerance: false position, held to halving every third
 * step. The whole stretch where `f` does not rise from one end to the other.
 */
export function crossing(
  f: (x: number) => number,
  from: number,
  to: number,
  tolerance = TOLERANCE,
): [low: number, high: number] {
  let [low, high] = [from, to];
  let [atLow, atHigh] = [f(from), f(to)];
  if (atLow > 0 || !(atHigh > 0)) return [from, to];
  for (let step = 0; !isNarrow(low, high, tolerance) && step < MOST_STEPS; step += 1) {
    const x = step % 3 === 2 ? middleOf(low, high) : between01(low, high, atLow, atHigh, tolerance);
    const value = f(x);
    if (value > 0) [high, atHigh] = [x, value];
    else [low, atLow] = [x, value];
  }
  return [low, high];
}

const MOST_STEPS = 300;

/** Where a straight line would cross, a hair towards the middle, so that the next step closes the bracket from the other side. */
function between01(low: number, high: number, atLow: number, atHigh: number, tolerance: number): number {
  if (!Number.isFinite(atLow) || !Number.isFinite(atHigh)) return middleOf(low, high);
  const hair = 0.45 * tolerance * Math.max(Math.abs(low), Math.abs(high));
  const line = low + ((high - low) * -atLow) / (atHigh - atLow);
  return Math.min(Math.max(line, low + hair), high - hair);
}

function middleOf(low: number, high: number): number {
  return low > 0 && high > 2 * low ? Math.sqrt(low * high) : (low + high) / 2;
}

function isNarrow(low: number, high: number, tolerance: number): boolean {
  return high - low <= tolerance * Math.max(Math.abs(low), Math.abs(high));
}

/** `count` steps from `low` to `high`, even or in equal ratios. */
export function spread(low: number, high: number, count: number, scale: 'log' | 'linear'): number[] {
  return Array.from({ length: count + 1 }, (_, i) =>
    i === 0
      ? low
      : i === count
        ? high
        : scale === 'log'
          ? low * (high / low) ** (i / count)
          : low + ((high - low) * i) / count,
  );
}
