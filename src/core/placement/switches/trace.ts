/**
 * The regions of the unit square in which each contender wins. A coarse lattice finds the borders; they are then followed through
 * the cells of a fine one. Where a border passes the side of a cell is solved exactly, as is where three regions meet; between,
 * a chord is bent until it lies on the border. A region that touches no side of the coarse lattice is not seen.
 */
import { changesAlong, crossing } from './course.ts';
import type { Course } from './course.ts';
import type { Steps } from '../../steps.ts';

export interface Field<Winner> {
  winnerAt(u: number, v: number): Winner;
  /** As `Course.compare`. */
  compare(a: Winner, b: Winner, u: number, v: number): number;
  /** Contenders of one key are one region. */
  key(winner: Winner): string;
}

export type Point = readonly [u: number, v: number];

/** One piece of a region's edge, which lies to its left. */
export interface EdgePiece<Winner> {
  winner: Winner;
  from: string;
  to: string;
  points: Point[];
}

export interface Traced<Winner> {
  pieces: EdgePiece<Winner>[];
  /** What wins at the points of the coarse lattice. */
  lattice: { at: Point; winner: Winner }[];
}

/** Steps of the coarse lattice; the fine one has `fineR` times as many. */
const COARSE = 9;
const fineR = 3;
/** Along the side of a fine cell, as a share of it. */
const SIDE_TOLERANCE = 5e-4;
/** How far a chord may lie from its border, as a share of the square. */
const CHORD_TOLERANCE = 7e-4;
const MOST_BENDS = 3;
/** Halvings of a cell to where regions meet in it: to less than a thousandth of the square. */
const MEETING_HALVINGS = 5;

/** Where another region begins on the side of a cell, walking up or to the right. */
interface Crossing<W> {
  id: string;
  at: Point;
  before: W;
  after: W;
}

export function* traced<W>(field: Field<W>, coarse = COARSE): Steps<Traced<W>> {
  const fine = coarse * fineR;
  const at = (i: number): number => i / fine;
  const winners = new Map<number, W>();
  const winner = (i: number, j: number): W => {
    const index = j * (fine + 1) + i;
    const known = winners.get(index);
    if (known !== undefined) return known;
    const found = field.winnerAt(at(i), at(j));
    winners.set(index, found);
    return found;
  };
  const same = (a: W, b: W) => field.key(a) === field.key(b);
  const along = ([u0, v0]: Point, [u1, v1]: Point): Course<W> => {
    const place = (t: number): Point => [u0 + (u1 - u0) * (t - 1), v0 + (v1 - v0) * (t - 1)];
    return {
      winnerAt: (t) => field.winnerAt(...place(t)),
      compare: (a, b, t) => field.compare(a, b, ...place(t)),
      same,
    };
  };
  const sides = new Map<string, Crossing<W>[]>();
  /** Of the side that starts at a fine point and goes right or up. */
  function* side(i: number, j: number, way: 'right' | 'up'): Steps<Crossing<W>[]> {
    const id = `${way} ${i} ${j}`;
    const known = sides.get(id);
    if (known) return known;
    const [di, dj] = way === 'right' ? [1, 0] : [0, 1];
    const found: Crossing<W>[] = [];
    if (!same(winner(i, j), winner(i + di, j + dj))) {
      const [from, to]: [Point, Point] = [
        [at(i), at(j)],
        [at(i + di), at(j + dj)],
      ];
      const changes = yield* changesAlong(along(from, to), [1, 2], SIDE_TOLERANCE);
      for (const [n, { below, above, low, high }] of changes.entries()) {
        const t = (low + high) / 2 - 1;
        found.push({
          id: `${id} ${n}`,
          at: [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t],
          before: below,
          after: above,
        });
      }
    }
    sides.set(id, found);
    return found;
  }

  const lattice: Traced<W>['lattice'] = [];
  for (let j = 0; j <= fine; j += fineR)
    for (let i = 0; i <= fine; i += fineR) {
      lattice.push({ at: [at(i), at(j)], winner: winner(i, j) });
      yield;
    }
  const open: [number, number][] = [];
  const met = new Set<number>();
  const visit = (i: number, j: number) => {
    if (i < 0 || j < 0 || i >= fine || j >= fine || met.has(j * fine + i)) return;
    met.add(j * fine + i);
    open.push([i, j]);
  };
  for (let j = 0; j <= fine; j += fineR)
    for (let i = 0; i <= fine; i += fineR)
      for (const [di, dj] of [
        [1, 0],
        [0, 1],
      ] as const) {
        if (i + di * fineR > fine || j + dj * fineR > fine) continue;
        if (same(winner(i, j), winner(i + di * fineR, j + dj * fineR))) continue;
        for (let n = 0; n < fineR; n += 1) {
          const [a, b] = [i + di * n, j + dj * n];
          if (same(winner(a, b), winner(a + di, b + dj))) continue;
          visit(a, b);
          visit(a - dj, b - di);
        }
      }
  const pieces: EdgePiece<W>[] = [];
  for (let next = open.pop(); next; next = open.pop()) {
    const [i, j] = next;
    const around: Crossing<W>[] = [];
    for (const [a, b, way, forward] of [
      [i, j, 'right', true],
      [i + 1, j, 'up', true],
      [i, j + 1, 'right', false],
      [i, j, 'up', false],
    ] as const) {
      const crossings = yield* side(a, b, way);
      if (crossings.length > 0) {
        visit(a, b);
        visit(way === 'right' ? a : a - 1, way === 'right' ? b - 1 : b);
      }
      around.push(...(forward ? crossings : crossings.toReversed().map(turnedRound)));
    }
    pieces.push(...(yield* insideOf(field, [at(i), at(j)], 1 / fine, around)));
  }
  pieces.push(...(yield* rim(winner, side, fine)));
  return { pieces, lattice };
}

function turnedRound<W>({ id, at, before, after }: Crossing<W>): Crossing<W> {
  return { id, at, before: after, after: before };
}

/**
 * The borders inside a cell, from where they cross its sides, counter-clockwise. Two neighbours that open and close one region
 * are the ends of one border; what is left meets in a point.
 */
function* insideOf<W>(
  field: Field<W>,
  corner: Point,
  size: number,
  around: readonly Crossing<W>[],
): Steps<EdgePiece<W>[]> {
  const pieces: EdgePiece<W>[] = [];
  const rest = [...around];
  const middleKey =
    rest.length > 2 ? field.key(field.winnerAt(corner[0] + size / 2, corner[1] + size / 2)) : '';
  for (;;) {
    const ends = capped(rest, (one) => field.key(one), middleKey);
    if (!ends) break;
    const [one, two] = ends;
    const points = yield* bent(field, one.at, two.at, one.before, one.after);
    pieces.push(
      { winner: one.before, from: one.id, to: two.id, points },
      { winner: one.after, from: two.id, to: one.id, points: points.toReversed() },
    );
    rest.splice(rest.indexOf(one), 1);
    rest.splice(rest.indexOf(two), 1);
  }
  if (rest.length === 0) return pieces;
  const middle = yield* meeting(field, corner, size, MEETING_HALVINGS);
  const spokes: Point[][] = [];
  for (const { at, before, after } of rest) spokes.push(yield* bent(field, at, middle, before, after));
  for (const [n, crossing] of rest.entries()) {
    const next = (n + 1) % rest.length;
    pieces.push({
      winner: crossing.after,
      from: rest[next]?.id ?? '',
      to: crossing.id,
      points: [...(spokes[next] ?? []), ...(spokes[n] ?? []).toReversed().slice(1)],
    });
  }
  return pieces;
}

/** Two neighbours between which a region lies that the same other one surrounds; rather not the one in the middle. */
function capped<W>(
  around: readonly Crossing<W>[],
  key: (winner: W) => string,
  middle: string,
): [Crossing<W>, Crossing<W>] | null {
  const pairs = around.flatMap((one, n): [Crossing<W>, Crossing<W>][] => {
    const two = around[(n + 1) % around.length];
    return two && two !== one && key(one.before) === key(two.after) ? [[one, two]] : [];
  });
  return pairs.find(([one]) => key(one.after) !== middle) ?? pairs[0] ?? null;
}

/** A chord between two regions with the points added that keep it on their border; `left` wins to its left. */
function* bent<W>(
  field: Field<W>,
  from: Point,
  to: Point,
  left: W,
  right: W,
  bends = MOST_BENDS,
): Steps<Point[]> {
  const [du, dv] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(du, dv);
  if (bends === 0 || length < 2 * CHORD_TOLERANCE) return [from, to];
  const middle: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  let found: Point | null = null;
  for (const reach of [length / 2, length / 10]) {
    const place = (t: number): Point => [
      inSquare(middle[0] + (dv / length) * reach * (t - 2)),
      inSquare(middle[1] - (du / length) * reach * (t - 2)),
    ];
    yield;
    const compared = (t: number) => field.compare(left, right, ...place(t));
    const [low, high] = crossing(compared, 1, 3, CHORD_TOLERANCE / (20 * reach));
    if (low === 1 && high === 3) continue;
    const [u, v] = place((low + high) / 2);
    if (Math.hypot(u - middle[0], v - middle[1]) <= CHORD_TOLERANCE) break;
    const wins = (one: W, t: number) => field.key(field.winnerAt(...place(t))) === field.key(one);
    // On the border of the two, or farther out, another region may lie.
    if (!wins(left, low) || !wins(right, high) || !wins(left, 1) || !wins(right, 3)) continue;
    found = [u, v];
    break;
  }
  if (!found) return [from, to];
  const [first, second] = [
    yield* bent(field, from, found, left, right, bends - 1),
    yield* bent(field, found, to, left, right, bends - 1),
  ];
  return [...first, ...second.slice(1)];
}

const inSquare = (value: number) => Math.min(Math.max(value, 0), 1);

/** Where more than two regions come together in a cell: in the quarter that has most of them, halved again and again. */
function* meeting<W>(field: Field<W>, [u, v]: Point, size: number, halvings: number): Steps<Point> {
  const half = size / 2;
  if (halvings === 0) return [u + half, v + half];
  yield;
  const keys = [0, 1, 2].map((b) =>
    [0, 1, 2].map((a) => field.key(field.winnerAt(u + a * half, v + b * half))),
  );
  let [most, best]: [number, Point] = [0, [u, v]];
  for (const b of [0, 1])
    for (const a of [0, 1]) {
      const corners = [keys[b]?.[a], keys[b]?.[a + 1], keys[b + 1]?.[a], keys[b + 1]?.[a + 1]];
      const regions = new Set(corners).size;
      if (regions > most) [most, best] = [regions, [u + a * half, v + b * half]];
    }
  return yield* meeting(field, best, half, halvings - 1);
}

/** The edge of the square, counter-clockwise, cut where a region ends. */
function* rim<W>(
  winner: (i: number, j: number) => W,
  side: (i: number, j: number, way: 'right' | 'up') => Steps<Crossing<W>[]>,
  fine: number,
): Steps<EdgePiece<W>[]> {
  const pieces: EdgePiece<W>[] = [];
  let open: EdgePiece<W> = { winner: winner(0, 0), from: 'corner', to: '', points: [[0, 0]] };
  for (const [i0, j0, di, dj] of [
    [0, 0, 1, 0],
    [fine, 0, 0, 1],
    [fine, fine, -1, 0],
    [0, fine, 0, -1],
  ] as const) {
    for (let n = 0; n < fine; n += 1) {
      const [i, j] = [i0 + di * n, j0 + dj * n];
      const forward = di + dj > 0;
      const crossings = yield* side(forward ? i : i + di, forward ? j : j + dj, di === 0 ? 'up' : 'right');
      for (const { id, at, after } of forward ? crossings : crossings.toReversed().map(turnedRound)) {
        pieces.push({ ...open, to: id, points: [...open.points, at] });
        open = { winner: after, from: id, to: '', points: [at] };
      }
    }
    open.points.push([(i0 + di * fine) / fine, (j0 + dj * fine) / fine]);
  }
  pieces.push({ ...open, to: 'corner' });
  return pieces;
}
