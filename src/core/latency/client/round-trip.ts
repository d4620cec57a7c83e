/** How long a round trip between two places takes, from the great circle between them. */
import { findPlace, greatCircleKm } from '../../places.ts';
import type { Place } from '../../places.ts';

/**
 * RTT = START + STRETCH × (there and back along the great circle in fibre). START and STRETCH minimise the mean |ln error|
 * over the 420 directed pairs of 21 AWS regions in a table of CloudPing round trips (aws-latency-voronoi, 2024-11; the
 * table is not shipped), each less the mean of both regions' own times, which are HTTP requests of 4 to 12 ms, not round
 * trips. Median error 15 %; measured/fitted lies between LOW and HIGH for 90 % of the pairs (Africa and the Gulf above).
 * Held out, one region after another fitted on the pairs without it: median error of its pairs 16 %, nine in ten within 39 %,
 * 88 % between the ends fitted without it; STRETCH stays within 1.62 to 1.70.
 */
const START_MS = 2.5;
const STRETCH = 1.66;
const LOW = 0.74;
const HIGH = 1.69;

/** Light in silica fibre, group index 1.468 (ITU-T G.652 fibre at 1550 nm). */
export const FIBRE_KM_PER_MS = 299.792458 / 1.468;

/** Places this close count as one: a metropolitan area, where other things take longer than the way. */
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
  const near = Math.max(0, km - reach);
  return { km, ms: msOf(km), lowMs: LOW * msOf(near), highMs: HIGH * msOf(km + reach) };
}

function msOf(km: number): number {
  return km < ONE_PLACE_KM ? 0 : START_MS + (STRETCH * 2 * km) / FIBRE_KM_PER_MS;
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
