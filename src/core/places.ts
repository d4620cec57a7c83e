/** The registry of places: every id a scenario, a store or a dataset may name, and distances between them. */
import { nearest } from './nearest.ts';
import { AWS_PLACES } from './places/aws.ts';
import { INDEPENDENT_PLACES } from './places/independents.ts';
import { INTERNET_PLACES } from './places/internet.ts';
import type { Place } from './places/place.ts';
import type { Edition } from './pricing/edition.ts';

export type { Place } from './places/place.ts';

export const PLACES: readonly Place[] = [...AWS_PLACES, ...INDEPENDENT_PLACES, ...INTERNET_PLACES];

/** The region key of an edition whose one price list covers all its places. */
export const EVERYWHERE = 'everywhere';

const BY_ID = new Map(PLACES.map((place) => [place.id, place]));

/** The place of that exact id. */
export function findPlace(id: string): Place | undefined {
  return BY_ID.get(id);
}

/** Up to five ids a person may have meant by `id`: same last part, a part of the id or name, or a slip of the pen. */
export function suggestPlaces(id: string): string[] {
  const wanted = id.slice(0, 80).toLowerCase();
  const last = wanted.split('/').at(-1) ?? wanted;
  if (last === '') return [];
  const lastOf = (place: Place) => place.id.toLowerCase().split('/').at(-1);
  const ids = (wantedPlaces: readonly Place[]) => wantedPlaces.map((place) => place.id);
  const slip = nearest(wanted, BY_ID.keys());
  const found = [
    ...ids(PLACES.filter((place) => lastOf(place) === last)),
    ...(slip === undefined ? [] : [slip]),
    ...ids(PLACES.filter((place) => place.id.toLowerCase().startsWith(wanted))),
    ...ids(
      PLACES.filter(
        (place) =>
          last.length > 2 &&
          (place.id.toLowerCase().includes(last) || place.name.toLowerCase().includes(last)),
      ),
    ),
  ];
  const sameProvider = (one: string) => one.startsWith(`${wanted.slice(0, wanted.lastIndexOf('/'))}/`);
  const unique = [...new Set(found)];
  return [...unique.filter(sameProvider), ...unique.filter((one) => !sameProvider(one))].slice(0, 5);
}

const EARTH_RADIUS_KM = 6371;

/** Great-circle distance in km, by the haversine formula on a sphere of 6371 km. */
export function greatCircleKm(a: Place, b: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const halfLatitude = Math.sin(radians(b.latitude - a.latitude) / 2);
  const halfLongitude = Math.sin(radians(b.longitude - a.longitude) / 2);
  const chord =
    halfLatitude ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * halfLongitude ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Member states of the European Union. */
const EU = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' ');

/** True or false where the place promises one, null where it promises none. `wanted`: `any`, `EU` or an ISO country, in any case. */
export function inJurisdiction(place: Place, wanted: string): boolean | null {
  const code = wanted.toUpperCase();
  if (code === 'ANY') return true;
  if (place.jurisdiction === null) return null;
  if (place.jurisdiction === code) return true;
  if (code === 'EU') return EU.includes(place.jurisdiction);
  // Somewhere in the Union may or may not be in one of its states.
  return place.jurisdiction === 'EU' && EU.includes(code) ? null : false;
}

/**
 * Id of the place where a store keeps objects of that region: a region of the edition, or one of its `places` by
 * the part after the provider (`weur`). Null: near each reader, or not one place.
 */
export function placeOfStore(edition: Edition, region: string): string | null {
  const listed = edition.places.find((id) => id === region || id.slice(id.indexOf('/') + 1) === region);
  const id = listed ?? `${edition.provider}/${region}`;
  const place = findPlace(id);
  return !place || place.kind === 'global' ? null : id;
}

/**
 * The region to use for a store named without one: by the provider's placement rule, the one nearest `placeId`.
 * A region as it stands after `@`; `everywhere` where one price list names no places. Undefined when the place is unknown.
 */
export function nearestRegion(edition: Edition, placeId: string): string | undefined {
  const regions = Object.keys(edition.regions);
  if (edition.placement === 'near-reader') return regions[0];
  const from = findPlace(placeId);
  if (!from) return undefined;
  const names = regions.includes(EVERYWHERE)
    ? edition.places.map((id) => id.slice(id.indexOf('/') + 1))
    : regions;
  let best: { name: string; km: number } | undefined;
  for (const name of names) {
    const id = placeOfStore(edition, name);
    const place = id === null ? undefined : findPlace(id);
    // A hint or a region is for everybody; a jurisdiction is asked for by name, and so is a government's region.
    if (!place || place.kind === 'jurisdiction' || place.id.startsWith('aws/us-gov-')) continue;
    const km = greatCircleKm(from, place);
    if (!best || km < best.km) best = { name, km };
  }
  return best?.name ?? (regions.includes(EVERYWHERE) ? EVERYWHERE : undefined);
}
