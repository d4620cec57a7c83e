/**
 * Prices and datasets as the build leaves them in `dist/data`, and the one way to open them: the terminal reads the files, a
 * page fetches them.
 */
import type { Dataset } from '#core/evidence/dataset.ts';
import { lazily, memo } from '#core/memo.ts';
import type { Archive } from '#core/pricing/archive.ts';
import type { Edition, TransferEdition } from '#core/pricing/editions/edition.ts';
import type { StoreFacts } from '#core/pricing/store-facts.ts';
import type { Traits } from '#core/pricing/traits/file.ts';

/** What each file of the build holds. */
export interface CatalogFiles {
  /** What a bill needs of every store, superseded editions included, without notes. */
  'catalog.json': {
    /** By store, and by `<provider>/transfer`. */
    facts: Readonly<Record<string, StoreFacts>>;
    /** By store, oldest first. */
    editions: Readonly<Record<string, readonly Edition[]>>;
    /** By provider, oldest first. */
    transfers: Readonly<Record<string, readonly TransferEdition[]>>;
  };
  'datasets.json': readonly Dataset[];
  /** By store: read where a scenario or a person asks for features. */
  'traits.json': Readonly<Record<string, Traits>>;
  /** What `leanEdition` leaves out, by edition id. */
  'notes.json': Readonly<Record<string, EditionNotes>>;
}
export type CatalogFile = keyof CatalogFiles;
/** Gives a parsed file of the build. */
type ReadCatalogFile = (file: CatalogFile) => unknown;

type EditionNotes = Pick<Edition, 'notes' | 'sources'> & { limitNotes: readonly (string | undefined)[] };

export interface Catalog {
  /** Editions without notes; their sources have id, address and date. */
  archive: Archive;
  datasets(): readonly Dataset[];
  /** The editions of a store with their notes and the words of their sources, oldest first. */
  editionsWithNotes(store: string): readonly Edition[];
}

/** One for all, as answers are remembered with the lists that they are from. */
const NONE: readonly never[] = [];

/** Each file is read once, when it is first needed; its content is trusted, as the build wrote it from checked files. */
export function openCatalog(read: ReadCatalogFile): Catalog {
  const contentOf = <File extends CatalogFile>(file: File) => lazily(() => read(file) as CatalogFiles[File]);
  const prices = contentOf('catalog.json');
  const datasets = contentOf('datasets.json');
  const traits = contentOf('traits.json');
  const notes = contentOf('notes.json');
  const own = <T>(values: Readonly<Record<string, T>>, key: string): T | undefined =>
    Object.hasOwn(values, key) ? values[key] : undefined;
  const stores = lazily(() => Object.keys(prices().editions));
  const archive: Archive = {
    get stores() {
      return stores();
    },
    facts: (store) => own(prices().facts, store),
    traits: (store) => own(traits(), store),
    editions: (store) => own(prices().editions, store) ?? NONE,
    transfers: (provider) => own(prices().transfers, provider) ?? NONE,
  };
  return {
    archive,
    datasets,
    editionsWithNotes: memo((store: string) =>
      archive.editions(store).map((edition) => withNotes(edition, notes()[edition.id])),
    ),
  };
}

/** The edition without notes; its sources keep id, address and date, which every line of a bill shows. */
export function leanEdition(edition: Edition): Edition {
  return {
    ...edition,
    notes: [],
    sources: edition.sources.map(({ id, url, retrieved }) => ({ id, url, retrieved })),
    limits: edition.limits.map(({ note: _note, ...limit }) => limit),
  };
}

export function notesOf({ notes, sources, limits }: Edition): EditionNotes {
  return { notes, sources, limitNotes: limits.map(({ note }) => note) };
}

function withNotes(edition: Edition, own: EditionNotes | undefined): Edition {
  if (!own) return edition;
  const limits = edition.limits.map((limit, i) => {
    const note = own.limitNotes[i];
    return note ? { ...limit, note } : limit;
  });
  return { ...edition, notes: own.notes, sources: own.sources, limits };
}
