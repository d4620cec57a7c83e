/** Stores, places and placements by name on the page, which is built with the names of all. */
import {
  placeName as placeNameWith,
  storeNames as storeNamesWith,
  storesInRegions,
  type NameOf,
  type Names,
} from '#core/answer/words/names.ts';
import { namesWith } from '#core/answer/words/placement.ts';
import { PROVIDER_NAMES, STORE_NAMES } from 'virtual:names';

/** `stores`: short names by store; `providers`: names by provider. A script has them from the page that it comes with. */
export const NAMES: Record<'stores' | 'providers', Readonly<Record<string, string>>> = import.meta.env.SSR
  ? { stores: STORE_NAMES, providers: PROVIDER_NAMES }
  : (JSON.parse(document.getElementById('names')?.dataset['names'] ?? '') as typeof NAMES);

const own =
  (names: Readonly<Record<string, string>>) =>
  (id: string): string | undefined =>
    Object.hasOwn(names, id) ? names[id] : undefined;

/** Of stores that are read together. */
export const storeNames = (refs: readonly string[]): NameOf => storeNamesWith(refs, own(NAMES.stores));

export const namesOf = (store: NameOf): Names => namesWith(store, own(NAMES.providers));

/** The short name of its `store.yaml`; what no file names is called as it is written. */
export const storeName: NameOf = storeNames([]);

/** `S3 Standard (us-east-1)`; a store that is in one place everywhere has no region to say. */
export const storeWithRegion: NameOf = storesInRegions(own(NAMES.stores));

/** The region of `provider/store@region`; null where it names none. */
export const regionOf = (ref: string): string | null => ref.split('@')[1] ?? null;

export const placeName = (place: string): string => placeNameWith(place, own(NAMES.providers));
