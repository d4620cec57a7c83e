/**
 * The placement strip as numbers: one object's life on a logarithmic age axis, the reads it gets, the stores that hold it,
 * and what moves. Pixels from the left and the top of the drawing.
 */
import type { Candidate, Move } from '#core/report/plan-types.ts';
import { formatDays } from '#core/units.ts';
import { logScale, type Scale } from '../frame/scales.ts';

export const HOUR_DAYS = 1 / 24;
/** Where the axis starts, so that the first hour has room; what happens earlier is drawn here. */
const START_DAYS = HOUR_DAYS / 2;

export interface AgePoint {
  ageDays: number;
  /** Cumulative share of reads. */
  share: number;
}

export interface ReadStep {
  fromDays: number;
  toDays: number;
  share: number;
  x0: number;
  x1: number;
  /** Height in 0…1 of the highest step: share per unit of log age, so that areas compare. */
  height: number;
  /** 1 (hot) … 5 (cold), by age. */
  heat: number;
}

/** Log age from half an hour to the end of life. */
export function ageScale(endDays: number, left: number, right: number): Scale {
  return logScale([START_DAYS, Math.max(endDays, START_DAYS * 2)], [left, right]);
}

/** Steps between the points of the read curve; the first starts where the axis does. */
export function readSteps(
  points: readonly AgePoint[],
  endDays: number,
  scale: (days: number) => number,
): ReadStep[] {
  const edges = [
    { ageDays: 0, share: 0 },
    ...points.filter((point) => point.ageDays < endDays),
    { ageDays: endDays, share: 1 },
  ];
  const steps = edges.slice(1).map((to, i) => {
    const from = edges[i] as AgePoint;
    const [x0, x1] = [scale(Math.max(from.ageDays, START_DAYS)), scale(Math.max(to.ageDays, START_DAYS))];
    return { fromDays: from.ageDays, toDays: to.ageDays, share: to.share - from.share, x0, x1 };
  });
  const wide = steps.filter((step) => step.x1 - step.x0 > 0.5);
  const tallest = Math.max(...wide.map((step) => step.share / (step.x1 - step.x0)), Number.MIN_VALUE);
  const [left, right] = [scale(START_DAYS), scale(endDays)];
  return wide.map((step) => ({
    ...step,
    height: step.share / (step.x1 - step.x0) / tallest,
    heat: 1 + Math.min(4, Math.floor((5 * ((step.x0 + step.x1) / 2 - left)) / Math.max(right - left, 1))),
  }));
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

export interface MoveMark {
  kind: Move['kind'];
  x: number;
  atDays: number;
  fromRow: number | null;
  toRow: number | null;
  amount: number;
}

/** Moves with the rows they leave and reach, in time order. */
export function moveMarks(
  candidate: Candidate,
  scale: (days: number) => number,
  endDays: number,
): MoveMark[] {
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

/** Ages people name, thinned until labels of `room` pixels do not touch. The end of life is always among them, and has `last` pixels. */
export function ageTicks(
  endDays: number,
  scale: (days: number) => number,
  room: number,
  last = room,
): number[] {
  const named = [HOUR_DAYS, 6 / 24, 1, 7, 30, 90, 365.25, 5 * 365.25, 10 * 365.25];
  const kept = [endDays];
  const wanted = [HOUR_DAYS, 1, 7, 30, 90, 365.25, 6 / 24, ...named].filter((days) => days < endDays * 0.98);
  for (const days of wanted) {
    const isClear = (other: number) =>
      Math.abs(scale(other) - scale(days)) >= (other === endDays ? last : room);
    if (kept.every(isClear)) kept.push(days);
  }
  return kept.sort((a, b) => a - b);
}

interface AgeLabel {
  days: number;
  x: number;
  anchor: 'start' | 'middle' | 'end';
  /** Empty where nothing is clear of the handles. */
  text: string;
}

/** Ages under the axis, clear of one another and of the handles' grips and lines. */
export function ageLabels(
  endDays: number,
  scale: (days: number) => number,
  handles: readonly number[],
  { left, right, isNarrow, forever }: { left: number; right: number; isNarrow: boolean; forever: boolean },
): AgeLabel[] {
  const letter = 6.6;
  const wide = (text: string) => text.length * letter;
  const last = forever ? [`${formatDays(endDays)} and on`, 'and on'] : [formatDays(endDays)];
  const room = isNarrow ? 52 : 64;
  return ageTicks(endDays, scale, room, wide(last[0] ?? '') + room / 2).map((days) => {
    const at = scale(days);
    const anchor = at < left + 20 ? 'start' : at > right - 20 ? 'end' : 'middle';
    const x = anchor === 'end' ? right : anchor === 'start' ? left : at;
    const isClear = (text: string) => {
      const from = anchor === 'end' ? x - wide(text) : anchor === 'start' ? x : x - wide(text) / 2;
      return handles.every((handle) => handle < from - 9 || handle > from + wide(text) + 9);
    };
    const text = (days === endDays ? last : [formatDays(days)]).find(isClear) ?? '';
    return { days, x, anchor, text };
  });
}

/** The value nearest to `x` among `days`. */
export function nearestAge(
  days: readonly number[],
  x: number,
  scale: (days: number) => number,
): number | undefined {
  return days.reduce<number | undefined>(
    (best, one) => (best === undefined || Math.abs(scale(one) - x) < Math.abs(scale(best) - x) ? one : best),
    undefined,
  );
}

/** The left end of words `long` pixels wide between x0 and x1, as near the middle as stays `clear` of every handle; null where nowhere does. */
export function clearOfHandles(
  x0: number,
  x1: number,
  long: number,
  handles: readonly number[],
  clear: number,
): number | null {
  const middle = (x0 + x1 - long) / 2;
  const isClear = (left: number) =>
    handles.every((handle) => left >= handle + clear || left + long <= handle - clear);
  const beside = handles
    .flatMap((handle) => [handle + clear, handle - clear - long])
    .filter((left) => left >= x0 && left + long <= x1)
    .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  return [middle, ...beside].find(isClear) ?? null;
}

/** Where the name of a band stands that is too short for it: left of the arrow that leaves it, else right of that. */
export function nameUnder(
  name: string,
  { row, x1 }: Pick<Band, 'row' | 'x1'>,
  exits: readonly MoveMark[],
): { x: number; anchor: 'start' | 'end' } {
  const isLeft = exits.some(({ fromRow, x }) => fromRow === row && Math.abs(x - x1) < 1);
  const x = isLeft ? x1 - 8 : x1;
  return x - name.length * 6.6 >= 0 ? { x, anchor: 'end' } : { x: x1 + 14, anchor: 'start' };
}

/** Where the strip ends: the last age of the candidate, or a year for objects kept for ever. */
export function endOfLife(candidate: Candidate): number {
  const ends = candidate.segments.map((segment) => segment.toDays).filter(Number.isFinite);
  return ends.length === candidate.segments.length
    ? Math.max(...ends, START_DAYS * 2)
    : Math.max(365.25, ...ends.map((days) => days * 2));
}

/** An arrow straight down, its head at the lower end, as SVG path data. */
export function downArrow(x: number, fromY: number, toY: number): string {
  return `M${x},${fromY}L${x},${toY}M${x - 4.5},${toY - 6}L${x},${toY}L${x + 4.5},${toY - 6}`;
}
