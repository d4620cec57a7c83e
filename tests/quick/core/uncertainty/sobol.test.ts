import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SOBOL_DIMENSIONS, sobolPoints } from '#core/uncertainty/sobol.ts';

/** Coordinate d of every point. */
const column = (points: Float64Array, dimensions: number, d: number) =>
  Array.from({ length: points.length / dimensions }, (_, n) => points[n * dimensions + d] ?? NaN);

/** Squared L2 star discrepancy (T. T. Warnock, 1972). */
function discrepancy(points: Float64Array, dimensions: number): number {
  const count = points.length / dimensions;
  const at = (n: number, d: number) => points[n * dimensions + d] ?? NaN;
  const axes = Array.from({ length: dimensions }, (_, d) => d);
  let [single, paired] = [0, 0];
  for (let n = 0; n < count; n += 1) {
    single += axes.reduce((product, d) => (product * (1 - at(n, d) ** 2)) / 2, 1);
    for (let m = 0; m < count; m += 1)
      paired += axes.reduce((product, d) => product * (1 - Math.max(at(n, d), at(m, d))), 1);
  }
  return 3 ** -dimensions - (2 * single) / count + paired / count ** 2;
}

describe('the plain sequence', () => {
  test.each([
    [0, [0, 0.5, 0.75, 0.25, 0.375, 0.875, 0.625, 0.125]],
    [1, [0, 0.5, 0.25, 0.75, 0.375, 0.875, 0.125, 0.625]],
    [2, [0, 0.5, 0.25, 0.75, 0.625, 0.125, 0.875, 0.375]],
    [9, [0, 0.5, 0.75, 0.25, 0.625, 0.125, 0.375, 0.875]],
    [31, [0, 0.5, 0.25, 0.75, 0.125, 0.625, 0.375, 0.875]],
    [63, [0, 0.5, 0.75, 0.25, 0.125, 0.625, 0.875, 0.375]],
  ])('dimension %i starts as published', (d, first) => {
    expect(column(sobolPoints(8, 64, null), 64, d)).toEqual(first);
  });

  // scipy.stats.qmc.Sobol(64, scramble=False, bits=32).random(8192), SciPy 1.11.4, which reads the same file.
  test('is that of another implementation in every dimension', () => {
    const points = sobolPoints(8192, SOBOL_DIMENSIONS, null);
    const late = [0, 1, 7, 31, 62, 63].map((d) => points[5000 * SOBOL_DIMENSIONS + d]);
    expect(late).toEqual([
      0.1966552734375, 0.2606201171875, 0.6658935546875, 0.2064208984375, 0.9227294921875, 0.5247802734375,
    ]);
    const checksum = points.reduce((sum, x, i) => sum + x * ((i % SOBOL_DIMENSIONS) + 1), 0);
    expect(checksum).toBe(8_518_640);
    expect(Math.sqrt(discrepancy(sobolPoints(1024, 6, null), 6))).toBeCloseTo(0.0015346407241000574, 12);
  });
});

describe('scrambled points', () => {
  const seeds = fc.integer({ min: 0, max: 2 ** 31 });

  test('2^m points fall one into each slice of every axis, and never on an edge', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 0, max: 9 }), (seed, m) => {
        const points = sobolPoints(2 ** m, SOBOL_DIMENSIONS, seed);
        for (let d = 0; d < SOBOL_DIMENSIONS; d += 1) {
          const slices = column(points, SOBOL_DIMENSIONS, d).map((x) => Math.floor(x * 2 ** m));
          expect(slices.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 2 ** m }, (_, i) => i));
        }
        expect(points.every((x) => x > 0 && x < 1)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  test('the first two dimensions fill every box of equal volume once, whatever its shape', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 10 }), fc.nat({ max: 10 }), (seed, m, part) => {
        const across = Math.min(part, m);
        const points = sobolPoints(2 ** m, 2, seed);
        const boxes = new Set(
          Array.from(
            { length: 2 ** m },
            (_, n) =>
              Math.floor((points[2 * n] ?? 0) * 2 ** across) * 2 ** m +
              Math.floor((points[2 * n + 1] ?? 0) * 2 ** (m - across)),
          ),
        );
        expect(boxes.size).toBe(2 ** m);
      }),
      { numRuns: 60 },
    );
  });

  test('lie more evenly than chance: below the discrepancy that random points have on average', () => {
    const [count, dimensions] = [1024, 6];
    // Mean squared L2 star discrepancy of independent points.
    const chance = (2 ** -dimensions - 3 ** -dimensions) / count;
    for (const seed of [1, 2, 3])
      expect(discrepancy(sobolPoints(count, dimensions, seed), dimensions)).toBeLessThan(chance / 4);
  });

  test('the same seed gives the same points, more points begin with fewer, other seeds give others', () => {
    const few = sobolPoints(16, 5, 7);
    expect(sobolPoints(64, 5, 7).subarray(0, 80)).toEqual(few);
    expect(sobolPoints(16, 5, 8)).not.toEqual(few);
  });

  test('dimensions past the table still fall one into each slice', () => {
    const wide = SOBOL_DIMENSIONS + 3;
    const points = sobolPoints(128, wide, 3);
    for (let d = 0; d < wide; d += 1) {
      const slices = column(points, wide, d).map((x) => Math.floor(x * 128));
      expect(new Set(slices).size).toBe(128);
    }
  });

  test('counts that are not whole are refused', () => {
    expect(() => sobolPoints(1.5, 2, 1)).toThrow(RangeError);
    expect(() => sobolPoints(4, -1, 1)).toThrow(RangeError);
  });
});
