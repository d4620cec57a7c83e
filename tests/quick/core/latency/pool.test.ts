import { describe, expect, it } from 'vitest';
import { betweenOf, meanOf, shrunk, shrunkVariance, usualBetween } from '#core/latency/model/pool.ts';

const exact = (mean: number) => ({ mean, variance: 0.01 });

describe('the variance between values', () => {
  it('is by hand, of 1, 2 and 3 that are each known to 0.01: Q = 200, C = 300 − 100, so (200 − 2) ÷ 200', () => {
    expect(betweenOf([[exact(1), exact(2), exact(3)]])).toEqual({ variance: 0.99, freedom: 2 });
  });

  it('is nothing where they lie as near as their own errors let them', () => {
    expect(betweenOf([[exact(1), exact(1.05)]])).toEqual({ variance: 0, freedom: 1 });
  });

  it('counts groups by how much they say, and those of one value not at all', () => {
    expect(betweenOf([[exact(1), exact(3)], [exact(7)]])).toEqual(betweenOf([[exact(1), exact(3)]]));
    expect(betweenOf([[exact(7)], []])).toEqual({ variance: 0, freedom: 0 });
  });
});

describe('the usual variance within groups', () => {
  it('is the median of theirs, each over the median of χ²/1, (1 − 2/9)³ = 0.4705: one that contradicts itself moves it little', () => {
    const groups = [0.1, 0.2, 0.3, 0.4, 100].map((variance) => ({ variance, freedom: 1 }));
    const { variance, freedom } = usualBetween(groups);
    expect(variance).toBeCloseTo(0.3 / 0.47051, 4);
    expect(freedom).toBe(5);
  });
});

describe('shrinking', () => {
  it('weighs a normal prior and measurements by precision: N(0, 1), and 3 and 6 known to 0.5: (6 + 12) ÷ 5', () => {
    const { mean, variance } = shrunk({ mean: 0, variance: 1 }, [
      { mean: 3, variance: 0.5 },
      { mean: 6, variance: 0.5 },
    ]);
    expect(mean).toBeCloseTo(18 / 5, 12);
    expect(variance).toBeCloseTo(1 / 5, 12);
  });

  it('is what is measured where there is no prior', () => {
    expect(shrunk(null, [{ mean: 3, variance: 0.5 }])).toEqual({ mean: 3, variance: 0.5 });
  });

  it('pulls a variance to the usual one by degrees of freedom: (2 × 0.1 + 1 × 0.7) ÷ 3', () => {
    expect(shrunkVariance(0.1, 2, 0.7, 1)).toBeCloseTo(0.3, 12);
    expect(shrunkVariance(0.1, 2, 0, 0)).toBe(0.1);
  });

  it('takes the mean of values that lie apart with nearly equal weights', () => {
    const values = [
      { mean: 0, variance: 0.01 },
      { mean: 1, variance: 1 },
    ];
    expect(meanOf(values, 0)?.mean).toBeCloseTo(0.01 / 1.01, 9);
    expect(meanOf(values, 1000)?.mean).toBeCloseTo(0.5, 3);
    expect(meanOf([], 1)).toBeNull();
  });
});
