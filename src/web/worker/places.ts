/** The worker of the Plan page is built without the tables of places (`vite.config.ts`): they come as data, once. */
import type { BundledCatalog } from '#catalog/from-bundle.ts';
import { PLACES } from '#core/places.ts';
import { bringPlaces } from '#core/places/as-data.ts';

export async function placesFrom(catalog: BundledCatalog): Promise<void> {
  if (PLACES.length === 0) bringPlaces(await catalog.places());
}
