// needs: spark
/** Spark gives the same profile as DuckDB, to the last digit, of every format. One session for all of them. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sparkSubmit } from '../../tools/spark.mjs';
import { logFiles } from '#cli/input/log-file.ts';
import { listedTotals } from '#core/workload/inventory.ts';
import type { Database } from '#query/database.ts';
import { deriveProfile } from '#query/derive.ts';
import { SPARK } from '#query/dialect.ts';
import { openNative } from '#query/duckdb-native.ts';
import { openSpark } from '#query/spark/spark.ts';
import { storeTimes } from '#query/store-times.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { randomOf } from '#tests/helpers/placement/anyProblem.ts';
import { profileOf } from '#tests/helpers/query/helpers.ts';
import { INVENTORY_FILES } from '#tests/helpers/query/inventory-lines.ts';
import { LOG_TEXTS, logText } from '#tests/helpers/query/log-lines.ts';
import type { TimedRequest } from '#tests/helpers/query/log-lines.ts';

const START = Date.parse('2026-03-01T00:00:00Z') / 1000;
const OPERATIONS = [
  'PutObject',
  'GetObject',
  'GetObject',
  'GetObject',
  'HeadObject',
  'DeleteObject',
] as const;
/** Small data: what Spark and Java compile for large ones costs more than it saves. Java's second compiler alone took half of all work. */
const OPTIONS = [
  '--master=local[2]',
  '--driver-java-options=-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:+DontCompileHugeMethods',
  ...[
    'ui.enabled=false',
    'sql.codegen.wholeStage=false',
    'sql.codegen.factoryMode=NO_CODEGEN',
    'sql.adaptive.enabled=false',
    'sql.shuffle.partitions=1',
  ].map((one) => `--conf=spark.${one}`),
];

const requests = ((): TimedRequest[] => {
  const next = randomOf(7);
  const pick = (n: number) => Math.floor(next() * n);
  return Array.from({ length: 400 }, (_, i) => {
    const key = `folder ${pick(5)}/ob"ject-${pick(60)}.bin`.replaceAll(/[ "]/g, i % 2 === 0 ? '+' : '_');
    const operation = OPERATIONS[pick(OPERATIONS.length)] ?? 'GetObject';
    const sizeBytes = operation === 'DeleteObject' ? 0 : 1 + pick(5_000_000);
    return {
      atSeconds: START + pick(30 * 86_400),
      operation,
      key,
      sizeBytes,
      sentBytes: operation === 'GetObject' ? (pick(3) === 0 ? 1 + pick(sizeBytes) : sizeBytes) : 0,
      reader: `192.0.2.${1 + pick(9)}`,
      failed: pick(20) === 0,
      totalMs: 20 + pick(500),
      firstMs: 1 + pick(20),
    };
  });
})();

let spark: Database;
beforeAll(async () => {
  spark = await openSpark({ ...(await sparkSubmit()), options: OPTIONS });
});
afterAll(() => spark.close());

test.each(Object.keys(LOG_TEXTS))('%s', async (id) => {
  const text = `${logText(id, requests)}a line of nothing\n`;
  using folder = new Folder({ 'a[1]*, {b}.log': text });
  const name = 'a[1]*, {b}.log';
  const files = [{ name, path: path.join(folder.path, name), isParquet: false }];
  const there = await deriveProfile(spark, files, { columns: {} }, SPARK);
  expect(there.profile).toEqual(await profileOf({ 'the.log': text }));
  expect(there.profile.requests.answered).toBeGreaterThan(300);
});

const LISTED_LOGS: Record<string, [log: string, bucket: string]> = {
  's3-inventory': ['s3-access-log', 'example-bucket'],
  'google-inventory-report': ['google-usage-log', 'example'],
  'azure-blob-inventory': ['azure-resource-log', 'files'],
};

test.each(Object.entries(LISTED_LOGS))('%s beside its log', async (id, [log, bucket]) => {
  const next = randomOf(9);
  const pick = (n: number) => Math.floor(next() * n);
  const objects = [
    ...new Set(requests.map(({ key }) => key)),
    ...['never', 'ne ver/é'].map((one) => `${one}.bin`),
  ].map((key) => ({
    key,
    sizeBytes: pick(5_000_000),
    modifiedSeconds: START - pick(300) * 86_400,
    isOld: pick(9) === 0,
  }));
  using folder = new Folder({
    // Twice, as few reads say nothing of what is popular.
    'the.log': logText(log, [
      ...requests,
      ...requests.map((one) => ({ ...one, atSeconds: one.atSeconds + 1 })),
    ]),
    ...INVENTORY_FILES[id]?.(objects, bucket, START + 31 * 86_400),
  });
  const files = logFiles(['.'], { cwd: folder.path, say: () => undefined });
  const there = await deriveProfile(spark, files, { columns: {} }, SPARK);
  const database = await openNative({ files: files.map((one) => one.path), spillFolder: null });
  expect(there.profile).toEqual((await deriveProfile(database, files, { columns: {} })).profile);
  database.close();
  expect(there.profile.inventory?.popular).not.toBeNull();
});

test('an inventory of S3 in ORC, which Spark alone reads, says what its CSV says', async () => {
  const objects = requests.slice(0, 80).map(({ key, sizeBytes }, i) => ({
    key,
    sizeBytes,
    modifiedSeconds: START - i * 3600,
    isOld: i % 9 === 0,
  }));
  const files = INVENTORY_FILES['s3-inventory']?.(objects, 'example-bucket', START) ?? {};
  const log = { 'the.log': logText('s3-access-log', requests) };
  using folder = new Folder({ ...files, ...log });
  const profileIn = (at: string) =>
    deriveProfile(spark, logFiles(['.'], { cwd: at, say: () => undefined }), { columns: {} }, SPARK);
  const { profile } = await profileIn(folder.path);
  expect(listedTotals(profile.inventory!).objects).toBeGreaterThan(50);

  const [[manifest, text] = [], [data] = []] = Object.entries(files);
  using orc = new Folder({});
  const written = path.join(orc.path, 'written');
  // Names of columns and types as S3 writes them: https://docs.aws.amazon.com/AmazonS3/latest/userguide/storage-inventory.html
  const rows = objects.map(
    (one) =>
      `('example-bucket', '${one.key}', 'v1', ${!one.isOld}, false, ${one.sizeBytes}L, timestamp_seconds(${one.modifiedSeconds}), 'STANDARD', 'COMPLETED', 'SSE-S3')`,
  );
  await spark.run(`INSERT OVERWRITE DIRECTORY '${written}' USING orc SELECT /*+ COALESCE(1) */ * FROM VALUES ${rows.join(', ')}
    AS t(bucket, key, version_id, is_latest, is_delete_marker, size, last_modified_date, storage_class, replication_status, encryption_status)`);
  const [part = ''] = globSync('part-*.orc', { cwd: written });
  using inventory = new Folder({
    ...log,
    [manifest ?? '']: JSON.stringify({
      ...JSON.parse(String(text)),
      fileFormat: 'ORC',
      fileSchema: 'struct<bucket:string,key:string>',
      files: [{ key: data?.replace('.csv.gz', '.orc') }],
    }),
    [data?.replace('.csv.gz', '.orc') ?? '']: readFileSync(path.join(written, part)),
  });
  expect((await profileIn(inventory.path)).profile).toEqual(profile);
});

test('two files are one log', async () => {
  const half = requests.length / 2;
  const texts = [requests.slice(0, half), requests.slice(half)].map((some) => logText('s3-access-log', some));
  using folder = new Folder({ 'a.log': texts[0] ?? '', 'b.log': texts[1] ?? '' });
  const files = ['a.log', 'b.log'].map((name) => ({
    name,
    path: path.join(folder.path, name),
    isParquet: false,
  }));
  const { profile } = await deriveProfile(spark, files, { columns: {} }, SPARK);
  expect({ ...profile, source: null }).toEqual({
    ...(await profileOf({ 'the.log': logText('s3-access-log', requests) })),
    source: null,
  });
});

test('the first part of the time is that of DuckDB', async () => {
  using folder = new Folder({ 'the.log': logText('s3-access-log', requests) });
  const files = [{ name: 'the.log', path: path.join(folder.path, 'the.log'), isParquet: false }];
  const options = { columns: {}, firstShare: 0.7 };
  const { profile } = await deriveProfile(spark, files, options, SPARK);
  const database = await openNative({ files: files.map((one) => one.path), spillFolder: null });
  expect(profile).toEqual((await deriveProfile(database, files, options)).profile);
  database.close();
  expect(profile.requests.answered).toBeLessThan(300);
});

test('folders of a day, gzip and zstd are one log, and its times are those that DuckDB reads', async () => {
  const third = Math.ceil(requests.length / 3);
  const [a = '', b = '', c = ''] = [0, 1, 2].map((i) =>
    logText('s3-access-log', requests.slice(i * third, (i + 1) * third)),
  );
  using folder = new Folder({
    'dt=2024-01-01/key=x/a.log': a,
    'dt=2024-01-02/b.log.gz': gzipSync(b),
    'dt=2024-01-03/c.log.zst': zstdCompressSync(c),
  });
  const files = logFiles(['.'], { cwd: folder.path, say: () => undefined });
  expect(files.length).toBe(3);
  const options = { columns: {}, withTimes: true };
  const there = await deriveProfile(spark, files, options, SPARK);
  const database = await openNative({ files: files.map((one) => one.path), spillFolder: null });
  const here = await deriveProfile(database, files, options);
  expect(there.profile).toEqual(here.profile);
  const times = await storeTimes(spark, there.profile, SPARK);
  expect(times).toEqual(await storeTimes(database, here.profile));
  expect(times.metrics.total.length).toBeGreaterThan(100);
  database.close();
});

test('what Spark does not understand is said in its own words', async () => {
  await expect(spark.run('SELECT nothing FROM nowhere')).rejects.toThrow(/TABLE_OR_VIEW_NOT_FOUND/);
});
