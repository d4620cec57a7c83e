/** What a store offers over all its editions: for lists of stores and for names that are suggested. */
import { EVERYWHERE, pricedRegions } from '../places.ts';
import type { Archive } from './archive.ts';
import type { Edition } from './editions/edition.ts';

export interface Offer {
  store: string;
  newest: Edition;
  /** Keys of the regions with a price, the newest edition's first. */
  regions: readonly string[];
  /** Names a region may be asked by: those of its prices, and of the places that one price list covers. */
  names: readonly string[];
  /** Dates of all editions, oldest first. */
  dates: readonly string[];
}

/** Undefined where the archive has no edition of the store. */
export function offerOf(archive: Archive, store: string): Offer | undefined {
  const editions = archive.editions(store);
  const newest = editions.at(-1);
  if (!newest) return undefined;
  const regions = pricedRegions(editions);
  const places = newest.places.map((id) => id.slice(id.indexOf('/') + 1));
  const names = [...new Set([...regions.filter((region) => region !== EVERYWHERE), ...places])];
  return { store, newest, regions, names, dates: editions.map(({ date }) => date) };
}
