/** Cells of a few printed figures, and the one nearest to a question. */
import { memoOf } from '../../memo.ts';
import type { Dataset } from '../../evidence/dataset.ts';
import { cellsOf, samePlace } from '../cells/cells.ts';
import type { Cell } from '../cells/cells.ts';
import type { Question } from './estimate.ts';

interface Usable {
  /** Cells whose client's place is known, and those where it is not. */
  named: readonly Cell[];
  unnamed: readonly Cell[];
}

/** Cells of a store's whole requests, gathered once. */
export const usableCells = memoOf((dataset: Dataset, store: string, operation: Cell['operation']): Usable => {
  const cells = cellsOf(dataset).cells.filter(
    (cell) =>
      cell.store === store && cell.operation === operation && cell.metric === 'total' && isUsable(cell),
  );
  return {
    named: cells.filter((cell) => cell.client !== null),
    unnamed: cells.filter((cell) => cell.client === null),
  };
});

function isUsable(cell: Cell): boolean {
  return cell.quantiles.some(({ p }) => p === 0.5) || isSummary(cell) || cell.quantiles.length >= 2;
}

/** Floor, mean and p95: a shifted log-normal up to its two roots. */
export function isSummary(cell: Cell): boolean {
  return cell.minMs !== null && cell.meanMs !== null && cell.quantiles.some(({ p }) => p === 0.95);
}

export function nearestCell(
  cells: readonly Cell[],
  { at: place, from, sizeBytes, way }: Question,
): Cell | undefined {
  const away = (cell: Cell) => Math.abs(cell.rttMs - way.ms);
  const matches = (cell: Cell) =>
    Number(samePlace(cell.region, place)) + Number(samePlace(cell.client, from));
  const sizeAway = (cell: Cell) =>
    Math.abs(Math.log((cell.sizeBytes ?? sizeBytes) + 1) - Math.log(sizeBytes + 1));
  const [nearest] = cells
    .map((cell) => ({ cell, matches: matches(cell), away: away(cell), sizeAway: sizeAway(cell) }))
    .sort((a, b) => b.matches - a.matches || a.away - b.away || a.sizeAway - b.sizeAway);
  return nearest?.cell;
}
