import { describe, expect, test } from 'vitest';
import { hostOf } from '#web/panels/sources.ts';
import { becauseWords, conditionInFull, conditionWords, standsWords } from '#core/answer/words/condition.ts';
import { costWords } from '#core/answer/words/cost.ts';
import { rangeCell } from '#core/answer/words/latency.ts';
import { meterWords } from '#core/answer/words/meters.ts';
import { placementCell, placementTitle } from '#core/answer/words/placement.ts';
import { verdictWords } from '#core/answer/words/verdict.ts';
import { findCandidate, firstChoice, regionsOf } from '#web/words/candidates.ts';
import { toCsv } from '#web/words/csv.ts';
import { latency } from '#web/words/format.ts';
import { byMeter } from '#web/words/by-meter.ts';
import { byGroup, groupOf } from '#web/words/meters.ts';
import { namesOf, placeName, storeName, storeNames, storeWithRegion } from '#web/words/names.ts';
import { scenarioSentence } from '#web/words/scenario-sentence.ts';
import { COLD, HOT, aCandidate, aMonthlyCost, aPlan, aScenarioText, aSingle } from '#tests/helpers/aPlan.ts';

test.each([
  [[444, 666], '444–666 ms'],
  [[7_630, 2_940_000], '7.63 s–49 min'],
  [[172_900_000, 173_600_000], ''],
] as const)('the range %j reads %s', (p99BandMs, words) => {
  expect(rangeCell({ ...aCandidate().read, p99BandMs: [...p99BandMs] })).toBe(words);
});

test('an unknown latency is a word, never a number', () => {
  expect(latency(null)).toBe('unknown');
  expect(latency(610)).toBe('610 ms');
});

describe('names', () => {
  test.each([
    ['aws/s3-express-one-zone@us-east-1', 'S3 Express One Zone'],
    ['aws/s3-standard-ia@us-east-1', 'S3 Standard-IA'],
    ['cloudflare/r2-standard@weur', 'R2 Standard'],
    ['backblaze/b2', 'Backblaze B2'],
    ['tigris/standard@global', 'Tigris Standard'],
    ['wasabi/pay-as-you-go@us-east-1', 'Wasabi'],
    ['odd', 'odd'],
  ])('%s is %s', (ref, name) => expect(storeName(ref)).toBe(name));

  test('a store in one place everywhere has no region to say', () => {
    expect(storeWithRegion('tigris/standard@global')).toBe('Tigris Standard');
    expect(storeWithRegion('cloudflare/r2-standard@weur')).toBe('R2 Standard (weur)');
  });

  test.each([
    ['aws/us-east-1', 'AWS us-east-1'],
    ['aws/us-east-1/use1-az4', 'AWS use1-az4'],
    ['internet/north-america', 'North America'],
    ['internet/DE', 'Germany'],
  ])('%s is %s', (place, name) => expect(placeName(place)).toBe(name));
});

describe('meters', () => {
  test('every meter keeps one hue', () => {
    const hues = [
      'storage',
      'requests.put',
      'egress.internet',
      'retrieval',
      'upload',
      'replication',
      'transition',
      'minimum',
      'early-delete',
      'subscription',
    ].map((meter) => groupOf(meter).id);
    expect(hues).toEqual([
      'storage',
      'requests',
      'egress',
      'bytes',
      'bytes',
      'moves',
      'moves',
      'fees',
      'fees',
      'fees',
    ]);
  });

  test('groups and meters each add up to the lines', () => {
    const { lines, total } = aMonthlyCost();
    const sum = (parts: { amount: number }[]) => parts.reduce((whole, { amount }) => whole + amount, 0);
    expect(sum(byGroup(lines))).toBeCloseTo(total, 6);
    expect(sum(byMeter(lines))).toBeCloseTo(total, 6);
    expect(byMeter(lines).find((part) => part.meter === 'egress.internet')?.lines).toHaveLength(2);
  });

  test('a group with an unknown price says at least', () => {
    const [line] = aMonthlyCost().lines;
    const groups = byGroup(line ? [{ ...line, unitPrice: null, amount: null }] : []);
    expect(groups).toMatchObject([{ amount: 0, atLeast: true }]);
  });

  test('meters in words', () => {
    expect(
      ['egress.internet', 'requests.put', 'requests.b', 'requests.GetObject', 'early-delete'].map(meterWords),
    ).toEqual([
      'egress to the internet',
      'PUT requests',
      'class B requests',
      'GetObject requests',
      'early delete',
    ]);
  });
});

test('stores of a plan are told apart by their regions, and two plans share no names', () => {
  const [here, there, other] = ['aws/s3-standard@us-east-1', 'aws/s3-standard@eu-west-1', COLD];
  const both = storeNames([here, there, other]);
  const alone = storeNames([here, other]);
  expect([here, there, other].map(both)).toEqual([
    'S3 Standard (us-east-1)',
    'S3 Standard (eu-west-1)',
    storeName(COLD),
  ]);
  expect(alone(here)).toBe('S3 Standard');
  expect(both(here)).toBe('S3 Standard (us-east-1)');
  expect(placementTitle(aSingle(here).id, both)).toBe('Everything in S3 Standard (us-east-1)');
  expect([regionsOf(aSingle(here), both), regionsOf(aSingle(here), alone)]).toEqual(['', 'us-east-1']);
});

describe('placements in words', () => {
  test('are called by their stores, and stand where these are', () => {
    expect(placementTitle(aCandidate().id, storeName)).toBe(
      'acme/hot@north for the first 7 days, then moved to acme/cold@south',
    );
    expect(placementCell(aCandidate().id, storeName)).toBe('acme/hot@north for 7 days › acme/cold@south');
    const [hot, cold] = ['aws/s3-express-one-zone@us-east-1', 'cloudflare/r2-standard@weur'];
    const [warm, wide] = ['aws/s3-standard@us-east-1', 'tigris/standard@global'];
    const through = (...stores: string[]) => regionsOf(aCandidate({ stores }));
    expect(through(hot, cold)).toBe('us-east-1 › weur');
    expect(through(hot, warm)).toBe('us-east-1');
    expect(through(hot, cold, warm)).toBe('us-east-1 › weur › us-east-1');
    expect(through(hot, wide, warm)).toBe('us-east-1');
  });

  test('a total with an unknown price reads at least', () => {
    const cost = (high: number | null) =>
      costWords(aMonthlyCost({ total: 41_234, atLeast: true, range: [41_234, high] }));
    expect([cost(null), cost(45_111)]).toEqual(['at least $41.2k', '$41.2k to $45.1k']);
  });

  test.each([
    [{ sureness: 1 }, 'meets'],
    [{ sureness: null }, 'meets'],
    [{ sureness: 0.939 }, 'likely meets 93%'],
    [{ sureness: 0.5 }, 'likely meets 50%'],
    [{ sureness: 0.49, feasible: 'unproven' }, 'likely misses'],
    [{ sureness: 0, notMeasured: [HOT], feasible: 'unproven' }, 'no data'],
    [{ sureness: null, feasible: 'unproven' }, 'no data'],
    [{ sureness: 0, feasible: 'no' }, 'misses'],
    [{ sureness: 1, feasible: 'unproven', conditions: [{ code: 'fact-unknown' }] }, 'no data'],
  ] as const)('the verdict on %j is %s', (changes, words) => {
    expect(verdictWords({ ...aCandidate(), ...changes } as ReturnType<typeof aCandidate>)).toBe(words);
  });

  test('what stands against a placement, or would settle it', () => {
    const unproven = aPlan().candidates.find(({ feasible }) => feasible === 'unproven');
    expect(becauseWords(aCandidate(), storeName)).toBe('');
    expect(unproven && becauseWords(unproven, storeName)).toBe('if GET p99 ≤ 43 ms');
    expect(unproven && standsWords(unproven, storeName)).toBe(
      'It may miss the requirements. It meets them if GET p99 ≤ 43 ms.',
    );
    const failing = aCandidate({
      feasible: 'no',
      violations: [{ requirement: 'readP99', required: '≤ 1 ms', found: 'p99 at least 5 ms' }],
    });
    expect(becauseWords(failing, storeName)).toBe('read p99: p99 at least 5 ms (required: ≤ 1 ms)');
  });

  test('the recommended comes first, without one the first of the ranking', () => {
    const plan = aPlan();
    expect(firstChoice(plan)?.id).toBe(plan.recommendation?.id);
    expect(firstChoice({ ...plan, recommendation: null })?.id).toBe(plan.candidates[0]?.id);
    expect(findCandidate(plan, 'nowhere')).toBeUndefined();
  });

  test('what has to hold is said with its place', () => {
    const [missing] = aPlan().bestIf?.conditions ?? [];
    if (!missing) throw new Error('the plan lacks its condition');
    expect(conditionWords(missing, storeName)).toBe('acme/hot@north GET p99 ≤ 43 ms');
    expect(conditionInFull(missing, namesOf(storeName))).toBe('acme/hot@north GET p99 ≤ 43 ms from Europe');
    expect(conditionWords({ ...missing, neededMs: null }, storeName)).toBe('acme/hot@north GET is measured');
  });
});

describe('the scenario in a sentence', () => {
  test('says objects, reads, readers, writer and what must hold', () => {
    expect(scenarioSentence(aScenarioText())).toBe(
      '11M objects a day of 4 MB, kept 90 days; read 33M times a day, 80% within 7 days, by 30% AWS us-east-1 and 70% Europe. Written from AWS us-east-1. Must: read p99 ≤ 800 ms.',
    );
  });

  test('says ranges and standing objects as a person would', () => {
    const { workload } = aScenarioText();
    const say = (objects: object, rate: string) =>
      scenarioSentence({ ...aScenarioText(), workload: { ...workload, objects, reads: { rate } } } as never);
    expect(say({ size: '1 MB', arrivals: '10k/day to 100k/day' }, '100M/month to 10G/month')).toMatch(
      /^10k to 100k objects a day of 1 MB, kept for ever; read 100M to 10B times a month, /,
    );
    expect(say({ size: '1 MB', arrivals: '20 TB/month' }, '5/s')).toMatch(
      /^20 TB a month in objects of 1 MB, /,
    );
    expect(say({ size: '1 MB', standing: '10 PB' }, '5/s')).toMatch(
      /^10 PB of objects of 1 MB, kept for ever; read 5 times a second, /,
    );
    expect(say({ size: '1 MB', arrivals: '1/s to 90k/day' }, '1/hour')).toMatch(
      /^1\/s to 90k\/day objects of 1 MB, .* read 1 times an hour, /,
    );
  });

  test('reads on while parts are wrong or missing', () => {
    const broken = {
      ...aScenarioText(),
      workload: { objects: { size: [] }, readers: 'x', writer: 7, reads: { rate: 'often' } },
    };
    expect(scenarioSentence(broken as never)).toContain('read often times, by readers not stated');
  });
});

describe('texts to take away', () => {
  test('CSV quotes what needs it, leaves unknown figures empty and disarms formulas', () => {
    expect(
      toCsv({
        columns: ['a', 'b,c'],
        rows: [
          ['say "hi"', null],
          ['=1+1', -2],
        ],
      }),
    ).toBe('a,"b,c"\r\n"say ""hi""",\r\n\'=1+1,-2\r\n');
  });

  test('only web addresses are linked', () => {
    expect(hostOf('https://www.example.com/a?b')).toBe('example.com');
    expect(hostOf('javascript:alert(1)')).toBeNull();
    expect(hostOf('page 7 of the contract')).toBeNull();
  });
});
