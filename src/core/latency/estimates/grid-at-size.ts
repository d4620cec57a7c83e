/** A fitted grid at a size: curves and round trips between the sizes measured, and beyond the last. */
import { itemAt } from '../../at.ts';
import { GRID_P, at } from '../distributions/curve.ts';
import type { Curve } from '../distributions/curve.ts';
import type { SizeGrid } from './size-grid.ts';

/** Where a size lies among the rising sizes measured: between two of them, at one (`low` is `high`), or beyond the last. */
interface Position {
  low: number;
  high: number;
  /** How far past `low`, and how far `high` is. */
  along: number;
  width: number;
  /** Bytes past the last. */
  beyond: number;
}

function positionOf(
  sizes: readonly { sizeBytes: number }[],
  sizeBytes: number,
  scale: (bytes: number) => number,
): Position {
  const above = sizes.findIndex((one) => one.sizeBytes >= sizeBytes);
  const last = sizes.length - 1;
  if (above < 0)
    return { low: last, high: last, along: 0, width: 1, beyond: sizeBytes - itemAt(sizes, last).sizeBytes };
  const [x0, x1] = [sizes[above - 1]?.sizeBytes, sizes[above]?.sizeBytes ?? sizeBytes];
  if (x0 === undefined || x1 === sizeBytes) return { low: above, high: above, along: 0, width: 1, beyond: 0 };
  const from = scale(x0);
  return { low: above - 1, high: above, along: scale(sizeBytes) - from, width: scale(x1) - from, beyond: 0 };
}

const asItIs = (bytes: number) => bytes;

/** A curve at a position: linear between two, by the slope beyond the last. */
function curveAt(
  position: Position,
  curves: readonly Curve[],
  slope: Curve,
  write: (i: number, value: number) => void,
): void {
  const { low, high, along, width, beyond } = position;
  const [from, to] = [curves[low] ?? [], curves[high] ?? []];
  for (let i = 0; i < from.length; i += 1) {
    const y0 = at(from, i);
    write(i, low === high ? y0 + at(slope, i) * beyond : y0 + ((at(to, i) - y0) * along) / width);
  }
}

function listed(position: Position, curves: readonly Curve[], slope: Curve): Curve {
  const curve: number[] = [];
  curveAt(position, curves, slope, (_, value) => curve.push(value));
  return curve;
}

/** t near the store: linear in size between measured sizes (so B is fitted anew in each interval), by the fitted slope beyond. */
export function nearCurve(grid: SizeGrid, sizeBytes: number): { floorMs: number; curve: Curve } {
  const position = positionOf(grid.near, sizeBytes, asItIs);
  const { low, high, along, width, beyond } = position;
  const [below, above] = [grid.near[low], grid.near[high]];
  if (!below || !above) return { floorMs: 0, curve: [] };
  if (low === high && beyond === 0) return below;
  return {
    floorMs: below.floorMs + ((above.floorMs - below.floorMs) * along) / width,
    curve: listed(
      position,
      grid.near.map(({ curve }) => curve),
      grid.slope,
    ),
  };
}

/** a_p(s): linear in ln size between measured sizes, by the fitted slope beyond. Null where no far place was measured. */
export function roundTripsAt(grid: SizeGrid, sizeBytes: number): Curve | null {
  const { far } = grid;
  if (far.length === 0) return null;
  const trips = far.map(({ roundTrips }) => roundTrips);
  return listed(positionOf(far, sizeBytes, Math.log), trips, grid.roundTripSlope);
}

/** The same of many grids of the same sizes, by quantile and then by grid. */
export function nearCurvesOf(grids: readonly SizeGrid[], sizeBytes: number): Float64Array[] {
  const position = positionOf(grids[0]?.near ?? [], sizeBytes, asItIs);
  return transposed(grids, ({ near, slope }, write) => {
    curveAt(
      position,
      near.map(({ curve }) => curve),
      slope,
      write,
    );
  });
}

/** Null where no far place was measured. */
export function roundTripsOf(grids: readonly SizeGrid[], sizeBytes: number): Float64Array[] | null {
  const far = grids[0]?.far ?? [];
  if (far.length === 0) return null;
  const position = positionOf(far, sizeBytes, Math.log);
  return transposed(grids, ({ far: own, roundTripSlope }, write) => {
    curveAt(
      position,
      own.map(({ roundTrips }) => roundTrips),
      roundTripSlope,
      write,
    );
  });
}

function transposed(
  grids: readonly SizeGrid[],
  of: (grid: SizeGrid, write: (i: number, value: number) => void) => void,
): Float64Array[] {
  const byQuantile = GRID_P.map(() => new Float64Array(grids.length));
  for (const [g, grid] of grids.entries())
    of(grid, (i, value) => {
      const own = byQuantile[i];
      if (own) own[g] = value;
    });
  return byQuantile;
}
