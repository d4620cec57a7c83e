/** The catalog from the page's own origin. */
import { messageOf } from '#core/message-of.ts';
import catalogAddress from '../../dist/data/catalog.json?url&no-inline';
import datasetsAddress from '../../dist/data/datasets.json?url&no-inline';
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

/** One catalog, each file of which is fetched at most once. */
export function catalogFetcher(fetchFile: (file: PageFile) => Promise<unknown> = fetchBuilt): FetchCatalog {
  const loading = new Map<PageFile, Promise<unknown>>();
  const loaded = new Map<CatalogFile, unknown>();
  const catalog = openCatalog((file) => {
    if (!loaded.has(file)) throw new CatalogError(file, 'was not asked for');
    return loaded.get(file);
  });
  const load = (file: PageFile) => {
    const known = loading.get(file);
    if (known) return known;
    const started = fetchFile(file).then((content) => loaded.set(file, content));
    loading.set(file, started);
    started.catch(() => loading.delete(file));
    return started;
  };
  return async (...files) => {
    await Promise.all(files.map(load));
    return catalog;
  };
}

/** Each address has a hash in its name: a file of one build never answers for another's. */
const ADDRESSES: Readonly<Record<PageFile, string>> = {
  'catalog.json': catalogAddress,
  'datasets.json': datasetsAddress,
};

async function fetchBuilt(file: PageFile): Promise<unknown> {
  const response = await fetch(ADDRESSES[file]).catch((error: unknown) => {
    throw new CatalogError(file, messageOf(error));
  });
  if (!response.ok) throw new CatalogError(file, `status ${response.status}`);
  return response.json();
}
