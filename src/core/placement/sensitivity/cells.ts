/**
 * Which placement wins in each cell of a map. The search is asked in one coarse cell of four; what it found anywhere is judged in every
 * coarse cell, and the winners of neighbours in fine cells along the borders between them.
 */
import { itemAt } from '../../at.ts';
import type { Steps } from '../../steps.ts';
import type { Known, Standing } from './known.ts';

export interface Cells {
  /** Row by row from the lowest, each from the left. */
  winners: readonly (Standing | null)[];
  /** Cells that the search was asked at. */
  searched: number;
}

/** Fine cells across a coarse one: odd, so that both have their middle in one place. */
const FINER = 3;
/** Fine cells. */
export const COLUMNS = 12 * FINER;
export const ROWS = 8 * FINER;
/** Coarse cells from one search to the next, each way. */
const STRIDE = 2;

/** `known`: of fine cells by place, `row × COLUMNS + column`. */
export function* cellsOf(known: Known<number>): Steps<Cells> {
  const places = Array.from({ length: COLUMNS * ROWS }, (_, place) => place);
  const middles = [...new Set(places.map(coarseOf))];
  /** Every other coarse cell from either end on. */
  const isMarked = (n: number, count: number) => Math.min(n, count - 1 - n) % STRIDE === 0;
  for (const place of middles) {
    yield;
    const [column, row] = [place % COLUMNS, Math.floor(place / COLUMNS)];
    if (
      isMarked(Math.floor(column / FINER), COLUMNS / FINER) &&
      isMarked(Math.floor(row / FINER), ROWS / FINER)
    )
      known.ask(place);
  }
  const coarse = new Map<number, Standing | null>();
  for (const place of middles) {
    yield;
    coarse.set(place, known.winner(place));
  }
  const winners = places.map((place) => coarse.get(coarseOf(place)) ?? null);
  yield* withBorders(winners, known);
  return { winners, searched: known.asked() };
}

/** The middle of the coarse cell around it. */
function coarseOf(place: number): number {
  const middle = (n: number) => n - (n % FINER) + (FINER - 1) / 2;
  return middle(Math.floor(place / COLUMNS)) * COLUMNS + middle(place % COLUMNS);
}

function neighbours(place: number): number[] {
  const column = place % COLUMNS;
  return [
    ...(column > 0 ? [place - 1] : []),
    ...(column + 1 < COLUMNS ? [place + 1] : []),
    ...[place - COLUMNS, place + COLUMNS].filter((one) => one >= 0 && one < COLUMNS * ROWS),
  ];
}

/** Cells beside those of another arrangement are judged themselves, as far as that moves the border. */
function* withBorders(winners: (Standing | null)[], known: Known<number>): Steps<void> {
  const open = [...winners.keys()];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const [own, ...around] = [place, ...neighbours(place)].map((one) => itemAt(winners, one));
    if (place === coarseOf(place) || around.every((one) => one?.arrangement === own?.arrangement)) continue;
    yield;
    const winner = known.winner(place);
    winners[place] = winner;
    if (winner?.id !== own?.id) open.push(...neighbours(place));
  }
}
