/** Time unread, beside closed forms and beside a count of objects one by one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { monthsFrom } from '#core/workload/months.ts';
import type { Month } from '#core/workload/months.ts';
import { growingPopulations, steadyPopulation } from '#core/workload/population.ts';
import { readCurve } from '#core/workload/read-curve.ts';
import { unreadHours } from '#core/workload/unread.ts';
import type { Held } from '#core/workload/unread.ts';

const [MONTH] = monthsFrom('2026-11-01', '720 h', 1) as [Month];
const LIFE = 300;
const ARRIVALS = 1000;

function steady(
  readsPerObject: number,
  points: { ageDays: number; share: number }[] = [],
  standingObjects = 0,
) {
  const curve = readCurve(points, LIFE);
  const aged = ARRIVALS * LIFE;
  const readsPerDay = readsPerObject * ARRIVALS * ((aged + standingObjects) / aged);
  const rates = { arrivalsPerDay: ARRIVALS, readsPerDay, standingObjects };
  return { population: steadyPopulation(rates, LIFE, curve, MONTH), ages: curve.knots };
}

const whole = (overrides: Partial<Held> = {}): Held => ({
  fromDays: 0,
  toDays: LIFE,
  answers: [{ sinceDays: 0, share: 1 }],
  standing: false,
  otherReads: 0,
  ...overrides,
});

const objectHours = (days: number) => ARRIVALS * MONTH.days * days * 24;

describe('time unread', () => {
  it('without reads is all the time but the first', () => {
    const { population, ages } = steady(0);
    expect(unreadHours(population, MONTH, ages, whole(), 30)).toBeCloseTo(objectHours(LIFE - 30), 3);
    expect(unreadHours(population, MONTH, ages, whole(), 400)).toBe(0);
  });

  it('with even reads is the chance that none fell in it', () => {
    const { population, ages } = steady(10);
    const chance = Math.exp(-(10 / LIFE) * 30);
    expect(unreadHours(population, MONTH, ages, whole(), 30) / objectHours(LIFE - 30)).toBeCloseTo(chance, 9);
  });

  it('is next to none where reads are without number, and however their rate falls with age', () => {
    const often = 1e6;
    const { population, ages } = steady(often);
    expect(unreadHours(population, MONTH, ages, whole(), 30)).toBeCloseTo(0, 6);
    const fading = steady(often, [{ ageDays: 40, share: 1 }]);
    const unread = unreadHours(fading.population, MONTH, fading.ages, whole(), 30);
    // From 40 days on nobody reads: 30 days later all lie unread.
    expect(unread / objectHours(LIFE - 70)).toBeCloseTo(1, 3);
  });

  it('starts anew where objects enter a store', () => {
    const { population, ages } = steady(0);
    expect(unreadHours(population, MONTH, ages, whole({ fromDays: 100 }), 30)).toBeCloseTo(
      objectHours(LIFE - 130),
      3,
    );
  });

  it('counts only the reads that the store answers', () => {
    const { population, ages } = steady(10);
    const held = whole({ answers: [{ sinceDays: 0, share: 0.5 }] });
    const chance = Math.exp(-0.5 * (10 / LIFE) * 30);
    expect(unreadHours(population, MONTH, ages, held, 30) / objectHours(LIFE - 30)).toBeCloseTo(chance, 9);
  });

  it('counts the reads of batch jobs, spread over all that is held', () => {
    const { population, ages } = steady(0);
    const held = whole({ otherReads: ARRIVALS * LIFE * 2 });
    const chance = Math.exp(-2);
    expect(unreadHours(population, MONTH, ages, held, 30) / objectHours(LIFE - 30)).toBeCloseTo(chance, 9);
  });

  it('of objects without an age is the same at any time', () => {
    const { population, ages } = steady(10, [], 5000);
    const held = whole({ toDays: 0, standing: true });
    const chance = Math.exp(-(10 / LIFE) * 30);
    expect(unreadHours(population, MONTH, ages, held, 30) / (5000 * MONTH.days * 24)).toBeCloseTo(chance, 9);
  });

  it('of objects kept for ever grows with their number', () => {
    const months = monthsFrom('2026-01-01', 'calendar', 12);
    const curve = readCurve([], 365);
    const rates = months.map(() => ({ arrivalsPerDay: ARRIVALS, readsPerDay: 0 }));
    const populations = growingPopulations(0, rates, curve, months);
    const held = whole({ toDays: 365 });
    const hours = populations.map((one, m) =>
      unreadHours(one, months[m] ?? MONTH, [0, 30, 90, 365], held, 30),
    );
    expect(hours[0]).toBeCloseTo(ARRIVALS * 0.5 * 24, 6);
    expect(hours.every((one, m) => m === 0 || one > (hours[m - 1] ?? 0))).toBe(true);
  });

  it('is what adding up a fine grid of ages gives, whatever the reads by age and whom the store answers', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 40, noNaN: true }),
        fc.uniqueArray(fc.integer({ min: 1, max: LIFE - 1 }), { maxLength: 4 }),
        fc.array(share, { minLength: 4, maxLength: 4 }),
        fc.integer({ min: 0, max: 200 }),
        fc.integer({ min: 0, max: LIFE }),
        share,
        share,
        fc.constantFrom(7, 30, 90),
        (readsPerObject, ages, shares, fromDays, sinceDays, youngShare, oldShare, unreadDays) => {
          const rising = shares.toSorted((a, b) => a - b);
          const points = ages
            .toSorted((a, b) => a - b)
            .map((ageDays, i) => ({ ageDays, share: rising[i] ?? 1 }));
          const { population, ages: knots } = steady(readsPerObject, points);
          const held = whole({
            fromDays,
            answers: [
              { sinceDays: 0, share: youngShare },
              { sinceDays, share: oldShare },
            ],
          });
          const curve = readCurve(points, LIFE);
          const answered = (age: number) =>
            readsPerObject *
            (age < sinceDays
              ? youngShare * curve.at(age)
              : youngShare * curve.at(sinceDays) + oldShare * (curve.at(age) - curve.at(sinceDays)));
          const steps = 4000;
          const width = Math.max(0, LIFE - fromDays - unreadDays) / steps;
          let sum = 0;
          for (let i = 0; i < steps; i += 1) {
            const age = fromDays + unreadDays + (i + 0.5) * width;
            sum += width * Math.exp(answered(age - unreadDays) - answered(age));
          }
          const found = unreadHours(population, MONTH, knots, held, unreadDays);
          expect(found / objectHours(1)).toBeCloseTo(sum, 1);
        },
      ),
      { numRuns: 100 },
    );
  });
});
