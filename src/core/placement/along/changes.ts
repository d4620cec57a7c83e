/** Where the winner changes along one input, found with few searches. */
import type { Steps } from '../../steps.ts';
import type { Known, Standing } from './known.ts';

export interface Change {
  below: Standing | null;
  above: Standing | null;
  /** `below` still wins at `low`, `above` at `high`. */
  low: number;
  high: number;
}

/** Of the value: what wins in less than so much of it is not told. */
export const TOLERANCE = 1e-2;
/** Of the value: how close together the sides of a change are told, where both are known. */
const EXACT = 1e-3;
/** Of the whole range, where it starts at nothing. */
const LEAST = 1e-5;
/** Searches that look closer at one stretch. */
const DEEPEST = 24;
/** What is found late may win where nothing was searched any more. */
const ROUNDS = 4;

export interface ChangeOptions {
  /** Stretches near it are looked at first. */
  now?: number | null;
  /** So many are granted; then only what is known is compared. */
  searches?: number;
}

/** Of values of one input. */
const SEARCHES = 32;

/** Whether two values lie within so much of each other. */
type Within = (low: number, high: number, part: number) => boolean;

const arrangementOf = (one: Standing | null) => one?.arrangement ?? null;

/**
 * Changes between the first and the last of `points`, which rise. Where neighbours have the same winner, no other is looked for. Where
 * they differ, the search is asked at the crossing of the two: of straight lines a third is below both there, or nowhere between.
 */
export function* changesAlong(
  known: Known<number>,
  points: readonly number[],
  { now = null, searches = SEARCHES }: ChangeOptions = {},
): Steps<Change[]> {
  for (const x of points) {
    yield;
    known.ask(x);
  }
  const [first = NaN, last = NaN] = [points[0], points.at(-1)];
  const least = first > 0 ? 0 : LEAST * (last - first);
  const within: Within = (low, high, part) =>
    high - low <= Math.max(part * Math.max(Math.abs(low), Math.abs(high)), least);
  const all = [...points];
  for (let round = 0; round < ROUNDS; round += 1) {
    const wide = pairs(all).filter(
      ([low, high]) => differs(known, low, high) && !within(low, high, TOLERANCE),
    );
    if (wide.length === 0) break;
    const off = ([low, high]: [number, number]) => (now === null ? 0 : Math.max(low / now, now / high));
    for (const [low, high] of wide.toSorted((a, b) => off(a) - off(b)))
      yield* between({ known, within, all, searches }, low, high);
    all.sort((a, b) => a - b);
  }
  const changes: Change[] = [];
  for (const [from, to] of pairs(all)) {
    if (!differs(known, from, to)) continue;
    const before = changes.at(-1);
    const change = changeBetween(known, from, to, within);
    if (before && within(before.low, change.high, TOLERANCE))
      changes[changes.length - 1] = { ...before, above: change.above, high: change.high };
    else changes.push(change);
  }
  // What wins between two that are told as one may be the same on both sides.
  return changes.filter(({ below, above }) => arrangementOf(below) !== arrangementOf(above));
}

/** As exactly as what is known tells it. */
function changeBetween(known: Known<number>, from: number, to: number, within: Within): Change {
  const [below, above] = [known.winner(from), known.winner(to)];
  const [low, high] = crossing(ahead(known, below, above), from, to, within);
  const exact = { below: known.winner(low), above: known.winner(high), low, high };
  const isSame =
    arrangementOf(exact.below) === arrangementOf(below) &&
    arrangementOf(exact.above) === arrangementOf(above);
  return isSame ? exact : { below, above, low: from, high: to };
}

function pairs(rising: readonly number[]): [number, number][] {
  return rising.slice(1).map((high, i) => [rising[i] ?? NaN, high]);
}

function differs(known: Known<number>, low: number, high: number): boolean {
  return arrangementOf(known.winner(low)) !== arrangementOf(known.winner(high));
}

interface Looking extends Required<Pick<ChangeOptions, 'searches'>> {
  known: Known<number>;
  within: Within;
  /** Values that were looked at; more are added. */
  all: number[];
}

function* between(looking: Looking, from: number, to: number, depth = 0): Steps<void> {
  const { known, within, all, searches } = looking;
  if (within(from, to, TOLERANCE) || depth > DEEPEST || !differs(known, from, to)) return;
  const [a, b] = [known.winner(from), known.winner(to)];
  const [low, high] = crossing(ahead(known, a, b), from, to, within);
  // What is known and what a search finds may disagree: then it is halved, sooner where what holds the longest is looked for.
  const every = a === null || b === null ? 2 : 4;
  const isHalved = depth % every === every - 1 || (low === from && high === to);
  const inside = (isHalved ? [middleOf(from, to)] : [low, high]).filter((x) => x > from && x < to);
  all.push(...inside);
  // Where one of the two breaks a limit, a third wins beyond it rather than before.
  const beyond = worth(known, arrangementOf(b), low) === Infinity ? inside[0] : inside.at(-1);
  yield;
  if (beyond !== undefined && known.asked() < searches) known.ask(beyond);
  for (const [one, other] of pairs([from, ...inside, to])) yield* between(looking, one, other, depth + 1);
}

/** How much more the best of the one's arrangement is worth than of the other's. */
function ahead(known: Known<number>, one: Standing | null, other: Standing | null): (x: number) => number {
  const [a, b] = [arrangementOf(one), arrangementOf(other)];
  return (x) => worth(known, a, x) - worth(known, b, x);
}

/** The least value of an arrangement's placements; of nothing it is finite, so that it loses to whatever holds. */
function worth(known: Known<number>, arrangement: string | null, x: number): number {
  if (arrangement === null) return Number.MAX_VALUE;
  let least = Infinity;
  for (const one of known.at(x)) if (one.arrangement === arrangement) least = Math.min(least, one.value);
  return least;
}

/**
 * A bracket of a rise of `f` from ≤ 0 to ≥ 0: false position, held to halving every third step. The whole stretch where `f` does not
 * rise from one end to the other.
 */
export function crossing(
  f: (x: number) => number,
  from: number,
  to: number,
  within: Within,
): [low: number, high: number] {
  let [low, high] = [from, to];
  let [atLow, atHigh] = [f(from), f(to)];
  if (!(atLow <= 0) || !(atHigh >= 0)) return [from, to];
  for (let step = 0; !within(low, high, EXACT) && step < MOST_STEPS; step += 1) {
    const x = step % 3 === 2 ? middleOf(low, high) : onLine(low, high, atLow, atHigh);
    const value = f(x);
    if (value > 0) [high, atHigh] = [x, value];
    else [low, atLow] = [x, value];
  }
  return [low, high];
}

const MOST_STEPS = 100;

/** Where a straight line would cross, a hair towards the middle, so that the next step closes the bracket from the other side. */
function onLine(low: number, high: number, atLow: number, atHigh: number): number {
  if (!Number.isFinite(atLow) || !Number.isFinite(atHigh)) return middleOf(low, high);
  const hair = Math.min(0.4 * EXACT * Math.max(Math.abs(low), Math.abs(high)), 0.4 * (high - low));
  const line = low + ((high - low) * -atLow) / (atHigh - atLow);
  return Math.min(Math.max(line, low + hair), high - hair);
}

export function middleOf(low: number, high: number): number {
  return low > 0 && high > 2 * low ? Math.sqrt(low * high) : (low + high) / 2;
}

/** `count` steps from `low` to `high`, even or in equal ratios. */
export function spread(low: number, high: number, count: number, scale: 'log' | 'linear'): number[] {
  return Array.from({ length: count + 1 }, (_, i) =>
    i === count
      ? high
      : scale === 'log'
        ? low * (high / low) ** (i / count)
        : low + ((high - low) * i) / count,
  );
}
