/** A prediction in the making: curves and where they come from. */
import type { Cell } from '../cells/cells.ts';
import { combine, lowerOf, plus, upperOf } from '../distributions/curve.ts';
import type { Curve } from '../distributions/curve.ts';
import { isOnInternet } from '../client/round-trip.ts';
import type { RoundTrip } from '../client/round-trip.ts';
import { shift } from '../distributions/transform.ts';
import { GRADES } from '../types.ts';
import type { Adjustment, EvidenceRef, Grade, LatencyQuery, Prediction, Sampling } from '../types.ts';
import type { LatencyFinding } from '../../findings/latency-findings.ts';
import { formatMs } from '../../units.ts';

export interface Estimate {
  floorMs: number;
  best: Curve;
  low: Curve;
  high: Curve;
  grade: Exclude<Grade, 'missing'>;
  /** As in `Prediction`. */
  opensConnections?: true;
  sampling?: Sampling;
  evidence: EvidenceRef[];
  adjustments: Adjustment[];
  findings: LatencyFinding[];
}

/** What an estimate is asked: a query with its size and way worked out. */
export interface Question {
  store: string;
  at: string | null;
  operation: Cell['operation'];
  sizeBytes: number;
  from: string;
  way: RoundTrip;
}

export function questionOf(query: LatencyQuery, way: RoundTrip): Question {
  const { store, operation, sizeBytes, from } = query;
  return { store, at: query.at, operation, sizeBytes, from, way };
}

export function worseOf<G extends Grade>(a: G, b: G): G {
  return GRADES.indexOf(a) >= GRADES.indexOf(b) ? a : b;
}

/** Widens the band so that the other curves lie inside, too. */
export function widened(estimate: Estimate, ...others: readonly Curve[]): Estimate {
  const low = others.reduce(lowerOf, estimate.low);
  const high = others.reduce(upperOf, estimate.high);
  return { ...estimate, low, high };
}

export function withAdjustments(estimate: Estimate, ...adjustments: readonly Adjustment[]): Estimate {
  return { ...estimate, adjustments: [...estimate.adjustments, ...adjustments] };
}

/** Names each piece of evidence once. */
export function distinct(evidence: readonly EvidenceRef[]): EvidenceRef[] {
  const isSame = (a: EvidenceRef, b: EvidenceRef) =>
    a === b || (a.dataset === b.dataset && a.cell === b.cell);
  return evidence.filter((one, i) => evidence.findIndex((other) => isSame(one, other)) === i);
}

/** One source of uncertainty: a curve or, of one element, the same at every p. */
export interface Uncertain {
  best: Curve;
  low: Curve;
  high: Curve;
}

/**
 * The band around a sum of uncertain parts: from all of them at their low end at once to all at their high end. Nobody
 * measured that they are independent, so nothing is won by assuming it: what holds over this band holds however they hang together.
 */
export function allAtOnce(centre: Curve, parts: readonly Uncertain[]): { low: Curve; high: Curve } {
  const low: number[] = [];
  const high: number[] = [];
  for (let i = 0; i < centre.length; i += 1) {
    let below = 0;
    let above = 0;
    for (const part of parts) {
      const best = valueAt(part.best, i);
      below = below + valueAt(part.low, i) - best;
      above = above + valueAt(part.high, i) - best;
    }
    low.push((centre[i] ?? NaN) + below);
    high.push((centre[i] ?? NaN) + above);
  }
  return { low, high };
}

/** Of one element, the same at every p. */
function valueAt(curve: Curve, i: number): number {
  return curve[curve.length === 1 ? 0 : i] ?? NaN;
}

/** An answer cannot come sooner than this share of the fastest one seen. */
const LEAST_SHARE = 0.5;

/**
 * Moves an estimate measured at one distance to another: one round trip per request on a connection that is already
 * open; the spread of real paths around the distance model widens the band. Closer than measured, never below half.
 */
export function moved(
  estimate: Estimate,
  measuredRttMs: number,
  { from, way }: Question,
  mayComeCloser: boolean,
): Estimate {
  const change = way.ms - measuredRttMs;
  const internet = isOnInternet(from);
  if (Math.abs(change) < 0.5 && !internet) return estimate;
  const best = mayComeCloser ? change : Math.max(0, change);
  const low = mayComeCloser ? way.lowMs - measuredRttMs : Math.max(0, way.lowMs - measuredRttMs);
  const high = way.highMs - measuredRttMs;
  const atLeast = (curve: Curve, was: Curve) =>
    combine(curve, was, (ms, before) => Math.max(ms, LEAST_SHARE * before));
  const centre = atLeast(plus(estimate.best, best), estimate.best);
  const band = allAtOnce(centre, [
    estimate,
    { best: [best], low: [Math.min(best, low)], high: [Math.max(best, high)] },
  ]);
  const words = `distance ${Math.round(way.km)} km: ${signed(best)} (round trip ${formatMs(way.ms)}, ${formatMs(way.lowMs)} to ${formatMs(way.highMs)}; measured at ${formatMs(measuredRttMs)})`;
  return {
    ...estimate,
    floorMs: Math.max(LEAST_SHARE * estimate.floorMs, estimate.floorMs + best),
    best: centre,
    low: atLeast(band.low, estimate.low),
    high: band.high,
    ...(estimate.sampling
      ? {
          sampling: {
            ...estimate.sampling,
            low: atLeast(plus(estimate.sampling.low, best), estimate.sampling.low),
            high: atLeast(plus(estimate.sampling.high, best), estimate.sampling.high),
          },
        }
      : {}),
    grade: worseOf(estimate.grade, 'extrapolated'),
    adjustments: [
      ...estimate.adjustments,
      { kind: 'distance', words },
      openConnection(),
      ...(internet ? [lastMile()] : []),
    ],
  };
}

function openConnection(): Adjustment {
  return {
    kind: 'connection',
    words: 'one round trip a request, on a connection already open; opening one takes two or three more',
  };
}

export function lastMile(): Adjustment {
  return {
    kind: 'last-mile',
    words:
      "readers are spread around their place's city, and their last mile is in no measurement: it is not in the figure",
  };
}

/** A prediction to the edge of the reader's network, carried on over a last mile that the user states. */
export function withLastMile(prediction: Prediction, addMs: number): Prediction {
  const words = `last mile: + ${formatMs(addMs)}, as stated in the scenario`;
  return {
    ...prediction,
    best: shift(prediction.best, addMs),
    low: shift(prediction.low, addMs),
    high: shift(prediction.high, addMs),
    grade: worseOf(prediction.grade, 'assumed'),
    adjustments: [
      ...prediction.adjustments.filter(({ kind }) => kind !== 'last-mile'),
      { kind: 'last-mile', words },
    ],
  };
}

export function signed(ms: number): string {
  return ms < 0 ? `− ${formatMs(-ms)}` : `+ ${formatMs(ms)}`;
}
