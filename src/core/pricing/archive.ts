/** The port through which core sees the price archive: editions already parsed, oldest first. */
import type { Edition, TransferEdition } from './editions/edition.ts';

export interface Archive {
  /** Ids of every store known, loaded or not. */
  stores: readonly string[];
  /** Editions of a store, oldest first; empty when the store is unknown or not loaded. */
  editions(store: string): readonly Edition[];
  /** Transfer tables of a provider, oldest first. */
  transfers(provider: string): readonly TransferEdition[];
}
