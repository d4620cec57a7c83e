/** The tables of places as data: a page that leaves them out of its script brings them before it asks for any. */
import { ALL_PLACES } from './all.ts';
import type { Place, PlaceRow } from './place.ts';

export interface PlacesData {
  /** Latitude, longitude and country. */
  cities: Record<string, [number, number, string | null]>;
  /** Rows as in the tables, each table under its provider and kind. */
  tables: Record<string, PlaceRow[]>;
}

export function placesAsData(): PlacesData {
  const data: PlacesData = { cities: {}, tables: {} };
  for (const { id, city, provider, kind, latitude, longitude, jurisdiction } of ALL_PLACES) {
    data.cities[city] ??= [latitude, longitude, jurisdiction];
    const isCountry = data.cities[city][2] === jurisdiction;
    const name = id.slice(provider.length + 1);
    (data.tables[`${provider} ${kind}`] ??= []).push(isCountry ? [name, city] : [name, city, jurisdiction]);
  }
  return data;
}

export function placesOfData({ cities, tables }: PlacesData): Place[] {
  return Object.entries(tables).flatMap(([title, rows]) => {
    const [provider = '', kind] = title.split(' ');
    return rows.map(([id, city, promised]) => {
      const [latitude = NaN, longitude = NaN, country = null] = cities[city] ?? [];
      const jurisdiction = promised === undefined ? country : promised;
      return { id: `${provider}/${id}`, city, provider, latitude, longitude, jurisdiction, kind } as Place;
    });
  });
}

/** Does nothing where the places are known. */
export function bringPlaces(data: PlacesData): void {
  if (ALL_PLACES.length === 0) ALL_PLACES.push(...placesOfData(data));
}
