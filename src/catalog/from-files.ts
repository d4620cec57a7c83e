/** The archive as it stands in the repository: YAML and CSV, each file parsed strictly, each store when it is first asked for. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { DataError } from '#core/data-error.ts';
import { memo } from '#core/memo.ts';
import { present } from '#core/present.ts';
import type { Archive } from '#core/pricing/archive.ts';
import type { Edition, TransferEdition } from '#core/pricing/editions/edition.ts';
import { TRANSFER_FOLDER, parseEdition, parseTransfer } from '#core/pricing/editions/parse-edition.ts';
import { parseStoreFacts, storeFacts } from '#core/pricing/store-facts.ts';
import type { StoreFacts } from '#core/pricing/store-facts.ts';
import type { Traits } from '#core/pricing/traits/file.ts';
import { sharingIssues, withShared } from '#core/pricing/traits/shared.ts';
import { ARCHIVE_LIMITS, ReadError } from './read-text.ts';
import { readYamlFile } from './read-yaml.ts';

export const PRICING_FOLDER = 'pricing';
/** Beside the editions of a store, and the tables of a provider's data transfer. */
export const STORE_FILE = 'store.yaml';

/** Paths of the YAML files of one store's or one transfer table's folder, relative to `root`, oldest first. */
export function editionFiles(root: string, folder: string): string[] {
  const where = path.join(root, PRICING_FOLDER, folder);
  if (!existsSync(where)) return [];
  const names = readdirSync(where).filter((name) => /\.ya?ml$/.test(name) && name !== STORE_FILE);
  // Without its ending, 2025-04-10 sorts before its correction 2025-04-10.2.
  const byDate = (a: string, b: string) => (a.replace(/\.ya?ml$/, '') < b.replace(/\.ya?ml$/, '') ? -1 : 1);
  return names.toSorted(byDate).map((name) => path.posix.join(PRICING_FOLDER, folder, name));
}

/** Ids of the store folders under `root`/pricing, sorted; `transfer` is not a store. Throws `ReadError`. */
export function storeFolders(root: string): string[] {
  return storesOf(folders(root));
}

function storesOf(named: readonly string[]): string[] {
  return named.filter((id) => !id.endsWith(`/${TRANSFER_FOLDER}`));
}

/** Providers with data transfer tables of their own. */
export function transferProviders(root: string): string[] {
  return folders(root)
    .filter((id) => id.endsWith(`/${TRANSFER_FOLDER}`))
    .map((id) => id.slice(0, id.indexOf('/')));
}

function folders(root: string): string[] {
  const archive = path.join(root, PRICING_FOLDER);
  const inside = (where: string) =>
    readdirSync(where, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
  if (!existsSync(archive))
    throw new ReadError(archive, 'there is no such folder; run from a checkout of the project');
  return inside(archive)
    .flatMap((provider) => inside(path.join(archive, provider)).map((store) => `${provider}/${store}`))
    .toSorted();
}

/** What does not hang on the price list. */
const sharedBy = (other: StoreFacts | undefined) =>
  other && { promises: other.promises, ...present({ traits: other.traits }) };

function sharing(file: string, own: Traits, shared: Traits | undefined): Traits {
  const issues = sharingIssues(own, shared);
  if (!shared || issues.length > 0) throw new DataError(file, issues);
  return withShared(own, shared);
}

/**
 * The price archive of a checkout. A store's files are read when first asked
 * for: `editions` throws `DataError` or `ReadError` then, naming the file.
 */
export function loadArchive(root: string): Archive {
  const named = folders(root);
  const stores = storesOf(named);
  const editions = memo((store: string): readonly Edition[] =>
    stores.includes(store)
      ? editionFiles(root, store).map((file) => parseEdition(file, readArchiveFile(root, file)))
      : [],
  );
  const transfers = memo((provider: string): readonly TransferEdition[] =>
    editionFiles(root, `${provider}/${TRANSFER_FOLDER}`).map((file) =>
      parseTransfer(file, readArchiveFile(root, file)),
    ),
  );
  const facts: (store: string) => StoreFacts | undefined = memo((store) => {
    if (!named.includes(store)) return undefined;
    const file = path.posix.join(PRICING_FOLDER, store, STORE_FILE);
    const own = parseStoreFacts(file, readArchiveFile(root, file));
    const { traits, sameAs } = own;
    if (traits?.of !== undefined)
      return storeFacts({ ...own, traits: sharing(file, traits, facts(traits.of)?.traits) });
    return traits || sameAs === undefined ? own : { ...own, ...sharedBy(facts(sameAs)) };
  });
  return { stores, facts, traits: (store) => facts(store)?.traits, editions, transfers };
}

function readArchiveFile(root: string, file: string): unknown {
  return readYamlFile(path.join(root, file), ARCHIVE_LIMITS);
}
