import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { quantileOf } from '#core/evidence/statistic.ts';
import { QueryError, filePattern, textLiteral } from '#query/database.ts';
import type { Database } from '#query/database.ts';
import { openNative } from '#query/duckdb-native.ts';
import { readParquet } from '#tests/helpers/query/parquet.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { allDatasets, ROOT } from '#tests/sources.ts';

const open = new Set<Database>();
afterEach(() => {
  open.forEach((one) => one.close());
  open.clear();
});

async function opened(files: readonly string[] = [], memoryBytes?: number): Promise<Database> {
  const options = { files, spillFolder: null, ...(memoryBytes === undefined ? {} : { memoryBytes }) };
  const database = await openNative(options);
  open.add(database);
  return database;
}

describe('samples of a dataset', () => {
  const withSamples = allDatasets().filter(({ checksums }) => 'samples.parquet' in checksums);

  test('some datasets have them', () => expect(withSamples.length).toBeGreaterThan(0));

  test.each(withSamples)('$id: its quantiles are those of its requests', async ({ id, measurements }) => {
    const file = path.join(ROOT, 'datasets', id, 'samples.parquet');
    const database = await opened([file]);
    const quantiles = measurements.flatMap((one) => {
      const p = quantileOf(one.statistic);
      const run = /^run ([^;]+)/.exec(one.note ?? '')?.[1] ?? null;
      return p === null || one.metric !== 'total' ? [] : [{ ...one, p, run }];
    });
    expect(quantiles.length).toBeGreaterThan(0);
    // The smallest value with at least a share p at or below it, as the dataset states.
    const sql = `
      SELECT latency_ms AS value, count(*) OVER cell AS samples, row_number() OVER (cell ORDER BY latency_ms) AS rank,
        run, store, store_region, size_bytes
      FROM read_parquet($1) WINDOW cell AS (PARTITION BY run, store, store_region, size_bytes)`;
    const ranked = new Map(
      (await database.run(sql, [file])).map((row) => [
        [row['run'], row['store'], row['store_region'], row['size_bytes'], row['rank']].join(' '),
        row['value'],
      ]),
    );
    for (const one of quantiles) {
      const rank = Math.max(1, Math.ceil((one.samples ?? 0) * one.p - 1e-9));
      const cell = [one.run, one.store, one.store_region, one.size_bytes, rank].join(' ');
      expect({ cell, value: ranked.get(cell) }).toEqual({ cell, value: one.value });
    }
  });

  test('all rows come back, in the order of the file', async () => {
    const file = path.join(ROOT, 'datasets/macaron-2024/samples.parquet');
    const rows = await readParquet(await opened([file]), file);
    const counted = await (await opened([file])).run('SELECT count(*) AS n FROM read_parquet($1)', [file]);
    expect([{ n: rows.length }]).toEqual(counted);
    expect(rows[0]).toMatchObject({ run: 'use1-usw1', store: 'aws/s3-standard', size_bytes: 1 });
  });
});

describe('shut in', () => {
  test.each([
    ['another file', `SELECT * FROM read_csv('${ROOT}/package.json')`],
    ['a folder', `SELECT * FROM glob('${ROOT}/*')`],
    ['writing', `COPY (SELECT 1) TO '${ROOT}/never.csv'`],
    ['the network', `SELECT * FROM read_csv('https://example.org/a.csv')`],
    ['a database file', `ATTACH '${ROOT}/never.db'`],
    ['an extension', 'INSTALL httpfs'],
    ['its own fence', 'SET enable_external_access = true'],
    ['its own memory', `SET memory_limit = '64GB'`],
  ])('%s is out of reach', async (_, sql) => {
    await expect((await opened()).run(sql)).rejects.toThrow(QueryError);
  });

  test('what does not fit in memory fails and says so', async () => {
    const small = await opened([], 16 * 2 ** 20);
    await expect(
      small.run('SELECT count(DISTINCT i || repeat(chr(120), 100)) FROM range(3000000) AS numbers(i)'),
    ).rejects.toThrow(/memory/i);
  });

  test('a failed statement keeps its text and its cause', async () => {
    const error = await (await opened()).run('SELECT nothing FROM nowhere').catch((one: unknown) => one);
    expect(error).toMatchObject({ name: 'QueryError', sql: 'SELECT nothing FROM nowhere' });
    expect((error as QueryError).cause).toBeInstanceOf(Error);
  });
});

describe('values', () => {
  test('parameters are values whatever they hold', async () => {
    const hostile = `'); DROP TABLE kept; --`;
    const database = await opened();
    await database.run('CREATE TABLE kept (a INTEGER)');
    const at = new Date('2026-11-20T12:34:56.789Z');
    expect(await database.run('SELECT $1 AS a, $2 AS b, $3 AS c, $4 AS d', [hostile, 1.5, at, null])).toEqual(
      [{ a: hostile, b: 1.5, c: at, d: null }],
    );
    expect(await database.run(`SELECT ${textLiteral(hostile)} AS a`)).toEqual([{ a: hostile }]);
    expect(await database.run('SELECT count(*) AS n FROM kept')).toEqual([{ n: 0 }]);
  });

  test('a count too wide for a number is refused, not rounded', async () => {
    const database = await opened();
    expect(await database.run('SELECT 9007199254740991 AS n')).toEqual([{ n: Number.MAX_SAFE_INTEGER }]);
    await expect(database.run('SELECT 9007199254740992 AS n')).rejects.toThrow(/CAST it AS DOUBLE/);
  });
});

test.each([
  'a[1].csv',
  'a*.csv',
  'a?.csv',
  `b'); DROP TABLE x; --.csv`,
  'c\\d.csv',
  'e"f.csv',
  's3:',
  'year=2020/h.csv',
  'nl\nx.csv',
  '{a,b}.csv',
])('a file named %j is read as itself', async (name) => {
  using folder = new Folder({ 'a1.csv': 'who\nanother\n', [name]: 'who\nitself\n' });
  const file = path.join(folder.path, name);
  const database = await opened([file]);
  const sql = 'SELECT who FROM read_csv($1, hive_partitioning = false)';
  expect(await database.run(sql, [filePattern(file)])).toEqual([{ who: 'itself' }]);
});
