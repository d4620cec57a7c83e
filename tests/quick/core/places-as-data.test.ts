import { expect, test } from 'vitest';
import { PLACES, findPlace } from '#core/places.ts';
import { bringPlaces, placesAsData, placesOfData } from '#core/places/as-data.ts';
import type { PlacesData } from '#core/places/as-data.ts';

test('places come out of their data as they went in, in their order', () => {
  const data = JSON.parse(JSON.stringify(placesAsData())) as PlacesData;
  expect(placesOfData(data)).toStrictEqual(PLACES);
});

test('where the places are known, data adds nothing', () => {
  const known = PLACES.length;
  bringPlaces(placesAsData());
  expect(PLACES.length).toBe(known);
  expect(findPlace('aws/us-east-1')?.city).toBe('Ashburn');
});
