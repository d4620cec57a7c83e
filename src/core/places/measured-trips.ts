/** Round trips between cities as measured: the table in `pricing/places/round-trips.json`, for the round trip between two places. */
import roundTrips from '../../../pricing/places/round-trips.json' with { type: 'json' };
import { itemAt } from '../at.ts';
import { memo } from '../memo.ts';
import { greatCircleKm } from '../places.ts';
import { cityPoint } from './city-points.ts';
import type { Point } from './place.ts';

/** A city of the table, by its row, and how far the place asked for is from it. */
export interface MeasuredCity extends Point {
  row: number;
  km: number;
}

const rows: readonly (readonly number[])[] = Object.values(roundTrips);
const points = Object.keys(roundTrips).map(cityPoint);

/** The city of the table nearest to a place. */
export const nearestMeasured = memo((place: Point): MeasuredCity => {
  const all = points.map((point, row) => ({ ...point, row, km: greatCircleKm(place, point) }));
  return all.reduce((best, one) => (one.km < best.km ? one : best));
});

/** The table's round trip between two of its cities, in ms; undefined from a city to itself. */
export function measuredMs(a: MeasuredCity, b: MeasuredCity): number | undefined {
  if (a.row === b.row) return undefined;
  return itemAt(itemAt(rows, Math.max(a.row, b.row)), Math.min(a.row, b.row));
}
