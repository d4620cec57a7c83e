import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TOLERANCE, changesAlong, spread } from '#core/placement/sensitivity/changes.ts';
import type { Change } from '#core/placement/sensitivity/changes.ts';
import { allSteps } from '#core/steps.ts';
import { fakeKnown } from '#tests/helpers/placement/fakeDesk.ts';
import type { FakeOptions, FakePlan } from '#tests/helpers/placement/fakeDesk.ts';

const line = (id: string, fixed: number, slope: number): FakePlan => ({ id, cost: (x) => fixed + slope * x });

function changes(plans: readonly FakePlan[], points: readonly number[], options?: FakeOptions): Change[] {
  return allSteps(changesAlong(fakeKnown(plans, options), points));
}

const sides = (found: readonly Change[]) => found.map(({ below, above }) => [below?.id, above?.id]);
const at = ({ low, high }: Change) => (low + high) / 2;

const aLine = fc.record({
  fixed: fc.integer({ min: 1, max: 10_000 }).map((cents) => cents / 100),
  slope: fc.integer({ min: 1, max: 10_000 }).map((cents) => cents / 100),
});

test('of straight lines every change is found from the two ends alone, where two of them cross', () => {
  fc.assert(
    fc.property(fc.array(aLine, { minLength: 2, maxLength: 12 }), (lines) => {
      const plans = lines.map(({ fixed, slope }, i) => line(`${i}`, fixed, slope));
      const least = (x: number) => Math.min(...plans.map(({ cost }) => cost(x)));
      const searches: number[] = [];
      const found = changes(plans, [0.001, 10], { searches });
      for (const { below, above, low, high } of found) {
        expect(high - low).toBeLessThanOrEqual(TOLERANCE * high);
        const [a, b] = [lines[Number(below?.id)], lines[Number(above?.id)]];
        if (!a || !b) throw new Error('a winner is a line');
        const crossing = (b.fixed - a.fixed) / (a.slope - b.slope);
        expect((low + high) / 2 / crossing).toBeCloseTo(1, 2);
      }
      const ends = [0.001, ...found.map(at), 10];
      const winners = [found[0]?.below, ...found.map(({ above }) => above)];
      for (const [i, winner] of winners.entries()) {
        const x = ((ends[i] ?? NaN) + (ends[i + 1] ?? NaN)) / 2;
        const own = plans.find(({ id }) => id === winner?.id);
        if (own) expect(own.cost(x) / least(x)).toBeLessThan(1.001);
      }
      expect(searches.length).toBeLessThanOrEqual(2 + 4 * (found.length + 1));
    }),
  );
});

describe('what is no straight line', () => {
  test('a limit is found where it is broken, and what wins beyond it', () => {
    const plans: FakePlan[] = [
      { id: 'cheap', cost: (x) => (x > 37 ? Infinity : 1) },
      { id: 'third', cost: (x) => (x > 61 ? Infinity : 20) },
      line('dear', 50, 0),
    ];
    const found = changes(plans, [1, 100]);
    expect(sides(found)).toEqual([
      ['cheap', 'third'],
      ['third', 'dear'],
    ]);
    expect(found.map(at)).toEqual([expect.closeTo(37, 1), expect.closeTo(61, 1)]);
  });

  test('where nothing holds any more is a change too', () => {
    const found = changes([{ id: 'only', cost: (x) => (x > 8 ? Infinity : 1) }], [1, 100]);
    expect(sides(found)).toEqual([['only', undefined]]);
    expect(found.map(at)).toEqual([expect.closeTo(8, 1)]);
    expect(changes([{ id: 'none', cost: () => Infinity }], [1, 100])).toEqual([]);
  });

  test('ages that move with the input are one arrangement, and a change is of the best of them', () => {
    const ages = spread(1, 100, 40, 'log').map((best, i): FakePlan => ({
      id: `A@${i}`,
      cost: (x) => 100 + x + 5 * Math.abs(Math.log(x / best)),
    }));
    const found = changes([...ages, line('B', 130, 0)], [1, 10, 100]);
    expect(found.map(({ below, above }) => [below?.arrangement, above?.arrangement])).toEqual([['A', 'B']]);
    expect(found.map(at)).toEqual([expect.closeTo(30, 0)]);
  });

  test('shares start at nothing', () => {
    const found = changes([line('A', 1, 1), { id: 'B', cost: (x) => (x > 0 ? 0.5 : 2) }], [0, 1]);
    expect(found.map(at)).toEqual([expect.closeTo(0, 4)]);
  });
});

test('doubt is a share of the cheapest that is sure, also where nothing was searched', () => {
  // Doubt of `hasty`: half of the cheaper sure plan's bill, not of the dearer's.
  const plans: FakePlan[] = [
    { id: 'hasty', cost: (x) => x, sureness: () => 0.6 },
    { id: 'sure', cost: () => 60, sureness: () => 1 },
    { id: 'dear', cost: () => 1000, sureness: () => 1 },
  ];
  const found = changes(plans, [1, 100], { asked: 0.9 });
  expect(sides(found)).toEqual([['hasty', 'sure']]);
  expect(found.map(at)).toEqual([expect.closeTo(40, 1)]);
});

test('the largest value at which any of several plans keeps to a budget, and no further', () => {
  const aPlan = fc.record({
    fixed: fc.integer({ min: 1, max: 200 }),
    slope: fc.integer({ min: 1, max: 1000 }).map((n) => n / 1e4),
  });
  fc.assert(
    fc.property(fc.array(aPlan, { minLength: 1, maxLength: 8 }), (some) => {
      const searches: number[] = [];
      const fitting = ({ fixed, slope }: (typeof some)[number], i: number): FakePlan => ({
        id: `fits@${i}`,
        cost: (x) => (fixed + slope * x > 100 ? Infinity : fixed + slope * x),
      });
      const found = changes(some.map(fitting), spread(1, 1e6, 12, 'log'), { searches });
      const last = Math.max(...some.map(({ fixed, slope }) => (100 - fixed) / slope));
      expect(found).toHaveLength(last < 1 || last > 1e6 ? 0 : 1);
      for (const { low, high, above } of found) {
        expect(above).toBeNull();
        expect([low <= last * 1.0001, high >= last * 0.9999, high / low < 1.002]).toEqual([true, true, true]);
      }
      expect(searches.length).toBeLessThan(13 + 14);
    }),
  );
});
