import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spread } from '#core/placement/along/changes.ts';
import { stretchesOf } from '#core/placement/along/fits.ts';
import { allSteps } from '#core/steps.ts';
import { fakeKnown } from '#tests/helpers/placement/fakeDesk.ts';

const GRID = spread(1, 1e6, 12, 'log');

test('the largest value at which any of several plans keeps to a budget, and no further', () => {
  const plan = fc.record({
    fixed: fc.integer({ min: 1, max: 200 }),
    slope: fc.integer({ min: 1, max: 1000 }).map((n) => n / 1e4),
  });
  fc.assert(
    fc.property(fc.array(plan, { minLength: 1, maxLength: 8 }), (plans) => {
      const budget = 100;
      const searches: number[] = [];
      const known = fakeKnown(
        plans.map(({ fixed, slope }, i) => ({
          id: `${i}`,
          cost: (x) => (fixed + slope * x > budget ? Infinity : fixed + slope * x),
        })),
        { searches },
      );
      const found = allSteps(stretchesOf({ known: known.winner, ask: known.ask }, GRID));
      const ends = plans.map(({ fixed, slope }) => (budget - fixed) / slope);
      const last = Math.max(...ends);
      expect(found).toHaveLength(last < 1 ? 0 : 1);
      if (last < 1) return;
      expect(found[0]).toMatchObject({ from: 1, fromOpen: true, toOpen: last > 1e6 });
      expect((found[0]?.to ?? NaN) / Math.min(last, 1e6)).toBeCloseTo(1, 3);
      expect(searches.length).toBeLessThan(GRID.length + 14);
    }),
  );
});

test('what fits in two stretches is told in two, with what fits at each end', () => {
  const known = fakeKnown([
    { id: 'low', cost: (x) => (x < 20 ? 1 : Infinity) },
    { id: 'high', cost: (x) => (x > 5e3 && x < 7e4 ? 2 : Infinity) },
  ]);
  const found = allSteps(stretchesOf({ known: known.winner, ask: known.ask }, GRID));
  expect(found).toMatchObject([
    { from: 1, fromOpen: true, toOpen: false, atTo: { id: 'low' } },
    { fromOpen: false, toOpen: false, atFrom: { id: 'high' }, atTo: { id: 'high' } },
  ]);
  expect(found.map(({ to }) => to)).toEqual([expect.closeTo(20, 1), expect.closeTo(7e4, -2)]);
  expect(found[1]?.from).toBeCloseTo(5e3, -1);
});
