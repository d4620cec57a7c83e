/** Where a reader, a writer or a store is. */
import { CITIES } from './cities.ts';
import type { City } from './cities.ts';

export interface Place {
  /** `aws/us-east-1`, `aws/us-east-1/use1-az4`, `cloudflare/weur`, `prisma/fra`, `internet/europe`, `internet/DE` */
  id: string;
  /** Where it stands, whose coordinates it has. */
  city: City;
  provider: string;
  latitude: number;
  longitude: number;
  /** ISO 3166 country, or `EU` for a promise to stay in the Union; `null` where nothing is promised or several countries are meant. */
  jurisdiction: string | null;
  kind:
    | 'region'
    | 'zone'
    | 'hint'
    | 'jurisdiction'
    | 'multi-region'
    | 'global'
    | 'cdn'
    | 'runtime'
    | 'country'
    | 'continent';
}

/** `[id after the provider, city, jurisdiction]`; without a jurisdiction, the country of the city. */
export type PlaceRow = readonly [id: string, city: City, jurisdiction?: string | null];

export function placesOf(provider: string, kind: Place['kind'], rows: readonly PlaceRow[]): Place[] {
  return rows.map(([id, city, promised]) => {
    const [latitude, longitude, country] = CITIES[city];
    const jurisdiction = promised === undefined ? country : promised;
    return { id: `${provider}/${id}`, city, provider, latitude, longitude, jurisdiction, kind };
  });
}
