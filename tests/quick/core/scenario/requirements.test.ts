import { describe, expect, test } from 'vitest';
import { parseScenario } from '#core/scenario/parse-scenario.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { ScenarioError } from '#core/scenario/scenario-error.ts';
import { decodePermalink, encodePermalink } from '#permalink/permalink.ts';
import { aScenario, aWorkload } from '#tests/helpers/aScenario.ts';

const requiring = (requirements: object) => ({ ...aScenario(), requirements }) as ScenarioText;
const reading = (reader: object) =>
  aScenario({
    workload: aWorkload({ readers: [{ at: 'internet/europe', share: 1, ...reader }] }),
  });
const aJob = (job: object) =>
  aScenario({ jobs: [{ name: 'train', at: 'aws/us-east-1', read: '1M', size: '4 MB', ...job }] });
const anEffort = (effort: unknown) => ({ ...aScenario(), effort }) as ScenarioText;

function issuesOf(value: unknown) {
  try {
    parseScenario(value);
    return [];
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.issues;
  }
}

const USUAL = {
  rule: { share: 0.02, atLeast: 20 },
  account: { share: 0.1, atLeast: 200 },
  router: { share: 0.15, atLeast: 500 },
  cdn: { share: 0.05, atLeast: 100 },
};

test('nothing of it need be said', () => {
  const { requirements, effort, doubt, headroom, workload, model } = parseScenario(aScenario());
  expect({ requirements, effort, doubt, headroom, model }).toEqual({
    requirements: {
      sureness: 0.9,
      residency: 'any',
      owner: 'any',
      features: [],
      certifications: [],
      exclude: [],
    },
    effort: USUAL,
    doubt: 'priced',
    headroom: 0.2,
    model: 3,
  });
  expect(workload.objects.reproducible).toBe(false);
  expect(workload.readers).toEqual([{ at: 'aws/us-east-1', share: 1 }]);
});

describe('each key is understood, and comes back out of a link', () => {
  const nothing = { share: 0, atLeast: 0 };
  test.each<[string, ScenarioText, object]>([
    ['sureness in percent', requiring({ sureness: '75 %' }), { requirements: { sureness: 0.75 } }],
    ['sureness as a share', requiring({ sureness: 1 }), { requirements: { sureness: 1 } }],
    ['a residency', requiring({ residency: 'EU' }), { requirements: { residency: 'EU' } }],
    ['its older name', requiring({ jurisdiction: 'EU' }), { requirements: { residency: 'EU' } }],
    [
      'both, the older one open',
      requiring({ residency: 'EU', jurisdiction: 'any' }),
      { requirements: { residency: 'EU' } },
    ],
    [
      'what each store must have',
      requiring({
        features: ['object-lock', 'conditional-put'],
        owner: 'DE',
        sla: '99.9 %',
        certifications: ['HIPAA', 'SOC 2'],
      }),
      {
        requirements: {
          features: ['object-lock', 'conditional-put'],
          owner: 'DE',
          sla: 0.999,
          certifications: ['HIPAA', 'SOC 2'],
        },
      },
    ],
    ['one zone', requiring({ zones: 1 }), { requirements: { zones: 1 } }],
    [
      'durability by nines',
      requiring({ durability: '11 nines' }),
      { requirements: { durability: 0.99999999999 } },
    ],
    [
      'durability in percent',
      requiring({ durability: '99.999999999 %' }),
      { requirements: { durability: 0.99999999999 } },
    ],
    ['availability', requiring({ availability: 0.999 }), { requirements: { availability: 0.999 } }],
    [
      'no effort',
      anEffort('none'),
      { effort: { rule: nothing, account: nothing, router: nothing, cdn: nothing } },
    ],
    [
      'a part of it',
      anEffort({ rule: { share: '1 %' }, cdn: { atLeast: 0 } }),
      { effort: { ...USUAL, rule: { share: 0.01, atLeast: 20 }, cdn: { share: 0.05, atLeast: 0 } } },
    ],
    ['doubt', aScenario({ doubt: 'none' }), { doubt: 'none' }],
    ['headroom', aScenario({ headroom: 0 }), { headroom: 0 }],
    [
      'objects that can be made again',
      aScenario({ workload: aWorkload({ objects: { size: '4 MB', standing: '1 TB', reproducible: true } }) }),
      { workload: { objects: { reproducible: true } } },
    ],
    [
      'a CDN',
      reading({ via: 'aws/cloudfront', edge: '40 ms' }),
      { workload: { readers: [{ via: 'aws/cloudfront', edge: 40 }] } },
    ],
    [
      'any CDN',
      reading({ via: 'any', hitRatio: 0.9 }),
      { workload: { readers: [{ viaAny: 'any', hitRatio: { value: 0.9 }, edge: 60 }] } },
    ],
    [
      'one of some CDNs',
      reading({ via: ['aws/cloudfront', 'fastly/cdn'] }),
      { workload: { readers: [{ viaAny: ['aws/cloudfront', 'fastly/cdn'], edge: 60 }] } },
    ],
    [
      "a client's network in bits",
      aJob({ network: '25 Gbit/s', ranges: 8 }),
      { jobs: [{ network: 3.125e9, ranges: 8 }] },
    ],
    ["a client's network in bytes", aJob({ network: '3 GB/s' }), { jobs: [{ network: 3e9, ranges: 1 }] }],
    ['an older model', aScenario({ model: 1 }), { model: 1 }],
  ])('%s', (_, text, parsed) => {
    expect(parseScenario(text)).toMatchObject(parsed);
    expect(decodePermalink(encodePermalink(text)).scenario).toEqual(parseScenario(text));
  });

  test('a choice of CDNs is no CDN, so that what asks for one finds none', () => {
    expect(parseScenario(reading({ via: 'any' })).workload.readers[0]).not.toHaveProperty('via');
    expect(parseScenario(reading({ via: ['aws/cloudfront'] })).workload.readers[0]).not.toHaveProperty('via');
  });
});

test.each<[string, unknown, string, RegExp]>([
  ['no sureness', requiring({ sureness: 0 }), 'requirements.sureness', /"0" must be above zero; try 90 %/],
  [
    'more than sure',
    requiring({ sureness: 90 }),
    'requirements.sureness',
    /"90" is above the largest allowed, 1; is it 90 %\?/,
  ],
  ['no zones', requiring({ zones: 0 }), 'requirements.zones', /0 is below the smallest allowed, 1/],
  ['half a zone', requiring({ zones: 1.5 }), 'requirements.zones', /expected a whole number, saw 1.5/],
  [
    'nines without the word',
    requiring({ durability: 11 }),
    'requirements.durability',
    /"11" is more than is promised; try "99.9 %" or "11 nines"/,
  ],
  [
    'all of the objects',
    requiring({ durability: '100 %' }),
    'requirements.durability',
    /"100 %" is more than is promised/,
  ],
  [
    'a fifth of the time',
    requiring({ availability: '20 %' }),
    'requirements.availability',
    /"20 %" is below the smallest allowed, 0.5/,
  ],
  [
    'nines in words',
    requiring({ availability: 'nine nines' }),
    'requirements.availability',
    /"nine nines" does not start with a number/,
  ],
  ['effort in a word', anEffort('some'), 'effort', /expected "none" or a map, saw "some"/],
  ['a mechanism that is none', anEffort({ rules: {} }), 'effort', /unknown key "rules"/],
  [
    'an amount with a sign',
    anEffort({ rule: { atLeast: '$20' } }),
    'effort.rule.atLeast',
    /expected a number, saw "\$20"/,
  ],
  [
    'an amount below zero',
    anEffort({ rule: { atLeast: -1 } }),
    'effort.rule.atLeast',
    /-1 is negative; the least is 0/,
  ],
  [
    'a share above all',
    anEffort({ cdn: { share: '120 %' } }),
    'effort.cdn.share',
    /"120 %" is above the largest allowed, 1/,
  ],
  ['doubt in another word', { ...aScenario(), doubt: 'high' }, 'doubt', /"high" is not one of priced, none/],
  ['more headroom than limit', aScenario({ headroom: '120 %' }), 'headroom', /above the largest allowed, 1/],
  ['no CDNs', reading({ via: [] }), 'workload.readers[0].via', /the list is empty/],
  [
    'more CDNs than are tried',
    reading({ via: Array.from({ length: 9 }, () => 'aws/cloudfront') }),
    'workload.readers[0].via',
    /8/,
  ],
  [
    'a CDN in the wrong form',
    reading({ via: ['cloud front'] }),
    'workload.readers[0].via[0]',
    /"cloud front".*provider\/store/,
  ],
  ['an edge of no CDN', reading({ edge: '60 ms' }), 'workload.readers[0]', /the edge of which CDN\? Add via/],
  [
    'a network without a period',
    aJob({ network: '25 Gbit' }),
    'jobs[0].network',
    /"25 Gbit" is not a rate of bytes; try "1 GB\/s" or "25 Gbit\/s"/,
  ],
  [
    'a network of bits or bytes',
    aJob({ network: '25 Gb/s' }),
    'jobs[0].network',
    /may be bits or bytes; write "Gbit\/s" or "GB\/s"/,
  ],
  ['no network', aJob({ network: '0 GB/s' }), 'jobs[0].network', /must be above zero; try 25 Gbit\/s/],
  ['no range', aJob({ ranges: 0 }), 'jobs[0].ranges', /0 is below the smallest allowed, 1/],
  ['ranges without end', aJob({ ranges: 1001 }), 'jobs[0].ranges', /1001 is above the largest allowed, 1000/],
  ['a model to come', { ...aScenario(), model: 4 }, 'model', /4 is not one of 1, 2, 3/],
])('%s is refused', (_, value, path, seen) => {
  expect(
    issuesOf(value).map(({ path, message, suggestion }) => ({ path, message, suggestion })),
  ).toMatchObject([{ path, message: expect.stringMatching(seen) as string }]);
});
