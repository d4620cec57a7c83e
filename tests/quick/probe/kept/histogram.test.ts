import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeHistogram } from '#formats/benchmarks/hdr/histogram.ts';
import { Histogram } from '#probe/kept/histogram.ts';
import { fixture } from '#tests/helpers/formats/gauntlet.ts';

const MOST = 3_600_000_000;
const histogramOf = (values: readonly number[]) => {
  const histogram = new Histogram();
  for (const value of values) histogram.add(value);
  return histogram;
};
const latency = fc
  .integer({ min: 0, max: 31 })
  .chain((bits) => fc.integer({ min: 0, max: Math.min(MOST, 2 ** bits) }));

describe('a histogram of microseconds', () => {
  test('is encoded as other writers encode theirs, byte by byte', () => {
    const log = new TextDecoder().decode(fixture('hdr-histogram/warp-get-1m.us.hlog'));
    const found = log.match(/HIST[A-Za-z0-9+/]+=*/g) ?? [];
    expect(found.length).toBeGreaterThan(1);
    for (const base64 of found) {
      const histogram = new Histogram();
      for (const { low, count } of decodeHistogram(base64, 'fixture'))
        for (let i = 0; i < count; i++) histogram.add(low);
      const [theirs, ours] = [base64, histogram.encoded()].map((text) =>
        inflateSync(Buffer.from(text, 'base64').subarray(8)),
      );
      expect(ours?.subarray(40).equals(theirs?.subarray(40) ?? Buffer.alloc(0))).toBe(true);
      expect(ours?.subarray(0, 24).equals(theirs?.subarray(0, 24) ?? Buffer.alloc(0))).toBe(true);
    }
  });

  test('gives every value back within three digits', () => {
    fc.assert(
      fc.property(fc.array(latency, { minLength: 1, maxLength: 200 }), (values) => {
        const bins = decodeHistogram(histogramOf(values).encoded(), 'here');
        const read = bins.flatMap(({ low, high, count }) =>
          Array.from({ length: count }, () => ({ low, high })),
        );
        const rising = values.toSorted((a, b) => a - b);
        expect(read).toHaveLength(rising.length);
        rising.forEach((value, i) => {
          const bin = read[i] ?? { low: NaN, high: NaN };
          expect(value).toBeGreaterThanOrEqual(bin.low);
          expect(value).toBeLessThanOrEqual(bin.high);
          expect(bin.high - bin.low).toBeLessThanOrEqual(value / 1000);
        });
      }),
    );
  });

  test('has quantiles of its buckets, and none of nothing', () => {
    const histogram = histogramOf(Array.from({ length: 1000 }, (_, i) => i + 1));
    expect([0.001, 0.5, 0.99, 1].map((p) => histogram.quantile(p))).toEqual([1, 500, 990, 1000]);
    expect(new Histogram().quantile(0.5)).toBeNull();
  });

  test('counts what is more than an hour as an hour', () => {
    const text = histogramOf([0, 1, 2047, 2048, MOST, MOST + 1]).encoded();
    expect(text.startsWith('HISTFAAA')).toBe(true);
    expect(decodeHistogram(text, 'here').map(({ low, count }) => [low, count])).toEqual([
      [0, 1],
      [1, 1],
      [2047, 1],
      [2048, 1],
      [3_598_712_832, 2],
    ]);
  });
});
