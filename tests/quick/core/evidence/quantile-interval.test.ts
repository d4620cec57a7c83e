import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quantileRanks, sampleQuantile } from '#core/evidence/quantile-interval.ts';

describe('ranks around a quantile', () => {
  // n of the smallest sample with an interval: the least n with p^n ≤ 2.5 %.
  test.each([
    [0.5, 6],
    [0.95, 72],
    [0.99, 368],
    [0.999, 3688],
  ])('p = %d needs %d values', (p, n) => {
    expect(quantileRanks(n, p)).not.toBeNull();
    expect(quantileRanks(n - 1, p)).toBeNull();
    expect(quantileRanks(n, 1 - p)).not.toBeNull();
  });

  test('of a median are those of the textbook', () => {
    // Conover, "Practical Nonparametric Statistics": n = 16 gives the 4th and the 13th.
    expect(quantileRanks(16, 0.5)).toEqual({ low: 4, high: 13 });
  });

  test('leave no more than 2.5 % on either side, and one rank nearer would', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.double({ min: 0.002, max: 0.998, noNaN: true }),
        (n, p) => {
          // P(at most k values lie below the quantile), term by term.
          const atMost = Array.from({ length: n + 1 }, () => 0);
          let logChoose = 0;
          let sum = 0;
          for (let k = 0; k <= n; k++) {
            sum += Math.exp(logChoose + k * Math.log(p) + (n - k) * Math.log1p(-p));
            atMost[k] = sum;
            logChoose += Math.log((n - k) / (k + 1));
          }
          const ranks = quantileRanks(n, p);
          const low = atMost.findLastIndex((share) => share <= 0.025) + 1;
          const high = atMost.findIndex((share, k) => k < n && share >= 0.975) + 1;
          expect(ranks).toEqual(low > 0 && high > 0 ? { low, high } : null);
        },
      ),
    );
  });

  test('are found in a few hundred steps however large the sample: 64 of a million at once', () => {
    const shares = Array.from({ length: 64 }, (_, i) => 1 - 10 ** (-i / 12));
    expect(shares.map((p) => quantileRanks(1_000_000, p)?.low ?? 0)).toEqual(
      shares.map((p) => quantileRanks(1_000_000, p)?.low ?? 0).toSorted((a, b) => a - b),
    );
  });

  test('lie about as far apart whether the binomial is summed or taken for normal', () => {
    const summed = quantileRanks(990, 0.5);
    const normal = quantileRanks(1010, 0.5);
    const width = (ranks: typeof summed) => (ranks?.high ?? 0) - (ranks?.low ?? 0);
    expect(Math.abs(width(summed) - width(normal))).toBeLessThanOrEqual(2);
  });

  test('have the quantile of the sample between them', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        (n, p) => {
          const ranks = quantileRanks(n, p);
          if (!ranks) return;
          const rank = sampleQuantile(
            Array.from({ length: n }, (_, i) => i + 1),
            p,
          );
          expect(ranks.low).toBeGreaterThanOrEqual(1);
          expect(ranks.low).toBeLessThanOrEqual(rank);
          expect(ranks.high).toBeGreaterThanOrEqual(rank);
          expect(ranks.high).toBeLessThanOrEqual(n);
        },
      ),
    );
  });

  test('cover the quantile in about 95 samples of 100', () => {
    // A linear congruential generator: the same thousand samples every time.
    let state = 12345;
    const next = () => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
    let covered = 0;
    for (let trial = 0; trial < 1000; trial++) {
      const sample = Array.from({ length: 100 }, next).sort((a, b) => a - b);
      const ranks = quantileRanks(100, 0.9);
      if (ranks && (sample[ranks.low - 1] ?? 1) <= 0.9 && 0.9 <= (sample[ranks.high - 1] ?? 0)) covered++;
    }
    expect(covered).toBeGreaterThan(930);
    expect(covered).toBeLessThan(995);
  });
});

test('a quantile is the smallest value that enough do not exceed', () => {
  const sorted = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  expect([0.05, 0.1, 0.5, 0.51, 0.7, 0.99].map((p) => sampleQuantile(sorted, p))).toEqual([
    1, 1, 5, 6, 7, 10,
  ]);
});
