/** An inventory beside a log: what is stored is counted, sizes and ages are those listed, and no name of an object stays. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, test } from 'vitest';
import { logFiles } from '#cli/input/log-file.ts';
import { popularOf } from '#core/workload/inventory.ts';
import { readsOf, scenarioOf } from '#core/workload/profile-scenario.ts';
import { deriveProfile } from '#query/derive.ts';
import { openNative } from '#query/duckdb-native.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { INVENTORY_FILES } from '#tests/helpers/query/inventory-lines.ts';
import type { ListedObject } from '#tests/helpers/query/inventory-lines.ts';
import { logText } from '#tests/helpers/query/log-lines.ts';
import type { TimedRequest } from '#tests/helpers/query/log-lines.ts';
import { randomOf } from '#tests/helpers/placement/anyProblem.ts';

const DAY = 86_400;
const START = Date.parse('2026-03-01T00:00:00Z') / 1000;
const AT = START + 7 * DAY;
const LOGS: Record<string, string> = {
  's3-inventory': 's3-access-log',
  'google-inventory-report': 'google-usage-log',
  'azure-blob-inventory': 'azure-resource-log',
};
const BUCKETS: Record<string, string> = {
  's3-inventory': 'example-bucket',
  'google-inventory-report': 'example',
  'azure-blob-inventory': 'files',
};

const request = (
  day: number,
  operation: TimedRequest['operation'],
  key: string,
  sizeBytes: number,
): TimedRequest => ({
  atSeconds: START + Math.round(day * DAY),
  operation,
  key,
  sizeBytes,
  sentBytes: operation === 'GetObject' ? sizeBytes : 0,
  reader: '192.0.2.1',
  failed: false,
  totalMs: 40,
  firstMs: 20,
});
const listed = (
  day: number,
  key: string,
  sizeBytes: number,
  more: Partial<ListedObject> = {},
): ListedObject => ({
  key,
  sizeBytes,
  modifiedSeconds: START + Math.round(day * DAY),
  ...more,
});

/** Old ones: one read twice, one read in part, one never. New ones: one read, one not. One was read and deleted before. */
const REQUESTS = [
  request(0, 'GetObject', 'canary/old one.jpg', 3000),
  request(5, 'GetObject', 'canary/old one.jpg', 3000),
  { ...request(1, 'GetObject', 'canary/part.bin', 9_000_000), sentBytes: 1000 },
  request(2, 'PutObject', 'canary/new.jpg', 2000),
  request(2.5, 'GetObject', 'canary/new.jpg', 2000),
  request(3, 'PutObject', 'canary/idle.jpg', 50_000),
  request(6, 'GetObject', 'canary/gone.jpg', 700),
];
const OBJECTS = [
  listed(-100, 'canary/old one.jpg', 3000),
  listed(-20, 'canary/part.bin', 9_000_000),
  listed(-400, 'canary/never+read.tar', 80_000_000, { class: 'GLACIER' }),
  listed(2, 'canary/new.jpg', 2000),
  listed(3, 'canary/idle.jpg', 50_000),
  listed(-200, 'canary/old one.jpg', 40, { isOld: true }),
  listed(-1, 'canary/', 0, { isNone: true }),
];

async function derived(files: Readonly<Record<string, string | Uint8Array>>, columns = {}) {
  using folder = new Folder(files);
  const said: string[] = [];
  const found = logFiles(['.'], { cwd: folder.path, say: (text) => said.push(text) });
  const database = await openNative({ files: found.map((one) => one.path), spillFolder: null });
  try {
    const { profile } = await deriveProfile(database, found, { columns });
    const tables = await database.run(
      "SELECT table_name FROM information_schema.tables WHERE table_name <> 'known_operation'",
    );
    const rows = [];
    for (const { table_name: table } of tables)
      rows.push(
        ...(await database.run(`SELECT CAST(one AS VARCHAR) AS said FROM "${String(table)}" AS one`)),
      );
    return { profile, said, held: JSON.stringify(rows) };
  } finally {
    database.close();
  }
}

const inventoryFiles = (id: string, objects: readonly ListedObject[] = OBJECTS) =>
  INVENTORY_FILES[id]?.(objects, BUCKETS[id] ?? '', AT) ?? {};
const beside = (id: string, objects = OBJECTS, requests = REQUESTS): Record<string, string | Uint8Array> => ({
  'logs/the.log': logText(LOGS[id] ?? '', requests),
  ...inventoryFiles(id, objects),
});

describe.each(Object.keys(INVENTORY_FILES))('%s', (id) => {
  test('by hand: what is stored, what is read of it, and how old it is', async () => {
    const { profile, held } = await derived(beside(id));
    const { inventory } = profile;
    expect(inventory).toMatchObject({
      format: id,
      files: 1,
      at: '2026-03-08T00:00:00.000Z',
      unread: 0,
      sizes: [
        { upToBytes: 4096, objects: 2, bytes: 5000, read: 2, readBytes: 5000 },
        { upToBytes: 131_072, objects: 1, bytes: 50_000, read: 0, readBytes: 0 },
        { upToBytes: 33_554_432, objects: 1, bytes: 9_000_000, read: 1, readBytes: 9_000_000 },
        { upToBytes: 134_217_728, objects: 1, bytes: 80_000_000, read: 0, readBytes: 0 },
      ],
      ages: [
        { upToDays: 7, objects: 2, bytes: 52_000 },
        { upToDays: 30, objects: 1, bytes: 9_000_000 },
        { upToDays: 180, objects: 1, bytes: 3000 },
        { upToDays: 730, objects: 1, bytes: 80_000_000 },
      ],
      oldVersions: { objects: 1, bytes: 40 },
      readNotListed: 1,
      popular: null,
    });
    expect(profile.unsized).toEqual({ objects: 0, reads: 0 });
    expect(JSON.stringify(profile) + held).not.toMatch(/canary|old one|192\.0\.2/);
    if (id === 's3-inventory') {
      expect(inventory?.classes).toEqual({
        STANDARD: { objects: 4, bytes: 9_055_000 },
        GLACIER: { objects: 1, bytes: 80_000_000 },
      });
      expect(inventory?.replication).toEqual({ COMPLETED: { objects: 5, bytes: 89_055_000 } });
    }
  });

  test('reads fall on ages that are known: of old objects by when they were written', async () => {
    const { profile } = await derived(beside(id));
    const reads = Object.fromEntries(profile.ages.map((one) => [one.upToSeconds, one.reads]));
    // 100 and 105 days old; 21 days; half a day. That of the object that is gone has no age.
    expect(reads).toMatchObject({ [DAY]: 1, [30 * DAY]: 1, [365 * DAY]: 2 });
    expect(profile.ages.reduce((sum, one) => sum + one.reads, 0)).toBe(4);
    // In sight between 90 days and a year: one of 100 days and one of no log, each for the whole of six days.
    const seen = profile.ages.find((one) => one.upToSeconds === 365 * DAY)?.objectSeconds;
    expect(seen).toBe(6 * DAY);
    expect(readsOf(profile).byAge).toMatchObject({ '1 day': 0.2, '30 days': 0.4, '365 days': 0.8 });
  });

  test('the scenario stores what is listed, in the sizes that are listed', async () => {
    const { profile } = await derived(beside(id));
    const { scenario, notes } = scenarioOf(profile, {
      asOf: '2026-03-08',
      name: 'x',
      place: 'aws/us-east-1',
      standingBytes: null,
    });
    expect(scenario.workload.objects).toMatchObject({
      standing: '89.055 MB',
      size: [
        { share: 0.4, size: '2.5 kB' },
        { share: 0.2, size: '50 kB' },
        { share: 0.2, size: '9 MB' },
        { share: 0.2, size: '80 MB' },
      ],
    });
    expect(notes.join('\n')).toMatch(/Inventory of 2026-03-08: 5 objects, 89\.1 MB/);
    expect(notes.join('\n')).toMatch(/40% of the objects \(80 MB\) were not read within the log/);
  });

  test('10,000 broken lines are read to the end, and counted', async () => {
    const files = inventoryFiles(id);
    const [name = ''] = Object.keys(files).filter((one) => one.includes('.csv'));
    const next = randomOf(22);
    const pick = (n: number) => Math.floor(next() * n);
    const text = id === 's3-inventory' ? gunzipSync(files[name] ?? '').toString() : String(files[name]);
    const good = text
      .trim()
      .split('\n')
      .slice(id === 's3-inventory' ? 0 : 1);
    const broken = Array.from({ length: 10_000 }, () => {
      const line = [...(good[pick(good.length)] ?? '')];
      for (let n = 1 + pick(6); n > 0; n -= 1)
        line.splice(pick(line.length), pick(12), ...['', '"', ',', '\\', 'ÿ', 'é'].slice(pick(6), 6));
      return line.join('');
    });
    const { profile, held } = await derived({
      'logs/the.log': logText(LOGS[id] ?? '', REQUESTS),
      ...files,
      [name]:
        id === 's3-inventory' ? gzipSync(`${text}${broken.join('\n')}\n`) : `${text}${broken.join('\n')}\n`,
    });
    expect(profile.inventory?.unread).toBeGreaterThan(100);
    expect(JSON.stringify(profile.inventory)).not.toContain('canary');
    expect(held).not.toMatch(/canary/);
  });
});

describe('files of an inventory', () => {
  const manifestOf = (files: Record<string, string | Uint8Array>) =>
    Object.keys(files).find((name) => name.endsWith('manifest.json')) ?? '';

  test('Parquet says the same as CSV', async () => {
    using folder = new Folder({ 'a.csv': 'x\n1\n' });
    const to = path.join(folder.path, 'a.parquet');
    const database = await (await DuckDBInstance.create(':memory:')).connect();
    const rows = OBJECTS.map(
      (one) =>
        `('example-bucket', '${one.key}', ${!one.isOld}, ${one.isNone === true}, ${one.isNone ? 'NULL' : one.sizeBytes}, make_timestamp(${one.modifiedSeconds}000000), '${one.class ?? 'STANDARD'}', 'COMPLETED', 'SSE-S3')`,
    );
    await database.run(
      `COPY (SELECT * FROM (VALUES ${rows.join(', ')}) AS t(bucket, key, is_latest, is_delete_marker, size, last_modified_date, storage_class, replication_status, encryption_status)) TO '${to}' (FORMAT parquet)`,
    );
    database.closeSync();
    const log = logText('s3-access-log', REQUESTS);
    const { profile } = await derived({ 'logs/the.log': log, 'a.parquet': readFileSync(to) });
    const csv = await derived(beside('s3-inventory'));
    // Without its manifest, the newest object tells when it was made.
    expect(profile.inventory?.at).toBe('2026-03-04T00:00:00.000Z');
    expect({ ...profile.inventory, at: '', ages: [] }).toEqual({
      ...csv.profile.inventory,
      at: '',
      ages: [],
    });
    expect({ ...profile, inventory: null }).toEqual({ ...csv.profile, inventory: null });
  });

  test('the newest of a bucket counts, and is said', async () => {
    const older =
      INVENTORY_FILES['s3-inventory']?.(OBJECTS.slice(0, 1), 'example-bucket', AT - 7 * DAY) ?? {};
    const name = manifestOf(older);
    const { profile, said } = await derived({
      ...beside('s3-inventory'),
      [name]: String(older[name]).replaceAll('939c6d46', 'older'),
      'inventories/example-bucket/all/data/older-85a9-4ba8-87bd-9db705a579ce.csv.gz': gzipSync('"broken"\n'),
    });
    expect(profile.inventory?.at).toBe('2026-03-08T00:00:00.000Z');
    expect(profile.inventory?.unread).toBe(0);
    expect(said).toEqual(['2 inventories are there; the newest of each bucket counts: 2026-03-08']);
  });

  test.each([
    [
      'ORC',
      (text: string) => text.replace('"CSV"', '"ORC"'),
      /is ORC, which DuckDB does not read; use --engine spark, or have the inventory made as CSV or Parquet/,
    ],
    [
      'a file that is not there',
      (text: string) => text.replace('939c6d46', '000'),
      /lists a file that is not here, such as 000-.*csv\.gz; put it beside the manifest or into data\//,
    ],
    [
      'no size',
      (text: string) => text.replace(' Size,', ' Sighs,'),
      /is of S3 Inventory and has no column size among Bucket, Key/,
    ],
    [
      'another form',
      (text: string) => text.replace('"fileFormat":"CSV"', '"fileFormat":"XML"'),
      /manifest\.json: is a manifest of an inventory \(it has fileSchema\), and its fileFormat is not as documented/,
    ],
  ])('%s is refused', async (_, changed, message) => {
    const files = beside('s3-inventory');
    const name = manifestOf(files);
    await expect(derived({ ...files, [name]: changed(String(files[name])) })).rejects.toThrow(message);
  });

  test('another bucket, a log that names no objects, and no log at all are refused', async () => {
    const other = INVENTORY_FILES['s3-inventory']?.(OBJECTS, 'other-bucket', AT) ?? {};
    const log = logText('s3-access-log', REQUESTS);
    await expect(derived({ 'logs/the.log': log, ...other })).rejects.toThrow(
      /none of the 4 objects that the log reads is in the inventory \(s3-inventory\); give that of the same bucket/,
    );
    await expect(
      derived({ 'logs/the.log': logText('ibm-cos-trace', REQUESTS), ...inventoryFiles('s3-inventory') }),
    ).rejects.toThrow(/ibm-cos-trace does not name objects as an inventory does/);
    await expect(derived(inventoryFiles('s3-inventory'))).rejects.toThrow(/stowage init INVENTORY/);
  });
});

test('objects that stood out by chance are not popular, and those that stay so are', async () => {
  const next = randomOf(5);
  const pick = (n: number) => Math.floor(next() * n);
  const objects = Array.from({ length: 2000 }, (_, i) => listed(-30, `k${i}`, 1000));
  const reads = (of: () => number) =>
    Array.from({ length: 2000 }, (_, i) => request((7 * i) / 2000, 'GetObject', `k${of()}`, 1000));
  const popular = async (of: () => number) => {
    const { profile } = await derived(beside('s3-inventory', objects, reads(of)));
    return Object.fromEntries(profile.inventory?.popular ?? []);
  };
  // In hindsight the most read fifth has 41% of these reads.
  const even = await popular(() => pick(2000));
  expect(even[0.2]).toBeGreaterThan(0.15);
  expect(even[0.2]).toBeLessThan(0.27);
  const steep = await popular(() => (next() < 0.8 ? pick(100) : pick(2000)));
  expect(steep[0.05]).toBeGreaterThan(0.77);
  expect(steep[0.05]).toBeLessThan(0.85);
});

test('a share of popular objects, by hand', () => {
  const counts = [
    { reads_before: 9, objects: 1, reads_after: 60 },
    { reads_before: 1, objects: 9, reads_after: 90 },
    { reads_before: 0, objects: 90, reads_after: 50 },
  ];
  // Of 100 objects: the first; it and 4 of the 9 next; all 10 and 10 of 90; all 10 and 40 of 90.
  expect(popularOf(counts)).toEqual([
    [0.01, 0.3],
    [0.05, 0.5],
    [0.2, 0.777778],
    [0.5, 0.861111],
  ]);
  expect(popularOf([{ reads_before: 3, objects: 10, reads_after: 99 }])).toBeNull();
});
