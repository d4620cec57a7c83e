/** The names of what a price archive knows: who has the archive at hand makes sentences with them. */
import { PROVIDER_NAMES } from '../../places.ts';
import type { Archive } from '../../pricing/archive.ts';
import { storeNames, storesInRegions, type Names } from './names.ts';
import { namesWith } from './placement.ts';

const PROVIDERS = (provider: string) => PROVIDER_NAMES[provider];

/** `refs`: all stores that are read together, `provider/store@region`; those in several regions are told apart by them. */
export function namesIn(archive: Pick<Archive, 'facts'>, refs: readonly string[]): Names {
  return namesWith(
    storeNames(refs, (id) => archive.facts(id)?.short),
    PROVIDERS,
  );
}

/** For what is of one region alone, such as a bill or a latency: each store with its region. */
export function namesInRegions(archive: Pick<Archive, 'facts'>): Names {
  return namesWith(
    storesInRegions((id) => archive.facts(id)?.short),
    PROVIDERS,
  );
}

/** `aws/s3-standard/2025-11-20` → `S3 Standard of 2025-11-20`; `aws/transfer/…` → `AWS data transfer of …`. */
export function editionName(edition: string, names: Pick<Names, 'store' | 'provider'>): string {
  const [provider = '', store = '', date = ''] = edition.split('/');
  const of =
    store === 'transfer' ? `${names.provider(provider)} data transfer` : names.store(`${provider}/${store}`);
  return date === '' ? of : `${of} of ${date}`;
}
