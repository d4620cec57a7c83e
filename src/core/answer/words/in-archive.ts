/** The names of what a price archive knows: who has the archive at hand makes sentences with them. */
import { PROVIDER_NAMES } from '../../places.ts';
import type { Archive } from '../../pricing/archive.ts';
import { storeNames } from './names.ts';
import type { Names } from './names.ts';
import { namesWith } from './placement.ts';

/** `refs`: all stores that are read together, `provider/store@region`; those in several regions are told apart by them. */
export function namesIn(archive: Pick<Archive, 'facts'>, refs: readonly string[]): Names {
  return namesWith(
    storeNames(refs, (id) => archive.facts(id)?.short),
    (provider) => PROVIDER_NAMES[provider],
  );
}
