import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priceAt, roundUp, sameSchedule, scheduleOf, slices } from '#core/pricing/sheets/tiers.ts';
import type { Schedule } from '#core/pricing/sheets/tiers.ts';

/** Of the stretch from one position to another. */
const costBetween = (schedule: Schedule, from: number, to: number) =>
  slices(schedule, from, to).reduce((sum, { quantity, price }) => sum + quantity * (price ?? 0), 0);

const TWO = scheduleOf([{ upTo: 10, price: '0.09 per GB' }, { price: '0.05 per GB' }], 1000);

describe('graduated prices', () => {
  it.each([
    [0, 4, 0.36],
    [0, 12, 1],
    [8, 12, 0.28],
    [12, 20, 0.4],
  ])('from %d to %d cost %d', (from, to, cost) => {
    expect(costBetween(TWO, from, to)).toBeCloseTo(cost, 12);
  });

  it('are cut at the edges', () => {
    expect(slices(TWO, 8, 12)).toEqual([
      { tier: 0, quantity: 2, price: 0.09 },
      { tier: 1, quantity: 2, price: 0.05 },
    ]);
    expect(slices(TWO, 10, 10)).toEqual([]);
  });

  it('know the price of the next unit, and where it is unknown', () => {
    const half = scheduleOf([{ upTo: 10, price: '0.09 per GB' }, { price: 'unknown' }], 1000);
    expect([priceAt(half, 0), priceAt(half, 9.9), priceAt(half, 10)]).toEqual([0.09, 0.09, null]);
  });

  it('come to the same however the stretch is split', () => {
    const position = fc.double({ min: 0, max: 100, noNaN: true });
    fc.assert(
      fc.property(position, position, position, (...ends) => {
        const [a, b, c] = ends.sort((x, y) => x - y);
        expect(costBetween(TWO, a, b) + costBetween(TWO, b, c)).toBeCloseTo(costBetween(TWO, a, c), 9);
      }),
    );
  });

  it('are decimals: 0.00003 per 1000 is 3e-8', () => {
    expect(scheduleOf('0.00003 per 1000 requests', 1000).prices).toEqual([3e-8]);
  });

  it('are the same in another wording', () => {
    expect(
      sameSchedule(
        scheduleOf('0.0045 per 1000 requests', 1000),
        scheduleOf('4.50 per 1,000,000 objects', 1000),
      ),
    ).toBe(true);
    expect(sameSchedule(scheduleOf('unknown', 1000), scheduleOf('0 per request', 1000))).toBe(false);
    expect(sameSchedule(TWO, scheduleOf('0.09 per GB', 1000))).toBe(false);
  });
});

describe('rounding', () => {
  it.each([
    [1_000_001, 1e6, 2e6],
    [1.1, 1, 2],
    [1e6, 1e6, 1e6],
    [0, 1, 0],
    [0.1 + 0.2 + 0.7, 1, 1],
    [1.5, 0, 1.5],
  ])('of %d to multiples of %d is %d', (quantity, quantum, rounded) => {
    expect(roundUp(quantity, quantum)).toBe(rounded);
  });
});
