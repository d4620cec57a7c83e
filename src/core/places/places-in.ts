/** Places from the content of the files under `pricing/places/`. */
import type { Place, PlaceKind } from './place.ts';

interface PlaceRow {
  city: string;
  jurisdiction?: string | null | undefined;
  zones?: readonly string[] | undefined;
}

/** Places by kind, then by their id after the provider. */
type PlaceRows = Readonly<Partial<Record<PlaceKind, Readonly<Record<string, PlaceRow>>>>>;

export interface PlacesFiles {
  /** Latitude, longitude and country. */
  cities: Readonly<Record<string, readonly [number, number, string]>>;
  providers: Readonly<Record<string, { name: string; places?: PlaceRows | undefined }>>;
  /** Readers on the internet: a continent or a country stands at one of its largest cities. */
  internet: PlaceRows;
}

/** Coordinates are NaN where `cities` lacks the city. */
export function placesIn({ cities, providers, internet }: PlacesFiles): Place[] {
  const tables = [
    ...Object.entries(providers).map(([id, { places = {} }]) => [id, places] as const),
    ['internet', internet] as const,
  ];
  return tables.flatMap(([provider, kinds]) =>
    Object.entries(kinds).flatMap(([kind, rows]) => {
      const places = Object.entries(rows).map(([name, row]): [Place, readonly string[]] => {
        const { city, jurisdiction, zones = [] } = row;
        const [latitude = NaN, longitude = NaN, country = null] = cities[city] ?? [];
        const place: Place = {
          id: `${provider}/${name}`,
          city,
          provider,
          latitude,
          longitude,
          jurisdiction: jurisdiction === undefined ? country : jurisdiction,
          kind: kind as PlaceKind,
        };
        return [place, zones];
      });
      const zones = places.flatMap(([region, names]) =>
        names.map((name): Place => ({ ...region, id: `${region.id}/${name}`, kind: 'zone' })),
      );
      return [...places.map(([place]) => place), ...zones];
    }),
  );
}
