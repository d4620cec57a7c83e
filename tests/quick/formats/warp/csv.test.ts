import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Measurement } from '#core/evidence/dataset.ts';
import { beginImport, importFile } from '#formats/benchmarks/index.ts';
import { bytesOf, fixture, runGauntlet } from '#tests/helpers/formats/gauntlet.ts';
import { nsOf, requestsOf, rowsOfOne } from '#tests/helpers/formats/warp/oracle.ts';
import type { Request } from '#tests/helpers/formats/warp/oracle.ts';

const context = { store: 'aws/s3-standard', region: 'aws/us-east-1', from: 'aws/us-east-1' };
const shared = {
  store: 'aws/s3-standard',
  store_region: 'aws/us-east-1',
  client_place: 'aws/us-east-1',
  client_runtime: null,
};

const list = fixture('warp/list-v1.5.0.csv.zst');
const get = fixture('warp/get.csv.zst');
const textOf = (packed: Uint8Array) => new TextDecoder().decode(zstdDecompressSync(packed));
const of = (packed: Uint8Array, op: string) => requestsOf(packed).filter((row) => row.op === op);

const listGolden = rowsOfOne(of(list, 'LIST'), shared, {
  operation: 'LIST',
  sizeBytes: null,
  note: '200 objects a request',
  rateNote: '200 objects a request; held to 100/s by --rps-limit',
});

runGauntlet({ format: 'warp-csv', bytes: list, context, golden: listGolden });

describe('unpacked', () => {
  runGauntlet({ format: 'warp-csv', bytes: bytesOf(textOf(list)), context, golden: listGolden });
});

const HEADER =
  'idx thread op client_id n_objects bytes endpoint file error start first_byte end duration_ns cat';
const ROW: Request = {
  idx: '0',
  thread: '0',
  op: 'GET',
  client_id: 'abcd',
  n_objects: '1',
  bytes: '1024',
  endpoint: 'http://10.0.0.1:9000',
  file: 'a/1.rnd',
  error: '',
  start: '2026-11-20T12:00:01.5Z',
  first_byte: '2026-11-20T12:00:01.502Z',
  end: '2026-11-20T12:00:01.503Z',
  duration_ns: '3000000',
  cat: '0',
};
const GET_LINE = '# warp-v1.3.1 get --concurrent=1';

/** A full file with these rows, each ours but for what is given. */
function aFile(rows: readonly Partial<Request>[], { header = HEADER, closing = GET_LINE } = {}): Uint8Array {
  const names = header.split(' ');
  const lines = rows.map((row) => names.map((name) => ({ ...ROW, ...row })[name] ?? '').join('\t'));
  return bytesOf([names.join('\t'), ...lines, ...(closing === '' ? [] : [closing])].join('\n') + '\n');
}
const imported = (bytes: Uint8Array) => importFile(bytes, context);
const totals = (bytes: Uint8Array) => imported(bytes).measurements.filter(({ metric }) => metric === 'total');
const valueOf = (rows: readonly Measurement[], metric: string, statistic: string) =>
  rows.find((row) => row.metric === metric && row.statistic === statistic)?.value;

describe("warp's full file", () => {
  test('gives every quantile as an exact sort does, to the last digit', () => {
    const rateNote = 'held to 400/s by --rps-limit';
    const golden = rowsOfOne(of(get, 'GET'), shared, {
      operation: 'GET',
      sizeBytes: 2 ** 20,
      note: null,
      rateNote,
    });
    expect(imported(get).measurements).toEqual(golden);
  });

  test('gives the figures that others found in it', () => {
    const { measurements, tool, toolVersion } = imported(get);
    expect([tool, toolVersion]).toEqual(['minio/warp', 'v1.3.1']);
    expect(valueOf(measurements, 'total', 'p50')).toBe(2.43906);
    expect(valueOf(measurements, 'total', 'p99')).toBe(65.95016);
    expect(valueOf(measurements, 'first_byte', 'p99')).toBe(45.242429);
    expect(valueOf(measurements, 'rate', 'mean')).toBeCloseTo(353.442, 3);
    expect(measurements[0]).toMatchObject({ samples: 2827, concurrency: 8 });
  });

  test('says of every request that succeeded when it began and how long it took, preparation left out', () => {
    for (const file of [get, fixture('warp/mixed.csv.zst')]) {
      const { measurements, overTime = [] } = imported(file);
      for (const operation of new Set(measurements.map((row) => row.operation))) {
        const own = overTime.filter((row) => row.operation === operation);
        const samples = measurements
          .filter((row) => row.operation === operation && row.metric === 'total' && row.statistic === 'max')
          .reduce((sum, row) => sum + (row.samples ?? 0), 0);
        expect(
          own.reduce((sum, { requests }) => sum + requests, 0),
          operation,
        ).toBe(samples);
        const [slowest = 0] = measurements
          .flatMap((row) =>
            row.operation === operation && row.metric === 'total' && row.statistic === 'max'
              ? [row.value]
              : [],
          )
          .toSorted((a, b) => b - a);
        const last = Math.max(...own.map(({ toMs }) => toMs));
        expect(slowest).toBeLessThan(last);
        expect(slowest).toBeGreaterThan(last / 1.26);
      }
    }
  });

  test('is read alike wherever its pieces are cut', () => {
    const whole = imported(list);
    const bytes = bytesOf(textOf(list));
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 1 }), (lengths) => {
        const reading = beginImport(context);
        for (let at = 0, i = 0; at < bytes.length; i++) {
          const end = at + (lengths[i % lengths.length] ?? 1);
          reading.push(bytes.subarray(at, end));
          at = end;
        }
        expect(reading.end(false)).toEqual(whole);
      }),
      { numRuns: 50 },
    );
  });

  test('that is cut short keeps its whole lines, and says so', () => {
    const { measurements, caveats } = imported(get.subarray(0, 50_000));
    expect(caveats[0]).toBe(
      'The file is cut short: its 1430 whole lines are read, and what followed is not known.',
    );
    const read = of(get, 'GET').slice(0, 1390);
    expect(measurements).toEqual(
      rowsOfOne(read, shared, { operation: 'GET', sizeBytes: 2 ** 20, note: null, rateNote: null }),
    );
  });

  test('loses the uploads that prepared the run, by its command', () => {
    expect(imported(get).caveats).toContain('40 requests that prepared the run (PUT) are left out.');
    expect(new Set(imported(get).measurements.map(({ operation }) => operation))).toEqual(new Set(['GET']));
  });

  test('loses them without a command, where they had ended before anything else began', () => {
    const merged = fixture('warp/merged.csv.zst');
    const { measurements, caveats } = imported(merged);
    expect(new Set(measurements.map(({ operation }) => operation))).toEqual(new Set(['GET']));
    expect(caveats).toContain('100 requests that prepared the run (PUT) are left out.');
  });

  test('of several clients counts the threads of each, and says whose clocks it trusts', () => {
    const merged = fixture('warp/merged.csv.zst');
    const golden = rowsOfOne(of(merged, 'GET'), shared, {
      operation: 'GET',
      sizeBytes: 65_536,
      note: null,
      rateNote: null,
    });
    const { measurements, caveats } = imported(merged);
    expect(measurements).toEqual(golden);
    expect(measurements[0]?.concurrency).toBe(4);
    expect(caveats.join()).toMatch(/2 clients, each by its own clock/);
  });

  test('of a mix keeps every operation, uploads too', () => {
    const mixed = fixture('warp/mixed.csv.zst');
    const { measurements, caveats } = imported(mixed);
    const rateNote = 'held to 600/s by --rps-limit';
    const golden = [
      ['STAT', 'HEAD', null],
      ['GET', 'GET', 65_536],
      ['DELETE', 'DELETE', null],
      ['PUT', 'PUT', 65_536],
    ] as const;
    for (const [op, operation, sizeBytes] of golden)
      expect(measurements.filter((row) => row.operation === operation)).toEqual(
        rowsOfOne(of(mixed, op), shared, { operation, sizeBytes, note: null, rateNote }),
      );
    expect(caveats.join()).toMatch(/were under way together/);
  });

  test('of ranges of any length is read by powers of two, each at its mean', () => {
    const range = fixture('warp/get-range.csv.zst');
    const requests = of(range, 'GET');
    const cells = Map.groupBy(requests, ({ bytes }) => Math.floor(Math.log2(Number(bytes))));
    const { measurements } = imported(range);
    const means = measurements.filter(({ metric, statistic }) => metric === 'total' && statistic === 'mean');
    expect(means.map(({ size_bytes, samples, operation }) => ({ size_bytes, samples, operation }))).toEqual(
      [...cells]
        .toSorted(([a], [b]) => a - b)
        .map(([, rows]) => ({
          size_bytes: Math.round(rows.reduce((sum, { bytes }) => sum + Number(bytes), 0) / rows.length),
          samples: rows.length,
          operation: 'GET_RANGE',
        })),
    );
    expect(measurements.find(({ metric }) => metric === 'rate')).toMatchObject({
      size_bytes: null,
      samples: 500,
    });
  });

  test('tells sixteen sizes apart, and one more by powers of two', () => {
    const sizesOf = (sizes: readonly number[]) =>
      totals(aFile(sizes.map((bytes) => ({ bytes: String(bytes) }))))
        .filter(({ statistic }) => statistic === 'mean')
        .map((row) => [row.size_bytes, row.note]);
    const sixteen = Array.from({ length: 16 }, (_, i) => 1000 + i);
    expect(sizesOf(sixteen)).toEqual(sixteen.map((size) => [size, null]));
    expect(sizesOf([...sixteen, 2000])).toEqual([
      [1008, 'sizes of 1000 to 1015 bytes, at their mean'],
      [2000, null],
    ]);
  });

  test('counts errors apart: their times and bytes are in no other figure', () => {
    const failed = { error: 'Access Denied.', duration_ns: '5', first_byte: '', bytes: '1024' };
    const good = [ROW, { ...ROW, start: '2026-11-20T12:00:02.5Z', first_byte: '2026-11-20T12:00:02.502Z' }];
    const { measurements } = imported(aFile([...good, failed]));
    expect(valueOf(measurements, 'errors', 'mean')).toBeCloseTo(1 / 3, 9);
    expect(valueOf(measurements, 'total', 'min')).toBe(3);
    expect(valueOf(measurements, 'throughput', 'mean')).toBeCloseTo(2048 / 1.003, 5);
    expect(measurements.find(({ metric }) => metric === 'errors')?.samples).toBe(3);
  });

  test('may have failed altogether', () => {
    const { measurements } = imported(aFile([{ error: 'no route to host' }]));
    expect(measurements.map(({ metric, value }) => [metric, value])).toEqual([['errors', 1]]);
  });

  test('quotes an error that holds tabs, quotes and line ends, and still counts its lines', () => {
    const odd = { error: '"a ""quoted""\tand\nbroken\r\none"' };
    const { measurements } = imported(aFile([odd, ROW]));
    expect(valueOf(measurements, 'errors', 'mean')).toBe(0.5);
    expect(() => imported(aFile([odd, { duration_ns: 'long' }]))).toThrow(/^line 5: duration_ns "long"/);
  });

  test('does not take a quote in the name of an object for one', () => {
    expect(totals(aFile([{ file: '"odd' }, ROW]))[0]?.samples).toBe(2);
  });

  test.each([
    ['without cat', HEADER.replace(' cat', '')],
    ['without client_id', HEADER.replace(' client_id', '')],
    ['with last_byte', HEADER.replace('first_byte', 'first_byte last_byte')],
    ['with columns in another order', HEADER.split(' ').toReversed().join(' ').replace('idx', 'cat2')],
  ])('of another version, %s, is read by its header', (_, header) => {
    const names = header.startsWith('idx thread op ')
      ? header
      : `idx thread op ${header.replace(/ (op|thread)(?= |$)/g, '')}`;
    expect(totals(aFile([ROW, ROW], { header: names }))).toEqual(totals(aFile([ROW, ROW])));
  });

  test('ends its lines as Windows does', () => {
    const text = new TextDecoder().decode(aFile([ROW, ROW], { header: HEADER.replace(' cat', '') }));
    expect(totals(bytesOf(text.replaceAll('\n', '\r\n')))).toEqual(totals(aFile([ROW, ROW])));
  });

  test('knows any time zone, and any number of decimals', () => {
    const start = fc
      .record({
        ms: fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2030, 0, 1) }),
        digits: fc.stringMatching(/^(\d{1,9})?$/),
        minutes: fc.integer({ min: -14 * 60, max: 14 * 60 }),
        waited: fc.integer({ min: 0, max: 999_999_999 }),
      })
      .map(({ ms, digits, minutes, waited }) => {
        const local = new Date(ms + minutes * 60_000).toISOString().slice(0, 19);
        const two = (n: number) => String(Math.trunc(Math.abs(n))).padStart(2, '0');
        const zone =
          minutes === 0 ? 'Z' : `${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
        return { stamp: `${local}${digits === '' ? '' : `.${digits}`}${zone}`, waited };
      });
    fc.assert(
      fc.property(start, ({ stamp, waited }) => {
        const ns = nsOf(stamp) + BigInt(waited);
        const firstByte = `${new Date(Number(ns / 1_000_000_000n) * 1000).toISOString().slice(0, 19)}.${String(ns % 1_000_000_000n).padStart(9, '0')}Z`;
        const { measurements } = imported(aFile([{ start: stamp, first_byte: firstByte }]));
        expect(valueOf(measurements, 'first_byte', 'min')).toBe(waited / 1e6);
      }),
    );
  });

  test('leaves out a first byte that came before its request, and says so', () => {
    const { measurements, caveats } = imported(aFile([{ first_byte: '2026-11-20T12:00:01.4Z' }]));
    expect(measurements.some(({ metric }) => metric === 'first_byte')).toBe(false);
    expect(caveats.join()).toMatch(/1 requests had their first byte before they began/);
  });

  test('keeps two endpoints apart, and shows nothing of an address but its host', () => {
    const secret = { endpoint: 'http://key:secret@10.0.0.2:9000' };
    const { measurements } = imported(aFile([ROW, secret]));
    expect(new Set(measurements.map(({ note }) => note))).toEqual(
      new Set(['run endpoint 10.0.0.1:9000', 'run endpoint 2']),
    );
    expect(JSON.stringify(imported(aFile([ROW, secret])))).not.toMatch(/secret/);
  });

  test.each([
    [
      'delete',
      'DELETE',
      { n_objects: '20', bytes: '0' },
      { operation: 'DELETE', size_bytes: null, note: '20 objects a request' },
    ],
    ['multipart-put', 'PUT', {}, { operation: 'PUT_PART', size_bytes: 1024 }],
    ['multipart', 'GET', {}, { operation: 'GET_RANGE', size_bytes: 1024 }],
    ['multipart-put', 'PUTPART', {}, { operation: 'PUT_PART', size_bytes: 1024 }],
    ['stat', 'STAT', { bytes: '0' }, { operation: 'HEAD', size_bytes: null }],
  ])('of warp %s reads %s as what it is', (command, op, row, expected) => {
    const [first] = imported(
      aFile([{ op, ...row }], { closing: `# warp-v1.5.0 ${command} --full` }),
    ).measurements;
    expect(first).toMatchObject(expected);
  });

  test('leaves out what is no operation here, and says so', () => {
    const { measurements, caveats } = imported(
      aFile([ROW, { op: 'APPEND' }], { closing: '# warp-v1.3.1 mixed' }),
    );
    expect(new Set(measurements.map(({ operation }) => operation))).toEqual(new Set(['GET']));
    expect(caveats.join()).toMatch(/1 requests of APPEND are left out/);
  });

  test('without its closing line says that it may be cut short', () => {
    expect(imported(aFile([ROW], { closing: '' })).caveats.join()).toMatch(/may have been cut short/);
  });

  test.each([
    ['no requests', aFile([]), /line 2: there are no requests/],
    ['uploads alone, in a run of reads', aFile([{ op: 'PUT' }]), /no requests but those that prepare/],
    [
      'a column too few',
      bytesOf(`${HEADER.replaceAll(' ', '\t')}\n0\t1\tGET\n`),
      /^line 2: has 3 columns, and the header 14/,
    ],
    [
      'no column for the duration',
      aFile([ROW], { header: 'idx thread op bytes' }),
      /^line 1: names no column n_objects, error, start, duration_ns/,
    ],
    [
      'a duration below zero',
      aFile([ROW, { duration_ns: '-5' }]),
      /^line 3: duration_ns "-5" is no whole number/,
    ],
    ['a time that is none', aFile([{ start: 'noon' }]), /^line 2: start "noon" is no time/],
    [
      'a time years away',
      aFile([ROW, { start: '2036-11-20T12:00:00Z' }]),
      /^line 3: start .*near that of the first/,
    ],
  ])('with %s is refused with its line', (_, bytes, message) => {
    expect(() => imported(bytes)).toThrow(message);
  });

  test('asks for what it cannot know', () => {
    expect(() => importFile(list)).toThrow(
      expect.objectContaining({ missing: ['store', 'region', 'from'] }) as Error,
    );
  });

  test('packed by anyone is the same', () => {
    expect(imported(Uint8Array.from(zstdCompressSync(bytesOf(textOf(list)))))).toEqual(imported(list));
  });
});
