export interface Point {
  latitude: number;
  longitude: number;
}

/** Where a reader, a writer or a store is. */
export interface Place extends Point {
  /** `aws/us-east-1`, `aws/us-east-1/use1-az4`, `cloudflare/weur`, `prisma/fra`, `internet/europe`, `internet/DE` */
  id: string;
  /** Where it stands, whose coordinates it has. */
  city: string;
  provider: string;
  /** ISO 3166 country, or `EU` for a promise to stay in the Union; `null` where nothing is promised or several countries are meant. */
  jurisdiction: string | null;
  kind: PlaceKind;
}

export const PLACE_KINDS = [
  'region',
  'zone',
  'hint',
  'jurisdiction',
  'multi-region',
  'global',
  'cdn',
  'runtime',
  'country',
  'continent',
] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];
