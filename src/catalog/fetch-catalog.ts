/** The catalog from the page's own origin. */
import { messageOf } from '#core/message-of.ts';
import catalogAddress from '../../dist/data/catalog.json?url&no-inline';
import datasetsAddress from '../../dist/data/datasets.json?url&no-inline';
import traitsAddress from '../../dist/data/traits.json?url&no-inline';
import { openCatalog } from './catalog.ts';
import type { Catalog, CatalogFile } from './catalog.ts';

/** Notes are on pages that are built with them. */
export type PageFile = Exclude<CatalogFile, 'notes.json'>;

/** Opens the catalog once these files of it are here. Rejects with `CatalogError`; asked again, it tries again. */
export type FetchCatalog = (...files: readonly PageFile[]) => Promise<Catalog>;

export class CatalogError extends Error {
  constructor(file: string, why: string) {
    super(`The price data could not be loaded (${file}: ${why}). Check the connection and reload the page.`);
    this.name = 'CatalogError';
  }
}

/** Gives the parsed content of a file. */
export type FetchFile = (file: PageFile) => Promise<unknown>;

/** Each file is fetched at most once; a failure is forgotten, so that asking again tries again. */
export function fetchedOnce(fetchFile: FetchFile = fetchBuilt): FetchFile {
  const loading = new Map<PageFile, Promise<unknown>>();
  return (file) => {
    const content = loading.get(file) ?? fetchFile(file);
    loading.set(file, content);
    content.catch(() => loading.delete(file));
    return content;
  };
}

/** One catalog, each file of which is fetched at most once. */
export function catalogFetcher(fetchFile?: FetchFile): FetchCatalog {
  const fetchOnce = fetchedOnce(fetchFile);
  const loaded = new Map<CatalogFile, unknown>();
  const catalog = openCatalog((file) => {
    if (!loaded.has(file)) throw new CatalogError(file, 'was not asked for');
    return loaded.get(file);
  });
  return async (...files) => {
    await Promise.all(files.map(async (file) => loaded.set(file, await fetchOnce(file))));
    return catalog;
  };
}

/** Each address has a hash in its name: a file of one build never answers for another's. */
const ADDRESSES: Readonly<Record<PageFile, string>> = {
  'catalog.json': catalogAddress,
  'datasets.json': datasetsAddress,
  'traits.json': traitsAddress,
};

async function fetchBuilt(file: PageFile): Promise<unknown> {
  const response = await fetch(ADDRESSES[file]).catch((error: unknown) => {
    throw new CatalogError(file, messageOf(error));
  });
  if (!response.ok) throw new CatalogError(file, `status ${response.status}`);
  return response.json();
}
