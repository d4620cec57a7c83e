/** `node build.mjs bundle`, from the top of a checkout: pricing/ and datasets/ as JSON in dist/data. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DataError } from '#core/data-error.ts';
import { placesAsData } from '#core/places/as-data.ts';
import {
  ALL_FILE,
  INDEX_FILE,
  PLACES_FILE,
  detailsOf,
  fileNameOf,
  leanEdition,
  splitByCurrency,
} from './built-format.ts';
import type { BuiltDataset, BuiltFile, BuiltIndex, BuiltStore } from './built-format.ts';
import { loadArchive, transferProviders } from './from-files.ts';
import { loadDatasets } from './load-datasets.ts';
import { ReadError } from './read-text.ts';

/** Writes the catalog of the checkout `root` into `folder`; files whose content is unchanged are left alone. Returns the index. */
export function buildCatalog(root: string, folder: string): BuiltIndex {
  const written = new Set<string>();
  const emit = (file: string, value: unknown): BuiltFile => {
    const text = JSON.stringify(value);
    const target = path.join(folder, file);
    written.add(path.normalize(file));
    if (!existsSync(target) || readFileSync(target, 'utf8') !== text) {
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, text);
    }
    return { file, hash: createHash('sha256').update(text).digest('hex').slice(0, 16) };
  };

  const archive = loadArchive(root);
  const stores = archive.stores.map((id): BuiltStore => {
    const editions = archive.editions(id);
    const last = editions.at(-1);
    if (!last)
      throw new DataError(`pricing/${id}`, [
        { place: '', message: 'holds no edition; add <yyyy-mm-dd>.yaml or remove the folder' },
      ]);
    const { current, history, from } = splitByCurrency(editions);
    return {
      id,
      title: last.title,
      kind: last.kind,
      confidence: last.confidence,
      placement: last.placement,
      regions: [...new Set(editions.toReversed().flatMap((edition) => Object.keys(edition.regions)))],
      places: last.places,
      dates: editions.map(({ date }) => date),
      currentFrom: from,
      current: emit(`stores/${fileNameOf(id)}`, current.map(leanEdition)),
      ...(history.length > 0 ? { history: emit(`history/${fileNameOf(id)}`, history.map(leanEdition)) } : {}),
      details: emit(`details/${fileNameOf(id)}`, detailsOf(editions)),
    };
  });
  const offered = stores.filter(({ confidence }) => confidence !== 'claimed');
  emit(
    ALL_FILE,
    Object.fromEntries(
      offered.map(({ id }) => [id, splitByCurrency(archive.editions(id)).current.map(leanEdition)]),
    ),
  );
  const transfers = Object.fromEntries(
    transferProviders(root).map((provider) => [
      provider,
      emit(`transfers/${fileNameOf(provider)}`, archive.transfers(provider)),
    ]),
  );
  const datasets = loadDatasets(root).map((dataset): BuiltDataset => ({
    ...emit(`datasets/${fileNameOf(dataset.id)}`, dataset),
    id: dataset.id,
    title: dataset.title,
    status: dataset.status,
    datasetHash: dataset.hash,
    stores: [...new Set(dataset.measurements.map(({ store }) => store))],
  }));
  emit(PLACES_FILE, placesAsData());
  const index: BuiltIndex = { format: 1, stores, transfers, datasets };
  emit(INDEX_FILE, index);
  removeOthers(folder, written);
  return index;
}

function removeOthers(folder: string, written: ReadonlySet<string>): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.relative(folder, path.join(entry.parentPath, entry.name));
    if (entry.isFile() && !written.has(file)) rmSync(path.join(folder, file));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv[2] === 'bundle') {
  try {
    buildCatalog(process.cwd(), path.join(process.cwd(), 'dist', 'data'));
  } catch (error) {
    if (!(error instanceof DataError || error instanceof ReadError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
