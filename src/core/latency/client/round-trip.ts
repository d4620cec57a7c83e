/** How long a round trip between two places takes: as measured, by the nearest measured pair, or by the great circle between them. */
import { findPlace, greatCircleKm } from '../../places.ts';
import type { Place, Point } from '../../places.ts';
import { measuredMs, nearestMeasured } from '../../places/measured-trips.ts';

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
 * the table predicted from the others, and two tables that no figure of `pair` was fitted on: AWS (CloudPing 2024, 210 pairs
 * less the regions' own times, not shipped) and IBM Cloud (November 2024, 45 pairs). Median error and share inside the band:
 * - pair: held out 4 % and 98 %; AWS 5 % and 95 % (outside are routes from Africa by way of Europe); IBM 7 % and all;
 * - circle, used where it must be: held out 18 % and 96 %; for all pairs: held out 13 % and 95 %, AWS 15 % and 92 %.
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

/**
 * How far readers live from the city their place stands at: the radius of a circle with the land area of the continent
 * (Encyclopaedia Britannica, in millions of km²) or of a large country; other countries as one of half a million km².
 */
const LAND_MILLION_KM2: Readonly<Record<string, number>> = {
  africa: 30.4,
  asia: 44.6,
  europe: 10.2,
  'middle-east': 7.2,
  'north-america': 24.7,
  oceania: 8.5,
  'south-america': 17.8,
  AR: 2.8,
  AU: 7.7,
  BR: 8.5,
  CA: 10,
  CN: 9.6,
  IN: 3.3,
  RU: 17.1,
  US: 9.8,
};
const OTHER_COUNTRY_MILLION_KM2 = 0.5;

export interface RoundTrip {
  km: number;
  ms: number;
  /** Nine in ten real paths lie between; readers spread over a country or continent widen it. */
  lowMs: number;
  highMs: number;
}

const NOWHERE: RoundTrip = { km: 0, ms: 0, lowMs: 0, highMs: 0 };

/** Between two place ids. Null when one is unknown. A null `store` is near the reader, wherever that is. */
export function roundTrip(store: string | null, client: string): RoundTrip | null {
  const from = findPlace(client);
  if (!from) return null;
  const to = store === null ? from : findPlace(store);
  if (!to) return null;
  const km = to.kind === 'global' ? 0 : greatCircleKm(from, to);
  const reach = reachKm(from);
  if (km < ONE_PLACE_KM && reach === 0) return NOWHERE;
  const { ms, kind } = tripBetween(to.kind === 'global' ? from : to, from);
  const { low, high } = BANDS[kind];
  const spread = (away: number) => (km === 0 ? circleMs(away) : (ms * circleMs(away)) / circleMs(km));
  const near = Math.max(0, km - reach);
  return {
    km,
    ms,
    lowMs: near < ONE_PLACE_KM ? 0 : Math.max(lightMs(near), low * spread(near) - BAND_ENDS_MS),
    highMs: high * spread(km + reach) + BAND_ENDS_MS,
  };
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

/** Readers of an internet place are spread around its city, in km; 0 for a place that is one. */
function reachKm(place: Place): number {
  if (place.kind !== 'country' && place.kind !== 'continent') return 0;
  const name = place.id.slice(place.id.indexOf('/') + 1);
  const land = LAND_MILLION_KM2[name] ?? OTHER_COUNTRY_MILLION_KM2;
  return Math.sqrt((land * 1e6) / Math.PI);
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
