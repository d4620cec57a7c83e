/**
 * Hot and cold reads mixed, against values computed elsewhere from the same definition: 80 % of reads from a log-normal with
 * p99 42 ms, 20 % from one with p99 68 ms, both without a floor, for several ratios of p99 to p50; and the two columns of the
 * article's benchmark (S3 Express 5 and 8 ms, R2 18 and 26 ms at p50 and p99) in several shares.
 */
import { describe, expect, it } from 'vitest';
import { mixture } from '#core/latency/distributions/mixture.ts';
import { shiftedLogNormal } from '#tests/helpers/core/latency/shifted-log-normal.ts';
import type { Distribution } from '#core/latency/types.ts';

const logNormal = (p50: number, p99: number): Distribution =>
  shiftedLogNormal(0, { p: 0.5, ms: p50 }, { p: 0.99, ms: p99 });
const ofShare = (share: number, hot: Distribution, cold: Distribution) =>
  mixture([
    { share, of: hot },
    { share: 1 - share, of: cold },
  ]);

describe('a mixture of hot and cold reads', () => {
  it.each([
    ['its own benchmark', 8 / 5, 26 / 18, [61.06, 27.99, 30.97]],
    ['2', 2, 2, [55.84, 22.7, 24.67]],
    ['3', 3, 3, [52.06, 15.3, 17.59]],
    ['5', 5, 5, [49.94, 9.22, 11.99]],
    ['1.1', 1.1, 1.1, [66.13, 38.68, 42.95]],
    ['1.01', 1.01, 1.01, [67.8, 41.64, 46.73]],
  ])(
    'has the p99, median and mean computed elsewhere for a tail ratio of %s',
    (_, hotRatio, coldRatio, [p99, p50, mean]) => {
      const mixed = ofShare(0.8, logNormal(42 / hotRatio, 42), logNormal(68 / coldRatio, 68));
      expect(
        [mixed.quantile(0.99), mixed.quantile(0.5), mixed.meanMs].map((ms) => Number(ms.toFixed(2))),
      ).toEqual([p99, p50, mean]);
    },
  );

  it.each([
    [1, 8.0, 5.1],
    [0.99, 11.4, 5.23],
    [0.95, 20.6, 5.76],
    [0.9, 22.0, 6.42],
    [0.8, 23.3, 7.73],
    [0.5, 24.9, 11.66],
    [0.2, 25.7, 15.6],
    [0, 26.0, 18.23],
  ])('with %s of the reads on S3 Express has p99 %s ms and mean %s ms', (share, p99, mean) => {
    const mixed = ofShare(share, logNormal(5, 8), logNormal(18, 26));
    expect(Number(mixed.quantile(0.99).toFixed(1))).toBe(p99);
    expect(Number(mixed.meanMs.toFixed(2))).toBe(mean);
  });

  it('never has a p99 that is the weighted mean of two p99s, which the article prints as its average', () => {
    const printed = 0.8 * 42 + 0.2 * 68;
    for (const ratio of [1.01, 1.1, 2, 3, 5]) {
      const mixed = ofShare(0.8, logNormal(42 / ratio, 42), logNormal(68 / ratio, 68));
      expect(mixed.quantile(0.99)).toBeGreaterThan(printed);
      expect(mixed.meanMs).toBeLessThan(printed);
      expect(mixed.quantile(0.99)).toBeGreaterThanOrEqual(42);
      expect(mixed.quantile(0.99)).toBeLessThanOrEqual(68);
    }
  });
});
