import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { oldAndNew } from '#core/workload/old-and-new.ts';
import { workloadOf } from '#core/workload/workload.ts';
import { aScenario, aWorkload } from '#tests/helpers/aScenario.ts';

const workload = (changes: Partial<ScenarioText['workload']>) =>
  workloadOf(ScenarioFile.parse(aScenario({ horizon: '6 months', workload: aWorkload(changes) })));

describe('old and new objects', () => {
  it('add up to the month, whatever the rates', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 200, noNaN: true }),
        fc.boolean(),
        fc.constantFrom('0 GB', '5 TB'),
        fc.integer({ min: 0, max: 5 }),
        fc.constantFrom(undefined, { month: 2, arrivals: 'x3', reads: 'x2' }),
        (life, forever, standing, m, timeline) => {
          const one = workload({
            objects: {
              size: '4 MB',
              arrivals: '1k/day',
              standing,
              retention: forever ? 'forever' : `${life} days`,
              growth: '5 %/month',
            },
            reads: { rate: '5k/day', byAge: { [`${forever ? 20 : life / 3} days`]: 0.7 } },
            ...(timeline ? { timeline: [timeline] } : {}),
          });
          const whole = one.horizon[m]!.population;
          const { old, young } = oldAndNew(one, m);
          expect(old.arrivals + young.arrivals).toBeCloseTo(whole.arrivals, 6);
          expect(old.reads + young.reads).toBeCloseTo(whole.reads, 6);
          for (const age of [0.1, 1, 10, 30, 100, 500]) {
            const near = (sum: number, all: number) =>
              expect(Math.abs(sum - all)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(all)));
            near(old.objectDaysBelow(age) + young.objectDaysBelow(age), whole.objectDaysBelow(age));
            near(old.reaching(age) + young.reaching(age), whole.reaching(age));
            near(
              old.readShareBelow(age) * old.reads + young.readShareBelow(age) * young.reads,
              whole.readShareBelow(age) * whole.reads,
            );
            expect(old.objectDaysBelow(age)).toBeGreaterThanOrEqual(-1e-6);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('are counted by hand for a month of 30 days and a life of 45', () => {
    const one = workload({
      objects: { size: '4 MB', arrivals: '10/day', retention: '45 days' },
      reads: { rate: '45/day' },
    });
    const { old, young } = oldAndNew(one, 0);
    // After t days 10 t objects are new; reads are even over 45 days of age, so t/45 of them fall on new objects.
    expect(young.objectDaysBelow(45)).toBeCloseTo((10 * 30 ** 2) / 2, 6);
    expect(old.objectDaysBelow(45)).toBeCloseTo(45 * 10 * 30 - 4500, 6);
    expect(young.reads).toBeCloseTo(30 ** 2 / 2, 6);
    expect(old.reaching(45)).toBeCloseTo(300, 9);
    const { old: gone } = oldAndNew(one, 2);
    expect(gone.objectDaysBelow(45)).toBeCloseTo(0, 6);
    expect(gone.reads).toBeCloseTo(0, 6);
  });
});
