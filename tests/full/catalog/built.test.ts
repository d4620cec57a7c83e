import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildCatalog } from '#catalog/build.ts';
import { splitByCurrency } from '#catalog/built-format.ts';
import type { BuiltFile, BuiltIndex } from '#catalog/built-format.ts';
import { openBuild } from '#catalog/from-build.ts';
import { CatalogError, openBundle } from '#catalog/from-bundle.ts';
import { loadArchive } from '#catalog/from-files.ts';
import { loadDatasets } from '#catalog/load-datasets.ts';
import { ReadError } from '#catalog/read-text.ts';
import { parseEdition } from '#core/pricing/editions/parse-edition.ts';
import { aRegion, anEditionFile } from '#tests/helpers/an-edition.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'stowage-data-'));
let index: BuiltIndex;
beforeAll(() => {
  index = buildCatalog(root, folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

const files = loadArchive(root);
const textOf = ({ file }: Pick<BuiltFile, 'file'>) => readFileSync(path.join(folder, file));

/** The page's loader over the built folder, noting what it fetches. */
function aBundle() {
  const fetched: string[] = [];
  const bundle = openBundle((file) => {
    fetched.push(file);
    return Promise.resolve(JSON.parse(readFileSync(path.join(folder, file), 'utf8')));
  });
  return { bundle, fetched };
}

describe('a build', () => {
  test('written twice changes nothing the second time, and drops what no longer belongs', () => {
    const file = path.join(folder, 'index.json');
    const before = statSync(file).mtimeMs;
    writeFileSync(path.join(folder, 'stores', 'gone.json'), '{}');
    expect(buildCatalog(root, folder)).toEqual(index);
    expect(statSync(file).mtimeMs).toBe(before);
    expect(() => statSync(path.join(folder, 'stores', 'gone.json'))).toThrow();
  });

  test("needs at most 60 kB, gzipped, for the index and today's prices of every store", () => {
    const wanted = [{ file: 'index.json' }, { file: 'all.json' }, ...Object.values(index.transfers)];
    const bytes = wanted.reduce((sum, file) => sum + gzipSync(textOf(file)).length, 0);
    expect(bytes).toBeLessThan(60_000);
  });

  test('lists regions, dates and the stores of each dataset', () => {
    const express = index.stores.find(({ id }) => id === 'aws/s3-express-one-zone');
    expect(express).toMatchObject({
      dates: ['2023-11-28', '2025-04-10'],
      currentFrom: '2025-04-10',
      confidence: 'official',
    });
    expect(express?.regions).toContain('eu-north-1');
    expect(index.datasets.map(({ id }) => id)).toEqual(loadDatasets(root).map(({ id }) => id));
  });
});

describe('the command line', () => {
  test('sees the very editions and tables of the files', () => {
    const built = openBuild(folder);
    expect(built.archive.stores).toEqual(files.stores);
    for (const store of files.stores)
      expect(built.archive.editions(store), store).toEqual(files.editions(store));
    expect(built.archive.transfers('aws')).toEqual(files.transfers('aws'));
  });

  test('sees the very datasets', () => {
    const built = openBuild(folder);
    expect(built.datasets()).toEqual(loadDatasets(root));
  });

  test('knows no store or provider that is not there', () => {
    const { archive } = openBuild(folder);
    expect([
      archive.editions('aws/atlantis'),
      archive.transfers('constructor'),
      archive.editions('__proto__'),
    ]).toEqual([[], [], []]);
  });

  test('says how to build what is not built', () => {
    expect(() => openBuild(path.join(folder, 'nowhere'))).toThrow(ReadError);
    expect(() => openBuild(path.join(folder, 'nowhere'))).toThrow(/npm run build/);
  });
});

describe('the page', () => {
  test("fetches the index, today's prices and the transfer table it needs, each once", async () => {
    const { bundle, fetched } = aBundle();
    const archive = await bundle.archive(['aws/s3-express-one-zone'], { asOf: '2026-11-20' });
    await bundle.archive(['aws/s3-express-one-zone'], { asOf: '2026-11-20' });
    expect(fetched.toSorted()).toEqual(['all.json', 'index.json', 'transfers/aws.json']);
    expect(archive.editions('aws/s3-express-one-zone').map(({ date }) => date)).toEqual(['2025-04-10']);
    expect(archive.transfers('aws').length).toBeGreaterThan(0);
    const again = await bundle.archive(['aws/s3-express-one-zone'], { asOf: '2026-11-20' });
    expect(again.editions('aws/s3-express-one-zone')[0]).toBe(archive.editions('aws/s3-express-one-zone')[0]);
    expect(archive.editions('aws/s3-standard')).toEqual([]);
  });

  test('fetches superseded editions for an earlier date alone', async () => {
    const { bundle, fetched } = aBundle();
    const archive = await bundle.archive(['aws/s3-express-one-zone'], { asOf: '2024-06-01' });
    expect(archive.editions('aws/s3-express-one-zone').map(({ date }) => date)).toEqual([
      '2023-11-28',
      '2025-04-10',
    ]);
    expect(fetched).toContain('history/aws.s3-express-one-zone.json');
  });

  test('means by all every store but the claimed', async () => {
    const archive = await aBundle().bundle.archive('all');
    expect(archive.editions('claimed/dev-r2')).toEqual([]);
    expect(archive.editions('vultr/standard')).toHaveLength(1);
    expect(archive.stores).toContain('claimed/dev-r2');
  });

  test('has addresses at once, and notes on demand', async () => {
    const { bundle } = aBundle();
    const [lean] = (await bundle.archive(['aws/s3-standard'])).editions('aws/s3-standard');
    expect(lean?.notes).toEqual([]);
    expect(lean?.sources[0]?.url).toMatch(/^https:/);
    expect(await bundle.details('aws/s3-standard')).toEqual(files.editions('aws/s3-standard'));
  });

  test('tries again after a failure', async () => {
    let failures = 1;
    const bundle = openBundle((file) => {
      if (failures-- > 0) return Promise.reject(new CatalogError(file, 'offline'));
      return Promise.resolve(JSON.parse(readFileSync(path.join(folder, file), 'utf8')));
    });
    await expect(bundle.index()).rejects.toThrow(/reload the page/);
    await expect(bundle.index()).resolves.toMatchObject({ format: 1 });
  });

  test('says which file a build lacks', async () => {
    const bundle = openBundle();
    await expect(
      bundle.details('aws/s3-standard').catch((error: unknown) => Promise.reject(error)),
    ).rejects.toThrow(CatalogError);
  });
});

describe('what is in force', () => {
  const at = (date: string, ...regions: string[]) =>
    parseEdition(
      `aws/a/${date}.yaml`,
      anEditionFile({
        precision: 'bounded',
        regions: Object.fromEntries(regions.map((name) => [name, aRegion()])),
      }),
    );

  test('is the newest edition of each region, and holds from the newest of those', () => {
    const [first, second, third] = [
      at('2024-01-01', 'us-east-1', 'eu-west-1'),
      at('2025-01-01', 'us-east-1'),
      at('2026-01-01', 'us-east-1'),
    ];
    expect(splitByCurrency([first, second, third])).toEqual({
      current: [first, third],
      history: [second],
      from: '2026-01-01',
    });
  });
});
