/** How long a round trip between two places takes: as measured, by the nearest measured pair, or by the great circle between them. */
import { memo } from '../../memo.ts';
import { findPlace, greatCircleKm } from '../../places.ts';
import type { Point } from '../../places.ts';
import { measuredMs, nearestMeasured } from '../../places/measured-trips.ts';
import { readerPoint, readersOf } from '../../places/readers.ts';

/**
 * The great circle: START + STRETCH × (there and back in fibre). START and STRETCH minimise the mean |ln error| over the
 * 1,378 pairs of the measured table (Azure's regions, July 2026), each less TABLE_OWN_MS.
 */
const START_MS = 4;
const STRETCH = 1.6;

/**
 * What a round trip of the table holds beyond the way between two cities: it has 3 and 4 ms between the two regions of
 * Canberra. A measurement near a store holds as much already. Without it the median error over short AWS pairs is 17 %, with it 3 %.
 */
const TABLE_OWN_MS = 3;

/**
 * Between two cities of the table a round trip is as measured there; between other places, that of the nearest pair in
 * proportion to the great circles. Farther from the pair than this share of the way, the great circle alone errs less.
 */
const FARTHEST_PAIR = 0.4;

/**
 * Nine in ten real round trips, at least, lie between `low` × ms − 1 and `high` × ms + 1. Errors are held out: each city of
 * the table predicted from the others, and two tables of which only these ends were chosen: AWS (CloudPing 2024, 210 pairs
 * less the regions' own times, not shipped) and IBM Cloud (November 2024, 45 pairs). Median error and share inside the band:
 * - pair: held out 4 % and 98 %; AWS 5 % and 94 % (outside are routes from Africa by way of Europe); IBM 7 % and all;
 * - circle, used where it must be: held out 18 % and 94 %; for all pairs: held out 13 % and 95 %, AWS 15 % and 92 %.
 */
const BANDS = {
  pair: { low: 0.8, high: 1.25 },
  circle: { low: 0.7, high: 1.6 },
};
const BAND_ENDS_MS = 1;

/** Light in silica fibre, group index 1.468 (ITU-T G.652 fibre at 1550 nm). */
export const FIBRE_KM_PER_MS = 299.792458 / 1.468;

/**
 * Places this close count as one, 0 ms apart: what a round trip takes inside a region (0.1 ms in a zone, 1 to 2.5 ms between
 * zones, by IBM Cloud's table of November 2024) is part of every measurement near a store.
 */
const ONE_PLACE_KM = 60;

/** Readers on the internet are around the city they count for: by `readers.json` 110 to 560 km away on average, 300 in the middle. */
const READERS_WITHIN_KM = 300;

export interface RoundTrip {
  km: number;
  ms: number;
  /** Nine in ten real paths lie between; readers spread around their city widen it. */
  lowMs: number;
  highMs: number;
}

const NOWHERE: RoundTrip = { km: 0, ms: 0, lowMs: 0, highMs: 0 };

/**
 * Between two place ids. Null when one is unknown. A null `store` is near the reader, wherever that is: at worst at the
 * main city of the reader's country or continent. To readers in several cities: their mean.
 */
export function roundTrip(store: string | null, client: string): RoundTrip | null {
  return known(store)(client);
}

const known = memo((store: string | null) => memo((client: string) => roundTripTo(store, client)));

function roundTripTo(store: string | null, client: string): RoundTrip | null {
  const cities = readersOf(client);
  if (cities.length > 0) return meanOf(cities.map(({ id, percent }) => [percent, roundTrip(store, id)]));
  const from = findPlace(client) ?? readerPoint(client);
  const home = findPlace(regionOf(client));
  const to = store === null ? home : findPlace(store);
  if (!from || !home || !to) return null;
  const isNear = store === null || to.kind === 'global';
  const way = between(isNear ? home : to, from, isOnInternet(client) ? READERS_WITHIN_KM : 0);
  return isNear ? { ...NOWHERE, highMs: way.highMs } : way;
}

/** `reach`: how far around `from` readers are, in km. */
function between(to: Point, from: Point, reach: number): RoundTrip {
  const km = greatCircleKm(from, to);
  if (km < ONE_PLACE_KM && reach === 0) return NOWHERE;
  const { ms, kind } = tripBetween(to, from);
  const { low, high } = BANDS[kind];
  const scaled = (away: number) =>
    km < ONE_PLACE_KM ? circleMs(away) : (ms * circleMs(away)) / circleMs(km);
  const near = km - reach;
  return {
    km,
    ms,
    lowMs: near < ONE_PLACE_KM ? 0 : Math.max(lightMs(near), low * scaled(near) - BAND_ENDS_MS),
    highMs: high * scaled(km + reach) + BAND_ENDS_MS,
  };
}

function meanOf(parts: readonly (readonly [percent: number, way: RoundTrip | null])[]): RoundTrip | null {
  const mean = { ...NOWHERE };
  for (const [percent, way] of parts) {
    if (!way) return null;
    for (const key of ['km', 'ms', 'lowMs', 'highMs'] as const) mean[key] += (percent / 100) * way[key];
  }
  return mean;
}

/** Symmetric, and 0 within a city. */
function tripBetween(a: Point, b: Point): { ms: number; kind: keyof typeof BANDS } {
  const km = greatCircleKm(a, b);
  if (km < ONE_PLACE_KM) return { ms: 0, kind: 'pair' };
  const [nearA, nearB] = [nearestMeasured(a), nearestMeasured(b)];
  const tableMs = measuredMs(nearA, nearB);
  if (tableMs === undefined || nearA.km + nearB.km > FARTHEST_PAIR * km)
    return { ms: circleMs(km), kind: 'circle' };
  const stretch = (tableMs - TABLE_OWN_MS) / circleMs(greatCircleKm(nearA, nearB));
  return { ms: Math.max(lightMs(km), stretch * circleMs(km)), kind: 'pair' };
}

/** There and back along the great circle in fibre: nothing is faster. */
function lightMs(km: number): number {
  return (2 * km) / FIBRE_KM_PER_MS;
}

function circleMs(km: number): number {
  return START_MS + STRETCH * lightMs(km);
}

/** True where the client is a reader's own device, whose last mile nothing here has measured. */
export function isOnInternet(client: string): boolean {
  return client.startsWith('internet/');
}

/** `aws/us-east-1/use1-az4` → `aws/us-east-1`. */
export function regionOf(place: string): string {
  const zone = place.indexOf('/', place.indexOf('/') + 1);
  return zone < 0 ? place : place.slice(0, zone);
}
