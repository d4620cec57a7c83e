/** Tail shapes: how far a store's quantiles lie from its median, to be borrowed where only a median was measured. */
import type { Dataset } from '../../evidence/dataset.ts';
import type { Cell } from '../cells/cells.ts';
import { RICH, cellsOf, cellWords } from '../cells/cells.ts';
import { MEDIAN, P99, at, curveOf, times } from '../distributions/curve.ts';
import type { Curve } from '../distributions/curve.ts';
import { fromQuantiles } from '../distributions/from-quantiles.ts';
import type { Lenders } from './lenders.ts';

export interface Shape {
  /** Quantiles over the median. */
  ratios: Curve;
  /** Fastest request over the median. */
  floor: number;
  cell: Cell;
  words: string;
}

interface Shapes {
  /** The nearest of the same store. */
  best: Shape;
  /** All others seen: of the same store, and the nearest of the provider's other stores. */
  seen: readonly Shape[];
}

/** Sizes further apart than this factor show different shapes. */
const SIZE_REACH = 8;

const known = new WeakMap<Dataset, readonly Shape[]>();

/** Every shape of a dataset: cells near the store with their own quantiles. */
function shapesIn(dataset: Dataset): readonly Shape[] {
  const before = known.get(dataset);
  if (before) return before;
  const found = cellsOf(dataset)
    .cells.filter((cell) => cell.quantiles.length >= RICH && cell.rttMs === 0 && cell.metric === 'total')
    .map(shapeOf);
  known.set(dataset, found);
  return found;
}

function shapeOf(cell: Cell): Shape {
  const curve = richCurve(cell);
  const median = at(curve.quantiles, MEDIAN);
  const ratios = times(curve.quantiles, 1 / median);
  const tail = at(ratios, P99).toFixed(2);
  return {
    ratios,
    floor: curve.floorMs / median,
    cell,
    words: `${cell.store} ${cellWords(cell)} (p99/p50 = ${tail}, n = ${cell.samples ?? 'not stated'}, ${cell.dataset.id})`,
  };
}

/** A cell with its own quantiles, on the grid; its floor lies as far below the fastest request as p1 lies above it. */
export function richCurve(cell: Cell): { floorMs: number; quantiles: Curve } {
  const first = cell.quantiles[0]?.ms ?? 0;
  const least = cell.minMs ?? first;
  const onePercent = cell.quantiles.find(({ p }) => p >= 0.01)?.ms ?? first;
  const floorMs = Math.max(0, least - Math.max(onePercent - least, 0.02 * least));
  return { floorMs, quantiles: curveOf(fromQuantiles(floorMs, cell.quantiles)) };
}

/**
 * Shapes to borrow for an operation of a size. First choice: the same operation of the same store at the nearest size;
 * then its other operations, the one with the most samples. Null when the store has none.
 */
export function borrowedShapes(
  lenders: Lenders,
  store: string,
  operation: Cell['operation'],
  sizeBytes: number,
): Shapes | null {
  const all = lenders.datasets.flatMap(shapesIn);
  const own = all.filter(({ cell }) => cell.store === store);
  const away = ({ cell }: Shape) =>
    Math.abs(Math.log((cell.sizeBytes ?? sizeBytes) + 512) - Math.log(sizeBytes + 512));
  const sameOperation = own
    .filter(({ cell }) => cell.operation === operation)
    .sort((a, b) => away(a) - away(b) || (b.cell.samples ?? 0) - (a.cell.samples ?? 0));
  const others = own
    .filter(({ cell }) => cell.operation !== operation)
    .sort((a, b) => rank(a.cell) - rank(b.cell) || (b.cell.samples ?? 0) - (a.cell.samples ?? 0));
  const best = sameOperation[0] ?? others[0];
  if (!best) return null;
  const provider = store.slice(0, store.indexOf('/') + 1);
  const kin = all
    .filter(
      ({ cell }) => cell.store !== store && cell.store.startsWith(provider) && cell.operation === operation,
    )
    .sort((a, b) => away(a) - away(b))[0];
  const near = sameOperation.filter((shape) => away(shape) <= Math.log(SIZE_REACH));
  const seen = [...near, ...others, ...(kin ? [kin] : [])].filter((shape) => shape !== best);
  return { best, seen };
}

/** A whole write says more about a read than part of one. */
function rank(cell: Cell): number {
  return cell.operation === 'GET' || cell.operation === 'PUT' ? 0 : 1;
}
