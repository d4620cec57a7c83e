/** The registry of places: every id a scenario, a store or a dataset may name, and distances between them. */
import cities from '../../pricing/places/cities.json' with { type: 'json' };
import internet from '../../pricing/places/internet.json' with { type: 'json' };
import providers from '../../pricing/places/providers.json' with { type: 'json' };
import { placesIn } from './places/places-in.ts';
import type { PlacesFiles } from './places/places-in.ts';
import type { Place, Point } from './places/place.ts';
import type { Edition } from './pricing/editions/edition.ts';

export type { Place, Point } from './places/place.ts';

export const PLACES: readonly Place[] = placesIn({ cities, internet, providers } as unknown as PlacesFiles);

/** Names by provider. */
export const PROVIDER_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(providers).map(([id, { name }]) => [id, name]),
);

/** The region key of an edition whose one price list covers all its places. */
export const EVERYWHERE = 'everywhere';

const byId = new Map<string, Place>();

/** The place of that exact id. */
export function findPlace(id: string): Place | undefined {
  if (byId.size === 0) for (const place of PLACES) byId.set(place.id, place);
  return byId.get(id);
}

/** Country of a place, as the internet is priced by it; or the continent of readers who are in no one country. */
export function internetName(id: string): string | undefined {
  const place = findPlace(id);
  if (place?.jurisdiction && place.jurisdiction !== 'EU') return place.jurisdiction;
  return place?.kind === 'continent' ? id.slice(id.indexOf('/') + 1) : undefined;
}

const EARTH_RADIUS_KM = 6371;

/** Great-circle distance in km, by the haversine formula on a sphere of 6371 km. */
export function greatCircleKm(a: Point, b: Point): number {
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
export function inJurisdiction(place: Pick<Place, 'jurisdiction'>, wanted: string): boolean | null {
  const code = wanted.toUpperCase();
  if (code === 'ANY') return true;
  if (place.jurisdiction === null) return null;
  if (place.jurisdiction === code) return true;
  if (code === 'EU') return EU.includes(place.jurisdiction);
  // Somewhere in the Union may or may not be in one of its states.
  return place.jurisdiction === 'EU' && EU.includes(code) ? null : false;
}

/** Every jurisdiction that some place is in, and the states of the Union, sorted. */
export function jurisdictions(): string[] {
  return [...new Set([...PLACES.flatMap(({ jurisdiction }) => jurisdiction ?? []), ...EU, 'EU'])].sort();
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

/** A hint or a region is for everybody; a jurisdiction, several regions at once and a government's region are asked for by name. */
function isAskedFor({ kind, id }: Place): boolean {
  return kind === 'jurisdiction' || kind === 'multi-region' || id.startsWith('aws/us-gov-');
}

/** The region of a CDN whose edges answer readers at the place; undefined where its prices do not say. */
export function cdnRegion(edition: Edition, placeId: string): string | undefined {
  const name = internetName(placeId);
  return Object.entries(edition.regions).find(([, { serves }]) => serves.includes(`internet/${name}`))?.[0];
}

/** Keys of the regions that some edition prices, the newest edition's first: a region missing from it keeps its older prices. */
export function pricedRegions(editions: readonly Edition[]): string[] {
  return [...new Set(editions.toReversed().flatMap(({ regions }) => Object.keys(regions)))];
}

/**
 * The region to use for a store named without one: by the provider's placement rule, the one nearest `placeId` of all that
 * its editions have, oldest first, as a region missing from a newer one keeps its older prices. A region as it stands after
 * `@`; `everywhere` where one price list names no places. Undefined when the place is unknown. `within`: only regions that promise
 * to be in that jurisdiction.
 */
export function nearestRegion(
  editions: readonly Edition[],
  placeId: string,
  within?: string,
): string | undefined {
  const edition = editions.at(-1);
  if (!edition) return undefined;
  const regions = pricedRegions(editions);
  if (edition.placement === 'near-reader' && within === undefined) return regions[0];
  const from = findPlace(placeId);
  if (!from) return undefined;
  const names = regions.includes(EVERYWHERE)
    ? edition.places.map((id) => id.slice(id.indexOf('/') + 1))
    : regions;
  let best: { name: string; isExtra: boolean; km: number } | undefined;
  for (const name of names) {
    const id = placeOfStore(edition, name);
    const place = id === null ? undefined : findPlace(id);
    if (!place) continue;
    const isExtra = id !== placeId && isAskedFor(place);
    if (within ? inJurisdiction(place, within) !== true : isExtra) continue;
    const km = id === placeId ? -1 : greatCircleKm(from, place);
    if (!best || (isExtra === best.isExtra ? km < best.km : best.isExtra)) best = { name, isExtra, km };
  }
  return best?.name ?? (!within && regions.includes(EVERYWHERE) ? EVERYWHERE : undefined);
}

/** The same where objects have to lie in `residency` (`any`: anywhere): a region there, else whichever is nearest. */
export function nearestRegionFor(
  editions: readonly Edition[],
  placeId: string,
  residency: string,
): string | undefined {
  const within = /^any$/i.test(residency) ? undefined : nearestRegion(editions, placeId, residency);
  return within ?? nearestRegion(editions, placeId);
}
