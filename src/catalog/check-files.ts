/** Every file under pricing/ through its reader, its formatter, and the rules of the whole archive. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type * as z from 'zod/mini';
import { DataError } from '#core/data-error.ts';
import { parseWith } from '#core/parse-with.ts';
import {
  CitiesFile,
  InternetFile,
  InvoiceNamesFile,
  ProvidersFile,
  ReadersFile,
  RoundTripsFile,
  SourcesFile,
  invoiceNamesProblems,
  placesFileProblems,
  readersProblems,
  roundTripProblems,
} from '#core/places/places-file.ts';
import { checkArchive } from '#core/pricing/editions/check.ts';
import type { ArchiveProblem } from '#core/pricing/editions/archive-problem.ts';
import type { Edition, TransferEdition } from '#core/pricing/editions/edition.ts';
import { TRANSFER_FOLDER, parseEdition, parseTransfer } from '#core/pricing/editions/parse-edition.ts';
import { replaceFile } from '#files/write-files.ts';
import { parseStoreFacts } from '#core/pricing/store-facts.ts';
import type { StoreFacts } from '#core/pricing/store-facts.ts';
import { formatEdition } from './format-edition.ts';
import { PRICING_FOLDER, STORE_FILE, editionFiles, storeFolders, transferProviders } from './from-files.ts';
import { ARCHIVE_LIMITS, ReadError, readBytes, textOf } from './read-text.ts';
import { parseYaml, readYamlFile } from './read-yaml.ts';

interface PriceCheck {
  /** Editions, transfer tables and store files read. */
  files: number;
  problems: ArchiveProblem[];
  /** Sources of features that were read a year before `asOf` or longer; no problems. */
  askAgain: { store: string; source: string; url: string; seen: string }[];
}

/** Checks pricing/ of the checkout `root`. With `fix`, files that differ from their canonical form are rewritten. */
export function checkPrices(root: string, { fix = false, asOf = '' } = {}): PriceCheck {
  const problems: ArchiveProblem[] = [];
  const stores = storeFolders(root);
  const providers = transferProviders(root);
  const read = <T>(folder: string, parse: (file: string, value: unknown) => T): T[] =>
    editionFiles(root, folder).flatMap((file) => {
      const one = readOne(root, file, parse, fix);
      problems.push(...one.problems);
      return one.value === undefined ? [] : [one.value];
    });
  const editions = new Map<string, Edition[]>(stores.map((store) => [store, read(store, parseEdition)]));
  const transfers = new Map<string, TransferEdition[]>(
    providers.map((provider) => [provider, read(`${provider}/${TRANSFER_FOLDER}`, parseTransfer)]),
  );
  const folders = [...stores, ...providers.map((provider) => `${provider}/${TRANSFER_FOLDER}`)];
  const facts = new Map<string, StoreFacts>();
  for (const folder of folders) {
    const file = path.posix.join(PRICING_FOLDER, folder, STORE_FILE);
    if (!existsSync(path.join(root, file))) continue;
    const one = readOne(root, file, parseStoreFacts, fix);
    problems.push(...one.problems);
    if (one.value) facts.set(folder, one.value);
  }
  const archive = {
    stores,
    facts: (id: string) => facts.get(id),
    editions: (id: string) => editions.get(id) ?? [],
    transfers: (id: string) => transfers.get(id) ?? [],
  };
  problems.push(...placesProblems(root), ...strayFiles(root));
  const unreadable = problems.some(({ code }) => code === 'unreadable');
  // Rules of the whole would only repeat that a file is missing.
  if (!unreadable) problems.push(...checkArchive(archive, providers));
  const count = (lists: Iterable<readonly unknown[]>) =>
    [...lists].reduce((sum, list) => sum + list.length, 0);
  const askAgain = [...facts].flatMap(([store, { traits }]) =>
    Object.entries(traits?.sources ?? {})
      .filter(([, { seen }]) => `${Number(seen.slice(0, 4)) + 1}${seen.slice(4)}` <= asOf)
      .map(([source, { url, seen }]) => ({ store, source, url, seen })),
  );
  return {
    files: facts.size + count(editions.values()) + count(transfers.values()),
    problems,
    askAgain,
  };
}

/** The files of places, where the checkout has them. */
function placesProblems(root: string): ArchiveProblem[] {
  const folder = `${PRICING_FOLDER}/places`;
  if (!existsSync(path.join(root, folder))) return [];
  const read = <T extends z.ZodMiniType>(name: string, schema: T): z.output<T> =>
    parseWith(schema, `${folder}/${name}`, readYamlFile(path.join(root, folder, name), ARCHIVE_LIMITS));
  try {
    const files = {
      cities: read('cities.json', CitiesFile),
      providers: read('providers.json', ProvidersFile),
      internet: read('internet.json', InternetFile),
    };
    const trips = read('round-trips.json', RoundTripsFile);
    const readers = read('readers.json', ReadersFile);
    const invoiceNames = read('invoice-names.json', InvoiceNamesFile);
    read('sources.json', SourcesFile);
    return [
      ...placesFileProblems(files),
      ...invoiceNamesProblems(invoiceNames, files),
      ...roundTripProblems(trips, files.cities),
      ...readersProblems(readers, files),
    ].map((problem) => ({
      code: 'unreadable',
      at: folder,
      ...problem,
      remedy: 'correct the place named',
    }));
  } catch (error) {
    return unreadable(folder, error);
  }
}

/** A YAML file that is in no store's folder would be read by nobody. */
function strayFiles(root: string): ArchiveProblem[] {
  return readdirSync(path.join(root, PRICING_FOLDER), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.ya?ml$/.test(file) && file.split('/').length !== 3)
    .toSorted()
    .map((file) => ({
      code: 'stray-file',
      at: `${PRICING_FOLDER}/${file}`,
      place: '',
      message: "is in no store's folder, so nothing reads it",
      remedy: 'move it to pricing/<provider>/<store>/<yyyy-mm-dd>.yaml',
    }));
}

function readOne<T>(
  root: string,
  file: string,
  parse: (file: string, value: unknown) => T,
  fix: boolean,
): { value?: T; problems: ArchiveProblem[] } {
  try {
    const bytes = readBytes(path.join(root, file), ARCHIVE_LIMITS.bytes);
    const text = textOf(bytes, path.join(root, file));
    const raw = parseYaml(text, file, ARCHIVE_LIMITS);
    const value = parse(file, raw);
    const canonical = formatEdition(raw, value);
    if (text === canonical) return { value, problems: [] };
    if (fix) {
      replaceFile(path.join(root, file), bytes, canonical);
      return { value, problems: [] };
    }
    return { value, problems: [notCanonical(file, text, canonical)] };
  } catch (error) {
    return { problems: unreadable(file, error) };
  }
}

/** Throws what is no fault of the file. */
function unreadable(file: string, error: unknown): ArchiveProblem[] {
  if (error instanceof DataError)
    return error.issues.map(({ place, message }) => ({
      code: 'unreadable',
      at: error.path,
      place,
      message,
      remedy: 'correct the place named',
    }));
  if (error instanceof ReadError)
    return [{ code: 'unreadable', at: file, place: '', message: error.message, remedy: 'correct the file' }];
  throw error;
}

function notCanonical(file: string, text: string, canonical: string): ArchiveProblem {
  const seen = text.split('\n');
  const wanted = canonical.split('\n');
  const line = wanted.findIndex((one, i) => one !== seen[i]);
  return {
    code: 'not-canonical',
    at: file,
    place: `line ${line < 0 ? wanted.length : line + 1}`,
    message: `is written differently from what the formatter writes there: "${(wanted[line] ?? '').trim()}"`,
    remedy:
      'run "stowage prices check --fix" (it keeps facts and changes their order and layout; comments become notes)',
  };
}
