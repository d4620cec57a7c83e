/** `node build.mjs bundle`, from the top of a checkout: pricing/ and datasets/ as JSON in dist/data. */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DataError } from '#core/data-error.ts';
import { TRANSFER_FOLDER } from '#core/pricing/editions/parse-edition.ts';
import { leanEdition, notesOf } from './catalog.ts';
import type { CatalogFiles } from './catalog.ts';
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
  const named = [...archive.stores, ...providers.map((provider) => `${provider}/${TRANSFER_FOLDER}`)];
  const files: CatalogFiles = {
    'catalog.json': {
      facts: Object.fromEntries(
        named.flatMap((id) => {
          const facts = archive.facts(id);
          if (!facts) return [];
          const { traits: _traits, ...rest } = facts;
          return [[id, rest]];
        }),
      ),
      editions: Object.fromEntries(archive.stores.map((id) => [id, archive.editions(id).map(leanEdition)])),
      transfers: Object.fromEntries(providers.map((provider) => [provider, archive.transfers(provider)])),
    },
    'datasets.json': loadDatasets(root),
    'traits.json': Object.fromEntries(
      archive.stores.flatMap((id) => {
        const traits = archive.traits?.(id);
        return traits ? [[id, traits]] : [];
      }),
    ),
    'notes.json': Object.fromEntries(editions.map((edition) => [edition.id, notesOf(edition)])),
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

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv[2] === 'bundle') {
  try {
    buildCatalog(process.cwd(), path.join(process.cwd(), 'dist', 'data'));
  } catch (error) {
    if (!(error instanceof DataError || error instanceof ReadError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
