/** The archive from the JSON that the build left (dist/data): for the command line. Files are read when first needed. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Dataset } from '#core/evidence/dataset.ts';
import { messageOf } from '#core/message-of.ts';
import type { Archive } from '#core/pricing/archive.ts';
import type { Edition, TransferEdition } from '#core/pricing/editions/edition.ts';
import { INDEX_FILE, withDetails } from './built-format.ts';
import type { BuiltFile, BuiltIndex, Details } from './built-format.ts';
import { ReadError } from './read-text.ts';

export interface BuiltCatalog {
  index: BuiltIndex;
  archive: Archive;
  /** Reads all datasets. */
  datasets(): Dataset[];
}

/** Opens the data folder of a build. Only the index is read now; a store's files when it is asked for. Throws `ReadError`. */
export function openBuild(folder: string): BuiltCatalog {
  const read = <T>(file: string): T => readJson<T>(folder, file);
  const index = read<BuiltIndex>(INDEX_FILE);
  const stores = new Map(index.stores.map((store) => [store.id, store]));
  const editionsOf = new Map<string, readonly Edition[]>();
  const transfersOf = new Map<string, readonly TransferEdition[]>();

  function editions(id: string): readonly Edition[] {
    const store = stores.get(id);
    if (!store) return [];
    const known = editionsOf.get(id);
    if (known) return known;
    const files = [store.history, store.current].filter((one): one is BuiltFile => one !== undefined);
    const details = read<Details>(store.details.file);
    const all = files
      .flatMap(({ file }) => read<Edition[]>(file))
      .map((edition) => withDetails(edition, details));
    const loaded = all.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    editionsOf.set(id, loaded);
    return loaded;
  }

  function transfers(provider: string): readonly TransferEdition[] {
    const built = Object.hasOwn(index.transfers, provider) ? index.transfers[provider] : undefined;
    if (!built) return [];
    const loaded = transfersOf.get(provider) ?? read<TransferEdition[]>(built.file);
    transfersOf.set(provider, loaded);
    return loaded;
  }

  return {
    index,
    archive: { stores: index.stores.map(({ id }) => id), editions, transfers },
    datasets: () => index.datasets.map(({ file }) => read<Dataset>(file)),
  };
}

/** Trusted: the build wrote it from parsed files. */
function readJson<T>(folder: string, file: string): T {
  const target = path.join(folder, file);
  try {
    return JSON.parse(readFileSync(target, 'utf8')) as T;
  } catch (error) {
    throw new ReadError(
      target,
      `the built prices cannot be read (${messageOf(error)}); build again with "npm run build"`,
    );
  }
}
