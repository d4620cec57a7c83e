/** An estimate from a harness that measured many sizes, near and far. */
import { formatBytes, formatMs } from '../../units.ts';
import { cellWords, refOf, samePlace } from '../cells/cells.ts';
import type { Cell } from '../cells/cells.ts';
import { MEDIAN, P99, at, binomialBand, combine, lowerOf, times } from '../distributions/curve.ts';
import type { Curve } from '../distributions/curve.ts';
import type { Estimate, Question } from './estimate.ts';
import { allAtOnce, lastMile, widened, worseOf } from './estimate.ts';
import { isOnInternet } from '../client/round-trip.ts';
import { richCurve } from './shapes.ts';
import { nearCurve, roundTripsAt } from './grid-at-size.ts';
import { exactCells } from './size-grid.ts';
import type { SizeGrid } from './size-grid.ts';
import type { Adjustment, Sampling } from '../types.ts';
import { bootstrap } from './grid-bootstrap.ts';

/**
 * The grid's answer. `connection: 'as-measured'` takes the fitted round trips a request of the harness (with whatever
 * connections it opened); `'open'` takes one.
 */
export function estimateFromGrid(
  grid: SizeGrid,
  question: Question,
  connection: 'as-measured' | 'open',
): Estimate {
  const { sizeBytes, from, way } = question;
  const exact = way.ms === 0 ? [] : exactCells(grid, sizeBytes, question.at, from);
  const [only] = exact;
  if (only && connection === 'as-measured') return measuredFar(only);

  const near = nearCurve(grid, sizeBytes);
  const size = sizeStep(grid, sizeBytes);
  const same = grid.regions.some((region) => samePlace(region, question.at));
  const fromSame = grid.clients.some((client) => samePlace(client, from));
  const band = binomialBand(near.floorMs, near.curve, grid.samples);
  const error = size.isMeasured ? times(near.curve, 0) : grid.holdOut;
  const estimate: Estimate = {
    floorMs: near.floorMs,
    best: near.curve,
    low: combine(band.low, error, (ms, share) => ms / (1 + share)),
    high: combine(band.high, error, (ms, share) => ms * (1 + share)),
    grade: size.grade,
    evidence: evidenceOf(grid, sizeBytes),
    adjustments: size.adjustments,
    findings: [],
    ...(size.isMeasured ? { sampling: { ...band, draws: 0 } } : {}),
  };
  const atNear = way.ms === 0 && !isOnInternet(from);
  if (!same || (atNear && !fromSame)) {
    estimate.grade = worseOf(estimate.grade, 'extrapolated');
    estimate.adjustments = [...estimate.adjustments, elsewhere(grid, question)];
  }
  if (atNear) return size.isMeasured ? estimate : withSampling(estimate, bootstrap(grid, sizeBytes, 0, true));
  const moved = far(estimate, grid, question, connection);
  return withSampling(moved, bootstrap(grid, sizeBytes, way.ms, connection === 'open'));
}

/** The band holds what the samples leave open, too. */
function withSampling(estimate: Estimate, sampling: Sampling | null): Estimate {
  return sampling ? { ...widened(estimate, sampling.low, sampling.high), sampling } : estimate;
}

function measuredFar(cell: Cell): Estimate {
  const { floorMs, quantiles } = richCurve(cell);
  const band = binomialBand(floorMs, quantiles, cell.samples ?? 1);
  return {
    floorMs,
    best: quantiles,
    ...band,
    grade: 'measured',
    opensConnections: true,
    ...(cell.samples === null ? {} : { sampling: { ...band, draws: 0 } }),
    evidence: [refOf(cell)],
    adjustments: [
      {
        kind: 'connection',
        words: 'as measured: most of these requests look as if they opened a connection first',
      },
    ],
    findings: [],
  };
}

function far(
  estimate: Estimate,
  grid: SizeGrid,
  { sizeBytes, from, way }: Question,
  connection: 'as-measured' | 'open',
): Estimate {
  const fitted = roundTripsAt(grid, sizeBytes);
  const one = times(estimate.best, 0).map(() => 1);
  const asMeasured = fitted !== null && connection === 'as-measured';
  const trips: Curve = asMeasured ? fitted : one;
  const open = combine(trips, one, Math.min);
  const add = (curve: Curve, tripsOf: Curve, ms: number) =>
    combine(curve, tripsOf, (near, a) => near + a * ms);
  const inRange = way.ms <= grid.farthestRttMs;
  const internet = isOnInternet(from);
  const words = asMeasured
    ? `distance ${Math.round(way.km)} km: + ${at(trips, MEDIAN).toFixed(1)} round trips of ${formatMs(way.ms)} at the median, ${at(trips, P99).toFixed(1)} at p99, fitted on this harness's near and far places`
    : `distance ${Math.round(way.km)} km: + one round trip of ${formatMs(way.ms)}`;
  const connectionWords = asMeasured
    ? 'the fitted round trips include opening connections and their slow start; the low end of the band is one round trip on an open connection'
    : 'on a connection already open';
  const adjustments: Adjustment[] = [
    { kind: 'distance', words },
    { kind: 'connection', words: connectionWords },
  ];
  const best = add(estimate.best, trips, way.ms);
  const asFitted = allAtOnce(best, [
    estimate,
    {
      best: times(trips, way.ms),
      low: times(trips, Math.min(way.lowMs, way.ms)),
      high: times(trips, Math.max(way.highMs, way.ms)),
    },
  ]);
  return {
    ...estimate,
    floorMs: estimate.floorMs + Math.min(at(trips, 0), 1) * way.ms,
    best,
    low: lowerOf(asFitted.low, add(estimate.low, open, Math.min(way.lowMs, way.ms))),
    high: asFitted.high,
    ...(asMeasured ? { opensConnections: true } : {}),
    grade: worseOf(estimate.grade, asMeasured && inRange && !internet ? 'interpolated' : 'extrapolated'),
    evidence: estimate.evidence,
    adjustments: [...estimate.adjustments, ...adjustments, ...(internet ? [lastMile()] : [])],
  };
}

function sizeStep(
  grid: SizeGrid,
  sizeBytes: number,
): { grade: Estimate['grade']; isMeasured: boolean; adjustments: Adjustment[] } {
  const sizes = grid.near.map((one) => one.sizeBytes);
  if (sizes.includes(sizeBytes)) return { grade: 'measured', isMeasured: true, adjustments: [] };
  const below = sizes.findLast((one) => one < sizeBytes);
  const above = sizes.find((one) => one > sizeBytes);
  const asked = formatBytes(sizeBytes);
  if (below !== undefined && above !== undefined) {
    const error = Math.round(100 * at(grid.holdOut, MEDIAN));
    const words = `size ${asked}: between ${formatBytes(below)} and ${formatBytes(above)}, linear in size at each quantile (a size left out is missed by ${error} % at the median)`;
    return { grade: 'interpolated', isMeasured: false, adjustments: [{ kind: 'size', words }] };
  }
  if (below === undefined) {
    const words = `size ${asked}: taken as ${formatBytes(above ?? 0)}, the smallest measured`;
    return { grade: 'extrapolated', isMeasured: false, adjustments: [{ kind: 'size', words }] };
  }
  const speed = formatBytes(1000 / at(grid.slope, MEDIAN));
  const ms = formatMs((sizeBytes - below) * at(grid.slope, MEDIAN));
  const words = `size ${formatBytes(below)} → ${asked}: + ${ms} at the median, at the fitted ${speed}/s of one stream (each quantile by its own)`;
  return { grade: 'extrapolated', isMeasured: false, adjustments: [{ kind: 'size', words }] };
}

function evidenceOf(grid: SizeGrid, sizeBytes: number): Estimate['evidence'] {
  const sizes = grid.near.map((one) => one.sizeBytes);
  const below = sizes.findLast((one) => one <= sizeBytes) ?? sizes[0];
  const above = sizes.find((one) => one >= sizeBytes) ?? sizes.at(-1);
  return grid.near
    .filter((one) => one.sizeBytes === below || one.sizeBytes === above)
    .flatMap((one) => one.cells.map(refOf));
}

function elsewhere(grid: SizeGrid, { at: place, from }: Question): Adjustment {
  const cell = grid.near[0]?.cells[0];
  const where = cell ? cellWords(cell) : grid.store;
  return {
    kind: 'distance',
    words: `measured at ${cell?.region ?? where}; taken to hold for ${place ?? 'the place'} read from ${from}`,
  };
}
