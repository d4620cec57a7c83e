/** The way between a client and a store, as a part of a request's time. */
import { findPlace } from '../../places.ts';
import { roundTrip } from '../client/round-trip.ts';
import type { RoundTrip } from '../client/round-trip.ts';

/**
 * An area that a provider places buckets in by hint: where in it they stand is not known. Prisma's phases over Cloudflare's
 * hint `apac` take 765 s from Singapore and 498 s from Tokyo, though the hint's own city is Singapore: readers within the
 * area cannot be told apart. In km around the hint's city.
 */
const HINT_REACH_KM: Readonly<Record<string, number>> = { 'cloudflare/apac': 6000 };
const OTHER_HINTS_KM = 2500;

/** Null where a place is unknown. A null `store` is near the reader. Within a hint's area the way is part of the store's own time. */
export function wayBetween(store: string | null, client: string): RoundTrip | null {
  const way = roundTrip(store, client);
  const place = store === null ? undefined : findPlace(store);
  if (!way || place?.kind !== 'hint') return way;
  const reach = HINT_REACH_KM[place.id] ?? OTHER_HINTS_KM;
  return way.km < reach ? { ...way, ms: 0, lowMs: 0 } : way;
}

/** Bytes of the first flight: ten segments of 1,460 bytes (RFC 6928). */
const FIRST_FLIGHT = 10 * 1460;

/**
 * Round trips of a request: one, and the flights that follow the first while its window doubles (slow start, RFC 5681; a
 * connection that was idle begins anew, too). Macaron's fastest far requests show them: two more for 64 KiB, eight for 4 MiB.
 */
export function tripsFor(bytes: number): number {
  return bytes <= FIRST_FLIGHT ? 1 : Math.log2(bytes / FIRST_FLIGHT + 1);
}

const SEGMENT = 1460;
/** Of the packets of a slow request, taken to be lost: nobody measured it for two paths. */
const LOST = 1e-3;

/**
 * Round trips more of a request that loses packets, at the rate segment × √(3/2 ÷ lost) a round trip (M. Mathis and others, "The
 * macroscopic behavior of the TCP congestion avoidance algorithm", Computer Communication Review 27, 1997).
 */
export function tripsWhenLossy(bytes: number): number {
  return bytes <= FIRST_FLIGHT ? 0 : bytes / (SEGMENT * Math.sqrt(1.5 / LOST));
}
