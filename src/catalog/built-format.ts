/**
 * The archive as the build leaves it for the command line and the page: JSON by store, an index with hashes.
 * Editions in force and superseded ones are apart, and so is what only a reader of sources needs.
 */
import type { Dataset } from '#core/evidence/dataset.ts';
import type { Edition } from '#core/pricing/editions/edition.ts';

export const INDEX_FILE = 'index.json';
/** Today's editions of every store but the claimed, by store: a quarter of the bytes of as many files. */
export const ALL_FILE = 'all.json';

export const PLACES_FILE = 'places.json';

export interface BuiltFile {
  /** Path inside the data folder. */
  file: string;
  /** First 16 hex digits of the SHA-256 of the file. */
  hash: string;
}

export interface BuiltStore {
  id: string;
  title: string;
  kind: Edition['kind'];
  confidence: Edition['confidence'];
  placement: Edition['placement'];
  /** Regions with a price, over all editions. */
  regions: readonly string[];
  /** Places one price list covers. */
  places: readonly string[];
  /** Dates of all editions, oldest first. */
  dates: readonly string[];
  /** The first date from which `current` alone answers, for every region. */
  currentFrom: string;
  current: BuiltFile;
  /** Editions that none of today's regions needs. */
  history?: BuiltFile;
  /** Notes and the words of sources. */
  details: BuiltFile;
}

export interface BuiltDataset extends BuiltFile {
  id: string;
  title: string;
  status: Dataset['status'];
  /** SHA-256 of the dataset: what a permalink pins. */
  datasetHash: string;
  stores: readonly string[];
}

export interface BuiltIndex {
  format: 1;
  stores: readonly BuiltStore[];
  transfers: Readonly<Record<string, BuiltFile>>;
  datasets: readonly BuiltDataset[];
}

/** What `leanEdition` leaves out, by edition id. */
export type Details = Readonly<
  Record<string, Pick<Edition, 'notes' | 'sources'> & { limitNotes: readonly (string | undefined)[] }>
>;

/** The edition without notes; its sources keep id, address and date, which every line of a bill shows. */
export function leanEdition(edition: Edition): Edition {
  return {
    ...edition,
    notes: [],
    sources: edition.sources.map(({ id, url, retrieved }) => ({ id, url, retrieved })),
    limits: edition.limits.map(({ note: _note, ...limit }) => limit),
  };
}

export function detailsOf(editions: readonly Edition[]): Details {
  return Object.fromEntries(
    editions.map(({ id, notes, sources, limits }) => [
      id,
      { notes, sources, limitNotes: limits.map(({ note }) => note) },
    ]),
  );
}

/** The whole edition again. */
export function withDetails(edition: Edition, details: Details): Edition {
  const own = details[edition.id];
  if (!own) return edition;
  const limits = edition.limits.map((limit, i) =>
    own.limitNotes[i] ? { ...limit, note: own.limitNotes[i] } : limit,
  );
  return { ...edition, notes: own.notes, sources: own.sources, limits };
}

/**
 * Splits a store's editions, oldest first, into those that hold the newest price of some region and the rest.
 * `from`: the date from which the first kind answers alone.
 */
export function splitByCurrency(editions: readonly Edition[]): {
  current: Edition[];
  history: Edition[];
  from: string;
} {
  const newest = new Map<string, Edition>();
  for (const edition of editions)
    for (const region of Object.keys(edition.regions)) newest.set(region, edition);
  const needed = new Set(newest.values());
  const from =
    [...newest.values()]
      .map(({ date }) => date)
      .toSorted()
      .at(-1) ?? '';
  return {
    current: editions.filter((edition) => needed.has(edition)),
    history: editions.filter((edition) => !needed.has(edition)),
    from,
  };
}

/** `aws/s3-standard` → `aws.s3-standard.json` */
export function fileNameOf(id: string): string {
  return `${id.replaceAll('/', '.')}.json`;
}
