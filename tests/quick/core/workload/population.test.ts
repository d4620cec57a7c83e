import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { monthlyRates } from '#core/workload/monthly-rates.ts';
import { monthsFrom } from '#core/workload/months.ts';
import { growingPopulations, laggedPopulations, steadyPopulation } from '#core/workload/population.ts';
import { readCurve } from '#core/workload/read-curve.ts';

const [november] = monthsFrom('2026-11-20', 'calendar', 1);
const rates = (arrivalsPerDay: number, readsPerDay: number, growth = 0) =>
  monthlyRates({ arrivalsPerDay, readsPerDay }, { growth }, '2026-11-20', 12);

describe('months', () => {
  it('are as long as the calendar says, from the price date on', () => {
    expect(monthsFrom('2026-11-20', 'calendar', 4).map((month) => [month.label, month.days])).toEqual([
      ['2026-11', 30],
      ['2026-12', 31],
      ['2027-01', 31],
      ['2027-02', 28],
    ]);
  });

  it('may be stated in hours', () => {
    expect(monthsFrom('2026-11-20', '730 h', 1)[0]).toMatchObject({ days: 730 / 24, period: { hours: 730 } });
  });
});

describe('a steady population', () => {
  const population = steadyPopulation(
    { arrivalsPerDay: 10, readsPerDay: 5, standingObjects: 0 },
    90,
    readCurve([], 90),
    november!,
  );

  it("obeys Little's law: stock is arrivals times life", () => {
    expect(population.objectDaysBelow(90) / 30).toBeCloseTo(900, 9);
  });

  it('lets as many objects pass any age as arrive', () => {
    expect(population.reaching(7)).toBe(population.arrivals);
  });

  it('lets standing objects share the reads by their number', () => {
    const mixed = steadyPopulation(
      { arrivalsPerDay: 10, readsPerDay: 5, standingObjects: 2700 },
      90,
      readCurve([], 90),
      november!,
    );
    expect(mixed.standing.readShare).toBeCloseTo(0.75, 12);
    expect(mixed.readShareBelow(90)).toBeCloseTo(0.25, 12);
  });
});

describe('a growing population', () => {
  const months = monthsFrom('2026-11-20', 'calendar', 12);

  it('holds all that ever arrived', () => {
    const populations = growingPopulations(0, rates(10, 5, 0), readCurve([], 365), months);
    const first = populations[0]!;
    expect(first.arrivals).toBeCloseTo(300, 9);
    expect(first.objectDaysBelow(400)).toBeCloseTo((10 * 30 ** 2) / 2, 6);
  });

  it('counts object-days and crossings as a sum over single objects does', () => {
    const growth = 0.05;
    const populations = growingPopulations(0, rates(24, 0, growth), readCurve([], 365), months);
    const births = months.flatMap((month, m) => {
      const perDay = 24 * (1 + growth) ** m;
      const count = Math.round(perDay * month.days * 4);
      return Array.from({ length: count }, (_, i) => ({
        at: month.startDay + ((i + 0.5) / count) * month.days,
        weight: (perDay * month.days) / count,
      }));
    });
    for (const age of [0.5, 7, 45]) {
      const [m, month] = [4, months[4]!];
      const [start, end] = [month.startDay, month.startDay + month.days];
      const days = births.reduce(
        (sum, birth) =>
          sum + birth.weight * Math.max(0, Math.min(end, birth.at + age) - Math.max(start, birth.at)),
        0,
      );
      const crossing = births.reduce(
        (sum, birth) => sum + (birth.at + age >= start && birth.at + age < end ? birth.weight : 0),
        0,
      );
      expect(populations[m]!.objectDaysBelow(age) / days).toBeCloseTo(1, 3);
      expect(populations[m]!.reaching(age) / crossing).toBeCloseTo(1, 3);
    }
  });

  it('spreads every read over some age or standing object, and more of them over a wider range of ages', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 5000, noNaN: true }),
        fc.double({ min: 0, max: 0.2, noNaN: true }),
        (standingObjects, growth) => {
          const curve = readCurve([{ ageDays: 1, share: 0.5 }], 365);
          for (const population of growingPopulations(standingObjects, rates(10, 5, growth), curve, months)) {
            const shares = [0.1, 1, 10, 100, 1000].map((age) => population.readShareBelow(age));
            expect(shares.every((share, i) => i === 0 || share >= shares[i - 1]! - 1e-12)).toBe(true);
            expect(shares.at(-1)! + population.standing.readShare).toBeCloseTo(1, 9);
          }
        },
      ),
      { numRuns: 20 },
    );
  });
});

describe('a population whose arrivals change', () => {
  const months = monthsFrom('2026-11-20', 'calendar', 6);
  const curve = readCurve([{ ageDays: 7, share: 0.8 }], 45);

  it('is the steady one while they do not', () => {
    const lagged = laggedPopulations(300, rates(10, 50), 45, curve, months);
    for (const [m, one] of lagged.entries()) {
      const steady = steadyPopulation(
        { arrivalsPerDay: 10, readsPerDay: 50, standingObjects: 300 },
        45,
        curve,
        months[m]!,
      );
      for (const age of [1, 7, 20, 45, 90]) {
        expect(one.objectDaysBelow(age)).toBeCloseTo(steady.objectDaysBelow(age), 6);
        expect(one.readShareBelow(age)).toBeCloseTo(steady.readShareBelow(age), 12);
      }
      expect(one.reaching(45)).toBeCloseTo(steady.reaching(45), 9);
      expect(one.standing.readShare).toBeCloseTo(steady.standing.readShare, 12);
    }
  });

  it('follows a doubling only as objects age: by hand for the month of the change', () => {
    const doubled = monthlyRates(
      { arrivalsPerDay: 10, readsPerDay: 0 },
      { growth: 0, timeline: [{ month: 2, arrivals: { times: 2 }, ramp: false }] },
      '2026-11-20',
      6,
    );
    const lagged = laggedPopulations(0, doubled, 45, curve, months);
    // December has 31 days: 45 × 10 from before, and 10 more a day for t days after t days.
    expect(lagged[1]!.objectDaysBelow(45)).toBeCloseTo(31 * 450 + (10 * 31 ** 2) / 2, 6);
    expect(lagged[1]!.reaching(45)).toBeCloseTo(310, 6);
    // In January the last of the old rate leaves on day 45 after the change: on the 14th day.
    expect(lagged[2]!.reaching(45)).toBeCloseTo(14 * 10 + 17 * 20, 6);
    expect(lagged[5]!.objectDaysBelow(45)).toBeCloseTo(900 * months[5]!.days, 6);
  });
});
