import { zlibSync } from 'fflate';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeHistogram } from '#formats/benchmarks/hdr/histogram.ts';
import { importFile } from '#formats/benchmarks/index.ts';
import {
  NEAR,
  bytesOf,
  changedText,
  fixture,
  messageOf,
  fixtureOf,
  runGauntlet,
  textOfFixture,
} from '#tests/helpers/formats/gauntlet.ts';

const told = { ...NEAR, operation: 'GET', sizeBytes: 1_048_576 } as const;

runGauntlet(fixtureOf('hdr-histogram-log', 'hdr-histogram/warp-get-1m.us.hlog', { ...told, timeUnit: 'us' }));
runGauntlet(fixtureOf('hgrm', 'hdr-histogram/warp-get-1m.us.hgrm', { ...told, timeUnit: 'ms' }));
runGauntlet(fixtureOf('hgrm', 'vegeta/hdrplot.txt', { ...told, sizeBytes: 65_536 }));

/** As a histogram of three digits from 1 upwards writes its counts; a negative count skips that many buckets. */
function encoded(
  counts: readonly bigint[],
  header: Partial<Record<'cookie' | 'digits' | 'length', number>> = {},
): string {
  const payload = counts.flatMap((count) => {
    const bytes: number[] = [];
    let zigZag = BigInt.asUintN(64, (count << 1n) ^ (count >> 63n));
    while (zigZag >= 0x80n && bytes.length < 8) {
      bytes.push(Number(zigZag & 0x7fn) | 0x80);
      zigZag >>= 7n;
    }
    return [...bytes, Number(zigZag)];
  });
  const inner = new DataView(new ArrayBuffer(40 + payload.length));
  inner.setUint32(0, 0x1c849313);
  inner.setUint32(4, header.length ?? payload.length);
  inner.setInt32(12, header.digits ?? 3);
  inner.setBigInt64(16, 1n);
  inner.setBigInt64(24, 3_600_000_000n);
  inner.setFloat64(32, 1);
  payload.forEach((byte, i) => inner.setUint8(40 + i, byte));
  const packed = zlibSync(new Uint8Array(inner.buffer));
  const outer = new DataView(new ArrayBuffer(8 + packed.length));
  outer.setUint32(0, header.cookie ?? 0x1c849314);
  outer.setUint32(4, packed.length);
  packed.forEach((byte, i) => outer.setUint8(8 + i, byte));
  return Buffer.from(outer.buffer).toString('base64');
}

describe('a histogram', () => {
  test('of three digits is exact below 2048, and then goes by twos', () => {
    expect(decodeHistogram(encoded([-5n, 7n, -2042n, 1n, 3n]), 'here')).toEqual([
      { low: 5, high: 5, count: 7 },
      { low: 2048, high: 2049, count: 1 },
      { low: 2050, high: 2051, count: 3 },
    ]);
  });

  test('keeps every count', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 1n, max: 2n ** 51n }), { minLength: 1, maxLength: 50 }),
        (counts) => {
          const found = decodeHistogram(encoded(counts), 'here').map(({ count }) => BigInt(count));
          expect(found).toEqual(counts);
        },
      ),
    );
  });

  test.each([
    ['in its first encoding', encoded([1n], { cookie: 0x1c849302 }), /here: is in an older encoding/],
    ['of another kind', encoded([1n], { cookie: 7 }), /here: is no histogram/],
    ['of a length it has not', encoded([1n], { length: 2 }), /here: holds fewer or more counts/],
    ['of six digits', encoded([1n], { digits: 6 }), /here: has a precision that cannot be/],
    ['of more buckets than there are values', encoded([-(10n ** 15n), 1n]), /here: has more buckets/],
    ['cut', encoded([1n]).slice(0, 24), /here: is shorter/],
    ['that is no base64', 'HIST!', /here: holds no histogram/],
  ])('%s is refused', (_, base64, message) => {
    expect(() => decodeHistogram(base64, 'here')).toThrow(message);
  });

  test('that unfolds to more than any histogram holds is refused before it does', () => {
    const bomb = zlibSync(new Uint8Array(12 * 1024 * 1024));
    const outer = Buffer.concat([Buffer.alloc(8), bomb]);
    outer.writeUInt32BE(0x1c849314, 0);
    outer.writeUInt32BE(bomb.length, 4);
    expect(() => decodeHistogram(outer.toString('base64'), 'here')).toThrow(/here: cannot be unpacked/);
  });
});

describe('a log of histograms', () => {
  const tagged = fixture('hdr-histogram/tagged-Log.logV2.hlog');
  const inNs = { ...told, timeUnit: 'ns' } as const;

  test('has a run for each tag, here twice the same', () => {
    const { measurements } = importFile(tagged, inNs);
    const untagged = measurements.filter(({ note }) => note === null);
    expect(untagged.length).toBeGreaterThan(5);
    expect(measurements.filter(({ note }) => note === 'run A')).toEqual(
      untagged.map((row) => ({ ...row, note: 'run A' })),
    );
  });

  test('agrees with the greatest value that its writer printed, 1551.892 ms', () => {
    const max = importFile(tagged, inNs).measurements.find(({ statistic }) => statistic === 'max');
    expect(max?.value_low).toBeLessThanOrEqual(1551.892);
    expect(max?.value_high).toBeGreaterThanOrEqual(1551.892 - 0.001);
  });

  test('asks for the unit of its values', () => {
    expect(() => importFile(tagged, told)).toThrow(
      expect.objectContaining({ missing: ['timeUnit'] }) as Error,
    );
  });

  test('whose first interval is of negative length, as one writer has it, gives no rate', () => {
    const text = changedText(
      textOfFixture('hdr-histogram/warp-get-1m.us.hlog'),
      '0.001000,1.000000',
      '1.0,-1.0',
    );
    const metrics = importFile(bytesOf(text), { ...told, timeUnit: 'us' }).measurements.map(
      ({ metric }) => metric,
    );
    expect(new Set(metrics)).toEqual(new Set(['total']));
  });

  test('with a line that is none is refused with its place', () => {
    const text = changedText(textOfFixture('hdr-histogram/warp-get-1m.us.hlog'), '2.001000,', 'two,');
    expect(messageOf(() => importFile(bytesOf(text), inNs))).toMatch(/^line 8: is no interval/);
  });
});

describe('a percentile distribution', () => {
  const text = textOfFixture('hdr-histogram/warp-get-1m.us.hgrm');
  const inMs = { ...told, timeUnit: 'ms' } as const;

  test('leaves out a deviation in another unit', () => {
    expect(text).toContain('StdDeviation   =    13375.939');
    const statistics = importFile(bytesOf(text), inMs).measurements.map(({ statistic }) => statistic);
    expect(statistics).toContain('mean');
    expect(statistics).not.toContain('stddev');
  });

  test('that names its unit needs none, and may not be told another', () => {
    expect(() => importFile(fixture('vegeta/hdrplot.txt'), { ...told, timeUnit: 'us' })).toThrow(
      /line 1: says in which unit its times are: ms, and us was given/,
    );
  });

  test('that was cut short is refused', () => {
    const half = text.split('\n').slice(0, 20).join('\n');
    expect(() => importFile(bytesOf(half), inMs)).toThrow(/does not reach its last request/);
  });

  test('with a line moved is refused with its place', () => {
    const lines = text.split('\n');
    const moved = [...lines.slice(0, 4), lines[9], ...lines.slice(4)].join('\n');
    expect(() => importFile(bytesOf(moved), inMs)).toThrow(/^line 6: is below the line before it/);
  });
});
