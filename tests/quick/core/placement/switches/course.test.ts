import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesAlong, crossing, spread } from '#core/placement/switches/course.ts';
import type { Change, Course } from '#core/placement/switches/course.ts';

type Cost = (x: number) => number;

function contest(costs: readonly Cost[]): Course<number> {
  return {
    winnerAt: (x) => costs.reduce((best, cost, i) => (cost(x) < (costs[best]?.(x) ?? NaN) ? i : best), 0),
    compare: (a, b, x) => (costs[a]?.(x) ?? NaN) - (costs[b]?.(x) ?? NaN),
    same: (a, b) => a === b,
  };
}

function changes(costs: readonly Cost[], points: readonly number[]): Change<number>[] {
  const work = changesAlong(contest(costs), points);
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

const line = fc.record({
  fixed: fc.integer({ min: 0, max: 10_000 }).map((cents) => cents / 100),
  slope: fc.integer({ min: 0, max: 10_000 }).map((cents) => cents / 100),
});

test('of straight lines every change is found from the two ends alone, where two of them cross', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 2, maxLength: 12 }), (lines) => {
      const costs = lines.map(
        ({ fixed, slope }): Cost =>
          (x) =>
            fixed + slope * x,
      );
      const found = changes(costs, [0.001, 10]);
      const { winnerAt } = contest(costs);
      for (const { below, above, low, high } of found) {
        expect(high - low).toBeLessThanOrEqual(1e-6 * high);
        const [a, b] = [lines[below], lines[above]];
        if (!a || !b) throw new Error('a winner is a line');
        // Below the crossing the flatter line has not yet won.
        expect(a.slope).toBeGreaterThan(b.slope);
        expect((low + high) / 2).toBeCloseTo((b.fixed - a.fixed) / (a.slope - b.slope), 5);
      }
      const reigns = [0.001, ...found.map((one) => one.high), 10];
      const winners = [winnerAt(0.001), ...found.map((one) => one.above)];
      for (const [i, winner] of winners.entries()) {
        const x = ((reigns[i] ?? NaN) + (reigns[i + 1] ?? NaN)) / 2;
        expect(costs[winner]?.(x)).toBeCloseTo(Math.min(...costs.map((cost) => cost(x))), 6);
      }
    }),
  );
});

test('where costs jump, the jump is found to the tolerance', () => {
  const jumps: Cost = (x) => (x > 37 ? 100 : 1);
  const [change, ...rest] = changes([jumps, () => 50], [0, 100]);
  expect(rest).toEqual([]);
  expect([change?.low, change?.high]).toEqual([expect.closeTo(37, 4), expect.closeTo(37, 4)]);
});

test('a plan that stops being possible loses there, whatever it costs', () => {
  const course: Course<string> = {
    winnerAt: (x) => (x < Math.E ? 'cheap' : 'dear'),
    compare: (a, b, x) => (a === b ? 0 : (a === 'cheap') === x < Math.E ? -Infinity : Infinity),
    same: (a, b) => a === b,
  };
  const work = changesAlong(course, [1, 100]);
  let step = work.next();
  while (!step.done) step = work.next();
  expect(step.value).toEqual([
    { below: 'cheap', above: 'dear', low: expect.closeTo(Math.E, 6), high: expect.closeTo(Math.E, 6) },
  ]);
});

test('a comparison that contradicts the contest does not keep it from an end', () => {
  const course: Course<string> = {
    winnerAt: (x) => (x < 3 ? 'a' : 'b'),
    compare: (a) => (a === 'a' ? 1 : -1),
    same: (a, b) => a === b,
  };
  const work = changesAlong(course, [1, 100]);
  let step = work.next();
  while (!step.done) step = work.next();
  expect(step.value).toHaveLength(1);
  expect(step.value[0]?.high).toBeCloseTo(3, 5);
});

test('a bracket of a rise is as narrow as asked, and the whole stretch where there is none', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1.001, max: 9_999, noNaN: true }),
      fc.double({ min: 0.1, max: 9, noNaN: true }),
      (root, power) => {
        const [low, high] = crossing((x) => x ** power - root ** power, 1, 10_000);
        expect(low).toBeLessThanOrEqual(root);
        expect(high).toBeGreaterThanOrEqual(root * (1 - 1e-12));
        expect(high - low).toBeLessThanOrEqual(1e-6 * root);
      },
    ),
  );
  expect(crossing((x) => -x, 1, 2)).toEqual([1, 2]);
});

test('a spread starts and ends where it is told to', () => {
  expect(spread(0.01, 100, 4, 'log')).toEqual([
    0.01,
    expect.closeTo(0.1, 9),
    expect.closeTo(1, 9),
    expect.closeTo(10, 9),
    100,
  ]);
  expect(spread(0, 1, 4, 'linear')).toEqual([0, 0.25, 0.5, 0.75, 1]);
});
