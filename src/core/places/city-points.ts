/** Where a city of `pricing/places/cities.json` stands, for the tables that name cities. */
import cities from '../../../pricing/places/cities.json' with { type: 'json' };
import type { Point } from './place.ts';

const known: Readonly<Record<string, readonly (number | string)[]>> = cities;

/** Coordinates are NaN where the file lacks the city. */
export function cityPoint(city: string): Point {
  const [latitude, longitude] = known[city] ?? [];
  return { latitude: Number(latitude), longitude: Number(longitude) };
}
