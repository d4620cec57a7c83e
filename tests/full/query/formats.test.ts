/** Every format: the same requests give the same counts, broken lines are counted, and no name of an object stays. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openNative } from '#query/duckdb-native.ts';
import { deriveProfile } from '#query/derive.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { profileOf } from '#tests/helpers/query/helpers.ts';
import { LOG_TEXTS, logText } from '#tests/helpers/query/log-lines.ts';
import type { TimedRequest } from '#tests/helpers/query/log-lines.ts';
import { randomOf } from '#tests/helpers/placement/anyProblem.ts';

const START = Date.parse('2026-03-01T00:00:00Z') / 1000;
const KEYS = ['a/canary-one.jpg', 'b/canary-two.jpg', 'c/canary-three.jpg'];

/** Each object is written, read whole twice, read in part, and one is deleted; one read fails. */
const requests: TimedRequest[] = KEYS.flatMap((key, i) => {
  const sizeBytes = 5000 * (i + 1);
  const one = (minutes: number, operation: TimedRequest['operation'], more: Partial<TimedRequest> = {}) => ({
    atSeconds: START + 60 * (minutes + i),
    operation,
    key,
    sizeBytes,
    sentBytes: operation === 'GetObject' ? sizeBytes : 0,
    reader: `192.0.2.${i + 1}`,
    failed: false,
    totalMs: 40 + i,
    firstMs: 20 + i,
    ...more,
  });
  return [
    one(0, 'PutObject'),
    one(10, 'GetObject'),
    one(20, 'GetObject'),
    one(30, 'GetObject', { sentBytes: 1000 }),
    ...(i === 0 ? [one(40, 'DeleteObject', { sizeBytes: 0 }), one(41, 'GetObject', { failed: true })] : []),
  ];
});

const FORMATS = Object.entries(LOG_TEXTS);

test.each(FORMATS)('%s: the requests that it holds', async (id, { isReadsOnly, isWithoutSizes }) => {
  const profile = await profileOf({ 'the.log': logText(id, requests) });
  expect(profile.source).toMatchObject({ format: id, detail: 'requests' });
  expect(profile.requests.unread).toBe(0);
  if (isReadsOnly) {
    expect(profile.operations).toMatchObject({ GetObject: { count: requests.length } });
    return;
  }
  const hasStatus = !id.endsWith('-trace');
  expect(profile.requests).toMatchObject(
    hasStatus ? { answered: 13, failed: 1 } : { answered: 14, failed: 0 },
  );
  expect(profile.source.from).toBe('2026-03-01T00:00:00.000Z');
  expect(profile.operations['PutObject']).toMatchObject({ count: 3 });
  expect(profile.operations['GetObject']).toMatchObject({ count: hasStatus ? 9 : 10 });
  expect(profile.operations['DeleteObject']).toMatchObject({ count: 1 });
  expect(profile.ended.objects).toBe(1);
  expect(profile.sizes.reduce((sum, one) => sum + one.created, 0)).toBe(3);
  if (id !== 'cachelib-kv-trace' && id !== 'twitter-cache-trace')
    expect(profile.ranges).toEqual({ reads: 3, bytes: 3000 });
  const sizes = profile.sizes.map((one) => one.createdBytes);
  expect(sizes.reduce((sum, one) => sum + one, 0)).toBe(30_000);
  expect(profile.unknown?.some((one) => one.startsWith('The size of an object'))).toBe(
    isWithoutSizes === true,
  );
});

test.each(FORMATS)(
  '%s: 10,000 broken lines are read to the end, and counted',
  async (id, { header, isReadsOnly }) => {
    const next = randomOf(22);
    const pick = (n: number) => Math.floor(next() * n);
    const good = logText(id, requests)
      .trim()
      .split('\n')
      .slice(header === undefined ? 0 : header.split('\n').length);
    const letters = [...' "\\,\t;{}[]:-0123456789abcÿ\u0001'];
    const broken = Array.from({ length: 10_000 }, () => {
      const line = [...(good[pick(good.length)] ?? '')];
      for (let n = 1 + pick(6); n > 0; n -= 1) {
        const at = pick(line.length);
        const how = pick(4);
        if (how === 0) line.splice(at, 1 + pick(20));
        else if (how === 1) line.splice(at, 0, letters[pick(letters.length)] ?? '');
        else if (how === 2) line[at] = letters[pick(letters.length)] ?? '';
        else line.length = at + 1;
      }
      return line.join('');
    });
    const text = `${[...(header === undefined ? [] : [header]), ...good, ...broken].join('\n')}\n`;
    const { requests: seen } = await profileOf({ 'the.log': text });
    const told = seen.answered + seen.failed + seen.unlisted + seen.unread;
    expect(seen.answered).toBeGreaterThanOrEqual(isReadsOnly ? 14 : 13);
    // A quote that opens may take following lines with it, and a line of counts stands for many requests.
    expect(seen.unread).toBeGreaterThan(100);
    expect(told).toBeGreaterThan(2000);
  },
);

/** Counted by hand, see `SOURCE.txt` beside them. */
test.each([
  [
    's3-server-access.log',
    's3-access-log',
    { answered: 4, failed: 1 },
    { PutObject: { count: 1, bytes: 4_406_583 } },
  ],
  [
    'cloudfront-standard.tsv',
    'cloudfront-log',
    { answered: 3, failed: 3 },
    { GetObject: { count: 3, bytes: 1176 } },
  ],
  [
    'cachelib-kv.csv',
    'cachelib-kv-trace',
    { answered: 277 },
    { GetObject: { count: 274 }, PutObject: { count: 3 } },
  ],
  [
    'cachelib-block.csv',
    'cachelib-block-trace',
    { answered: 42 },
    { GetObject: { count: 25, bytes: 60_097_258 }, PutObject: { count: 17, bytes: 93_679_141 } },
  ],
  [
    'ibm-cos.txt',
    'ibm-cos-trace',
    { answered: 6 },
    { GetObject: { count: 2, bytes: 1696 }, PutObject: { count: 1, bytes: 1056 }, HeadObject: { count: 3 } },
  ],
])('real records: %s', async (name, id, requests, operations) => {
  const file = new URL(`../../fixtures/logs/${name}`, import.meta.url);
  const profile = await profileOf({ 'the.log': readFileSync(file) });
  expect(profile.source.format).toBe(id);
  expect(profile.requests).toMatchObject({ ...requests, unlisted: 0, unread: 0 });
  expect(profile.operations).toMatchObject(operations);
});

test.each(FORMATS)('%s: a gzip that ends too early keeps its whole lines', async (id) => {
  const many = Array.from({ length: 40 }, (_, i) =>
    requests.map((one) => ({ ...one, atSeconds: one.atSeconds + i * 3600 })),
  ).flat();
  const packed = gzipSync(logText(id, many));
  const { requests: seen } = await profileOf({
    'the.log.gz': packed.subarray(0, Math.floor(packed.length * 0.6)),
  });
  const told = seen.answered + seen.failed;
  expect(told).toBeGreaterThan(many.length / 10);
  expect(told).toBeLessThan(many.length);
  expect(seen.unread).toBeLessThanOrEqual(1);
});

test('names of objects and readers are hashed before a row is kept: no table holds a canary', async () => {
  for (const [id] of FORMATS) {
    using folder = new Folder({ 'the.log': logText(id, requests) });
    const file = path.join(folder.path, 'the.log');
    const database = await openNative({ files: [file], spillFolder: null });
    const files = [{ name: 'the.log', path: file, isParquet: false }];
    const { profile } = await deriveProfile(database, files, { columns: {} });
    expect(JSON.stringify(profile)).not.toMatch(/canary|192\.0\.2/);
    const tables = await database.run(
      "SELECT table_name FROM information_schema.tables WHERE table_name <> 'known_operation'",
    );
    for (const { table_name: table } of tables) {
      const rows = await database.run(`SELECT CAST(one AS VARCHAR) AS said FROM "${String(table)}" AS one`);
      expect(JSON.stringify(rows)).not.toMatch(/canary|192\.0\.2/);
    }
    expect(tables.length).toBeGreaterThan(3);
    database.close();
  }
});

describe('what is refused, with what it lacks', () => {
  test.each([
    [
      'versitygw',
      'test bucket [20/November/2026:12:18:04 +0000] 127.0.0.1 test M8GRQ15RD9N1R658 s3_GetObject k /bucket/k 200 - 0 0 0 0 - MinIO - id= SigV4 - AuthHeader s3.us-east-1.amazonaws.com - arn:aws:s3:::/bucket/ Yes\n',
      /versitygw access logs, which do not say the bytes of reads/,
    ],
    [
      'MinIO of an older release',
      `${JSON.stringify({ version: '1', deploymentid: 'x', time: '2020-02-12T17:55:06.468558868Z', trigger: 'incoming', api: { name: 'PutObject', bucket: 'b', object: 'o', status: 'OK', statusCode: 200, timeToFirstByte: '366333ns' } })}\n`,
      /MinIO audit logs of older releases, which do not say bytes \(api\.rx, api\.tx\)/,
    ],
  ])('%s', async (_, text, message) => {
    await expect(profileOf({ 'the.log': text })).rejects.toThrow(message);
  });
});

test('JSON lines and W3C with any columns that say what they are', async () => {
  const json = ['PutObject', 'GetObject', 'GetObject'].map((op, i) =>
    JSON.stringify({ time: START + i * 60, op, key: 'a "b", \\c', size: 1000, latency_ms: 12.5 }),
  );
  const w3c = ['#Fields: time_s op key size', '0 PUT a 1000', '60 GET a 1000', '120 GET a 1000'];
  for (const lines of [json, w3c]) {
    const { operations } = await profileOf({ 'the.log': `${lines.join('\n')}\n` });
    expect(operations).toEqual({
      GetObject: { count: 2, bytes: 2000 },
      PutObject: { count: 1, bytes: 1000 },
    });
  }
});

describe('readers by network', () => {
  const from = (addresses: readonly string[], id = 's3-access-log') =>
    logText(
      id,
      addresses.map((reader, i) => ({
        ...(requests[1] as TimedRequest),
        reader,
        atSeconds: START + i,
      })),
    );
  const network = (net: string, count: number) => Array.from({ length: count }, (_, i) => `${net}.7.${i}`);

  test('networks of few readers are told together, and not at all where these are few too', async () => {
    const addresses = [
      ...network('192.0', 6),
      ...network('192.0', 6),
      ...network('198.51', 5),
      ...network('203.0', 3),
      ...network('100.64', 2),
      '2001:db8::1',
    ];
    const log = { 'the.log': from(addresses) };
    const bytes = (reads: number) => reads * 5000;
    expect((await profileOf(log)).networks).toEqual([
      { network: '192.0.0.0/16', readers: 6, reads: 12, bytes: bytes(12) },
      { network: '198.51.0.0/16', readers: 5, reads: 5, bytes: bytes(5) },
      { network: null, readers: 6, reads: 6, bytes: bytes(6) },
    ]);
    expect((await profileOf(log, { kAnonymity: 7 })).networks).toBeUndefined();
    expect((await profileOf(log, { kAnonymity: 6 })).networks).toEqual([
      { network: '192.0.0.0/16', readers: 6, reads: 12, bytes: bytes(12) },
      { network: null, readers: 11, reads: 11, bytes: bytes(11) },
    ]);
  });

  test('a port is no reader', async () => {
    let port = 1000;
    const text = from([...network('192.0', 5), ...network('192.0', 5)], 'alb-access-log').replaceAll(
      ':2817',
      () => `:${(port += 1)}`,
    );
    const { readers, networks } = await profileOf({ 'the.log': text });
    expect(readers.distinct).toBe(5);
    expect(networks).toMatchObject([{ network: '192.0.0.0/16', readers: 5 }]);
  });
});
