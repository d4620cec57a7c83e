/**
 * Which placement wins in each cell of a map: the search is asked in few cells, what it found is judged in all of them, and along
 * borders in finer ones.
 */
import { itemAt } from '../../at.ts';
import type { Steps } from '../../steps.ts';
import type { Known, Standing } from './known.ts';

export interface CellOptions {
  columns?: number;
  rows?: number;
  /** Fine cells across a coarse one; odd, so that both have their middle in one place. */
  finer?: number;
  /** Searches that are granted. */
  searches?: number;
}

export interface Cells {
  /** Fine ones. */
  columns: number;
  rows: number;
  /** Row by row from the lowest, each from the left. */
  winners: (Standing | null)[];
  /** Cells that the search was asked at. */
  searched: number;
}

/** Values so near may change their places where a search finds more. */
const NEAR = 1.02;
/** Coarse cells: no cell lies farther from one that was searched; what was found farther away is searched for again. */
const [REACH, FAR] = [1, 3];

const arrangementOf = (one: Standing | null) => one?.arrangement ?? null;

/** `knownAt`: of a cell by its place in the fine map, `row × columns + column`. */
export function* cellsOf(
  knownAt: (columns: number, rows: number) => Known<number>,
  { columns = 12, rows = 8, finer = 3, searches = 40 }: CellOptions = {},
): Steps<Cells> {
  const [wide, high] = [columns * finer, rows * finer];
  const known = knownAt(wide, high);
  const half = (finer - 1) / 2;
  const fine = (column: number, row: number) => (row * finer + half) * wide + column * finer + half;
  const coarse = Array.from({ length: columns * rows }, (_, n) => {
    const [column, row] = [n % columns, Math.floor(n / columns)];
    return { column, row, place: fine(column, row) };
  });
  const searched: { column: number; row: number; found: string | null }[] = [];
  const distance = (one: { column: number; row: number }, other: { column: number; row: number }) =>
    Math.max(Math.abs(one.column - other.column), Math.abs(one.row - other.row));

  const winnerOf = (column: number, row: number) => arrangementOf(known.winner(fine(column, row)));
  /** How much a cell wants to be searched; 0: it need not. */
  const need = (cell: (typeof coarse)[number]): number => {
    const away = Math.min(...searched.map((one) => distance(one, cell)));
    if (away === 0) return 0;
    if (away > REACH) return away;
    const { column, row, place } = cell;
    const own = winnerOf(column, row);
    const isBorder =
      (column > 0 && winnerOf(column - 1, row) !== own) ||
      (column + 1 < columns && winnerOf(column + 1, row) !== own) ||
      (row > 0 && winnerOf(column, row - 1) !== own) ||
      (row + 1 < rows && winnerOf(column, row + 1) !== own);
    if (isBorder) return 1 / 2;
    const least = known.winner(place)?.value ?? Infinity;
    const isClose = known.at(place).some((one) => one.arrangement !== own && one.value <= least * NEAR);
    if (isClose) return 1 / 3;
    const isNear = searched.some((one) => one.found === own && distance(one, cell) <= FAR);
    return isNear ? 0 : 1 / 4;
  };
  const corners = [0, columns - 1].flatMap((column) =>
    [0, rows - 1].map((row) => itemAt(coarse, row * columns + column)),
  );
  for (let asked = 0; asked < searches; asked += 1) {
    let [most, next] = [0, corners[asked]];
    if (asked >= corners.length)
      for (const cell of coarse) {
        const wants = need(cell);
        if (wants > most) [most, next] = [wants, cell];
      }
    if (!next) break;
    yield;
    searched.push({ ...next, found: arrangementOf(known.ask(next.place)) });
  }

  const winners = new Array<Standing | null>(wide * high).fill(null);
  for (const [place] of winners.entries()) {
    const [column, row] = [place % wide, Math.floor(place / wide)];
    const around = (n: number, most: number) => {
      const before = Math.floor((n - half) / finer);
      const clamped = [before, (n - half) % finer === 0 ? before : before + 1].map((one) =>
        Math.min(Math.max(one, 0), most - 1),
      );
      return [...new Set(clamped)];
    };
    const near = around(row, rows).flatMap((r) => around(column, columns).map((c) => fine(c, r)));
    const [first = place] = near;
    const isInside = near.every(
      (one) => arrangementOf(known.winner(one)) === arrangementOf(known.winner(first)),
    );
    if (!isInside) yield;
    winners[place] = known.winner(isInside ? first : place);
  }
  return { columns: wide, rows: high, winners, searched: known.asked() };
}
