import { loadArchive } from '#catalog/from-files.ts';
import { PLACES } from '#core/places.ts';
import { lastRecorded } from '#core/pricing/archive.ts';
import { priceRows } from '#web/prices/price-rows.ts';
import type { PriceView } from '#web/prices/price-view.ts';
import { placeName } from '#web/words/names.ts';

/** The table as of the newest edition recorded, near the place most people start from. */
export function load() {
  const archive = loadArchive('.');
  const days = archive.stores.flatMap((store) =>
    archive.editions(store).flatMap(({ confidence, date }) => (confidence === 'claimed' ? [] : date)),
  );
  const usual: PriceView = {
    near: 'aws/us-east-1',
    on: lastRecorded(archive),
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
    firstDay: days.sort()[0] ?? '',
  };
}
