import { describe, expect, it } from 'vitest';
import { currentParts } from '#core/scenario/current.ts';
import { parseScenario } from '#core/scenario/parse-scenario.ts';
import { ScenarioError } from '#core/scenario/scenario-error.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { aScenario, aWorkload } from '#tests/helpers/aScenario.ts';

const standard = 'aws/s3-standard@us-east-1';
const ia = 'aws/s3-standard-ia@us-east-1';
const staged = (changes: Partial<ScenarioText['workload']>) =>
  parseScenario(aScenario({ workload: aWorkload(changes) }));
const issues = (make: () => unknown): string[] => {
  try {
    make();
    return [];
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.issues.map(({ path, message }) => `${path}: ${message}`);
  }
};

describe('a timeline', () => {
  it('reads rates a day and multiples of the own rate', () => {
    expect(
      staged({ timeline: [{ month: '2027-03', arrivals: 'x2', reads: '48M/day', ramp: true }] }).workload
        .timeline,
    ).toEqual([{ month: '2027-03', arrivals: { times: 2 }, reads: { perDay: 48e6 }, ramp: true }]);
    expect(staged({ timeline: [{ month: 3, reads: '× 0.5' }] }).workload.timeline?.[0]?.reads).toEqual({
      times: 0.5,
    });
  });

  it.each([
    [{ month: '2027-13', reads: 'x2' }, 'workload.timeline[0].month'],
    [{ month: '2027-03', reads: 'twice' }, '"twice" is not a rate; try "x2"'],
    [{ month: '2026-10', reads: 'x2' }, '2026-10 is before 2026-11-20'],
    [{ month: '2028-03', reads: 'x2' }, 'past the horizon of 12 months; write horizon: 17 months'],
    [{ month: '2027-03' }, 'changes nothing; say arrivals or reads'],
  ])('refuses %o', (entry, words) => {
    expect(issues(() => staged({ timeline: [entry] })).join('\n')).toContain(words);
  });

  it('names one rate of a month once', () => {
    const twice = [
      { month: '2027-01', reads: 'x2' },
      { month: 3, reads: 'x3' },
    ];
    expect(issues(() => staged({ timeline: twice }))).toEqual([
      'workload.timeline[1]: says reads of 3 once more; workload.timeline[0] does already',
    ]);
  });

  it('has seasons of twelve months', () => {
    expect(issues(() => staged({ season: [1, 2, 3] })).join()).toContain('these are 3');
    expect(staged({ season: { reads: Array.from({ length: 12 }, () => 1) } }).workload.season).toBeDefined();
  });
});

describe("today's placement", () => {
  it('is a store, a split by age, or shares of several', () => {
    const split = { hot: standard, cold: ia, after: '30 days' };
    const parts = (current: ScenarioText['current']) =>
      currentParts(parseScenario(aScenario({ current })).current);
    expect(parts(standard)).toEqual([{ share: 1, hot: standard, split: null }]);
    expect(parts(split)).toEqual([
      { share: 1, hot: standard, split: { cold: ia, afterDays: 30, entry: 'tier' } },
    ]);
    expect(
      parts([
        { share: 0.7, store: standard },
        { share: 0.3, ...split, entry: 'dual' },
      ]),
    ).toEqual([
      { share: 0.7, hot: standard, split: null },
      { share: 0.3, hot: standard, split: { cold: ia, afterDays: 30, entry: 'dual' } },
    ]);
  });

  it.each([
    [{ hot: standard, cold: standard, after: '7 days' }, 'hot and cold are both'],
    [{ hot: standard, cold: ia, after: '90 days' }, 'objects are kept for 90 days'],
    [[{ share: 0.5, store: standard }], 'must sum to 1'],
  ] as const)('refuses %o', (current, words) => {
    expect(
      issues(() => parseScenario(aScenario({ current: current as ScenarioText['current'] }))).join(),
    ).toContain(words);
  });

  it('may be left at a stated rate of bytes', () => {
    const read = (migration: ScenarioText['migration']) => parseScenario(aScenario({ migration })).migration;
    expect(read({ rate: '2 GB/s', doubleRunning: '30 days' })).toEqual({
      rate: 2e9,
      doubleRunning: 30,
      egressWaived: [],
    });
    expect(issues(() => read({ rate: '2 GB' })).join()).toContain(
      '"2 GB" is not a rate of bytes; try "1 GB/s"',
    );
  });
});
