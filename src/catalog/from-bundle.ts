/** The archive from the page's own origin: the same JSON as the command line's, fetched when first needed. */
import type { Dataset } from '#core/evidence/dataset.ts';
import { messageOf } from '#core/message-of.ts';
import type { PlacesData } from '#core/places/as-data.ts';
import type { Archive } from '#core/pricing/archive.ts';
import type { Edition, TransferEdition } from '#core/pricing/editions/edition.ts';
import { ALL_FILE, INDEX_FILE, PLACES_FILE, withDetails } from './built-format.ts';
import type { BuiltIndex, Details } from './built-format.ts';

/** Reads one JSON file of the data folder, by its path inside it. */
export type ReadJson = (file: string) => Promise<unknown>;

export class CatalogError extends Error {
  constructor(file: string, why: string) {
    super(`The price data could not be loaded (${file}: ${why}). Check the connection and reload the page.`);
    this.name = 'CatalogError';
  }
}

export interface BundledCatalog {
  index(): Promise<BuiltIndex>;
  /** For a script that is built without the tables of places. */
  places(): Promise<PlacesData>;
  /**
   * An archive in which these stores are loaded (`all`: every one but the claimed), with their providers' transfer
   * tables. Today's editions of all offers come in one file, which is smaller than a dozen of their own. Superseded editions are fetched where `asOf` is before the newest; without `asOf` they are not.
   */
  archive(
    stores: readonly string[] | 'all',
    options?: { asOf?: string; history?: boolean },
  ): Promise<Archive>;
  /** One store's editions with their notes and the words of their sources. */
  details(store: string): Promise<readonly Edition[]>;
  datasets(ids?: readonly string[]): Promise<Dataset[]>;
}

export function openBundle(readJson: ReadJson = readBundled): BundledCatalog {
  const loading = new Map<string, Promise<unknown>>();
  /** Each file is fetched once; a failure is forgotten, so that asking again tries again. */
  function read<T>(file: string): Promise<T> {
    const known = loading.get(file) ?? readJson(file);
    loading.set(file, known);
    known.catch(() => loading.delete(file));
    return known as Promise<T>;
  }
  const index = () => read<BuiltIndex>(INDEX_FILE);

  async function editionsOf(
    id: string,
    options: { asOf?: string; history?: boolean },
  ): Promise<readonly Edition[]> {
    const store = (await index()).stores.find((one) => one.id === id);
    if (!store) return [];
    const needsHistory =
      options.history === true || (options.asOf !== undefined && options.asOf < store.currentFrom);
    const [current, history] = await Promise.all([
      // A claimed list is nobody's offer, so it is in no file of offers.
      store.confidence === 'claimed'
        ? read<Edition[]>(store.current.file)
        : read<Record<string, Edition[]>>(ALL_FILE).then((all) => all[id] ?? []),
      needsHistory && store.history ? read<Edition[]>(store.history.file) : [],
    ]);
    return [...history, ...current].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  return {
    index,
    places: () => read<PlacesData>(PLACES_FILE),
    async archive(stores, options = {}) {
      const built = await index();
      const known = built.stores.map(({ id }) => id);
      const wanted =
        stores === 'all'
          ? built.stores.filter(({ confidence }) => confidence !== 'claimed').map(({ id }) => id)
          : stores.filter((id) => known.includes(id));
      const providers = [...new Set(wanted.map((id) => id.slice(0, id.indexOf('/'))))].filter((provider) =>
        Object.hasOwn(built.transfers, provider),
      );
      const editions = new Map(
        await Promise.all(wanted.map(async (id) => [id, await editionsOf(id, options)] as const)),
      );
      const transfers = new Map(
        await Promise.all(
          providers.map(
            async (provider) =>
              [provider, await read<TransferEdition[]>(built.transfers[provider]?.file ?? '')] as const,
          ),
        ),
      );
      return {
        stores: known,
        editions: (id) => editions.get(id) ?? [],
        transfers: (provider) => transfers.get(provider) ?? [],
      };
    },
    async details(id) {
      const store = (await index()).stores.find((one) => one.id === id);
      if (!store) return [];
      const [editions, details] = await Promise.all([
        editionsOf(id, { history: true }),
        read<Details>(store.details.file),
      ]);
      return editions.map((edition) => withDetails(edition, details));
    },
    async datasets(ids) {
      const wanted = (await index()).datasets.filter(({ id }) => !ids || ids.includes(id));
      return Promise.all(wanted.map(({ file }) => read<Dataset>(file)));
    },
  };
}

/** Addresses of the built files, each with a hash in its name: one file of ours never answers for another build's. */
const ADDRESSES = import.meta.glob<string>(
  ['../../dist/data/*.json', '../../dist/data/{transfers,datasets}/*.json'],
  { query: '?url&no-inline', import: 'default', eager: true },
);

async function readBundled(file: string): Promise<unknown> {
  const place = `../../dist/data/${file}`;
  const address = ADDRESSES[place] ?? (await import('./rare-addresses.ts')).RARE_ADDRESSES[place];
  if (address === undefined) throw new CatalogError(file, 'not part of this build');
  const response = await fetch(address).catch((error: unknown) => {
    throw new CatalogError(file, messageOf(error));
  });
  if (!response.ok) throw new CatalogError(file, `status ${response.status}`);
  return response.json();
}
