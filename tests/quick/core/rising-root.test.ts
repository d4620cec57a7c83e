import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { risingRoot } from '#core/rising-root.ts';

const TOLERANCE = 1e-10;

function solved(of: (x: number) => number, below: number, above: number) {
  let asked = 0;
  const counted = (x: number) => {
    asked += 1;
    return of(x);
  };
  return { ...risingRoot(counted, { below, above }, [of(below), of(above)], TOLERANCE), asked: () => asked };
}

describe('the root of a rising function', () => {
  it.each([
    ['a line', (x: number) => 3 * x - 1, 1 / 3],
    ['a cubic', (x: number) => x ** 3 - 2, Math.cbrt(2)],
    ['a steep bend', (x: number) => Math.expm1(40 * (x - 1.9)), 1.9],
    ['a flat one', (x: number) => Math.atan(1e3 * (x - 0.7)), 0.7],
  ])('of %s lies between its ends', (_what, of, root) => {
    const { below, above } = solved(of, -1, 2);
    expect(of(below)).toBeLessThan(0);
    expect(of(above)).toBeGreaterThanOrEqual(0);
    expect(above - below).toBeLessThanOrEqual(TOLERANCE);
    expect(Math.abs(above - root)).toBeLessThanOrEqual(2 * TOLERANCE);
  });

  it('is found in few steps where the function is nearly a line', () => {
    expect(solved((x) => x + 0.05 * Math.sin(x) - 0.4, -1, 2).asked()).toBeLessThan(9);
  });

  it('is a jump where there is one, found in no more steps than twice as many as halvings', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        fc.double({ min: 0.001, max: 1e6, noNaN: true }),
        (where, height) => {
          const { below, above, asked } = solved((x) => (x < where ? -1 : height), 0, 1);
          expect(below).toBeLessThan(where);
          expect(above).toBeGreaterThanOrEqual(where);
          expect(above - below).toBeLessThanOrEqual(TOLERANCE);
          expect(asked()).toBeLessThan(2 * Math.log2(1 / TOLERANCE));
        },
      ),
    );
  });
});
