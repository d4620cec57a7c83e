/** Where a reader, a writer or a store is. Coordinates are those of the named city, to a tenth of a degree. */
export interface Place {
  /** `aws/us-east-1`, `aws/us-east-1/use1-az4`, `cloudflare/weur`, `prisma/fra`, `internet/europe`, `internet/DE` */
  id: string;
  name: string;
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

/** `[id after the provider, name, latitude, longitude, jurisdiction]` */
export type PlaceRow = readonly [
  id: string,
  name: string,
  latitude: number,
  longitude: number,
  jurisdiction: string | null,
];

export function placesOf(provider: string, kind: Place['kind'], rows: readonly PlaceRow[]): Place[] {
  return rows.map(([id, name, latitude, longitude, jurisdiction]) => ({
    id: `${provider}/${id}`,
    name,
    provider,
    latitude,
    longitude,
    jurisdiction,
    kind,
  }));
}
