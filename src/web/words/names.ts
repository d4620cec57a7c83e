/** Stores, places and placements by name on the page, whose names are built in. */
import {
  placeName as placeNameWith,
  storeNames as storeNamesWith,
  storesInRegions,
  type NameOf,
  type Names,
} from '#core/answer/words/names.ts';
import { namesWith } from '#core/answer/words/placement.ts';
import { PROVIDER_NAMES, STORE_NAMES } from 'virtual:names';

const own =
  (names: Readonly<Record<string, string>>) =>
  (id: string): string | undefined =>
    Object.hasOwn(names, id) ? names[id] : undefined;

/** Of stores that are read together. */
export const storeNames = (refs: readonly string[]): NameOf => storeNamesWith(refs, own(STORE_NAMES));

export const namesOf = (store: NameOf): Names => namesWith(store, own(PROVIDER_NAMES));

/** The short name of its `store.yaml`; what no file names is called as it is written. */
export const storeName: NameOf = storeNames([]);

/** `S3 Standard (us-east-1)`; a store that is in one place everywhere has no region to say. */
export const storeWithRegion: NameOf = storesInRegions(own(STORE_NAMES));

/** The region of `provider/store@region`; null where it names none. */
export const regionOf = (ref: string): string | null => ref.split('@')[1] ?? null;

export const placeName = (place: string): string => placeNameWith(place, own(PROVIDER_NAMES));
