/** The schemas of the files under `pricing/places/`, for who checks them. */
import * as z from 'zod/mini';
import { ISO_DATE, ISO_DATE_WORDS } from '../iso-date.ts';
import { PLACE_KINDS } from './place.ts';
import { placesIn } from './places-in.ts';
import type { PlacesFiles } from './places-in.ts';

const Name = z.string().check(z.minLength(1), z.maxLength(60));

const Day = z.string().check(z.regex(ISO_DATE, ISO_DATE_WORDS));

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

/** By place, its title on invoices and the prefixes of its usage types there. */
export const InvoiceNamesFile = z.record(
  z.string(),
  z.strictObject({ title: Name, prefixes: z.optional(z.array(Name)) }),
);

/** By place, the share of its internet users nearest to each city, in percent. */
export const ReadersFile = z.record(Name, z.record(Name, z.number().check(z.positive())));

/** Of each city, the round trips measured to each city above it, in ms. */
export const RoundTripsFile = z.record(Name, z.array(z.number().check(z.positive())));

/** Of a file that others measured or counted: what it is, whose, under which licence, and how it was changed. */
export const SourcesFile = z.record(
  z.enum(['readers.json', 'round-trips.json']),
  z.strictObject({
    what: z.string(),
    sources: z.array(
      z.strictObject({
        title: z.string(),
        source: z.string().check(z.startsWith('https://')),
        attribution: z.string(),
        licence: z.string(),
        dataUntil: z.optional(Day),
      }),
    ),
    recorded: Day,
    changes: z.string(),
  }),
);

/** A place that is no country or continent, a city without coordinates, shares that do not make 100. */
export function readersProblems(
  readers: z.infer<typeof ReadersFile>,
  { internet, cities }: PlacesFiles,
): { place: string; message: string }[] {
  const places = new Set(Object.values(internet).flatMap((rows) => Object.keys(rows)));
  return Object.entries(readers).flatMap(([place, shares]) => {
    const sum = Object.values(shares).reduce((all, one) => all + one, 0);
    return [
      ...(places.has(place.replace(/^internet\//, '')) ? [] : [`is no place of internet.json`]),
      ...(sum === 100 ? [] : [`has shares that make ${sum} percent`]),
      ...Object.keys(shares).flatMap((city) =>
        Object.hasOwn(cities, city) ? [] : [`"${city}" is not in cities.json`],
      ),
    ].map((message) => ({ place, message }));
  });
}

/** A city without coordinates, a row that does not end before its own city. */
export function roundTripProblems(
  roundTrips: z.infer<typeof RoundTripsFile>,
  cities: PlacesFiles['cities'],
): { place: string; message: string }[] {
  return Object.entries(roundTrips).flatMap(([city, row], i) => [
    ...(Object.hasOwn(cities, city) ? [] : [{ place: city, message: 'is not in cities.json' }]),
    ...(row.length === i
      ? []
      : [{ place: city, message: `has ${row.length} round trips, and ${i} cities above it` }]),
  ]);
}

/** What is no place. */
export function invoiceNamesProblems(
  names: z.infer<typeof InvoiceNamesFile>,
  files: PlacesFiles,
): { place: string; message: string }[] {
  const places = new Set(placesIn(files).map(({ id }) => id));
  return Object.keys(names).flatMap((place) =>
    places.has(place) ? [] : [{ place, message: 'is no place of providers.json' }],
  );
}

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
