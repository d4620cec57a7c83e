import { loadArchive } from '#catalog/from-files.ts';
import { PLACES } from '#core/places.ts';
import { priceRows } from '#web/prices/price-rows.ts';
import type { PriceView } from '#web/prices/price-view.ts';
import { placeName } from '#web/words/names.ts';

/** The table as of the newest edition recorded, near the place most people start from. */
export function load() {
  const archive = loadArchive('.');
  const editions = archive.stores
    .flatMap((store) => archive.editions(store))
    .filter(({ confidence }) => confidence !== 'claimed');
  const days = editions.map(({ date }) => date).toSorted();
  const on = editions
    .map(({ recorded }) => recorded)
    .toSorted()
    .at(-1);
  const usual: PriceView = {
    near: 'aws/us-east-1',
    on: on ?? '',
    find: '',
    kind: 'hot',
    isEgressFree: false,
    isEu: false,
    sort: 'storage',
    falling: false,
    compare: [],
  };
  return {
    usual,
    first: priceRows(archive, usual),
    stores: [...archive.stores],
    places: PLACES.filter(({ kind }) => kind === 'region' || kind === 'country' || kind === 'continent').map(
      ({ id }) => ({ id, name: placeName(id) }),
    ),
    firstDay: days[0] ?? '',
  };
}
