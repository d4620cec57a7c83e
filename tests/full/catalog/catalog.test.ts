import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildCatalog } from '#catalog/build.ts';
import { CatalogError, catalogFetcher } from '#catalog/fetch-catalog.ts';
import { loadArchive } from '#catalog/from-files.ts';
import { loadDatasets } from '#catalog/load-datasets.ts';
import { readCatalog } from '#catalog/read-catalog.ts';
import { ReadError } from '#catalog/read-text.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'stowage-data-'));
beforeAll(() => buildCatalog(root, folder));
afterAll(() => rmSync(folder, { recursive: true }));

const files = loadArchive(root);
const contentOf = (file: string) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as unknown;

describe('a build', () => {
  test('written twice changes nothing the second time, and drops what no longer belongs', () => {
    const file = path.join(folder, 'catalog.json');
    const before = statSync(file).mtimeMs;
    writeFileSync(path.join(folder, 'gone.json'), '{}');
    buildCatalog(root, folder);
    expect(statSync(file).mtimeMs).toBe(before);
    expect(readdirSync(folder).toSorted()).toEqual([
      'catalog.json',
      'datasets.json',
      'notes.json',
      'traits.json',
    ]);
  });

  test('needs at most 45 kB, gzipped, for the prices of every store and date', () => {
    expect(gzipSync(readFileSync(path.join(folder, 'catalog.json'))).length).toBeLessThan(45_000);
  });
});

describe('the terminal', () => {
  const { archive, datasets, editionsWithNotes, transfersWithNotes } = readCatalog(folder);

  test('sees the very editions, tables and datasets of the files', () => {
    expect(archive.stores).toEqual(files.stores);
    for (const store of files.stores) expect(editionsWithNotes(store), store).toEqual(files.editions(store));
    for (const provider of ['aws', 'azure', 'google'])
      expect(transfersWithNotes(provider), provider).toEqual(files.transfers(provider));
    expect(datasets()).toEqual(loadDatasets(root));
  });

  test('has addresses of sources without reading their notes', () => {
    for (const lean of [archive.editions('aws/s3-standard')[0], archive.transfers('aws')[0]]) {
      expect(lean?.notes).toEqual([]);
      expect(lean?.sources[0]?.url).toMatch(/^https:/);
    }
  });

  test('tells by its catalog alone which source a meter is from', () => {
    const meters = ({ sources }: { sources: readonly { meters?: readonly string[] | undefined }[] }) =>
      sources.map((source) => source.meters);
    const edition = (one: typeof archive) => one.editions('storj/standard').at(-1)!;
    expect(meters(edition(archive))).toContainEqual(['minimum']);
    expect(meters(edition(archive))).toEqual(meters(edition(files)));
    expect(archive.transfers('aws').map(meters)).toEqual(files.transfers('aws').map(meters));
  });

  test('knows no store or provider that is not there', () => {
    expect([
      archive.editions('aws/atlantis'),
      archive.transfers('constructor'),
      archive.editions('__proto__'),
    ]).toEqual([[], [], []]);
  });

  test('says how to build what is not built', () => {
    const { archive: missing } = readCatalog(path.join(folder, 'nowhere'));
    expect(() => missing.stores).toThrow(ReadError);
    expect(() => missing.stores).toThrow(/npm run build/);
  });
});

describe('a page', () => {
  test('fetches each file once, and only those it asks for', async () => {
    const fetched: string[] = [];
    const fetchCatalog = catalogFetcher((file) => {
      fetched.push(file);
      return Promise.resolve(contentOf(file));
    });
    const [first, second] = await Promise.all([fetchCatalog('catalog.json'), fetchCatalog('catalog.json')]);
    expect(fetched).toEqual(['catalog.json']);
    expect(first.archive.editions('aws/s3-standard')[0]).toBe(second.archive.editions('aws/s3-standard')[0]);
    expect(() => first.datasets()).toThrow(CatalogError);
    const { datasets } = await fetchCatalog('catalog.json', 'datasets.json');
    expect(datasets()).toHaveLength(loadDatasets(root).length);
    expect(fetched).toEqual(['catalog.json', 'datasets.json']);
  });

  test('tries again after a failure', async () => {
    let failures = 1;
    const fetchCatalog = catalogFetcher((file) =>
      failures-- > 0 ? Promise.reject(new CatalogError(file, 'offline')) : Promise.resolve(contentOf(file)),
    );
    await expect(fetchCatalog('catalog.json')).rejects.toThrow(/reload the page/);
    const { archive } = await fetchCatalog('catalog.json');
    expect(archive.stores).toContain('aws/s3-standard');
  });

  test('says which file does not come', async () => {
    await expect(catalogFetcher()('catalog.json')).rejects.toThrow(CatalogError);
  });
});
