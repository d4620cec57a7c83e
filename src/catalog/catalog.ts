/**
 * Prices and datasets as the build leaves them in `dist/data`, and the one way to open them: the terminal reads the files, a
 * page fetches them.
 */
import type { Dataset, Measurement } from '#core/evidence/dataset.ts';
import { lazily, memo } from '#core/memo.ts';
import type { Archive } from '#core/pricing/archive.ts';
import type { Edition, TransferEdition } from '#core/pricing/editions/edition.ts';
import type { StoreFacts } from '#core/pricing/store-facts.ts';
import type { Traits } from '#core/pricing/traits/file.ts';

/** Records as columns: of each key its distinct values, and by record which of them, counted from 1; 0: it has none. */
export type Columns = Readonly<Record<string, { values: readonly unknown[]; codes: readonly number[] }>>;

/** Editions in their order. Heads have the names of their regions, whose prices follow in that order; ids end at the folder's. */
interface Editions {
  heads: Columns;
  regions: Columns;
}

/** What each file of the build holds. Columns with an `of` are of a store, of `<provider>/transfer` or of an edition. */
export interface CatalogFiles {
  /** What a bill needs of every store, superseded editions included, without notes. */
  'catalog.json': { facts: Columns; editions: Editions; transfers: Editions };
  'datasets.json': readonly (Omit<Dataset, 'measurements'> & { measurements: Columns })[];
  /** Of stores: read where a scenario or a person asks for features. */
  'traits.json': Columns;
  /** Of editions and transfer tables: their notes, and what of them has notes. */
  'notes.json': Columns;
}
export type CatalogFile = keyof CatalogFiles;
/** Gives a parsed file of the build. */
type ReadCatalogFile = (file: CatalogFile) => unknown;

export interface Catalog {
  /** Editions and transfer tables without notes; their sources have id, address and date. */
  archive: Archive;
  datasets(): readonly Dataset[];
  /** The editions of a store with their notes and the words of their sources, oldest first. */
  editionsWithNotes(store: string): readonly Edition[];
  /** The same of a provider's transfer tables. */
  transfersWithNotes(provider: string): readonly TransferEdition[];
}

/** One for all, as answers are remembered with the lists that they are from. */
const NONE: readonly never[] = [];

/** Each file is read once, when it is first needed; its content is trusted, as the build wrote it from checked files. */
export function openCatalog(read: ReadCatalogFile): Catalog {
  const content = <File extends CatalogFile>(file: File) => read(file) as CatalogFiles[File];
  const prices = lazily(() => content('catalog.json'));
  const facts = lazily(() => byOf<StoreFacts>(prices().facts));
  const traits = lazily(() => byOf<Traits>(content('traits.json')));
  const notes = lazily(() => byOf<object>(content('notes.json')));
  const noted = <T extends { id: string }>(one: T): T => ({ ...one, ...notes().get(one.id) });
  const editions = lazily(() => editionsIn<Edition>(prices().editions));
  const transfers = lazily(() => editionsIn<TransferEdition>(prices().transfers));
  const stores = lazily(() => [...editions().keys()]);
  const archive: Archive = {
    get stores() {
      return stores();
    },
    facts: (store) => facts().get(store),
    traits: (store) => traits().get(store),
    editions: (store) => editions().get(store) ?? NONE,
    transfers: (provider) => transfers().get(`${provider}/transfer`) ?? NONE,
  };
  return {
    archive,
    datasets: lazily(() =>
      content('datasets.json').map((one) => ({
        ...one,
        measurements: recordsOf<Measurement>(one.measurements),
      })),
    ),
    editionsWithNotes: memo((store: string) => archive.editions(store).map(noted)),
    transfersWithNotes: memo((provider: string) => archive.transfers(provider).map(noted)),
  };
}

function recordsOf<T>(columns: Columns): T[] {
  const records: Record<string, unknown>[] = [];
  for (const [key, { values, codes }] of Object.entries(columns))
    for (const [i, code] of codes.entries()) {
      const record = (records[i] ??= {});
      if (code > 0) record[key] = values[code - 1];
    }
  return records as T[];
}

function byOf<T>(columns: Columns): Map<string, T> {
  return new Map(recordsOf<{ of: string }>(columns).map(({ of, ...own }) => [of, own as T]));
}

/** By the folder that they stand in. */
function editionsIn<T>({ heads, regions }: Editions): Map<string, T[]> {
  const rows = recordsOf(regions).values();
  const editions = recordsOf<EditionHead>(heads).map((head) => ({
    ...head,
    id: `${folderOf(head)}/${head.id}`,
    regions: Object.fromEntries(head.regions.map((name) => [name, rows.next().value])),
  }));
  return Map.groupBy(editions, folderOf) as Map<string, T[]>;
}

interface EditionHead {
  id: string;
  provider: string;
  store?: string;
  regions: readonly string[];
}

/** The store, or `<provider>/transfer`. */
export const folderOf = ({ provider, store }: Pick<EditionHead, 'provider' | 'store'>): string =>
  store ?? `${provider}/transfer`;
