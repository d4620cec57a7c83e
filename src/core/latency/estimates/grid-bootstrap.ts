/** What the samples of a fitted grid leave open: every cell drawn again, the fit worked out again, at the size and distance asked. */
import { numberAt } from '../../at.ts';
import { drawsOf } from '../../seeded-draw.ts';
import { GRID_P, distributionOf, plus } from '../distributions/curve.ts';
import type { Curve } from '../distributions/curve.ts';
import { normalQuantile } from '../distributions/normal.ts';
import { nearCurvesOf, roundTripsOf } from './grid-at-size.ts';
import { refitted, tripsOf } from './size-grid.ts';
import type { FarSize, NearSize, SizeGrid } from './size-grid.ts';
import type { Sampling } from '../types.ts';

/** So many that the third from either end is the 2.5 % and the 97.5 % point of the draws. */
const DRAWS = 119;
const RANK = 3;

/** Every draw at one size, by quantile and then by draw. */
interface AtSize {
  near: readonly Float64Array[];
  /** Round trips a request; null where none could be fitted. Worked out when first asked for. */
  trips: readonly Float64Array[] | null | undefined;
  /** Of `near` alone. */
  band: { low: Curve; high: Curve };
}

interface Replicates {
  draws: readonly SizeGrid[];
  /** Of the sizes asked for last: a plan asks for few sizes from many places. */
  atSize: Map<number, AtSize>;
}

const MOST_SIZES = 16;

const replicates = new WeakMap<SizeGrid, Replicates>();

/**
 * The percentile bootstrap of t_p(size) + trips × RTT (B. Efron, 1982): in each draw every cell's quantile is its curve at
 * p + z·√(p(1 − p)/n), z normal and its own for each cell, and slopes and round trips follow. The same grid gives the same
 * draws. Null where the samples of a cell are not known. `open`: one round trip a request instead of those fitted.
 */
export function bootstrap(grid: SizeGrid, sizeBytes: number, rttMs: number, open: boolean): Sampling | null {
  if (!Number.isFinite(grid.samples)) return null;
  const known = replicates.get(grid);
  const { draws, atSize } = known ?? { draws: drawn(grid), atSize: new Map<number, AtSize>() };
  if (!known) replicates.set(grid, { draws, atSize });
  const drawnAt = atSize.get(sizeBytes) ?? remembered(atSize, sizeBytes, draws);
  const { near, band } = drawnAt;
  if (rttMs !== 0 && !open) drawnAt.trips ??= roundTripsOf(draws, sizeBytes);
  const trips = open ? null : drawnAt.trips;
  // What is added to every draw alike leaves their order as it is.
  const { low, high } =
    rttMs === 0 || !trips
      ? { low: plus(band.low, rttMs), high: plus(band.high, rttMs) }
      : bandOf(near.map((own, i) => own.map((ms, d) => ms + (trips[i]?.[d] ?? NaN) * rttMs)));
  return { low, high, draws: DRAWS };
}

/** Percentiles over the draws, at each p. */
function bandOf(draws: readonly Float64Array[]): AtSize['band'] {
  const ends = draws.map((own) => extremes(own));
  return { low: ends.map(({ low }) => low), high: ends.map(({ high }) => high) };
}

/** The RANK-th smallest and largest: sorting all the others as well would take ten times as long. */
function extremes(values: Float64Array): { low: number; high: number } {
  const least = new Float64Array(RANK).fill(Infinity);
  const most = new Float64Array(RANK).fill(-Infinity);
  for (const value of values) {
    if (value < numberAt(least, RANK - 1)) {
      let i = RANK - 1;
      for (; i > 0 && value < numberAt(least, i - 1); i -= 1) least[i] = numberAt(least, i - 1);
      least[i] = value;
    }
    if (value > numberAt(most, RANK - 1)) {
      let i = RANK - 1;
      for (; i > 0 && value > numberAt(most, i - 1); i -= 1) most[i] = numberAt(most, i - 1);
      most[i] = value;
    }
  }
  return { low: least[RANK - 1] ?? NaN, high: most[RANK - 1] ?? NaN };
}

function remembered(atSize: Map<number, AtSize>, sizeBytes: number, draws: readonly SizeGrid[]): AtSize {
  const near = nearCurvesOf(draws, sizeBytes);
  const made: AtSize = { near, trips: undefined, band: bandOf(near) };
  if (atSize.size >= MOST_SIZES) atSize.clear();
  atSize.set(sizeBytes, made);
  return made;
}

function drawn(grid: SizeGrid): SizeGrid[] {
  const next = drawsOf(1);
  const again = (floorMs: number, curve: Curve, samples: number): ((z: number) => Curve) => {
    const of = distributionOf(floorMs, curve);
    const least = 0.5 / samples;
    return (z) =>
      GRID_P.map((p) => {
        const shifted = p + z * Math.sqrt((p * (1 - p)) / samples);
        return of.quantile(Math.min(Math.max(p, 1 - least), Math.max(Math.min(p, least), shifted)));
      });
  };
  const near = grid.near.map((one) => ({
    one,
    draw: again(
      one.floorMs,
      one.curve,
      one.cells.reduce((sum, { samples }) => sum + (samples ?? 0), 0),
    ),
  }));
  const far = grid.far.map((one) => ({
    one,
    places: one.places.map(({ rttMs, samples, floorMs, curve }) => ({
      rttMs,
      draw: again(floorMs, curve, samples ?? grid.samples),
    })),
  }));
  return Array.from({ length: DRAWS }, (): SizeGrid => {
    const nearAgain = near.map(({ one, draw }): NearSize => ({
      ...one,
      curve: draw(normalQuantile(next())),
    }));
    const farAgain = far.map(({ one, places }): FarSize => {
      const beside = nearAgain.find(({ sizeBytes }) => sizeBytes === one.sizeBytes);
      const measured = places.map(({ rttMs, draw }) => ({ rttMs, curve: draw(normalQuantile(next())) }));
      return beside ? { ...one, roundTrips: tripsOf(beside.curve, measured) } : one;
    });
    return refitted(grid, nearAgain, farAgain);
  });
}
