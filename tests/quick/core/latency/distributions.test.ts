import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { densityPoints } from '#core/latency/distributions/density-points.ts';
import { fromQuantiles } from '#core/latency/distributions/from-quantiles.ts';
import { fanOut, mixture } from '#core/latency/distributions/mixture.ts';
import { normalCdf, normalQuantile } from '#core/latency/distributions/normal.ts';
import { sum } from '#core/latency/distributions/sum.ts';
import { pointwiseMax, pointwiseMin, scale, shift } from '#core/latency/distributions/transform.ts';
import type { Distribution } from '#core/latency/types.ts';
import { fromSamples } from '#tests/helpers/core/latency/from-samples.ts';
import { shiftedLogNormal } from '#tests/helpers/core/latency/shifted-log-normal.ts';

const PROBABILITIES = [0.0005, 0.001, 0.01, 0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 0.99999];

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });

const logNormals = fc
  .tuple(between(0, 100), between(0.5, 300), between(1.05, 30))
  .map(([floor, above, ratio]) =>
    shiftedLogNormal(floor, { p: 0.5, ms: floor + above }, { p: 0.99, ms: floor + above * ratio }),
  );

const curves = fc
  .tuple(
    between(0, 50),
    between(1, 300),
    fc.uniqueArray(fc.constantFrom(0.001, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999), {
      minLength: 2,
    }),
    fc.array(between(1.02, 3), { minLength: 10, maxLength: 10 }),
  )
  .map(([floor, first, ps, factors]) => {
    let above = first;
    return fromQuantiles(
      floor,
      ps.toSorted((a, b) => a - b).map((p, i) => ({ p, ms: floor + (above *= factors[i] ?? 2) })),
    );
  });

const smooth = fc.oneof(logNormals, curves);
const sampled = fc.array(between(1, 1000), { minLength: 1, maxLength: 60 }).map(fromSamples);
const any: fc.Arbitrary<Distribution> = fc.oneof(smooth, sampled);

const parts = fc.array(fc.record({ share: between(0.01, 1), of: any }), { minLength: 1, maxLength: 6 });

describe('the normal distribution', () => {
  // erfc(x/√2)/2 to 20 digits, from the series and continued fraction in 40-digit arithmetic.
  it.each([
    [0, 0.5],
    [1, 0.8413447460685429],
    [-1, 0.15865525393145705],
    [2.5, 0.9937903346742238],
    [-6, 9.86587645037698e-10],
    [-8, 6.220960574271784e-16],
    [-20, 2.7536241186062337e-89],
  ])('has Φ(%d) = %d', (z, p) => {
    expect(Math.abs(normalCdf(z) - p)).toBeLessThan(1e-14);
    expect(normalCdf(z) / p).toBeCloseTo(1, 12);
  });

  it.each([
    [0.5, 0],
    [0.95, 1.6448536269514722],
    [0.975, 1.959963984540054],
    [0.99, 2.3263478740408408],
    [0.001, -3.090232306167814],
    [1e-12, -7.034483825301131],
    [1e-300, -37.0471],
  ])('has Φ⁻¹(%d) = %d', (p, z) => {
    expect(normalQuantile(p)).toBeCloseTo(z, p < 1e-200 ? 4 : 12);
  });

  it('inverts itself', () => {
    fc.assert(
      fc.property(between(1e-9, 1 - 1e-9), (p) => {
        expect(Math.abs(normalCdf(normalQuantile(p)) / p - 1)).toBeLessThan(1e-11);
      }),
    );
    expect([normalQuantile(0), normalQuantile(1)]).toEqual([-Infinity, Infinity]);
    expect(normalQuantile(1.5)).toBeNaN();
  });
});

describe('a distribution', () => {
  it('has a cdf that never falls', () => {
    fc.assert(
      fc.property(any, between(0, 2000), between(0, 500), (d, t, step) => {
        expect(d.cdf(t + step)).toBeGreaterThanOrEqual(d.cdf(t) - 1e-15);
        expect(d.cdf(d.floorMs)).toBe(0);
      }),
    );
  });

  it('finds its own quantiles again', () => {
    fc.assert(
      fc.property(smooth, fc.constantFrom(...PROBABILITIES), (d, p) => {
        expect(d.quantile(p)).toBeGreaterThan(d.floorMs);
        expect(d.cdf(d.quantile(p))).toBeCloseTo(p, 6);
      }),
    );
  });

  it('passes through every quantile it was given, in whatever order', () => {
    const d = fromQuantiles(8, [
      { p: 0.99, ms: 80 },
      { p: 0.5, ms: 17 },
      { p: 0.9, ms: 39 },
    ]);
    expect([d.quantile(0.5), d.quantile(0.9), d.quantile(0.99)].map((ms) => Number(ms.toFixed(9)))).toEqual([
      17, 39, 80,
    ]);
  });

  it('of two quantiles is the shifted log-normal', () => {
    const points = [
      { p: 0.5, ms: 16 },
      { p: 0.99, ms: 300 },
    ] as const;
    const curve = fromQuantiles(9.8, points);
    const exact = shiftedLogNormal(9.8, ...points);
    for (const p of PROBABILITIES) expect(curve.quantile(p) / exact.quantile(p)).toBeCloseTo(1, 9);
    expect(curve.meanMs / exact.meanMs).toBeCloseTo(1, 6);
  });

  it('has tails that are log-normal, so finite at any p', () => {
    const d = fromQuantiles(10, [
      { p: 0.5, ms: 20 },
      { p: 0.9, ms: 40 },
      { p: 0.99, ms: 45 },
    ]);
    const y = (p: number) => Math.log(d.quantile(p) - 10);
    const slope = (y(0.99) - y(0.9)) / (normalQuantile(0.99) - normalQuantile(0.9));
    const beyond = y(0.99) + slope * (normalQuantile(0.999999) - normalQuantile(0.99));
    expect(y(0.999999)).toBeCloseTo(beyond, 9);
  });

  it('rearranges quantiles that cross, and lowers a floor that is not below them', () => {
    const d = fromQuantiles(50, [
      { p: 0.5, ms: 40 },
      { p: 0.9, ms: 30 },
    ]);
    expect(d.quantile(0.5)).toBeCloseTo(30, 9);
    expect(d.quantile(0.9)).toBeCloseTo(40, 9);
    expect(d.floorMs).toBeLessThan(30);
  });

  it('keeps an inverse where quantiles are equal', () => {
    const d = fromQuantiles(5, [
      { p: 0.1, ms: 20 },
      { p: 0.5, ms: 20 },
      { p: 0.9, ms: 20 },
    ]);
    expect(d.quantile(0.5)).toBeCloseTo(20, 4);
    expect(d.cdf(19)).toBeLessThan(1e-6);
    expect(d.cdf(21)).toBeGreaterThan(1 - 1e-6);
  });

  it('has the mean of its quantile function', () => {
    fc.assert(
      fc.property(smooth, (d) => {
        let sum = 0;
        let weight = 0;
        for (let z = -8; z <= 8; z += 1 / 256) {
          const w = Math.exp((-z * z) / 2);
          sum += w * d.quantile(normalCdf(z));
          weight += w;
        }
        expect(Math.abs(d.meanMs / (sum / weight) - 1)).toBeLessThan(0.02);
      }),
      { numRuns: 40 },
    );
  });

  it('refuses what is no quantile', () => {
    expect(() => fromQuantiles(0, [])).toThrow(RangeError);
    expect(() => fromQuantiles(0, [{ p: 1, ms: 4 }])).toThrow(RangeError);
    expect(() => fromSamples([])).toThrow(RangeError);
    expect(() => shiftedLogNormal(9, { p: 0.5, ms: 8 }, { p: 0.9, ms: 20 })).toThrow(RangeError);
    expect(() => mixture([{ share: -1, of: fromSamples([1]) }])).toThrow(RangeError);
    expect(() => mixture([])).toThrow(RangeError);
    expect(() => fanOut(fromSamples([1]), 0)).toThrow(RangeError);
    expect(() => scale(fromSamples([1]), 0)).toThrow(RangeError);
  });
});

describe('moving and bounding', () => {
  it('shifts, stretches and bounds quantile by quantile', () => {
    fc.assert(
      fc.property(smooth, smooth, fc.constantFrom(...PROBABILITIES), (a, b, p) => {
        expect(shift(a, 12).quantile(p)).toBeCloseTo(a.quantile(p) + 12, 6);
        expect(scale(a, 3).cdf(3 * a.quantile(p))).toBeCloseTo(p, 6);
        const low = pointwiseMin(a, b);
        const high = pointwiseMax(a, b);
        expect(low.quantile(p)).toBe(Math.min(a.quantile(p), b.quantile(p)));
        expect(low.cdf(low.quantile(p))).toBeGreaterThanOrEqual(p - 1e-7);
        expect(high.cdf(high.quantile(p))).toBeCloseTo(p, 6);
      }),
    );
  });

  it('waits for the slowest of k', () => {
    fc.assert(
      fc.property(smooth, fc.integer({ min: 2, max: 50 }), fc.constantFrom(...PROBABILITIES), (d, k, p) => {
        const slowest = fanOut(d, k);
        expect(slowest.quantile(p)).toBeGreaterThanOrEqual(d.quantile(p));
        expect(slowest.cdf(d.quantile(p))).toBeCloseTo(d.cdf(d.quantile(p)) ** k, 12);
      }),
    );
    expect(fanOut(fromSamples([1, 2, 3, 4]), 2).quantile(0.5)).toBe(3);
  });
});

describe('a mixture', () => {
  it('lies between its parts at every p', () => {
    fc.assert(
      fc.property(parts, fc.constantFrom(...PROBABILITIES), (of, p) => {
        const q = mixture(of).quantile(p);
        const each = of.map((part) => part.of.quantile(p));
        expect(q).toBeGreaterThanOrEqual(Math.min(...each) * (1 - 1e-9));
        expect(q).toBeLessThanOrEqual(Math.max(...each) * (1 + 1e-9));
      }),
    );
  });

  it('inverts its cdf to 1e-9', () => {
    fc.assert(
      fc.property(parts, between(0.0013, 0.9991), (of, p) => {
        const mixed = mixture(of);
        const q = mixed.quantile(p);
        expect(mixed.cdf(q * (1 + 1e-9))).toBeGreaterThanOrEqual(p - 1e-7);
        expect(mixed.cdf(q * (1 - 1e-9) - 1e-9)).toBeLessThan(p + 1e-7);
      }),
    );
  });

  it('does not see how a part was split', () => {
    fc.assert(
      fc.property(parts, between(0.01, 0.99), fc.constantFrom(...PROBABILITIES), (of, cut, p) => {
        const split = of.flatMap(({ share, of: d }) => [
          { share: share * cut, of: d },
          { share: share * (1 - cut), of: d },
        ]);
        const whole = mixture(of);
        const t = whole.quantile(p);
        expect(mixture(split).cdf(t)).toBeCloseTo(whole.cdf(t), 12);
        expect(whole.cdf(mixture(split).quantile(p) * (1 + 1e-9))).toBeGreaterThanOrEqual(p - 1e-7);
      }),
    );
  });

  it('equals the sorted union of its samples', () => {
    const samples = fc.array(between(1, 500), { minLength: 5, maxLength: 40 });
    fc.assert(
      fc.property(fc.array(samples, { minLength: 1, maxLength: 5 }), between(0, 1), (all, where) => {
        const union = all.flat();
        // Halfway up a step, where the inverse of a sum of steps is well defined.
        const p = (Math.min(union.length - 1, Math.floor(where * union.length)) + 0.5) / union.length;
        const mixed = mixture(all.map((one) => ({ share: one.length, of: fromSamples(one) })));
        expect(Math.abs(mixed.quantile(p) / fromSamples(union).quantile(p) - 1)).toBeLessThan(1e-9);
      }),
    );
  });

  it('equals a stratified Monte Carlo of its parts', () => {
    const hot = shiftedLogNormal(4, { p: 0.5, ms: 7 }, { p: 0.99, ms: 12 });
    const cold = shiftedLogNormal(40, { p: 0.5, ms: 85 }, { p: 0.99, ms: 400 });
    const draw = (d: Distribution, n: number) =>
      Array.from({ length: n }, (_, i) => d.quantile((i + 0.5) / n));
    const drawn = fromSamples([...draw(hot, 80_000), ...draw(cold, 20_000)]);
    const mixed = mixture([
      { share: 0.8, of: hot },
      { share: 0.2, of: cold },
    ]);
    for (const p of [0.05, 0.5, 0.79, 0.81, 0.95, 0.99, 0.999])
      expect(Math.abs(mixed.quantile(p) / drawn.quantile(p) - 1)).toBeLessThan(2e-3);
    expect(mixed.meanMs / drawn.meanMs).toBeCloseTo(1, 3);
    const averaged = 0.8 * hot.quantile(0.99) + 0.2 * cold.quantile(0.99);
    expect(mixed.quantile(0.99)).toBeGreaterThan(averaged * 2);
  });
});

describe('a distribution as points to draw', () => {
  const widthOf = (points: readonly { ms: number }[]) =>
    Math.log((points[1]?.ms ?? Number.NaN) / (points[0]?.ms ?? Number.NaN));

  it('rises, and holds the requests between its ends', () => {
    fc.assert(
      fc.property(fc.oneof(logNormals, curves), (distribution) => {
        const points = densityPoints(distribution);
        if (points.length === 1) return;
        expect(points).toHaveLength(40);
        for (const [i, { ms }] of points.entries())
          if (i > 0) expect(ms).toBeGreaterThan(points[i - 1]?.ms ?? Infinity);
        const width = widthOf(points);
        const whole = points.reduce((sum, { density }) => sum + density * width, 0);
        expect(whole).toBeGreaterThan(0.99);
        expect(whole).toBeLessThanOrEqual(1 + 1e-9);
      }),
    );
  });

  it('shows each of two peaks, which p50, p95 and p99 do not tell', () => {
    const peak = (ms: number) => shiftedLogNormal(0, { p: 0.5, ms }, { p: 0.99, ms: ms * 1.3 });
    const two = mixture([
      { share: 0.7, of: peak(4) },
      { share: 0.3, of: peak(120) },
    ]);
    const points = densityPoints(two);
    const within = (from: number, to: number) => {
      const own = points.filter(({ ms }) => ms > from && ms < to);
      return own.reduce((sum, { density }) => sum + density * widthOf(points), 0);
    };
    expect(within(2, 10)).toBeCloseTo(0.7, 1);
    expect(within(15, 60)).toBeLessThan(1e-6);
    expect(within(60, 300)).toBeCloseTo(0.3, 1);
  });

  it('is one point where all requests take the same time', () => {
    const same: Distribution = {
      floorMs: 6,
      meanMs: 7,
      quantile: () => 7,
      cdf: (ms) => (ms < 7 ? 0 : 1),
    };
    expect(densityPoints(same)).toHaveLength(1);
  });
});

describe('one wait after another', () => {
  const normal = (mean: number, sd: number): Distribution => ({
    floorMs: mean - 40 * sd,
    cdf: (ms) => normalCdf((ms - mean) / sd),
    quantile: (p) => mean + sd * normalQuantile(p),
    meanMs: mean,
  });
  const exponential = (meanMs: number): Distribution => ({
    floorMs: -1e-9,
    cdf: (ms) => (ms > 0 ? 1 - Math.exp(-ms / meanMs) : 0),
    quantile: (p) => -meanMs * Math.log1p(-p),
    meanMs,
  });

  it('adds two normal ones to one of which both means and both variances are the sums', () => {
    const both = sum(normal(100, 3), normal(50, 4));
    for (const p of [0.01, 0.5, 0.9, 0.99, 0.999])
      expect(both.quantile(p)).toBeCloseTo(150 + 5 * normalQuantile(p), 3);
    expect(both.meanMs).toBe(150);
  });

  // Erlang's of two: F(t) = 1 − e^(−t/m)(1 + t/m).
  it('adds two exponential ones as Erlang did', () => {
    const both = sum(exponential(20), exponential(20));
    for (const ms of [1, 20, 60, 133, 200])
      expect(both.cdf(ms)).toBeCloseTo(1 - Math.exp(-ms / 20) * (1 + ms / 20), 5);
  });

  it('is the same the other way round, later than either, and has its quantiles where its cdf says', () => {
    fc.assert(
      fc.property(smooth, smooth, fc.constantFrom(0.1, 0.5, 0.9, 0.99), (a, b, p) => {
        const both = sum(a, b);
        const ms = both.quantile(p);
        expect(ms).toBeGreaterThan(Math.max(a.quantile(p), b.quantile(p)));
        expect(ms).toBeLessThanOrEqual(a.quantile(Math.sqrt(p)) + b.quantile(Math.sqrt(p)));
        expect(both.cdf(ms)).toBeCloseTo(p, 6);
        expect(sum(b, a).cdf(ms)).toBeCloseTo(p, 6);
      }),
      { numRuns: 60 },
    );
  });
});
