import { describe, expect, test } from 'vitest';
import type { Dataset } from '#core/evidence/dataset.ts';
import { checkScenario } from '#core/scenario/check-scenario.ts';
import { ScenarioError } from '#core/scenario/scenario-error.ts';
import { parseScenario } from '#core/scenario/parse-scenario.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { aScenario, aWorkload } from '#tests/helpers/aScenario.ts';
import { wholeArchive } from '#tests/sources.ts';

const archive = wholeArchive();
const evidence = { datasets: [{ id: 'prisma-2026' } as Dataset], named: [] };

function issuesOf(text: ScenarioText) {
  const scenario = parseScenario(text);
  try {
    checkScenario(scenario, { archive, evidence });
    return [];
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.issues;
  }
}

test('a scenario whose names are all known passes', () => {
  expect(issuesOf(aScenario())).toEqual([]);
  expect(issuesOf(aScenario({ stores: 'all' }))).toEqual([]);
});

test('a store of no provider we know is answered with the providers, not with every store', () => {
  const [issue] = issuesOf(aScenario({ stores: ['acme/standrd@north'] }));
  expect(issue?.message).toMatch(/the providers are .*aws, .*wasabi$/);
  expect(issue?.message).not.toContain('aws/s3-standard');
});

test('stores placed by their provider need no region', () => {
  expect(issuesOf(aScenario({ stores: ['cloudflare/r2-standard', 'tigris/standard'] }))).toEqual([]);
});

test('a store priced by region needs one, and the one nearest the writer is suggested', () => {
  const stores = ['aws/s3-standard'];
  expect(issuesOf(aScenario({ stores }))[0]).toMatchObject({
    path: 'stores[0]',
    message: expect.stringMatching(
      /aws\/s3-standard@us-east-1.*nearest the writer \(aws\/us-east-1\)/,
    ) as string,
  });
  const inEurope = aScenario({ stores, workload: aWorkload({ writer: 'internet/DE' }) });
  expect(issuesOf(inEurope)[0]?.message).toMatch(/aws\/s3-standard@eu-/);
});

describe('an unknown name is answered with the nearest known one', () => {
  test.each<[string, ScenarioText, string, string]>([
    [
      'a store',
      aScenario({ stores: ['aws/s3-standrad@us-east-1'] }),
      'stores[0]',
      'aws/s3-standard@us-east-1',
    ],
    [
      'a store of another provider',
      aScenario({ stores: ['amazon/s3-standard'] }),
      'stores[0]',
      'aws/s3-standard',
    ],
    [
      'a region',
      aScenario({ stores: ['aws/s3-standard@us-esat-1'] }),
      'stores[0]',
      'aws/s3-standard@us-east-1',
    ],
    [
      'a hint',
      aScenario({ stores: ['cloudflare/r2-standard@wuer'] }),
      'stores[0]',
      'cloudflare/r2-standard@weur',
    ],
    [
      'a reader',
      aScenario({ workload: aWorkload({ readers: [{ at: 'aws/us-esat-1', share: 1 }] }) }),
      'workload.readers[0].at',
      'aws/us-east-1',
    ],
    [
      'a writer',
      aScenario({ workload: aWorkload({ writer: 'internet/europ' }) }),
      'workload.writer',
      'internet/europe',
    ],
    [
      'an excluded provider',
      aScenario({ requirements: { exclude: ['cloudfare'] } }),
      'requirements.exclude[0]',
      'cloudflare',
    ],
    ['an account', aScenario({ account: { awss: {} } }), 'account', 'aws'],
    ['a dataset', aScenario({ datasets: ['prisma-2062'] }), 'datasets[0]', 'prisma-2026'],
    [
      'an assumed store',
      aScenario({ assume: { 'aws/s3-expres-one-zone': { GET: { p99: '12 ms' } } } }),
      'assume',
      'aws/s3-express-one-zone',
    ],
    [
      'a copy',
      aScenario({ copies: ['wasabi/pay-as-you-got@us-east-1'] }),
      'copies[0]',
      'wasabi/pay-as-you-go@us-east-1',
    ],
  ])('%s', (_, scenario, path, suggestion) => {
    expect(issuesOf(scenario)).toEqual([expect.objectContaining({ path, suggestion })]);
  });
});

test('a dataset that a link has pinned and that is gone is not a mistake of the link', () => {
  expect(issuesOf(aScenario({ datasets: { 'gone-2020': '0'.repeat(16) } }))).toEqual([]);
});

test.each([
  ['a provider', 'aws'],
  ['a store', 'aws/s3-standard'],
  ['a transfer table', 'aws/transfer'],
  ['a meter', 'storage'],
  ['a meter of a family', 'egress.internet'],
  ['a meter of a store', 'aws/s3-standard:requests.get'],
  ['a store in a region', 'aws/s3-standard@us-east-1'],
  ['a meter of a store in a region', 'aws/s3-standard@us-east-1:storage'],
])('a discount may name %s', (_, name) => {
  expect(issuesOf(aScenario({ discounts: { [name]: '12 %' } }))).toEqual([]);
});

test.each([
  ['awss', 'aws'],
  ['aws/s3-standrad', 'aws/s3-standard'],
  ['aws/s3-standard@us-east-9', 'aws/s3-standard@us-east-1'],
  ['storrage', 'storage'],
  ['aws/s3-standard:nonsense', undefined],
])('a discount that names nothing is refused: %s', (name, suggestion) => {
  const [issue] = issuesOf(aScenario({ discounts: { [name]: '12 %' } }));
  expect(issue?.message).toContain(`"${name}" names no provider, store or meter`);
  if (suggestion !== undefined) expect(issue?.suggestion).toBe(suggestion);
});

test('a place in no listed cloud is answered with how to write one', () => {
  const [issue] = issuesOf(aScenario({ workload: aWorkload({ writer: 'upcloud/fi-hel1' }) }));
  expect(issue?.message).toMatch(/internet\/europe or internet\/DE/);
});

test('a dataset is left out by "not" and its id, and one that is not there is named', () => {
  expect(issuesOf(aScenario({ datasets: ['not prisma-2026'] }))).toEqual([]);
  expect(issuesOf(aScenario({ datasets: ['not prisma-2025'] }))).toMatchObject([
    { path: 'datasets[0]', suggestion: 'not prisma-2026' },
  ]);
});

test('readers come through a CDN that is known', () => {
  const through = (via: string | string[]) =>
    issuesOf(
      aScenario({
        workload: aWorkload({ readers: [{ at: 'internet/europe', share: 1, via, hitRatio: 0.5 }] }),
      }),
    );
  const path = 'workload.readers[0].via';
  expect(through('aws/cloudfront')).toEqual([]);
  expect(through('aws/cloudfront@europe')).toEqual([]);
  expect(through('aws/cloudfrnt@europe')).toMatchObject([{ path, suggestion: 'aws/cloudfront@europe' }]);
  expect(through('cloudflare/r2-standard')).toMatchObject([
    { path, message: expect.stringContaining('is no CDN') as string },
  ]);
  expect(through('any')).toEqual([]);
  expect(through(['aws/cloudfront'])).toEqual([]);
  expect(through(['aws/cloudfront', 'aws/cloudfrnt', 'cloudflare/r2-standard'])).toMatchObject([
    { path: `${path}[1]`, suggestion: 'aws/cloudfront' },
    { path: `${path}[2]`, message: expect.stringContaining('is no CDN') as string },
  ]);
  expect(through(['aws/cloudfront', 'aws/cloudfront'])).toEqual([
    { path: `${path}[1]`, message: 'aws/cloudfront is there already; name each CDN once' },
  ]);
});

describe('residency', () => {
  test.each(['any', 'EU', 'eu', 'DE', 'us', 'LU'])('%s is known', (residency) => {
    expect(issuesOf(aScenario({ requirements: { residency } }))).toEqual([]);
  });

  test('two letters of nowhere are answered with those that are known', () => {
    const [issue] = issuesOf(aScenario({ requirements: { residency: 'ZZ' } }));
    expect(issue?.path).toBe('requirements.residency');
    expect(issue?.message).toMatch(/"ZZ"; write any, EU, or one of AE, .*DE, .*US, /);
    expect(issue?.suggestion).toBeUndefined();
  });

  test('letters of a country that are not its code are answered with the code', () => {
    expect(issuesOf(aScenario({ requirements: { jurisdiction: 'uk' } }))[0]?.suggestion).toBe('GB');
  });
});

test('a copy named twice would be one copy', () => {
  const copy = 'aws/s3-standard@us-east-1';
  expect(issuesOf(aScenario({ copies: [copy, copy] }))).toEqual([
    { path: 'copies[1]', message: `${copy} is there already; name each store of a copy once` },
  ]);
});

test('a dataset cannot be used and left out', () => {
  const datasets = ['prisma-2026', 'not prisma-2026'];
  expect(issuesOf(aScenario({ datasets }))[0]?.message).toMatch(/both used and left out/);
});
