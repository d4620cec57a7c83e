/** The port through which core sees the price archive: editions already parsed, oldest first. */
import type { Edition, TransferEdition } from './editions/edition.ts';
import type { StoreFacts } from './store-facts.ts';
import type { Traits } from './traits/file.ts';

export interface Archive {
  /** Ids of every store known, loaded or not. */
  stores: readonly string[];
  /** What is true of a store, or of `<provider>/transfer`, whatever its prices; undefined when it is unknown. */
  facts(store: string): StoreFacts | undefined;
  /** Features, owner and certificates of a store, as far as known; absent: of none. */
  traits?(store: string): Traits | undefined;
  /** Editions of a store, oldest first; empty when the store is unknown or not loaded. */
  editions(store: string): readonly Edition[];
  /** Transfer tables of a provider, oldest first. */
  transfers(provider: string): readonly TransferEdition[];
  /** Prices that nobody knows are billed at this end of what they can be; absent: not at all. */
  unknownAt?: 'low' | 'high';
  /** Stores, and `<provider>/transfer`, that are billed at the later of two editions wherever a date lies between their sightings. */
  changed?: ReadonlySet<string>;
}

/** The short name of a store, or its id where nothing is known of it. */
export function shortName(archive: Pick<Archive, 'facts'>, store: string): string {
  return archive.facts(store)?.short ?? store;
}

/** The full name of a store, or its id where nothing is known of it. */
export function titleOf(archive: Pick<Archive, 'facts'>, store: string): string {
  return archive.facts(store)?.title ?? store;
}

/** The day on which an edition was last recorded, those that are only claimed apart; empty for an archive of none. */
export function lastRecorded(archive: Pick<Archive, 'stores' | 'editions'>): string {
  const days = archive.stores
    .flatMap((store) => archive.editions(store))
    .filter(({ confidence }) => confidence !== 'claimed')
    .map(({ recorded }) => recorded);
  return days.sort().at(-1) ?? '';
}
