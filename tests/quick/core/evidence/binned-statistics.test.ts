import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { binnedStatistics } from '#core/evidence/binned-statistics.ts';
import { sampleStatistics } from '#core/evidence/sample-statistics.ts';
import type { SampleStatistic } from '#core/evidence/sample-statistics.ts';
import { quantileName, quantileOf } from '#core/evidence/statistic.ts';

const values = fc.array(fc.double({ min: 0.001, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 500 });

const exactly = (sample: readonly number[]) => sampleStatistics(Float64Array.from(sample).sort());

describe('the statistics of bins', () => {
  test('are those of the sample where each bin holds one value', () => {
    fc.assert(
      fc.property(values, (sample) => {
        const bins = sample.toSorted((a, b) => a - b).map((value) => ({ low: value, high: value, count: 1 }));
        const quantiles = (all: readonly SampleStatistic[]) =>
          all.filter(({ statistic }) => quantileOf(statistic) !== null);
        expect(quantiles(binnedStatistics(bins))).toEqual(quantiles(exactly(sample)));
      }),
    );
  });

  test('lie in the bins of those of the sample', () => {
    fc.assert(
      fc.property(values, fc.double({ min: 0.1, max: 100, noNaN: true }), (sample, width) => {
        const counts = new Map<number, number>();
        for (const value of sample) {
          const bin = Math.floor(value / width);
          counts.set(bin, (counts.get(bin) ?? 0) + 1);
        }
        const bins = [...counts]
          .toSorted(([a], [b]) => a - b)
          .map(([bin, count]) => ({ low: bin * width, high: (bin + 1) * width, count }));
        const exact = new Map(exactly(sample).map(({ statistic, value }) => [statistic, value]));
        for (const { statistic, low, high } of binnedStatistics(bins)) {
          expect(exact.get(statistic)).toBeGreaterThanOrEqual(low ?? NaN);
          expect(exact.get(statistic)).toBeLessThanOrEqual((high ?? NaN) * (1 + 1e-12));
        }
      }),
    );
  });
});

test.each([
  [50, 'p50'],
  [5, 'p5'],
  [99.9, 'p999'],
  [99.99, 'p9999'],
  [97.5, 'p975'],
  [0.1, 'p001'],
  [99.999, null],
  [100, null],
  [0, null],
  [NaN, null],
])('%s % is called %s', (percent, name) => {
  expect(quantileName(percent)).toBe(name);
  if (name !== null) expect(quantileOf(name)).toBeCloseTo(percent / 100, 9);
});
