import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { deflateSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { withoutDefaults } from '#core/scenario/difference.ts';
import { parseScenario } from '#core/scenario/parse-scenario.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { toBase64url } from '#permalink/base64url.ts';
import { looksLikePermalink } from '#permalink/looks-like.ts';
import { LinkError, decodePermalink, encodePermalink } from '#permalink/permalink.ts';
import { aScenario, aWorkload } from '#tests/helpers/aScenario.ts';

/** A link that carries whatever text, as only a hostile hand would write it. */
const forged = (text: string) =>
  `s=1.${toBase64url(deflateSync(new TextEncoder().encode(text), { level: 9 }))}`;

type Size = ScenarioText['workload']['objects']['size'];
const sizes: fc.Arbitrary<Size> = fc.oneof(
  fc.integer({ min: 1, max: 10_000 }).map((n): Size => `${n} KiB`),
  fc.constant<Size>('5 to 9 MB'),
  fc.constant<Size>([
    { share: 0.7, size: '16 KiB' },
    { share: 0.3, size: '4 MB' },
  ]),
);
const readers = fc.constantFrom<ScenarioText['workload']['readers'][]>(
  [{ at: 'aws/us-east-1', share: 1 }],
  [
    { at: 'internet/europe', share: 0.25, via: 'aws/cloudfront', hitRatio: 0.9 },
    { at: 'internet/DE', share: '75 %' },
  ],
  [{ at: 'internet/DE', share: 1, via: 'any', hitRatio: '80 to 95 %', edge: '40 ms' }],
  [{ at: 'internet/DE', share: 1, via: ['aws/cloudfront', 'cloudflare/cdn'] }],
);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const scenarios: fc.Arbitrary<ScenarioText> = fc.record({
  stowage: fc.constant(1 as const),
  name: optional(fc.string({ unit: 'grapheme', maxLength: 50 })),
  asOf: fc.constantFrom('2026-11-20', '2025-04-10'),
  knownOn: optional(fc.constant('2026-11-20')),
  month: optional(fc.constantFrom('calendar', '730 h')),
  workload: fc.record({
    objects: fc.record({
      size: sizes,
      arrivals: fc.constantFrom('12M/day', '5 to 9 k/s'),
      retention: optional(fc.constantFrom('forever', '90 days')),
      growth: optional(fc.constantFrom(0, '2 %/month')),
    }),
    reads: optional(
      fc.record({
        rate: fc.constantFrom<string | number>(0, '36M/day'),
        byAge: optional(fc.constant({ '7 days': 0.8, '1 day': 0.45 })),
      }),
    ),
    operations: optional(fc.constant({ ListObjectsV2: '10k/day', HeadObject: 0 })),
    readers,
    writer: fc.constantFrom('aws/us-east-1', 'internet/europe'),
    peak: optional(fc.constantFrom(1, 3)),
  }),
  requirements: optional(
    fc.record({
      readP99: optional(fc.constant('800 ms')),
      latency: optional(
        fc.constantFrom<NonNullable<ScenarioText['requirements']>['latency']>(
          [{ mean: '90 ms', p50: '60 ms' }],
          [
            { of: 'write', p95: '1 s' },
            { metric: 'firstByte', p999: '2 s' },
          ],
        ),
      ),
      exclude: optional(fc.constantFrom([], ['aws'])),
      sureness: optional(fc.constantFrom<string | number>('90 %', 0.75)),
      zones: optional(fc.constantFrom(1, 3)),
      durability: optional(fc.constantFrom('11 nines', '99.999999999 %')),
      availability: optional(fc.constant('99.9 %')),
    }),
  ),
  jobs: optional(
    fc.constant([
      { name: 'train', at: 'aws/us-east-1', read: '1M', size: '4 MB', network: '25 Gbit/s', ranges: 8 },
    ]),
  ),
  effort: optional(
    fc.constantFrom<ScenarioText['effort']>('none', { rule: { share: '1 %' }, cdn: { atLeast: 50 } }),
  ),
  doubt: optional(fc.constantFrom('priced' as const, 'none' as const)),
  headroom: optional(fc.constantFrom<string | number>(0, '20 %')),
  model: optional(fc.constantFrom(1 as const, 2 as const)),
  stores: fc.constantFrom<ScenarioText['stores']>('all', ['tigris/standard@global'], aScenario().stores),
  current: optional(fc.constantFrom(null, 'aws/s3-standard@us-east-1')),
  account: optional(fc.constant({ aws: { internetEgress: '40 TB' } })),
  datasets: optional(fc.constant({ 'prisma-2026': 'a'.repeat(64) })),
});

test('whatever is encoded opens as the same scenario', () => {
  fc.assert(
    fc.property(scenarios, (scenario) => {
      const opened = decodePermalink(encodePermalink(scenario));
      expect(opened.scenario).toEqual(parseScenario(scenario));
      expect(parseScenario(opened.text)).toEqual(opened.scenario);
      expect(parseScenario(withoutDefaults(opened.text))).toEqual(opened.scenario);
    }),
  );
});

test('a link opened and made again is the same link', () => {
  fc.assert(
    fc.property(scenarios, (scenario) => {
      const link = encodePermalink(scenario);
      expect(encodePermalink(decodePermalink(link).text)).toBe(link);
    }),
  );
});

test('a link of the past with sizes and times without a unit opens as it did, and says the unit', () => {
  const { workload } = aScenario();
  const said = (units: boolean): ScenarioText => ({
    ...aScenario(),
    workload: {
      ...workload,
      objects: {
        size: units ? '4 MB' : 4_000_000,
        arrivals: '12M/day',
        standing: units ? '5 B to 1234567 B' : '5 to 1234567',
      },
      reads: {
        rate: '1M/day',
        bytes: units ? '65536 B' : 65_536,
        hedge: { after: units ? '50 ms' : 50 },
        retry: { after: units ? '1.5 s' : 1500 },
      },
    },
    requirements: { readP99: units ? '800 ms' : 800, latency: [{ p50: units ? '60 ms' : 60 }] },
    assume: { 'aws/s3-standard': { GET: { p99: units ? '43.5 ms' : 43.5 } } },
    account: { aws: { internetEgress: units ? '40 TB' : 4e13, stored: '0' } },
  });
  const opened = decodePermalink(encodePermalink(said(false)));
  expect(opened.scenario).toEqual(parseScenario(said(true)));
  expect(opened.text.requirements).toMatchObject({ readP99: '800 ms', latency: [{ p50: '60 ms' }] });
  expect(opened.text.workload).toMatchObject({
    objects: { size: '4 MB', standing: '5 to 1234567 B' },
    reads: { bytes: '64 KiB', hedge: { after: '50 ms' }, retry: { after: '1.5 s' } },
  });
  expect(() => parseScenario(said(false))).toThrow('requirements.readP99: "800" has no unit; write 800 ms');
});

test('a link opens with or without its page, its hash and what follows an ampersand', () => {
  const link = encodePermalink(aScenario());
  const opened = decodePermalink(link);
  for (const form of [
    `#${link}`,
    `https://example.org/a/b/#${link}`,
    `${link}&view=bill`,
    `file:///tmp/index.html#${link}`,
  ])
    expect(decodePermalink(form)).toEqual(opened);
});

test('a link is told from a file name', () => {
  for (const link of ['s=1.abc', '#s=1.abc', 'https://example.org/#s=1.abc', 'https://example.org/x#other'])
    expect(looksLikePermalink(link)).toBe(true);
  for (const file of ['plan.yaml', './s=1/plan.yaml', 'examples/streamingco.yaml', '-'])
    expect(looksLikePermalink(file)).toBe(false);
});

test('a link is short', () => {
  expect(encodePermalink(aScenario()).length).toBeLessThan(300);
});

describe('links of the past open as they did, but that nobody asked for one zone', () => {
  const fixtures = parseYaml(
    readFileSync(new URL('../../fixtures/permalinks.yaml', import.meta.url), 'utf8'),
  ) as {
    title: string;
    link: string;
    scenario: ScenarioText;
  }[];
  test('there is one', () => expect(fixtures.length).toBeGreaterThan(0));
  for (const { title, link, scenario } of fixtures)
    test(title, () => {
      const { zones: _, ...requirements } = scenario.requirements ?? {};
      const opened = decodePermalink(link);
      expect(opened.text).toEqual({ ...scenario, requirements });
      expect(opened.scenario).toMatchObject({ model: 1, requirements: { sureness: 0.9 } });
      expect(opened.scenario.requirements).not.toHaveProperty('zones');
    });
});

describe('a link that is not whole is refused in words', () => {
  const link = encodePermalink(aScenario({ name: 'A longer name, so that there is something to cut' }));

  test('cut short anywhere', () => {
    for (let length = 0; length < link.length; length++)
      expect(() => decodePermalink(link.slice(0, length)), `${length} characters`).toThrow(LinkError);
  });

  test('with a letter changed it is refused, or is another valid scenario; it never breaks', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: link.length - 1 }),
        fc.constantFrom('A', '_', 'z', '%', ' ', 'é'),
        (at, letter) => {
          try {
            decodePermalink(link.slice(0, at) + letter + link.slice(at + 1));
          } catch (error) {
            expect(error).toBeInstanceOf(LinkError);
          }
        },
      ),
    );
  });

  test('any text at all is a link or a LinkError', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.base64String().map((text) => `s=1.${text.replace(/[=+/]/g, '')}`),
          fc.json().map(forged),
        ),
        (text) => {
          try {
            decodePermalink(text);
          } catch (error) {
            expect(error).toBeInstanceOf(LinkError);
          }
        },
      ),
    );
  });
});

describe('hostile links are refused', () => {
  test.each([
    ['of another version', encodePermalink(aScenario()).replace('s=1.', 's=2.'), /version 2/],
    ['longer than any scenario', `s=1.${'A'.repeat(40_000)}`, /longest allowed/],
    [
      'a bomb of 50 MB',
      forged(`{"name":"${'x'.repeat(50_000_000)}"}`),
      /longest allowed|unpacks to more than 256 KiB/,
    ],
    [
      'a bomb just over the limit',
      forged(`{"name":"${'x'.repeat(262_144)}"}`),
      /unpacks to more than 256 KiB/,
    ],
    ['too deep', forged(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`), /levels deep/],
    ['too many values', forged(`{"a":[${'0,'.repeat(30_000)}0]}`), /more than 20000 values/],
    ['a prototype', forged('{"__proto__":{"polluted":true}}'), /__proto__/],
    ['a prototype inside', forged('{"workload":{"__proto__":{"polluted":true}}}'), /__proto__/],
    ['a constructor', forged('{"constructor":{"prototype":{"polluted":true}}}'), /constructor/],
    ['a list', forged('[]'), /no scenario/],
    ['nothing', forged('null'), /no scenario/],
    ['an unknown key', forged('{"script":"alert(1)"}'), /unknown key "script"/],
    ['a path where a number belongs', forged('{"workload":{"peak":"../../etc/passwd"}}'), /workload\.peak/],
  ])('%s', (_, link, message) => {
    expect(() => decodePermalink(link)).toThrow(LinkError);
    expect(() => decodePermalink(link)).toThrow(message);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  test('bytes that are not UTF-8', () => {
    expect(() =>
      decodePermalink(`s=1.${toBase64url(deflateSync(new Uint8Array([0x22, 0xff, 0xfe, 0x22])))}`),
    ).toThrow(LinkError);
  });
});

test('a workload of one reader differs from the defaults in little', () => {
  const scenario = aScenario({ workload: aWorkload({ reads: { rate: '1/day' } }) });
  expect(decodePermalink(encodePermalink(scenario)).text.workload.reads).toEqual({
    rate: '1/day',
    bytes: 'whole',
    fanOut: 1,
  });
});
