/**
 * The placement strip as numbers: one object's life on a logarithmic age axis, the reads it gets, the stores that hold it,
 * and what moves. Pixels from the left and the top of the drawing.
 */
import type { Candidate } from '#core/report/plan-types.ts';
import { formatDays } from '#core/units.ts';
import { scaleOf, type Scale } from '../frame/axes.ts';
import { LETTER, wordsUnder, type Tick } from '../frame/labels.ts';

export const HOUR_DAYS = 1 / 24;
/** Where the axis starts, so that the first hour has room; what happens earlier is drawn here. */
const START_DAYS = HOUR_DAYS / 2;

export interface AgePoint {
  ageDays: number;
  /** Cumulative share of reads. */
  share: number;
}

/** Log age from half an hour to the end of life. */
export function ageScale(endDays: number, left: number, right: number): Scale {
  const domain = [START_DAYS, Math.max(endDays, START_DAYS * 2)] as const;
  return scaleOf({ kind: 'log', domain, words: formatDays }, [left, right]);
}

/** The share of all reads that has come by each age, from none at the start of the axis to all at the end of life. */
export function readCourse(points: readonly AgePoint[], endDays: number): AgePoint[] {
  const inside = points.filter(({ ageDays }) => ageDays > START_DAYS && ageDays < endDays);
  const before = points.findLast(({ ageDays }) => ageDays <= START_DAYS);
  return [
    { ageDays: START_DAYS, share: before?.share ?? 0 },
    ...inside,
    { ageDays: Math.max(endDays, START_DAYS), share: 1 },
  ];
}

export interface Band {
  store: string;
  row: number;
  x0: number;
  x1: number;
  fromDays: number;
  toDays: number;
  /** Places it serves over the whole stretch; empty: kept, not read. */
  serves: string[];
}

/** One band per store and unbroken stretch with the same readers; rows in the order stores first hold the object. */
export function bandsOf(candidate: Candidate, scale: (days: number) => number, endDays: number): Band[] {
  const bands: Band[] = [];
  for (const segment of candidate.segments) {
    for (const store of segment.holders) {
      const row = candidate.stores.indexOf(store);
      const serves = Object.entries(segment.servers).flatMap(([place, server]) =>
        server === store ? [place] : [],
      );
      const toDays = Math.min(segment.toDays, endDays);
      const before = bands.find(
        (band) => band.store === store && band.toDays === segment.fromDays && same(band.serves, serves),
      );
      const x1 = scale(Math.max(toDays, START_DAYS));
      if (before) Object.assign(before, { toDays, x1 });
      else
        bands.push({
          store,
          row,
          serves,
          fromDays: segment.fromDays,
          toDays,
          x1,
          x0: scale(Math.max(segment.fromDays, START_DAYS)),
        });
    }
  }
  return bands.filter((band) => band.x1 > band.x0);
}

const same = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((item) => b.includes(item));

export type MoveMark = ReturnType<typeof moveMarks>[number];

/** Moves with the rows they leave and reach, in time order. */
export function moveMarks(candidate: Candidate, scale: (days: number) => number, endDays: number) {
  const rowOf = (store: string | null) => (store === null ? null : candidate.stores.indexOf(store));
  return candidate.moves
    .map((move) => ({
      kind: move.kind,
      x: scale(Math.min(Math.max(move.atDays, START_DAYS), endDays)),
      atDays: move.atDays,
      fromRow: rowOf(move.from),
      toRow: rowOf(move.to),
      amount: move.amount,
    }))
    .sort((a, b) => a.atDays - b.atDays);
}

/** Ages people name, those that matter most first. */
const NAMED_DAYS = [HOUR_DAYS, 1, 7, 30, 90, 365.25, 6 / 24, 5 * 365.25, 10 * 365.25];

/** Ages under the axis, clear of the handles; the end of life comes before the others. */
export function ageLabels(
  endDays: number,
  scale: (days: number) => number,
  edges: readonly [left: number, right: number],
  handles: readonly number[],
  forever: boolean,
): Tick[] {
  const end = forever ? [`${formatDays(endDays)} and on`, 'and on'] : [formatDays(endDays)];
  const others = NAMED_DAYS.filter((days) => days < endDays * 0.98);
  const wanted = others.map((value) => ({ value, texts: [formatDays(value)] }));
  return wordsUnder([{ value: endDays, texts: end }, ...wanted], scale, edges, handles);
}

/** Where the name of a band stands that is too short for it: left of the arrow that leaves it, else right of that, and never over an arrow that reaches it, unless only left of that one is room. */
export function nameUnder(
  name: string,
  { row, x1 }: Pick<Band, 'row' | 'x1'>,
  exits: readonly MoveMark[],
  width = Infinity,
): { x: number; anchor: 'start' | 'end' } {
  const long = name.length * LETTER;
  const isLeft = exits.some(({ fromRow, x }) => fromRow === row && Math.abs(x - x1) < 1);
  const x = isLeft ? x1 - 8 : x1;
  const reaches = exits.filter((one) => one.toRow === row && one.x > x - long - 6 && one.x < x);
  if (x >= long && reaches.length === 0) return { x, anchor: 'end' };
  if (x1 + 14 + long <= width) return { x: x1 + 14, anchor: 'start' };
  return { x: Math.min(x, ...reaches.map((one) => one.x - 8)), anchor: 'end' };
}

/** Pixels, from the end of a bar to its name. */
const GAP = 6;

/** The first of the names that a drawing has room for as a whole: in its bar, right of it or left of it, and never over its edge. */
export function nameBeside(names: readonly string[], x0: number, x1: number, width: number) {
  const places = names.flatMap((text) => {
    const long = text.length * LETTER + GAP;
    return [
      { text, x: x0 + GAP, anchor: 'start', hasRoom: x0 + long <= x1 },
      { text, x: x1 + GAP, anchor: 'start', hasRoom: x1 + long <= width },
      { text, x: x0 - GAP, anchor: 'end', hasRoom: x0 - long >= 0 },
    ] as const;
  });
  return places.find(({ hasRoom }) => hasRoom);
}

/** Where the strip ends: the last age of the candidate, or a year for objects kept for ever. */
export function endOfLife(candidate: Candidate): number {
  const ends = candidate.segments.map((segment) => segment.toDays).filter(Number.isFinite);
  return ends.length === candidate.segments.length
    ? Math.max(...ends, START_DAYS * 2)
    : Math.max(365.25, ...ends.map((days) => days * 2));
}

/** An upright arrow, its head at `toY`, as SVG path data. */
export function uprightArrow(x: number, fromY: number, toY: number): string {
  const neck = toY > fromY ? toY - 6 : toY + 6;
  return `M${x},${fromY}L${x},${toY}M${x - 4.5},${neck}L${x},${toY}L${x + 4.5},${neck}`;
}
