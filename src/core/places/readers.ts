/** The cities that readers of a continent or a large country are in: `pricing/places/readers.json`, for latencies to all of them. */
import readers from '../../../pricing/places/readers.json' with { type: 'json' };
import { cityPoint } from './city-points.ts';
import type { Point } from './place.ts';

export interface ReaderCity {
  /** `internet/europe/London`: a place to round trips and predictions, not to scenarios. */
  id: string;
  /** Of the readers, in percent. */
  percent: number;
  at: Point;
}

const byPlace = new Map<string, readonly ReaderCity[]>(
  Object.entries(readers).map(([place, cities]) => [
    place,
    Object.entries(cities).map(([city, percent]) => ({
      id: `${place}/${city}`,
      percent,
      at: cityPoint(city),
    })),
  ]),
);
const byId = new Map([...byPlace.values()].flat().map((city) => [city.id, city.at]));

/** From the city of most readers on; none of a place that is one. */
export function readersOf(place: string): readonly ReaderCity[] {
  return byPlace.get(place) ?? [];
}

/** Where the readers of that id are. */
export function readerPoint(id: string): Point | undefined {
  return byId.get(id);
}
