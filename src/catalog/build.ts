/** `node build.mjs bundle`, from the top of a checkout: pricing/ and datasets/ as JSON in dist/data. */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DataError } from '#core/data-error.ts';
import { remembered } from '#core/memo.ts';
import type { Edition, TransferEdition } from '#core/pricing/editions/edition.ts';
import { TRANSFER_FOLDER } from '#core/pricing/editions/parse-edition.ts';
import { folderOf } from './catalog.ts';
import type { CatalogFiles, Columns } from './catalog.ts';
import { loadArchive, transferProviders } from './from-files.ts';
import { loadDatasets } from './load-datasets.ts';
import { ReadError } from './read-text.ts';

/** Writes the catalog of the checkout `root` into `folder`, and nothing else is left there; a file that would not change is not written. */
export function buildCatalog(root: string, folder: string): void {
  const archive = loadArchive(root);
  const editions = archive.stores.flatMap((id) => archive.editions(id));
  const empty = archive.stores.find((id) => archive.editions(id).length === 0);
  if (empty !== undefined)
    throw new DataError(`pricing/${empty}`, [
      { place: '', message: 'holds no edition; add <yyyy-mm-dd>.yaml or remove the folder' },
    ]);
  const providers = transferProviders(root);
  const tables = providers.flatMap((provider) => archive.transfers(provider));
  const named = [...archive.stores, ...providers.map((provider) => `${provider}/${TRANSFER_FOLDER}`)];
  const files: CatalogFiles = {
    'catalog.json': {
      facts: inColumns(
        named.flatMap((of) => {
          const facts = archive.facts(of);
          return facts ? [{ of, ...facts, traits: undefined }] : [];
        }),
      ),
      editions: packed(editions.map(leanEdition)),
      transfers: packed(tables.map(leanTable)),
    },
    'datasets.json': loadDatasets(root).map((one) => ({ ...one, measurements: inColumns(one.measurements) })),
    'traits.json': inColumns(
      archive.stores.flatMap((of) => {
        const traits = archive.facts(of)?.traits;
        return traits ? [{ of, ...traits }] : [];
      }),
    ),
    'notes.json': inColumns([
      ...editions.map(({ id: of, notes, sources, limits }) => ({ of, notes, sources, limits })),
      ...tables.map(({ id: of, notes, sources }) => ({ of, notes, sources })),
    ]),
  };
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder))
    if (!Object.hasOwn(files, name)) rmSync(path.join(folder, name), { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    const target = path.join(folder, name);
    const text = JSON.stringify(content);
    if (!existsSync(target) || readFileSync(target, 'utf8') !== text) writeFileSync(target, text);
  }
}

function packed(editions: readonly (Edition | TransferEdition)[]) {
  return {
    heads: inColumns(
      editions.map((one) => ({
        ...one,
        id: one.id.slice(folderOf(one).length + 1),
        regions: Object.keys(one.regions),
      })),
    ),
    regions: inColumns(editions.flatMap(({ regions }) => Object.values(regions))),
  };
}

/** A key that is undefined is none. */
function inColumns(records: readonly object[]): Columns {
  const columns: Record<string, { values: unknown[]; codes: number[] }> = {};
  const known = new Map<string, number>();
  for (const [i, record] of records.entries())
    for (const [key, value] of Object.entries(record)) {
      if (value === undefined) continue;
      const { values, codes } = (columns[key] ??= { values: [], codes: records.map(() => 0) });
      codes[i] = remembered(known, `${key} ${JSON.stringify(value)}`, () => values.push(value));
    }
  return columns;
}

function leanEdition(edition: Edition): Edition {
  return { ...leanTable(edition), limits: edition.limits.map(({ note: _note, ...limit }) => limit) };
}

/** Without notes; its sources keep id, address, date and meters, which lines of a bill are shown with. */
function leanTable<T extends Edition | TransferEdition>(table: T): T {
  return {
    ...table,
    notes: [],
    sources: table.sources.map(({ note: _note, ...source }) => source),
  };
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
