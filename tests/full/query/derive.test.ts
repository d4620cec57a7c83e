import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Profile } from '#core/workload/profile.ts';
import { textLiteral } from '#query/database.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { accessLogLine, profileOf, requestCsv } from '#tests/helpers/query/helpers.ts';
import { recount } from '#tests/helpers/query/recount.ts';
import type { Request } from '#tests/helpers/query/recount.ts';

const START = Date.parse('2026-03-01T00:00:00Z') / 1000;

const aRequest = (changes: Partial<Request> = {}): Request => ({
  atSeconds: START,
  operation: 'GetObject',
  key: 'a',
  sizeBytes: 1000,
  sentBytes: 1000,
  reader: '192.0.2.1',
  failed: false,
  ...changes,
});

/** Days of requests over few keys, so that they meet; a second apart, so that their order is no question. */
const traces = fc
  .array(
    fc.record({
      gapSeconds: fc.oneof(
        fc.integer({ min: 1, max: 90 }),
        fc.integer({ min: 1, max: 4000 }),
        fc.integer({ min: 1, max: 400_000 }),
      ),
      operation: fc.constantFrom('GetObject', 'GetObject', 'PutObject', 'DeleteObject', 'HeadObject'),
      key: fc.constantFrom('a', 'b', 'path/to c', "it's; DROP TABLE request; --", 'ü/%2F"x",y', 'z\\n'),
      size: fc.oneof(fc.integer({ min: 0, max: 300_000 }), fc.integer({ min: 0, max: 2e9 })),
      whole: fc.boolean(),
      reader: fc.integer({ min: 1, max: 12 }),
      failed: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    }),
    { minLength: 2, maxLength: 250 },
  )
  .map((steps) => {
    let atSeconds = START;
    return steps.map(({ gapSeconds, operation, key, size, whole, reader, failed }): Request => {
      atSeconds += gapSeconds;
      const sentBytes = operation === 'GetObject' ? (whole ? size : Math.floor(size / 3)) : 0;
      return {
        atSeconds,
        operation: operation as Request['operation'],
        key,
        sizeBytes: operation === 'DeleteObject' ? 0 : size,
        sentBytes,
        reader: `192.0.2.${reader}`,
        failed,
      };
    });
  })
  .filter((all) => all.some((one) => !one.failed));

function expectEqual(profile: Profile, requests: readonly Request[]): void {
  const { rereads, ages, ended, peak, ...exact } = recount(requests);
  const { operations, sizes, readers } = profile;
  expect({ operations, sizes, readers }).toEqual(exact);
  const close = (value: number) => Number(value.toPrecision(6));
  expect(profile.ages).toEqual(ages.map((one) => ({ ...one, objectSeconds: close(one.objectSeconds) })));
  expect(profile.ended).toEqual({ ...ended, aliveSeconds: close(ended.aliveSeconds) });
  expect(profile.peak).toEqual({ ...peak, ratio: close(peak.ratio) });
  expect(profile.rereads).toEqual(
    rereads.map(([size, gap, reads, bytes, byteHours]) => [size, gap, reads, bytes, close(byteHours)]),
  );
}

describe('a trace whose truth is known', () => {
  test('as CSV, the profile is what a plain recount gives', async () => {
    await fc.assert(
      fc.asyncProperty(traces, async (requests) => {
        expectEqual(await profileOf({ 'trace.csv': requestCsv(requests) }), requests);
      }),
      { numRuns: 12 },
    );
  });

  test('as S3 server access logs, in any order and split over files, too', async () => {
    await fc.assert(
      fc.asyncProperty(traces, fc.integer(), async (requests, seed) => {
        const lines = requests.map((one) => accessLogLine(one));
        const shuffled = lines
          .map((line, i) => [Math.imul(i + 1, seed | 1) >>> 0, line] as const)
          .sort(([a], [b]) => a - b)
          .map(([, line]) => line);
        const middle = Math.ceil(shuffled.length / 2);
        const profile = await profileOf({
          '2026-03-01-00-17-01-AAAA': `${shuffled.slice(0, middle).join('\n')}\n`,
          '2026-03-01-00-22-45-BBBB': `${shuffled.slice(middle).join('\n')}\n`,
        });
        expectEqual(profile, requests);
      }),
      { numRuns: 8 },
    );
  });

  test('by hand: sizes, ages, gaps and lives of three objects', async () => {
    const hour = 3600;
    const profile = await profileOf({
      'trace.csv': requestCsv([
        aRequest({ operation: 'PutObject', key: 'a', sizeBytes: 1000, sentBytes: 0 }),
        aRequest({ atSeconds: START + 60, key: 'a' }),
        aRequest({ atSeconds: START + hour, key: 'a' }),
        aRequest({
          atSeconds: START + 2 * hour,
          operation: 'DeleteObject',
          key: 'a',
          sizeBytes: 0,
          sentBytes: 0,
        }),
        aRequest({ atSeconds: START + 3 * hour, key: 'old', sizeBytes: 5_000_000, sentBytes: 500 }),
        aRequest({
          atSeconds: START + 4 * hour,
          operation: 'PutObject',
          key: 'b',
          sizeBytes: 2000,
          sentBytes: 0,
        }),
      ]),
    });
    expect(profile.source).toEqual({
      format: 'request-table',
      files: 1,
      from: '2026-03-01T00:00:00.000Z',
      seconds: 4 * hour,
      detail: 'requests',
    });
    expect(profile.sizes).toEqual([
      {
        upToBytes: 4096,
        created: 2,
        createdBytes: 3000,
        standing: 0,
        standingBytes: 0,
        reads: 2,
        readBytes: 2000,
      },
      {
        upToBytes: 8 * 2 ** 20,
        created: 0,
        createdBytes: 0,
        standing: 1,
        standingBytes: 5_000_000,
        reads: 1,
        readBytes: 500,
      },
    ]);
    expect(profile.ages.map(({ upToSeconds, reads }) => [upToSeconds, reads])).toEqual([
      [60, 1],
      [600, 0],
      [hour, 1],
      [6 * hour, 0],
    ]);
    expect(profile.ended).toEqual({ objects: 1, aliveSeconds: 2 * hour });
    // 60 s after the write, then 59 minutes after that read; 1000 bytes each.
    expect(profile.rereads).toEqual([
      [0, 0, 1, 1000, 16.6667],
      [0, 2, 1, 1000, 983.333],
    ]);
  });
});

describe('S3 server access logs as AWS documents them', () => {
  const lines = [
    accessLogLine(aRequest({ operation: 'PutObject', key: 'photos/2026/my cat.jpg' })),
    accessLogLine(aRequest({ atSeconds: START + 5, key: 'photos/2026/my cat.jpg' })),
  ];

  test('quotes and blanks in what the client wrote, new fields, dashes and CRLF', async () => {
    const odd = accessLogLine(aRequest({ atSeconds: START + 9, key: 'photos/2026/my cat.jpg' }), {
      userAgent: `evil" 200 - 1 1 1 1 "-" "'); DROP TABLE request; --`,
    });
    const newer = `${accessLogLine(aRequest({ atSeconds: START + 12 }))} us-east-1 another-field`;
    const profile = await profileOf({ log: [...lines, odd, newer].join('\r\n') });
    expect(profile.operations).toEqual({
      GetObject: { count: 3, bytes: 3000 },
      PutObject: { count: 1, bytes: 1000 },
    });
    expect(profile.requests).toEqual({ answered: 4, failed: 0, unlisted: 0, unread: 0 });
  });

  test('a URI with quotes in it', async () => {
    const odd = lines.map((line) => line.replace('?x-id=1', '?q="a b" HTTP/1.1" x'));
    expect((await profileOf({ log: odd.join('\n') })).requests.answered).toBe(2);
  });

  test('a zone other than UTC', async () => {
    const east = lines.map((line) => line.replace('+0000', '+0530'));
    expect((await profileOf({ log: east.join('\n') })).source.from).toBe('2026-02-28T18:30:00.000Z');
    const west = lines.map((line) => line.replace('+0000', '-0800'));
    expect((await profileOf({ log: west.join('\n') })).source.from).toBe('2026-03-01T08:00:00.000Z');
  });

  test('buckets are told apart, and one reader behind many requests is one', async () => {
    const other = lines.map((line) => line.replaceAll('example-bucket', 'another-bucket'));
    const profile = await profileOf({ log: [...lines, ...other].join('\n') });
    expect(profile.sizes[0]).toMatchObject({ created: 2, reads: 2 });
    expect(profile.readers).toEqual({ distinct: 1, most: [{ reads: 2, bytes: 2000 }] });
  });

  test('a copy is one request though two records tell of it; what a lifecycle rule does is none', async () => {
    const copy = (operation: string) => lines[0]?.replace('REST.PUT.OBJECT', operation) ?? '';
    const profile = await profileOf({
      log: [
        ...lines,
        copy('REST.COPY.OBJECT'),
        copy('REST.COPY.OBJECT_GET'),
        copy('S3.EXPIRE.OBJECT'),
        copy('REST.GET.OBJECT_TORRENT'),
      ].join('\n'),
    });
    expect(profile.requests).toEqual({ answered: 3, failed: 0, unlisted: 1, unread: 0 });
    expect(Object.keys(profile.operations).sort()).toEqual(['CopyObject', 'GetObject', 'PutObject']);
  });

  test('lines that are no records are counted, not guessed at', async () => {
    const text = Buffer.concat([
      Buffer.from(`${lines.join('\n')}\nnot a record\n`),
      Buffer.from([0xff, 0xfe, 0x00, 0x0a]),
      Buffer.from('x'.repeat(3_000_000)),
    ]);
    const profile = await profileOf({ log: text });
    expect(profile.requests).toEqual({ answered: 2, failed: 0, unlisted: 0, unread: 3 });
  });

  test('nothing that names a reader or a key leaves in the profile', async () => {
    const text = JSON.stringify(await profileOf({ log: lines.join('\n') }));
    expect(text).not.toMatch(/192\.0\.2|photos|111122223333|example-bucket/);
  });
});

describe('other forms', () => {
  test('an IBM COS trace: milliseconds, ranges with both ends, empty objects', async () => {
    const profile = await profileOf({
      'trace.txt': [
        '1000 REST.PUT.OBJECT 8d4fcda3d675bac9 1056',
        '2000 REST.GET.OBJECT 8d4fcda3d675bac9 1056 0 527',
        '3000 REST.PUT.OBJECT 00ff 0',
        '4000 REST.GET.OBJECT 00ff 0 0 -1',
        '5000 REST.HEAD.OBJECT 39d177fb735ac5df 528',
      ].join('\n'),
    });
    expect(profile.source).toMatchObject({ format: 'ibm-cos-trace', from: null, seconds: 4 });
    expect(profile.operations).toEqual({
      GetObject: { count: 2, bytes: 528 },
      HeadObject: { count: 1, bytes: 0 },
      PutObject: { count: 2, bytes: 1056 },
    });
  });

  test('sums by the hour: rates and the peak, and nothing about single objects', async () => {
    const profile = await profileOf({
      'load.csv':
        'HR,PutCount,GetCount,DeleteCount,PutBytes,GetBytes\n1,10,30,0,1000,9000\n2,0,0,0,0,0\n3,10,10,20,3000,1000\n',
    });
    expect(profile.source).toMatchObject({ format: 'hourly-load', seconds: 3 * 3600, detail: 'hours' });
    expect(profile.operations).toEqual({
      GetObject: { count: 40, bytes: 10_000 },
      PutObject: { count: 20, bytes: 4000 },
      DeleteObject: { count: 20, bytes: 0 },
    });
    expect(profile.peak).toEqual({ overSeconds: 3600, ratio: 1.5 });
    expect(profile.sizes).toEqual([
      {
        upToBytes: null,
        created: 20,
        createdBytes: 4000,
        standing: 0,
        standingBytes: 0,
        reads: 40,
        readBytes: 10_000,
      },
    ]);
    expect({ ages: profile.ages, rereads: profile.rereads }).toEqual({ ages: [], rereads: [] });
  });

  test('gzip and zstd by their names', async () => {
    const text = requestCsv([aRequest({ operation: 'PutObject' }), aRequest({ atSeconds: START + 9 })]);
    const plain = await profileOf({ 'trace.csv': text });
    expect(await profileOf({ 'trace.csv.gz': gzipSync(text) })).toEqual(plain);
    expect(await profileOf({ 'trace.csv.zst': zstdCompressSync(text) })).toEqual(plain);
  });

  test('folders that name a day or a column of the file add nothing to its rows', async () => {
    const [first, second] = [aRequest({ operation: 'PutObject' }), aRequest({ atSeconds: START + 9 })];
    const plain = await profileOf({ 'trace.csv': requestCsv([first, second]) });
    const parted = await profileOf({
      'dt=2024-01-01/hour=07/trace.csv': requestCsv([first]),
      'dt=2024-01-02/key=another/trace.csv.zst': zstdCompressSync(requestCsv([second])),
    });
    expect({ ...parted, source: { ...parted.source, files: 1 } }).toEqual(plain);
  });

  test('Parquet with its own types of time, number and text', async () => {
    using folder = new Folder();
    const file = path.join(folder.path, 'trace.parquet');
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run(`
      COPY (
        SELECT TIMESTAMPTZ '2026-03-01 00:00:00Z' + i * INTERVAL 1 MINUTE AS "Event Time", 'PUT' AS op, 'k' || i AS object_key,
          CAST(i * 1000 AS UBIGINT) AS object_size
        FROM range(1, 11) AS numbers(i)
      ) TO ${textLiteral(file)} (FORMAT parquet, COMPRESSION zstd)`);
    connection.closeSync();
    instance.closeSync();
    const profile = await profileOf({ 'trace.parquet': readFileSync(file) });
    expect(profile.source).toMatchObject({ from: '2026-03-01T00:01:00.000Z', seconds: 540 });
    expect(profile.operations).toEqual({ PutObject: { count: 10, bytes: 55_000 } });
  });

  test.each([
    ['seconds since 1970', 's', 'time', (s: number) => s],
    ['milliseconds since 1970', 'ms', 'ts', (s: number) => s * 1e3],
    ['microseconds since 1970', 'us', 'timestamp', (s: number) => s * 1e6],
    ['nanoseconds since 1970', 'ns', 'time', (s: number) => `${s}000000000`],
    [
      'a date with a zone',
      null,
      'time',
      (s: number) => new Date((s + 7200) * 1000).toISOString().replace('Z', '+02:00'),
    ],
    [
      'a date without a zone',
      null,
      'time',
      (s: number) => new Date(s * 1000).toISOString().replace('T', ' ').replace('Z', ''),
    ],
  ] as const)('times as %s', async (_, __, column, write) => {
    const rows = [START, START + 100].map((at) => `${write(at)},GET,k,10`);
    const { source } = await profileOf({ 'trace.csv': `${column},method,path,bytes\n${rows.join('\n')}\n` });
    expect(source).toMatchObject({ from: '2026-03-01T00:00:00.000Z', seconds: 100 });
  });

  test('columns named by hand, whatever they are called', async () => {
    const header = `"when ""it"" was","op;--",k,"s')"`;
    const profile = await profileOf(
      { 'trace.csv': `${header}\n0,read,a,5\n90,read,a,5\n` },
      { columns: { time: 'when "it" was', operation: 'op;--', key: 'k', size: "s')" }, timeUnit: 's' },
    );
    expect(profile.rereads).toEqual([[0, 1, 1, 5, 0.125]]);
  });
});

test('numbers that are none are unknown, not sums', async () => {
  const rows = [
    'nan,GET,a,1',
    'inf,GET,a,1',
    '-1e300,GET,a,1',
    '1,GET,b,nan',
    '2,GET,c,-5',
    '3,GET,d,1e300',
    '4,GET,e,7',
  ];
  const profile = await profileOf({ 'a.csv': `time_s,op,key,size\n${rows.join('\n')}\n` });
  expect(profile.requests).toEqual({ answered: 4, failed: 0, unlisted: 0, unread: 3 });
  expect(profile.unsized).toEqual({ objects: 3, reads: 3 });
  expect(profile.operations).toEqual({ GetObject: { count: 4, bytes: 7 } });
});

describe('what is refused, with what was tried', () => {
  test.each([
    ['an empty file', { log: '' }, /log: is not text, or is empty; it should hold a request log or a trace/],
    [
      'prose',
      { log: 'Dear diary,\ntoday I read an object.\n' },
      /of no known format: none of S3 server access logs, .*, IBM COS traces, .*; hourly-load wants .*request-table wants/,
    ],
    [
      'a CSV without the columns',
      { 'a.csv': 'time,op,size\n1,GET,2\n' },
      /has none for key among "time", "op", "size" \(say which with --columns key=NAME\)/,
    ],
    [
      'broken Parquet',
      { 'a.parquet': 'PAR1 and no more' },
      /a\.parquet: begins like Parquet, and cannot be read/,
    ],
    [
      'times without a unit',
      { 'a.csv': 'time,op,key,size\n1,GET,a,2\n2,GET,a,2\n' },
      /neither dates nor seconds since 1970 .* --time-unit/,
    ],
    ['a header alone', { 'a.csv': 'time,operation,key,size\n' }, /the log has no requests, at most a header/],
    [
      'operations nobody knows',
      { 'a.csv': 'time_s,op,key,size\n1,FROB,a,2\n2,FROB,a,2\n' },
      /no request was understood: 0 rows .*, 2 of unknown operations/,
    ],
    [
      'nothing but errors',
      { 'a.csv': 'time_s,op,key,size,status\n1,GET,a,2,503\n9,GET,b,2,503\n' },
      /not one request was answered: 2 ended in an error/,
    ],
    [
      'one moment',
      { 'a.csv': 'time_s,op,key,size\n1,GET,a,2\n1,GET,b,2\n' },
      /all requests are of one moment/,
    ],
    [
      'two formats',
      { 'a.csv': 'time_s,op,key,size\n1,GET,a,2\n', 'b.txt': '1 REST.GET.OBJECT aa 1\n' },
      /b\.txt: is of the format ibm-cos-trace, and the files before it request-table/,
    ],
  ] as const)('%s', async (_, files, message) => {
    const error = await profileOf(files).catch((one: unknown) => one);
    expect(error).toMatchObject({ name: 'LogError' });
    expect((error as Error).message).toMatch(message);
  });

  test('a column that is not there', async () => {
    const files = { 'a.csv': 'time_s,op,path2,size\n1,GET,a,2\n' };
    await expect(profileOf(files, { columns: { key: 'path' } })).rejects.toThrow(
      /--columns key=path: there is no such column; did you mean path2\?/,
    );
  });
});
