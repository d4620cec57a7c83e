import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAYS_PER_MONTH } from '#core/units.ts';
import { monthlyRates } from '#core/workload/monthly-rates.ts';
import type { Changes } from '#core/workload/monthly-rates.ts';

const own = { arrivalsPerDay: 100, readsPerDay: 1000 };
const arrivals = (changes: Partial<Changes>, count = 6) =>
  monthlyRates(own, { growth: 0, ...changes }, '2026-11-20', count).map((one) => one.arrivalsPerDay);

describe('rates month by month', () => {
  it('step at a month and stay', () => {
    expect(arrivals({ timeline: [{ month: '2027-01', arrivals: { times: 2 }, ramp: false }] })).toEqual([
      100, 100, 200, 200, 200, 200,
    ]);
  });

  it('ramp in a straight line from the entry before, or from the start', () => {
    const timeline = [
      { month: '2027-01', arrivals: { perDay: 300 }, ramp: true },
      { month: '2027-03', arrivals: { times: 1 }, ramp: true },
    ];
    expect(arrivals({ timeline })).toEqual([100, 200, 300, 200, 100, 100]);
  });

  it('are the same whatever the order of the entries, and leave the other rate alone', () => {
    const timeline = [
      { month: 4, arrivals: { times: 3 }, ramp: false },
      { month: 2, arrivals: { times: 2 }, ramp: false },
    ];
    expect(arrivals({ timeline })).toEqual(arrivals({ timeline: timeline.toReversed() }));
    expect(monthlyRates(own, { growth: 0, timeline }, '2026-11-20', 6).map((one) => one.readsPerDay)).toEqual(
      Array.from({ length: 6 }, () => 1000),
    );
  });

  it('that are per month have the count itself in each month, however long it is', () => {
    const perMonth = { arrivals: true, reads: false };
    const days = [30, 31, 28];
    const months = monthlyRates(
      { arrivalsPerDay: 3e7 / DAYS_PER_MONTH, readsPerDay: 1000 },
      { growth: 0, perMonth, days },
      '2026-11-20',
      3,
    );
    months.forEach(({ arrivalsPerDay, readsPerDay }, m) => {
      expect(arrivalsPerDay * (days[m] ?? NaN)).toBeCloseTo(3e7, 6);
      expect(readsPerDay).toBe(1000);
    });
  });

  it('that a timeline gives per month are of each month, too, and a ramp leads to them', () => {
    const timeline = [
      { month: 3, arrivals: { perDay: 3e7 / DAYS_PER_MONTH, perMonth: true as const }, ramp: true },
    ];
    const days = [30, 31, 28, 31];
    const perDay = arrivals({ timeline, days }, 4);
    expect(perDay[2]).toBeCloseTo(3e7 / 28, 6);
    expect(perDay[3]).toBeCloseTo(3e7 / 31, 6);
    expect(perDay[1]).toBeCloseTo((100 + 3e7 / 31) / 2, 6);
  });

  it('follow the season by the month of the year, January first', () => {
    const season = { reads: [2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 4] };
    const months = monthlyRates(own, { growth: 0, season }, '2026-11-20', 4);
    expect(months.map((one) => one.readsPerDay)).toEqual([3000, 4000, 2000, 1000]);
    expect(months.map((one) => one.arrivalsPerDay)).toEqual([100, 100, 100, 100]);
  });

  it('are growth alone where nothing else is said, to the last bit', () => {
    fc.assert(
      fc.property(fc.double({ min: -0.5, max: 1, noNaN: true }), (growth) => {
        expect(arrivals({ growth })).toEqual(Array.from({ length: 6 }, (_, m) => 100 * (1 + growth) ** m));
      }),
    );
  });
});
