import { describe, expect, test } from 'vitest';
import { ScenarioError } from '#core/scenario/scenario-error.ts';
import { parseScenario } from '#core/scenario/parse-scenario.ts';
import { aScenario, aWorkload } from '#tests/helpers/aScenario.ts';

/** What parsing finds wrong; empty when it is understood. */
function issuesOf(value: unknown) {
  try {
    parseScenario(value);
    return [];
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.issues;
  }
}

const withObjects = (objects: unknown) => ({ ...aScenario(), workload: { ...aWorkload(), objects } });
const withReaders = (readers: unknown) => ({ ...aScenario(), workload: { ...aWorkload(), readers } });

test('a scenario comes out in base units with every default filled in', () => {
  const scenario = parseScenario(aScenario());
  expect(scenario.workload.objects).toEqual({
    size: [{ share: 1, size: { value: 4e6 } }],
    arrivals: { value: 12e6 },
    retention: { value: 90 },
    growth: { value: 0 },
    reproducible: false,
  });
  expect(scenario.workload.reads.byAge).toEqual([
    { ageDays: 1, share: 0.45 },
    { ageDays: 7, share: 0.8 },
    { ageDays: 30, share: 0.95 },
  ]);
  expect(scenario.workload.peak).toBe(1);
  expect(scenario.requirements).toEqual({
    sureness: 0.9,
    residency: 'any',
    owner: 'any',
    features: [],
    certifications: [],
    exclude: [],
  });
  expect(scenario.model).toBe(3);
});

test('quantiles may be assumed for one operation alone', () => {
  const assume = { 'aws/s3-standard@us-east-1': { GET: { p50: '7 ms', p99: '12 ms' } } };
  expect(parseScenario(aScenario({ assume })).assume).toEqual({
    'aws/s3-standard@us-east-1': { GET: { p50: 7, p99: 12 } },
  });
});

describe('each mistake is named with its place, what was seen and what to try', () => {
  test.each<[string, unknown, { path: string; seen: RegExp; suggestion?: string }]>([
    ['nothing', null, { path: '', seen: /empty/ }],
    ['a list', [], { path: '', seen: /a list/ }],
    ['a sentence', 'hello', { path: '', seen: /"hello"/ }],
    [
      'a misspelt key at the top',
      { ...aScenario(), requirments: {} },
      { path: '', seen: /"requirments"/, suggestion: 'requirements' },
    ],
    [
      'a misspelt key inside',
      withObjects({ sise: '4 MB', arrivals: '1/day' }),
      { path: 'workload.objects', seen: /"sise"/, suggestion: 'size' },
    ],
    [
      'a misspelt key in a list',
      withObjects({ size: [{ share: 1, sizee: '4 MB' }], arrivals: '1/day' }),
      { path: 'workload.objects.size[0]', seen: /"sizee"/, suggestion: 'size' },
    ],
    ['a key of nothing', { ...aScenario(), zebra: 1 }, { path: '', seen: /"zebra".*keys here are/ }],
    [
      'an unknown unit',
      withObjects({ size: '4 MBB', arrivals: '1/day' }),
      { path: 'workload.objects.size', seen: /"MBB" is not a unit/, suggestion: 'MB' },
    ],
    [
      'a negative size',
      withObjects({ size: '-4 MB', arrivals: '1/day' }),
      { path: 'workload.objects.size', seen: /"-4 MB" is negative; try 4 MB/ },
    ],
    [
      'a size of the wrong kind',
      withObjects({ size: true, arrivals: '1/day' }),
      { path: 'workload.objects.size', seen: /saw true/ },
    ],
    [
      'no sizes',
      withObjects({ size: [], arrivals: '1/day' }),
      { path: 'workload.objects.size', seen: /the list is empty/ },
    ],
    [
      'a rate without a period',
      withObjects({ size: '4 MB', arrivals: '12M' }),
      { path: 'workload.objects.arrivals', seen: /12M.*period/ },
    ],
    ['objects from nowhere', withObjects({ size: '4 MB' }), { path: 'workload.objects', seen: /arrivals/ }],
    [
      'shares of objects that do not sum to 1',
      withObjects({
        size: [
          { share: 0.5, size: '1 kB' },
          { share: 0.2, size: '1 MB' },
        ],
        arrivals: '1/day',
      }),
      { path: 'workload.objects.size', seen: /sum to 0\.7/ },
    ],
    [
      'shares of readers that do not sum to 1',
      withReaders([{ at: 'aws/us-east-1', share: 0.3 }]),
      { path: 'workload.readers', seen: /sum to 0\.3/ },
    ],
    [
      'a negative share',
      withReaders([{ at: 'aws/us-east-1', share: -1 }]),
      { path: 'workload.readers[0].share', seen: /"-1" is negative/ },
    ],
    [
      'nobody reading',
      withReaders([]),
      { path: 'workload.readers', seen: /the list is empty; write an entry under it/ },
    ],
    [
      'a place in the wrong form',
      withReaders([{ at: 'Frankfurt!', share: 1 }]),
      { path: 'workload.readers[0].at', seen: /"Frankfurt!".*aws\/us-east-1/ },
    ],
    [
      'a store in the wrong form',
      { ...aScenario(), stores: ['S3 Standard'] },
      { path: 'stores[0]', seen: /"S3 Standard".*provider\/store/ },
    ],
    [
      'stores that are not a list',
      { ...aScenario(), stores: 'S3' },
      { path: 'stores', seen: /expected "all" or a list, saw "S3"/ },
    ],
    ['no stores', { ...aScenario(), stores: [] }, { path: 'stores', seen: /the list is empty/ }],
    [
      'a date in words',
      { ...aScenario(), asOf: 'tomorrow' },
      { path: 'asOf', seen: /"tomorrow".*2025-04-10/ },
    ],
    ['no date', { ...aScenario(), asOf: undefined }, { path: 'asOf', seen: /is missing/ }],
    [
      'a version to come',
      { ...aScenario(), stowage: 2 },
      { path: 'stowage', seen: /2 is not understood; write 1/ },
    ],
    [
      'an operation that is not assumed',
      { ...aScenario(), assume: { 'aws/s3-standard': { GETT: {} } } },
      { path: 'assume["aws/s3-standard"]', seen: /"GETT"/, suggestion: 'GET' },
    ],
    [
      'a quantile in the wrong form',
      { ...aScenario(), assume: { 'aws/s3-standard': { GET: { q99: 5 } } } },
      { path: 'assume["aws/s3-standard"].GET.q99', seen: /p99/ },
    ],
    [
      'reads older than the objects',
      { ...aScenario(), workload: aWorkload({ reads: { rate: '1/day', byAge: { '100 days': 0.9 } } }) },
      { path: 'workload.reads.byAge', seen: /100 days is past the retention of 90 days/ },
    ],
    [
      'a day that is not',
      { ...aScenario(), asOf: '2026-02-30' },
      { path: 'asOf', seen: /there is no day "2026-02-30"/ },
    ],
    [
      'a month that is not',
      { ...aScenario(), knownOn: '2026-13-01' },
      { path: 'knownOn', seen: /there is no day "2026-13-01"/ },
    ],
    [
      'a jurisdiction that is none',
      { ...aScenario(), requirements: { jurisdiction: 'mars' } },
      { path: 'requirements.jurisdiction', seen: /"mars".*DE or US/ },
    ],
    [
      'a key of the top inside',
      withObjects({ size: '4 MB', arrivals: '1/day', horizon: '12 months' }),
      { path: 'workload.objects', seen: /"horizon" is no key here; it stands at the top of the file/ },
    ],
    [
      'parts too small',
      { ...aScenario(), workload: { ...aWorkload(), writes: { partSize: '100 B' } } },
      { path: 'workload.writes.partSize', seen: /40,000 parts.*at most 10,000; write at least 400 B/ },
    ],
    [
      'parts of nothing',
      { ...aScenario(), workload: { ...aWorkload(), writes: { partSize: 0 } } },
      { path: 'workload.writes.partSize', seen: /uploads nothing/ },
    ],
    [
      'assumed quantiles out of order',
      { ...aScenario(), assume: { 'aws/s3-standard': { GET: { p50: '20 ms', p99: '12 ms' } } } },
      { path: 'assume["aws/s3-standard"].GET', seen: /p99 of 12 ms is below p50 of 20 ms/ },
    ],
    [
      'more objects than can be',
      withObjects({ size: '4 MB', arrivals: '1e30/day' }),
      { path: 'workload.objects.arrivals', seen: /above the largest allowed, 1e18/ },
    ],
    [
      'shares that fall with age',
      {
        ...aScenario(),
        workload: aWorkload({ reads: { rate: '1/day', byAge: { '1 day': 0.9, '7 days': 0.5 } } }),
      },
      { path: 'workload.reads.byAge', seen: /must not fall/ },
    ],
  ])('%s', (_, value, { path, seen, suggestion }) => {
    const issues = issuesOf(value);
    expect(issues).toHaveLength(1);
    expect(issues[0]?.path).toBe(path);
    expect(issues[0]?.message).toMatch(seen);
    expect(issues[0]?.suggestion).toBe(suggestion);
  });
});

test('several mistakes are all named at once, one line each', () => {
  const error = (() => {
    try {
      return parseScenario({ ...aScenario(), asOf: 'x', requirements: { zones: 0, budget: -1 } });
    } catch (caught) {
      return caught;
    }
  })();
  expect(error).toBeInstanceOf(ScenarioError);
  expect((error as ScenarioError).message.split('\n')).toHaveLength(3);
});

test('a month has hours', () => {
  expect(issuesOf({ ...aScenario(), month: '730 h' })).toEqual([]);
  for (const month of ['0 h', '000 h', '-5 h', '730h'])
    expect(issuesOf({ ...aScenario(), month })).toMatchObject([{ path: 'month' }]);
});

describe('what says nothing, or two things, is refused where it stands', () => {
  const reading = (reads: object) => ({
    ...aScenario(),
    workload: { ...aWorkload(), reads: { rate: '36M/day', ...reads } },
  });
  test.each<[string, unknown, string, RegExp]>([
    [
      'reads of no objects',
      {
        ...aScenario(),
        workload: { ...aWorkload(), objects: { size: '3 MB', arrivals: '0/day' }, reads: { rate: '1/day' } },
      },
      'workload.objects',
      /say how much is stored/,
    ],
    [
      'reads before there is an object',
      reading({ byAge: { '0 days': 0.5 } }),
      'workload.reads.byAge',
      /0.5 by 0 days follows 0 by 0 days/,
    ],
    [
      'an age below zero',
      reading({ byAge: { '-7 days': 0.5 } }),
      'workload.reads.byAge',
      /by -7 days follows/,
    ],
    [
      'an age twice',
      reading({ byAge: { '7 days': 0.5, '1 week': 0.6 } }),
      'workload.reads.byAge',
      /each age above 0 stands once/,
    ],
    [
      'reads left over at the retention',
      reading({ byAge: { '90 days': 0.5 } }),
      'workload.reads.byAge',
      /by 90 days, the retention, all reads have come; write 1, not 0.5/,
    ],
    [
      'a hit ratio of no CDN',
      withReaders([{ at: 'aws/us-east-1', share: 1, hitRatio: 0.5 }]),
      'workload.readers[0]',
      /hits of which CDN\? Add via/,
    ],
    [
      'a quantile of nothing',
      aScenario({ assume: { 'aws/s3-standard@us-east-1': { GET: { p0: '5 ms' } } } }),
      'assume["aws/s3-standard@us-east-1"].GET.p0',
      /quantiles are written p50, p99, p999/,
    ],
    [
      'p100, which is not p10',
      aScenario({ assume: { 'aws/s3-standard@us-east-1': { GET: { p100: '5 ms' } } } }),
      'assume["aws/s3-standard@us-east-1"].GET.p100',
      /quantiles are written p50, p99, p999/,
    ],
    [
      'a hedge after the slowest read',
      reading({ hedge: 'p100' }),
      'workload.reads.hedge',
      /"p100" is no delay/,
    ],
  ])('%s', (_, value, path, seen) => {
    expect(issuesOf(value)).toEqual([{ path, message: expect.stringMatching(seen) as string }]);
  });

  test('a word where a list was wanted is said once, whatever its length', () => {
    const copies = 'aws/s3-standard@us-east-1';
    expect(issuesOf({ ...aScenario(), copies })).toEqual([
      { path: 'copies', message: `expected a list, saw "${copies}"` },
    ]);
  });

  test('the ends of the curve may be written', () => {
    expect(issuesOf(reading({ byAge: { '0 days': 0, '7 days': 0.5, '90 days': 1 } }))).toEqual([]);
  });
});

test('of 50,000 unknown keys the first 20 are listed, and how many more there are', () => {
  const strange = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`strange${i}`, 0]));
  expect(() => parseScenario({ ...aScenario(), ...strange })).toThrow(ScenarioError);
  try {
    parseScenario({ ...aScenario(), ...strange });
  } catch (error) {
    const lines = error instanceof Error ? error.message.split('\n') : [];
    expect(lines).toHaveLength(21);
    expect(lines[19]).toContain('unknown key "strange19"');
    expect(lines[20]).toBe('and 49980 more');
  }
});

test.each([
  ['20 TB/month', { value: 20e12 / 4e6 / 30.4375, perMonth: true }],
  ['20M objects/day', { value: 20e6 }],
  ['20 tb/day', { value: 5e6 }],
  ['6B/day', { value: 6e9 }],
  ['40 GB/s', { value: (40e9 / 4e6) * 86_400 }],
  ['2 to 8 TB/day', { value: 1e6, interval: { low: 5e5, high: 2e6, mid: 1e6 } }],
])('new objects of 4 MB, %s, count as objects', (arrivals, objects) => {
  const { arrivals: found } = parseScenario(withObjects({ size: '4 MB', arrivals })).workload.objects;
  expect(found).toEqual({ ...objects, value: expect.closeTo(objects.value, 3) as number });
});

test.each([
  [0.2, '"0.2" has no unit; write 0.2 s'],
  [2, '"2" has no unit; write 2 s'],
  [200, '"200" has no unit; write 200 ms'],
])('a p99 of %d has no unit', (readP99, message) => {
  const issues = issuesOf({ ...withObjects({ size: '4 MB', standing: '1 TB' }), requirements: { readP99 } });
  expect(issues.map((one) => one.message)).toEqual([message]);
});

test('new objects in bytes have the mean size of their classes', () => {
  const size = [
    { share: 0.5, size: '1 MB' },
    { share: 0.5, size: '3 MB' },
  ];
  expect(parseScenario(withObjects({ size, arrivals: '2 TB/day' })).workload.objects.arrivals).toEqual({
    value: 1e6,
  });
});

test.each([
  [{ size: '1 to 3 MB', arrivals: '2 TB/day' }, /arrivals in bytes need sizes that are no ranges/],
  [{ size: '4 MB', arrivals: '20 TB' }, /"20 TB" has no period; try 20 TB\/day/],
  [
    { size: '4 MB', standing: '10M objects' },
    /"10M objects" is no size; write count: 10M instead of standing/,
  ],
  [{ size: '4 MB', standing: '10M' }, /"10M" has no unit; write 10 MB, or count: 10M/],
  [{ size: '4 MB', standing: 30 }, /"30" has no unit; write 30 TB, or count: 30/],
  [{ size: 4, standing: '1 TB' }, /"4" has no unit; write 4 MB/],
])('%j is refused in words', (objects, message) => {
  expect(issuesOf(withObjects(objects)).map((one) => one.message)).toEqual([expect.stringMatching(message)]);
});
