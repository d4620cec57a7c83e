/** Reads that open a connection first: round trips, the work of store and client, and where the store asks for one, a session. */
import { percent } from '../../text/numbers.ts';
import { formatMs } from '../../units.ts';
import { distinct, worseOf } from '../estimates/estimate.ts';
import { MEDIAN, P99, at, combine, curveOf, distributionOf } from '../distributions/curve.ts';
import type { Curve } from '../distributions/curve.ts';
import { mixture } from '../distributions/mixture.ts';
import type { OpeningWork } from './opening-work.ts';
import type { RoundTrip } from './round-trip.ts';
import { pointwiseMax, pointwiseMin, shift } from '../distributions/transform.ts';
import type { Adjustment, Distribution, Prediction } from '../types.ts';

/** One round trip for TCP (RFC 9293) and one for TLS 1.3 (RFC 8446); TLS 1.2 takes two (RFC 5246). */
const OPENING_TRIPS = { best: 2, high: 3 };

export interface Opening {
  /** Of the reads, those that open a connection. */
  coldShare: number;
  way: RoundTrip;
  /** What the reader's own access network adds to each round trip. */
  lastMileMs: number;
  /** A small request to the store, where a client that starts afresh asks for a session first; null where none is asked for. */
  session: Prediction | null;
  /** Beyond the round trips; null where nobody measured any. */
  work: OpeningWork | null;
}

/**
 * That share of reads waits for its connection: round trips, and at each p the work that was measured, none of it at the low
 * end, since how much of it is the measuring client's is not known. A session takes one round trip more where that work holds
 * it. Elsewhere it takes as long as a small request: its median in `best`, its p99 at the high end. At the low end it takes
 * nothing (a session kept).
 */
export function withOpening(prediction: Prediction, opening: Opening): Prediction {
  const { coldShare, way, lastMileMs, session, work } = opening;
  if (coldShare === 0) return prediction;
  const told = (words: string): Adjustment[] => [...prediction.adjustments, { kind: 'connection', words }];
  const holdsSession = session !== null && work?.isOwn === true;
  const sessionMs =
    session && !holdsSession
      ? { best: session.best.quantile(0.5), high: session.high.quantile(0.99) }
      : { best: 0, high: 0 };
  const trips = {
    best: OPENING_TRIPS.best + Number(holdsSession),
    high: OPENING_TRIPS.high + Number(holdsSession),
  };
  const added = {
    low: OPENING_TRIPS.best * (Math.min(way.lowMs, way.ms) + lastMileMs),
    best: trips.best * (way.ms + lastMileMs) + sessionMs.best,
    high: trips.high * (Math.max(way.highMs, way.ms) + lastMileMs) + sessionMs.high,
  };
  const best = slowedBy(work?.best, shift(prediction.best, added.best));
  const cold = {
    low: pointwiseMin(best, shift(prediction.low, added.low)),
    best,
    high: pointwiseMax(best, slowedBy(work?.high, shift(prediction.high, added.high))),
  };
  const mixed = (end: 'low' | 'best' | 'high') =>
    mixture([
      { share: 1 - coldShare, of: prediction[end] },
      { share: coldShare, of: cold[end] },
    ]);
  const median = (curve: Curve | undefined) => (curve ? at(curve, MEDIAN) : 0);
  const parts = [
    `${trips.best} round trips of ${formatMs(way.ms + lastMileMs)} for ${holdsSession ? 'TCP, TLS 1.3 and a session' : 'TCP and TLS 1.3'}`,
    ...(work ? [`${formatMs(median(work.best))} of work`] : []),
    ...(session && !holdsSession ? [`a session of ${formatMs(sessionMs.best)}`] : []),
  ];
  const range = `${formatMs(added.low)} to ${formatMs(added.high + median(work?.high))}, at most with TLS 1.2`;
  const opens = `${percent(coldShare)} of reads open a connection: + ${formatMs(added.best + median(work?.best))} (${parts.join(', ')}; ${range})`;
  return {
    ...prediction,
    best: mixed('best'),
    low: mixed('low'),
    high: mixed('high'),
    grade: worseOf(prediction.grade, 'extrapolated'),
    evidence: distinct([...prediction.evidence, ...(work?.evidence ?? [])]),
    adjustments: [...told(opens), ...(work ? [workOfOpening(work, holdsSession)] : [])],
  };
}

/** Slow requests open slowly: at each p the time of both, as in the first requests that were measured. */
function slowedBy(work: Curve | undefined, of: Distribution): Distribution {
  if (!work) return of;
  const both = combine(curveOf(of), work, (ms, more) => ms + more);
  return distributionOf(of.floorMs, both);
}

function workOfOpening({ best, high, isOwn, source }: OpeningWork, holdsSession: boolean): Adjustment {
  const both = (curve: Curve) => `${formatMs(at(curve, MEDIAN))} at p50, ${formatMs(at(curve, P99))} at p99`;
  const of = isOwn
    ? 'from first requests'
    : 'from first requests to other stores, since nobody measured this one';
  const holds = holdsSession ? ', and so is the session' : '';
  const words = `work of opening a connection: ${both(best)} (none to ${both(high)}), ${of} (${source}). The client’s own work for TLS is part of it${holds}.`;
  return { kind: 'connection', words };
}
