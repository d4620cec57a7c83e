/**
 * Which placement wins in each cell of a map: the search is asked in few cells, and what it found is judged in coarse cells, and in fine
 * ones along the borders between them.
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
  winners: readonly (Standing | null)[];
  /** Cells that the search was asked at. */
  searched: number;
}

interface Cell {
  column: number;
  row: number;
  /** Places of the middle of its coarse cell, and of those beside it. */
  coarse: number;
  beside: number[];
}

/** Coarse cells: nowhere is it farther to a search with the same winner; along a border, half of it. */
const REACH = 1.5;
/** Of the searches, those that are asked before fine cells are looked at. */
const COARSE_PART = 0.75;

const arrangementOf = (one: Standing | null) => one?.arrangement ?? null;

/** `knownAt`: of fine cells by place, `row × columns + column`; asked twice, so that what wins nowhere is not judged in fine cells. */
export function* cellsOf(
  knownAt: (columns: number, rows: number) => Known<number>,
  { columns = 12, rows = 8, finer = 3, searches = 40 }: CellOptions = {},
): Steps<Cells> {
  const [wide, high] = [columns * finer, rows * finer];
  const cells = cellsIn(wide, high, finer);
  const coarse = knownAt(wide, high);
  const middles = [...new Set(cells.map((cell) => cell.coarse))];
  const found = new Map<number, string | null>();
  function* search(known: Known<number>, place: number): Steps<void> {
    yield;
    found.set(place, arrangementOf(known.ask(place)));
  }
  for (const corner of [0, wide - 1, wide * (high - 1), wide * high - 1])
    yield* search(coarse, itemAt(cells, corner).coarse);
  while (found.size < searches * COARSE_PART) {
    const winners = new Map(middles.map((place) => [place, coarse.winner(place)]));
    const next = mostWanted(
      cells,
      cells.map((cell) => winners.get(cell.coarse) ?? null),
      found,
      finer,
      middles,
    );
    if (next === null) break;
    yield* search(coarse, next);
  }
  const fine = knownAt(wide, high);
  for (const place of middles) {
    const winner = coarse.winner(place);
    if (winner) fine.add(winner.placement);
  }
  let winners = yield* painted(cells, fine);
  while (found.size < searches) {
    const next = mostWanted(cells, winners, found, finer, cells.keys());
    if (next === null) break;
    yield* search(fine, next);
    winners = yield* painted(cells, fine);
  }
  return { columns: wide, rows: high, winners, searched: found.size };
}

function cellsIn(columns: number, rows: number, finer: number): Cell[] {
  const middle = (n: number) => n - (n % finer) + (finer - 1) / 2;
  return Array.from({ length: columns * rows }, (_, place) => {
    const [column, row] = [place % columns, Math.floor(place / columns)];
    const beside = [
      ...(column > 0 ? [place - 1] : []),
      ...(column + 1 < columns ? [place + 1] : []),
      ...(row > 0 ? [place - columns] : []),
      ...(row + 1 < rows ? [place + columns] : []),
    ];
    return { column, row, coarse: middle(row) * columns + middle(column), beside };
  });
}

type Winners = readonly (Standing | null)[];

function isBorder(cells: readonly Cell[], winners: Winners, place: number): boolean {
  const own = arrangementOf(itemAt(winners, place));
  return itemAt(cells, place).beside.some((one) => arrangementOf(winners[one] ?? null) !== own);
}

/** Each cell as its coarse one; then those beside another's are judged themselves, as far as that moves the border. */
function* painted(cells: readonly Cell[], known: Known<number>): Steps<Winners> {
  const winners = cells.map(({ coarse }) => known.winner(coarse));
  const settled = new Set(cells.map(({ coarse }) => coarse));
  const open = [...cells.keys()];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (settled.has(place) || !isBorder(cells, winners, place)) continue;
    settled.add(place);
    yield;
    const winner = known.winner(place);
    if (arrangementOf(winner) !== arrangementOf(itemAt(winners, place)))
      open.push(...itemAt(cells, place).beside);
    winners[place] = winner;
  }
  return winners;
}

/** The cell that is farthest from a search that found its winner; a cell at a border counts twice. Null: all are near enough. */
function mostWanted(
  cells: readonly Cell[],
  winners: Winners,
  found: ReadonlyMap<number, string | null>,
  finer: number,
  places: Iterable<number>,
): number | null {
  let [most, next]: [number, number | null] = [REACH, null];
  for (const place of places) {
    if (found.has(place)) continue;
    const { column, row } = itemAt(cells, place);
    const own = arrangementOf(itemAt(winners, place));
    let least = cells.length;
    for (const [searched, arrangement] of found) {
      const other = itemAt(cells, searched);
      if (arrangement === own)
        least = Math.min(least, Math.max(Math.abs(other.column - column), Math.abs(other.row - row)));
    }
    const wants = (least / finer) * (isBorder(cells, winners, place) ? 2 : 1);
    if (wants > most) [most, next] = [wants, place];
  }
  return next;
}
