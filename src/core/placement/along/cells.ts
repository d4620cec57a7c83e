/**
 * Which placement wins in each cell of a map. The search is asked in few cells; what it found is judged in the coarse cells that it may
 * win, and in fine ones along the borders between them.
 */
import { itemAt } from '../../at.ts';
import { memo } from '../../memo.ts';
import type { Steps } from '../../steps.ts';
import type { Known, Standing } from './known.ts';

export interface Cells {
  /** Row by row from the lowest, each from the left. */
  winners: readonly (Standing | null)[];
  /** Cells that the search was asked at. */
  searched: number;
}

interface Cell {
  column: number;
  row: number;
  /** Places of the middle of its coarse cell, and of the fine cells beside it. */
  coarse: number;
  beside: number[];
}

/** Fine cells across a coarse one: odd, so that both have their middle in one place. */
const FINER = 3;
/** Fine cells. */
export const COLUMNS = 12 * FINER;
export const ROWS = 8 * FINER;
/** Searches that are granted, and those of them that are asked before fine cells are looked at. */
const SEARCHES = 40;
const COARSE_SEARCHES = 30;
/** Coarse cells: nowhere is it farther to a search with the same winner; along a border, half of it. */
const REACH = 1.5;

type Winners = (Standing | null)[];

const arrangementOf = (one: Standing | null) => one?.arrangement ?? null;

/** `known`: of fine cells by place, `row × COLUMNS + column`. */
export function* cellsOf(known: Known<number>): Steps<Cells> {
  const cells = allCells();
  const middles = [...new Set(cells.map(({ coarse }) => coarse))];
  /** Of the search in a cell. */
  const found = new Map<number, string | null>();
  /** Of coarse cells, by the place of the middle: what wins there, and what searches in it found. */
  const winning = new Map<number, Standing | null>();
  const foundIn = new Map<number, Standing[]>();
  /** Middles of the coarse cells that touch a cell's own, and of that. */
  const around = memo((middle: number): number[] => {
    const { column, row } = itemAt(cells, middle);
    return middles.filter((one) => {
      const other = itemAt(cells, one);
      return Math.abs(other.column - column) <= FINER && Math.abs(other.row - row) <= FINER;
    });
  });
  const coarsely = () => cells.map(({ coarse }) => winning.get(coarse) ?? null);
  /** What may win a cell. */
  const among = (place: number): Standing[] => {
    const own = around(itemAt(cells, place).coarse);
    const all = [
      ...own.flatMap((one) => winning.get(one) ?? []),
      ...own.flatMap((one) => foundIn.get(one) ?? []),
    ];
    return [...new Map(all.map((one) => [one.id, one])).values()];
  };
  /** What a search finds wins the coarse cells around it, as far as it is better than what won them so far. */
  function* search(place: number): Steps<void> {
    yield;
    const one = known.ask(place, among(place));
    found.set(place, arrangementOf(one));
    const { coarse } = itemAt(cells, place);
    if (place === coarse) winning.set(place, one);
    if (one === null) return;
    foundIn.set(coarse, [...(foundIn.get(coarse) ?? []), one]);
    const seen = new Set([place]);
    const open = [...around(coarse)];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      yield;
      const before = winning.get(next) ?? null;
      const winner = known.winner(next, before ? [before, one] : [one]);
      winning.set(next, winner);
      if (winner?.id === one.id) open.push(...around(next));
    }
  }

  for (const corner of [0, COLUMNS - 1, COLUMNS * (ROWS - 1), COLUMNS * ROWS - 1])
    yield* search(itemAt(cells, corner).coarse);
  while (found.size < COARSE_SEARCHES) {
    const next = mostWanted(cells, coarsely(), found, middles);
    if (next === null) break;
    yield* search(next);
  }
  let winners = yield* painted(cells, coarsely(), known, foundIn);
  while (found.size < SEARCHES) {
    const next = mostWanted(cells, winners, found, cells.keys());
    if (next === null) break;
    yield* search(next);
    winners = yield* painted(cells, coarsely(), known, foundIn);
  }
  return { winners, searched: found.size };
}

function allCells(): Cell[] {
  const middle = (n: number) => n - (n % FINER) + (FINER - 1) / 2;
  return Array.from({ length: COLUMNS * ROWS }, (_, place) => {
    const [column, row] = [place % COLUMNS, Math.floor(place / COLUMNS)];
    const beside = [
      ...(column > 0 ? [place - 1] : []),
      ...(column + 1 < COLUMNS ? [place + 1] : []),
      ...(row > 0 ? [place - COLUMNS] : []),
      ...(row + 1 < ROWS ? [place + COLUMNS] : []),
    ];
    return { column, row, coarse: middle(row) * COLUMNS + middle(column), beside };
  });
}

function isBorder(cells: readonly Cell[], winners: Winners, place: number): boolean {
  const own = arrangementOf(itemAt(winners, place));
  return itemAt(cells, place).beside.some((one) => arrangementOf(itemAt(winners, one)) !== own);
}

/** Each cell as its coarse one; then those beside another's are judged themselves, as far as that moves the border. */
function* painted(
  cells: readonly Cell[],
  winners: Winners,
  known: Known<number>,
  foundIn: ReadonlyMap<number, readonly Standing[]>,
): Steps<Winners> {
  const open = [...cells.keys()];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { coarse, beside } = itemAt(cells, place);
    if (place === coarse || !isBorder(cells, winners, place)) continue;
    yield;
    const before = itemAt(winners, place);
    const all = [before, ...beside.map((one) => itemAt(winners, one)), ...(foundIn.get(coarse) ?? [])];
    const among = new Map(all.flatMap((one) => (one ? [[one.id, one]] : [])));
    const winner = known.winner(place, [...among.values()]);
    winners[place] = winner;
    if (winner?.id !== before?.id) open.push(...beside);
  }
  return winners;
}

/** The cell that is farthest from a search that found its winner; a cell at a border counts twice. Null: all are near enough. */
function mostWanted(
  cells: readonly Cell[],
  winners: Winners,
  found: ReadonlyMap<number, string | null>,
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
    const wants = (least / FINER) * (isBorder(cells, winners, place) ? 2 : 1);
    if (wants > most) [most, next] = [wants, place];
  }
  return next;
}
