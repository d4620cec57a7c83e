/** Reads that open a connection first: round trips before the request, and where the store asks for one, a session. */
import { percent } from '../../text/numbers.ts';
import { formatMs } from '../../units.ts';
import { worseOf } from '../estimates/estimate.ts';
import { mixture } from '../distributions/mixture.ts';
import type { RoundTrip } from './round-trip.ts';
import { shift } from '../distributions/transform.ts';
import type { Prediction } from '../types.ts';

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
}

/**
 * That share of reads waits for its connection, and for its session, as long as a small request takes: its median in
 * `best`, its p99 at the high end, none (a session kept) at the low end.
 */
export function withOpening(prediction: Prediction, opening: Opening): Prediction {
  const { coldShare, way, lastMileMs, session } = opening;
  if (coldShare === 0) return prediction;
  const sessionMs = session
    ? { best: session.best.quantile(0.5), high: session.high.quantile(0.99) }
    : { best: 0, high: 0 };
  const added = {
    low: OPENING_TRIPS.best * (Math.min(way.lowMs, way.ms) + lastMileMs),
    best: OPENING_TRIPS.best * (way.ms + lastMileMs) + sessionMs.best,
    high: OPENING_TRIPS.high * (Math.max(way.highMs, way.ms) + lastMileMs) + sessionMs.high,
  };
  const mixed = (end: 'low' | 'best' | 'high') =>
    mixture([
      { share: 1 - coldShare, of: prediction[end] },
      { share: coldShare, of: shift(prediction[end], added[end]) },
    ]);
  const asked = session ? `, and a session of ${formatMs(sessionMs.best)} first` : '';
  const words = `${percent(coldShare)} of reads open a connection: + ${formatMs(added.best)} (${OPENING_TRIPS.best} round trips of ${formatMs(way.ms + lastMileMs)} for TCP and TLS 1.3${asked}; ${formatMs(added.low)} to ${formatMs(added.high)}, at most with TLS 1.2)`;
  return {
    ...prediction,
    best: mixed('best'),
    low: mixed('low'),
    high: mixed('high'),
    grade: worseOf(prediction.grade, 'extrapolated'),
    adjustments: [...prediction.adjustments, { kind: 'connection', words }],
  };
}
