import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balances, paybackInterval, paybackMonths } from '#core/migration/payback.ts';

const months = (...amounts: number[]) => amounts.map((amount) => ({ amount, days: 30 }));

describe('payback', () => {
  it('is the cost over the saving where every month saves alike', () => {
    expect(paybackMonths(250, months(100, 100, 100))).toBeCloseTo(2.5, 12);
  });

  it('goes on past the horizon at the last saving, and never comes without one', () => {
    expect(paybackMonths(1000, months(100, 50))).toBeCloseTo(2 + 850 / 50, 12);
    expect(paybackMonths(1000, months(100, 0))).toBeNull();
    expect(paybackMonths(10, months(-5, -5))).toBeNull();
  });

  it('begins when the new placement serves alone', () => {
    // Nothing is saved for 45 days: half of the second month is.
    expect(paybackMonths(100, months(100, 100, 100), 45)).toBeCloseTo(2.5, 12);
    expect(paybackMonths(40, months(100, 100, 100), 45)).toBeCloseTo(1.9, 12);
    expect(paybackMonths(0, months(100, 100), 0)).toBe(0);
  });

  it('lies in the first month whose balance is not negative', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 1000, noNaN: true }),
        fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 24 }),
        fc.integer({ min: 0, max: 90 }),
        (cost, amounts, untilDays) => {
          const saved = balances(cost, months(...amounts), untilDays);
          const paid = saved.findIndex((amount) => amount >= -1e-9);
          const found = paybackMonths(cost, months(...amounts), untilDays);
          expect(saved).toHaveLength(amounts.length);
          if (paid >= 0) expect(Math.ceil((found ?? NaN) - 1e-9)).toBe(paid + 1);
          else expect(found === null || found > amounts.length - 1e-9).toBe(true);
        },
      ),
    );
  });

  it('waits until the savings have really paid, at any savings', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 1000, noNaN: true }),
        fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 24 }),
        (cost, amounts) => {
          const found = paybackMonths(cost, months(...amounts));
          if (found === null) return;
          const paid = amounts.reduce(
            (sum, amount, m) => sum + amount * Math.min(1, Math.max(0, found - m)),
            Math.max(0, found - amounts.length) * (amounts.at(-1) ?? 0),
          );
          expect(paid).toBeCloseTo(cost, 6);
        },
      ),
    );
  });
});

describe('its interval', () => {
  it('adds the distances of independent inputs as squares of logarithms', () => {
    const [low, high] = paybackInterval(4, [
      [2, 8],
      [4, 16],
    ]) ?? [0, 0];
    expect(low).toBeCloseTo(2, 12);
    expect(high).toBeCloseTo(4 * Math.exp(Math.hypot(Math.log(2), Math.log(4))), 12);
  });

  it('has no upper end where an end never pays, and none at all without ranges', () => {
    expect(paybackInterval(4, [[null, 2]])).toEqual([2, null]);
    expect(paybackInterval(4, [])).toBeNull();
    expect(paybackInterval(null, [[1, 2]])).toBeNull();
  });
});
