/**
 * Latency against size and distance where one harness measured many sizes near the store and far from it:
 * t_p(s, RTT) = near_p(s) + a_p(s)·RTT for each quantile p.
 */
import { memoOf } from '../../memo.ts';
import type { Dataset } from '../../evidence/dataset.ts';
import type { Cell } from '../cells/cells.ts';
import { RICH, cellsOf, samePlace } from '../cells/cells.ts';
import { GRID_P, at, curveOf, distributionOf } from '../distributions/curve.ts';
import type { Curve } from '../distributions/curve.ts';
import { mixture } from '../distributions/mixture.ts';
import { richCurve } from './shapes.ts';

export interface NearSize {
  sizeBytes: number;
  floorMs: number;
  curve: Curve;
  cells: readonly Cell[];
}

export interface FarSize {
  sizeBytes: number;
  /** Round trips per request, by quantile: least squares over the far places. */
  roundTrips: Curve;
  places: readonly { rttMs: number; floorMs: number; curve: Curve; samples: number | null }[];
}

export interface SizeGrid {
  dataset: Dataset;
  store: string;
  operation: Cell['operation'];
  /** By rising size. */
  near: readonly NearSize[];
  far: readonly FarSize[];
  farthestRttMs: number;
  samples: number;
  /** Beyond the largest size: ms per byte and round trips per byte, by quantile. */
  slope: Curve;
  roundTripSlope: Curve;
  /** Mean |error| of a size predicted from its neighbours, by quantile, as a share. */
  holdOut: Curve;
  regions: readonly string[];
  clients: readonly string[];
}

/** The grid of a store's operation in a dataset, fitted once; null where fewer than three sizes were measured near. */
export const sizeGrid = memoOf((dataset: Dataset, store: string, operation: Cell['operation']) => {
  const rich = cellsOf(dataset).cells.filter(
    (cell) =>
      cell.store === store &&
      cell.operation === operation &&
      cell.metric === 'total' &&
      cell.quantiles.length >= RICH &&
      cell.sizeBytes !== null,
  );
  return fitGrid(dataset, store, operation, rich);
});

/** From the cells of one store's operation. Exported for the hold-out test, which leaves sizes out. */
export function fitGrid(
  dataset: Dataset,
  store: string,
  operation: Cell['operation'],
  cells: readonly Cell[],
): SizeGrid | null {
  const near = bySize(cells.filter((cell) => cell.rttMs === 0)).map(([sizeBytes, runs]) =>
    nearSize(sizeBytes, runs),
  );
  if (near.length < 3) return null;
  const farCells = cells.filter((cell) => cell.rttMs > 0);
  const far = bySize(farCells).flatMap(([sizeBytes, places]) => {
    const beside = near.find((one) => one.sizeBytes === sizeBytes);
    return beside ? [farSize(beside, places)] : [];
  });
  return {
    dataset,
    store,
    operation,
    near,
    far,
    farthestRttMs: Math.max(0, ...farCells.map((cell) => cell.rttMs)),
    samples: Math.min(...cells.map((cell) => cell.samples ?? Infinity)),
    ...slopesOf(near, far),
    holdOut: holdOutErrors(near),
    regions: [...new Set(cells.flatMap(({ region }) => region ?? []))],
    clients: [...new Set(cells.flatMap(({ client }) => client ?? []))],
  };
}

/** The same grid through curves drawn again. */
export function refitted(grid: SizeGrid, near: readonly NearSize[], far: readonly FarSize[]): SizeGrid {
  return { ...grid, near, far, ...slopesOf(near, far) };
}

function slopesOf(
  near: readonly NearSize[],
  far: readonly FarSize[],
): Pick<SizeGrid, 'slope' | 'roundTripSlope'> {
  const large = (one: { sizeBytes: number }) => one.sizeBytes >= (near.at(-1)?.sizeBytes ?? 0) / 4;
  return {
    slope: slopes(near.filter(large).map(({ sizeBytes, curve }) => ({ sizeBytes, curve }))),
    roundTripSlope: slopes(
      far.filter(large).map(({ sizeBytes, roundTrips }) => ({ sizeBytes, curve: roundTrips })),
    ),
  };
}

function bySize(cells: readonly Cell[]): [number, Cell[]][] {
  const sizes = new Map<number, Cell[]>();
  for (const cell of cells) {
    const size = cell.sizeBytes ?? 0;
    sizes.set(size, [...(sizes.get(size) ?? []), cell]);
  }
  return [...sizes].sort(([a], [b]) => a - b);
}

/** Several runs of one size are one population: their mixture. */
function nearSize(sizeBytes: number, runs: readonly Cell[]): NearSize {
  const each = runs.map(richCurve);
  const floorMs = Math.min(...each.map((run) => run.floorMs));
  const pooled = mixture(each.map((run) => ({ share: 1, of: distributionOf(run.floorMs, run.quantiles) })));
  return { sizeBytes, floorMs, curve: curveOf(pooled), cells: runs };
}

function farSize(beside: NearSize, cells: readonly Cell[]): FarSize {
  const places = cells.map((cell) => {
    const { floorMs, quantiles } = richCurve(cell);
    return { rttMs: cell.rttMs, floorMs, curve: quantiles, samples: cell.samples };
  });
  return { sizeBytes: beside.sizeBytes, roundTrips: tripsOf(beside.curve, places), places };
}

/** Least squares through the near curve, over the round trips of far places. */
export function tripsOf(near: Curve, places: readonly { rttMs: number; curve: Curve }[]): Curve {
  const weight = places.reduce((sum, { rttMs }) => sum + rttMs * rttMs, 0);
  return near.map(
    (nearMs, i) =>
      places.reduce((sum, { rttMs, curve }) => sum + rttMs * (at(curve, i) - nearMs), 0) / weight,
  );
}

/** Least-squares slope against size at each quantile, never below 0; zeros for fewer than two sizes. */
function slopes(sizes: readonly { sizeBytes: number; curve: Curve }[]): Curve {
  const mean = sizes.reduce((sum, one) => sum + one.sizeBytes, 0) / sizes.length;
  const spread = sizes.reduce((sum, one) => sum + (one.sizeBytes - mean) ** 2, 0);
  return GRID_P.map((_, i) => {
    const rise = sizes.reduce((sum, one) => sum + (one.sizeBytes - mean) * at(one.curve, i), 0);
    return spread > 0 ? Math.max(0, rise / spread) : 0;
  });
}

/** Every inner size predicted from its two neighbours. */
function holdOutErrors(near: readonly NearSize[]): Curve {
  const inner = near.slice(1, -1);
  return GRID_P.map((_, i) => {
    const errors = inner.map((held, j) => {
      const below = near[j];
      const above = near[j + 2];
      if (!below || !above) return 0;
      const guess = between(
        held.sizeBytes,
        below.sizeBytes,
        above.sizeBytes,
        at(below.curve, i),
        at(above.curve, i),
      );
      return Math.abs(guess / at(held.curve, i) - 1);
    });
    return errors.reduce((sum, error) => sum + error, 0) / Math.max(1, errors.length);
  });
}

function between(x: number, x0: number, x1: number, y0: number, y1: number): number {
  return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
}

/** The measurements of exactly this size, store and client place. */
export function exactCells(
  grid: SizeGrid,
  sizeBytes: number,
  region: string | null,
  client: string,
): readonly Cell[] {
  return (ofSize(grid).get(sizeBytes) ?? []).filter(
    (cell) => samePlace(cell.region, region) && samePlace(cell.client, client),
  );
}

const bySizeOf = new WeakMap<SizeGrid, ReadonlyMap<number, readonly Cell[]>>();

function ofSize(grid: SizeGrid): ReadonlyMap<number, readonly Cell[]> {
  const before = bySizeOf.get(grid);
  if (before) return before;
  const rich = cellsOf(grid.dataset).cells.filter(
    ({ store, operation, quantiles, sizeBytes }) =>
      store === grid.store && operation === grid.operation && quantiles.length >= RICH && sizeBytes !== null,
  );
  const found = new Map(bySize(rich));
  bySizeOf.set(grid, found);
  return found;
}
