/** Stores and places that the form suggests: they come behind the first answer. */
import { PLACES } from '#core/places.ts';
import { INVOICE_NAMES } from '#core/places/invoice-names.ts';
import type { Archive } from '#core/pricing/archive.ts';
import { offerOf } from '#core/pricing/offer.ts';

/** What may be named. */
export type Known = ReturnType<typeof knownIn>;

/** Stores as `provider/store@region`; places with the provider's own name of a region, or its city. */
export function knownIn(archive: Archive) {
  const stores = archive.stores
    .flatMap((store) => offerOf(archive, store) ?? [])
    .filter(({ newest }) => newest.confidence !== 'claimed' && newest.kind === 'store')
    .flatMap(({ store, names }) =>
      names.length > 0 ? names.map((region) => `${store}@${region}`) : [store],
    );
  return { stores, places: PLACES.map(({ id, city }) => ({ id, city: INVOICE_NAMES[id]?.title ?? city })) };
}
