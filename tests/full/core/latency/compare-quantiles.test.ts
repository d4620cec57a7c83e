import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { measuredCells } from '#core/evidence/cells.ts';
import { quantileRanks, sampleQuantile } from '#core/evidence/quantile-interval.ts';
import { cellCurve } from '#core/latency/cells/cell-curve.ts';
import { quantileBand } from '#core/latency/cells/quantile-band.ts';
import type { SampledCurve } from '#core/latency/cells/cell-curve.ts';
import { compareQuantiles } from '#core/latency/cells/compare-quantiles.ts';
import { normalQuantile } from '#core/latency/distributions/normal.ts';
import { draw, drawBeta, drawsOf } from '#core/seeded-draw.ts';
import { allDatasets } from '#tests/sources.ts';

/** Log-normal requests around a median. */
function sampleOf(seed: number, n: number, medianMs: number, sigma = 0.5): Float64Array {
  const next = drawsOf(seed);
  return Float64Array.from({ length: n }, () => medianMs * Math.exp(sigma * normalQuantile(next()))).sort();
}

const curveOf = (sorted: Float64Array): SampledCurve => ({
  samples: sorted.length,
  knownFrom: 0,
  stated: new Map(),
  knownTo: 1,
  quantile: (p) => sampleQuantile(sorted, p),
});

/** By the book: draw n values again, sort, read off; a thousand times. */
function resampled(a: Float64Array, b: Float64Array, p: number): [number, number] {
  let n = 0;
  const again = (values: Float64Array) =>
    sampleQuantile(
      Float64Array.from(values, () => values[Math.floor(draw(99, n++) * values.length)] ?? NaN).sort(),
      p,
    );
  const ratios = Float64Array.from({ length: 1500 }, () => again(b) / again(a)).sort();
  return [sampleQuantile(ratios, 0.025), sampleQuantile(ratios, 0.975)];
}

describe('the ratio of two quantiles', () => {
  const slow = sampleOf(1, 800, 20);
  const fast = sampleOf(2, 800, 10);

  test.each([0.5, 0.95, 0.99])('at p = %d has the interval of a bootstrap done the long way', (p) => {
    const [low, high] = compareQuantiles(curveOf(fast), curveOf(slow), p).interval ?? [NaN, NaN];
    const [slowLow, slowHigh] = resampled(fast, slow, p);
    const width = Math.log(slowHigh / slowLow);
    expect(Math.abs(Math.log(low / slowLow))).toBeLessThan(0.2 * width);
    expect(Math.abs(Math.log(high / slowHigh))).toBeLessThan(0.2 * width);
  });

  test('tells a store of twice the latency from chance, and its own twin not', () => {
    const different = compareQuantiles(curveOf(fast), curveOf(slow), 0.5);
    expect(different.ratio).toBeCloseTo(2, 0);
    expect(different.pValue).toBeLessThan(0.001);
    const twin = compareQuantiles(curveOf(fast), curveOf(fast), 0.5);
    expect(twin.ratio).toBe(1);
    expect(twin.pValue).toBeGreaterThan(0.5);
  });

  test('holds the true ratio about 95 times in 100', () => {
    const held = Array.from({ length: 200 }, (_, i) => {
      const a = curveOf(sampleOf(1000 + i, 400, 10));
      const b = curveOf(sampleOf(5000 + i, 400, 13));
      const [low, high] = compareQuantiles(a, b, 0.5, { replicates: 400 }).interval ?? [NaN, NaN];
      return low <= 1.3 && 1.3 <= high;
    }).filter(Boolean).length;
    expect(held).toBeGreaterThanOrEqual(182);
    expect(held).toBeLessThan(200);
  });

  test('is the same again with the same seed', () => {
    const once = compareQuantiles(curveOf(fast), curveOf(slow), 0.99, { seed: 7 });
    expect(compareQuantiles(curveOf(fast), curveOf(slow), 0.99, { seed: 7 })).toEqual(once);
  });

  test('turned round is its inverse', () => {
    const there = compareQuantiles(curveOf(fast), curveOf(slow), 0.95);
    const back = compareQuantiles(curveOf(slow), curveOf(fast), 0.95);
    expect(there.ratio * back.ratio).toBeCloseTo(1, 12);
    expect((there.interval?.[0] ?? 0) * (back.interval?.[1] ?? 0)).toBeCloseTo(1, 1);
  });

  test('has no interval where a sample is too small for the quantile, or its size is not stated', () => {
    const few = curveOf(sampleOf(3, 100, 10));
    expect(compareQuantiles(few, curveOf(slow), 0.99).interval).toBeNull();
    expect(compareQuantiles(few, curveOf(slow), 0.5).interval).not.toBeNull();
    expect(compareQuantiles({ ...few, samples: null }, curveOf(slow), 0.5).pValue).toBeNull();
  });
});

describe('draws', () => {
  test('of Beta(a, b) have its mean and variance', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 400 }), (a, b) => {
        const next = drawsOf(a * 1000 + b);
        const values = Array.from({ length: 4000 }, () => drawBeta(next, a, b));
        const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
        const variance = (a * b) / ((a + b) ** 2 * (a + b + 1));
        expect(Math.abs(mean - a / (a + b))).toBeLessThan(6 * Math.sqrt(variance / values.length));
      }),
      { numRuns: 40, seed: 1 },
    );
  });
});

describe('the curve of a cell', () => {
  const [macaron] = allDatasets().filter(({ id }) => id === 'macaron-2024');
  const cells = measuredCells(macaron?.measurements ?? []);

  test('runs through what the cell prints and stays between its extremes', () => {
    for (const cell of cells) {
      const curve = cellCurve(cell);
      expect(curve?.quantile(0.99)).toBeCloseTo(cell.figures.get('p99')?.value ?? NaN, 6);
      expect(curve?.quantile(1e-9)).toBe(cell.figures.get('min')?.value);
      expect(curve?.quantile(1 - 1e-12)).toBe(cell.figures.get('max')?.value);
    }
  });

  test('has a band around each quantile, wider further out, and none where the samples are too few', () => {
    const curve = cells[0] && cellCurve(cells[0]);
    if (!curve) throw new Error('Macaron prints quantiles');
    const width = (p: number) => {
      const band = quantileBand(curve, p);
      return Math.log((band?.highMs ?? NaN) / (band?.lowMs ?? NaN));
    };
    expect(width(0.99)).toBeGreaterThan(width(0.5));
    expect(quantileBand(curve, 0.9995)).toBeNull();
    expect(quantileRanks(1000, 0.9995)).toBeNull();
    expect(quantileBand({ ...curve, samples: null }, 0.5)).toBeNull();
  });
});
