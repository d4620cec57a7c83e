/** The schemas of the files under `pricing/places/`, for who checks them. */
import * as z from 'zod';
import { PLACE_KINDS } from './place.ts';
import { placesIn } from './places-in.ts';
import type { PlacesFiles } from './places-in.ts';

const Name = z.string().min(1).max(60);

/** Latitude and longitude to a tenth of a degree, and the ISO country. */
export const CitiesFile = z.record(
  Name,
  z.tuple([z.number().min(-90).max(90), z.number().min(-180).max(180), z.string().length(2)]),
);

const Row = z.strictObject({
  city: Name,
  /** Where it is not the country of the city: `EU`, an ISO country, or null for no promise. */
  jurisdiction: z.string().length(2).nullable().optional(),
  title: Name.optional(),
  invoice: z.array(Name).optional(),
  /** Zones inside it, which stand where it stands. */
  zones: z.array(Name).optional(),
});

/** Places by kind, then by their id after the provider. */
const Kinds = z.partialRecord(z.enum(PLACE_KINDS), z.record(Name, Row));

export const ProvidersFile = z.record(
  z.string().regex(/^[a-z0-9-]+$/),
  z.strictObject({ name: Name, places: Kinds.default({}) }),
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
