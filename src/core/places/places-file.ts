/** The schemas of the files under `pricing/places/`, for who checks them. */
import * as z from 'zod/mini';
import { PLACE_KINDS } from './place.ts';
import { placesIn } from './places-in.ts';
import type { PlacesFiles } from './places-in.ts';

const Name = z.string().check(z.minLength(1), z.maxLength(60));

/** Latitude and longitude to a tenth of a degree, and the ISO country. */
export const CitiesFile = z.record(
  Name,
  z.tuple([
    z.number().check(z.minimum(-90), z.maximum(90)),
    z.number().check(z.minimum(-180), z.maximum(180)),
    z.string().check(z.length(2)),
  ]),
);

const Row = z.strictObject({
  city: Name,
  /** Where it is not the country of the city: `EU`, an ISO country, or null for no promise. */
  jurisdiction: z.optional(z.nullable(z.string().check(z.length(2)))),
  title: z.optional(Name),
  invoice: z.optional(z.array(Name)),
  /** Zones inside it, which stand where it stands. */
  zones: z.optional(z.array(Name)),
});

/** Places by kind, then by their id after the provider. */
const Kinds = z.partialRecord(z.enum(PLACE_KINDS), z.record(Name, Row));

export const ProvidersFile = z.record(
  z.string().check(z.regex(/^[a-z0-9-]+$/, 'a provider is named in small letters, e.g. aws')),
  z.strictObject({ name: Name, places: z._default(Kinds, {}) }),
);
export const InternetFile = Kinds;

/** What the schemas cannot see: a city without coordinates, a place named twice. Each as where it stands, and what is wrong. */
export function placesFileProblems(files: PlacesFiles): { place: string; message: string }[] {
  const seen = new Set<string>();
  return placesIn(files).flatMap(({ id, city }) => {
    const isTwice = seen.has(id);
    seen.add(id);
    return [
      ...(isTwice ? [{ place: id, message: 'stands there twice' }] : []),
      ...(Object.hasOwn(files.cities, city)
        ? []
        : [{ place: id, message: `"${city}" is not in cities.json` }]),
    ];
  });
}
