/** Where the winner changes along one input, found with few searches. */
import { leastBy } from '../../at.ts';
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
/** Of the value: how close together the sides of a change are told. */
const EXACT = 1e-3;
/** Of the whole range, where it starts at nothing. */
const LEAST = 1e-5;
/** So much better than what is known must a search be to be told: half of what it promises. */
const BETTER = 1.005;
/** Parts of a stretch. */
const FINER = 4;
/** Searches that look closer at one stretch. */
const DEEPEST = 24;
/** What is found late may win where another was told before. */
const ROUNDS = 4;
/** Then only what is known is compared: near a limit that holds for one plan after another there is no end of them. */
const SEARCHES = 48;

/** Whether two values lie within so much of each other. */
type Within = (low: number, high: number, part: number) => boolean;

/** Null: nothing holds. */
type Arrangement = string | null;

const arrangementOf = (one: Standing | null): Arrangement => one?.arrangement ?? null;

/**
 * Changes between the first and the last of `points`, which rise. Where neighbours have the same winner, no other is looked for. Where
 * they differ, the search is asked at the crossing of the two: of straight lines a third is below both there, or nowhere between.
 * Stretches near `now` are looked at first.
 */
export function* changesAlong(
  known: Known<number>,
  points: readonly number[],
  now: number | null = null,
): Steps<Change[]> {
  for (const x of points) {
    yield;
    known.ask(x);
  }
  const [first = NaN, last = NaN] = [points[0], points.at(-1)];
  const least = first > 0 ? 0 : LEAST * (last - first);
  const within: Within = (low, high, part) =>
    high - low <= Math.max(part * Math.max(Math.abs(low), Math.abs(high)), least);
  const off = ([low, high]: [number, number]) => (now === null ? 0 : Math.max(low / now, now / high));
  const winner = (x: number) => arrangementOf(known.winner(x));
  /** In parts where it has one winner at both ends: what was found elsewhere may win between them. */
  const partsOf = ([from, to]: [number, number]) =>
    winner(from) === winner(to) ? pairs(spread(from, to, FINER, first > 0 ? 'log' : 'linear')) : [[from, to]];
  let changes: Change[] = [];
  for (let round = 0, asked = -1; round < ROUNDS && known.asked() > asked; round += 1) {
    asked = known.asked();
    // Between changes, too, what is known by now may win.
    const places = [...points, ...changes.flatMap(({ low, high }) => [low, high])].sort((a, b) => a - b);
    const near = pairs([...new Set(places)]).sort((a, b) => off(a) - off(b));
    changes = [];
    for (const [from = NaN, to = NaN] of near.flatMap(partsOf))
      yield* between({ known, within, changes }, [from, winner(from)], [to, winner(to)]);
  }
  return told(
    changes.sort((a, b) => a.low - b.low),
    within,
  );
}

function pairs(rising: readonly number[]): [number, number][] {
  return rising.slice(1).map((high, i) => [rising[i] ?? NaN, high]);
}

/** Changes too close to be told apart are one; and none where the same wins on both sides of them. */
function told(changes: readonly Change[], within: Within): Change[] {
  const apart: Change[] = [];
  for (const change of changes) {
    const before = apart.at(-1);
    if (before && within(before.low, change.high, TOLERANCE))
      apart[apart.length - 1] = { ...before, above: change.above, high: change.high };
    else apart.push(change);
  }
  return apart.filter(({ below, above }) => arrangementOf(below) !== arrangementOf(above));
}

interface Looking {
  known: Known<number>;
  within: Within;
  /** More are added. */
  changes: Change[];
}

/** A value, and what wins there. */
type End = readonly [x: number, arrangement: Arrangement];

function* between(looking: Looking, [from, a]: End, [to, b]: End, depth = 0): Steps<void> {
  const { known, within, changes } = looking;
  if (a === b) return;
  const [low, high] = crossing((x) => worth(known, a, x) - worth(known, b, x), from, to, within);
  const isCrossing = within(low, high, EXACT);
  const tell = () => changes.push({ below: bestOf(known, a, low), above: bestOf(known, b, high), low, high });
  if (within(from, to, TOLERANCE) || depth > DEEPEST) {
    tell();
    return;
  }
  const isLimit = (one: Arrangement, at: number) => one === null || worth(known, one, at) === Infinity;
  // Beyond a limit another of the same arrangement may hold a little longer: then every other search halves what is left.
  const every = isLimit(a, high) || isLimit(b, low) ? 2 : 4;
  const isHalved = !isCrossing || depth % every === every - 1;
  // Where one of the two breaks a limit, a third wins beyond it rather than before.
  const x = isHalved ? middleOf(from, to) : worth(known, b, low) === Infinity ? low : high;
  const [own, other] = [worth(known, a, x), worth(known, b, x)];
  yield;
  const sides = [bestOf(known, a, x), bestOf(known, b, x)].filter((one) => one !== null);
  const found = known.asked() < SEARCHES ? known.ask(x, sides) : known.winner(x);
  const isThird = (found?.value ?? Number.MAX_VALUE) * BETTER < Math.min(own, other);
  // Halfway says nothing of the crossing itself.
  if (!isThird && isCrossing && !isHalved) {
    tell();
    return;
  }
  const winner = isThird ? arrangementOf(found) : own <= other ? a : b;
  if (x > from) yield* between(looking, [from, a], [x, winner], depth + 1);
  if (x < to) yield* between(looking, [x, winner], [to, b], depth + 1);
}

function bestOf(known: Known<number>, arrangement: Arrangement, x: number): Standing | null {
  if (arrangement === null) return null;
  return leastBy(known.at(x, arrangement), ({ value }) => value);
}

/** The least value of an arrangement's placements; of nothing it is finite, so that it loses to whatever holds. */
function worth(known: Known<number>, arrangement: Arrangement, x: number): number {
  return arrangement === null ? Number.MAX_VALUE : (bestOf(known, arrangement, x)?.value ?? Infinity);
}

/**
 * A bracket of a rise of `f` from ≤ 0 to ≥ 0: false position, held to halving every third step. The whole stretch where `f` does not
 * rise from one end to the other.
 */
function crossing(
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

function middleOf(low: number, high: number): number {
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
