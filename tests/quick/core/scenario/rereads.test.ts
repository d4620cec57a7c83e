/** Re-reads as people state them, and what is refused. */
import { describe, expect, it } from 'vitest';
import { parseScenario } from '#core/scenario/parse-scenario.ts';
import { ScenarioError } from '#core/scenario/scenario-error.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { aScenario, aWorkload } from '#tests/helpers/aScenario.ts';

type Rereads = NonNullable<NonNullable<ScenarioText['workload']['reads']>['rereads']>;

const withRereads = (rereads: unknown, changes: Partial<ScenarioText['workload']> = {}) =>
  aScenario({ workload: aWorkload({ reads: { rate: '36M/day', rereads: rereads as Rereads }, ...changes }) });
const read = (rereads: unknown) => parseScenario(withRereads(rereads)).workload.reads.rereads;

function problems(rereads: unknown): string[] {
  try {
    parseScenario(withRereads(rereads));
    return [];
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.issues.map(({ path, message }) => `${path}: ${message}`);
  }
}

describe('what is understood', () => {
  it.each([
    ['lomax:1.5:2h', { law: 'lomax', shape: 1.5, scaleHours: 2 }],
    ['exponential:12h', { law: 'exponential', meanHours: 12 }],
    ['zipf:0.9', { law: 'zipf', exponent: 0.9, of: null }],
  ])('a law: %s', (text, gaps) => {
    expect(read(text)).toEqual({ gaps, since: 'read' });
    expect(read({ gaps: text, first: '20 %' })).toEqual({ gaps, first: 0.2, since: 'read' });
  });

  it('shares by time, in any order', () => {
    expect(read({ gaps: { '1 day': 0.6, '90 min': '10 %' }, since: 'touch' })).toEqual({
      gaps: [
        { hours: 1.5, share: 0.1 },
        { hours: 24, share: 0.6 },
      ],
      since: 'touch',
    });
  });
});

describe('what is refused, in words that say what to write', () => {
  it.each([
    ['weekly', /names no law; write exponential:12h, lomax:1\.5:2h/],
    ['lomax:1.5', /has 1 of 2 parts; write lomax:SHAPE:SCALE/],
    [{ gaps: {} }, /say what share of reads comes within a time/],
    [{ gaps: { soon: 0.5 } }, /"soon" is not a time between two reads; try "6 hours"/],
    [{ gaps: { '1 h': 0.5, '2 h': 0.4 } }, /must not fall: 0\.4 follows 0\.5/],
    [{ gaps: { '1 h': 1.2 } }, /largest allowed/],
    [{ gaps: { '91 days': 0.5 } }, /91 days is past the retention of 90 days/],
    [{ gaps: { '1 h': 0.5 }, first: 0.1 }, /drop first/],
    [{ gaps: 'exponential:1h', since: 'touch' }, /a law is of the time between reads/],
    [{ gaps: { '1 h': 0.5 }, since: 'touch', afterWrite: { '1 h': 0.5 } }, /drop one of the two/],
    [{ gaps: { '1 h': 0.9 }, afterWrite: { '1 h': 0.9 } }, /more first reads follow writes/],
  ])('%j', (rereads, words) => {
    expect(problems(rereads).join()).toMatch(words);
  });
});
