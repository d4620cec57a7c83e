import { describe, expect, test } from 'vitest';
import { hostOf } from '#web/panels/sources.ts';
import {
  conditionInFull,
  conditionWords,
  costWords,
  findCandidate,
  firstChoice,
  placementWords,
  regionsOf,
  shortName,
  verdict,
} from '#web/words/candidates.ts';
import { toCsv } from '#web/words/csv.ts';
import { latency } from '#web/words/format.ts';
import { idInWords, idWithAges } from '#web/words/ids.ts';
import { byGroup, byMeter, groupOf, meterName } from '#web/words/meters.ts';
import { placeName, storeName, storeNames, storeWithRegion } from '#web/words/names.ts';
import { plainReason } from '#web/words/reasons.ts';
import { scenarioSentence } from '#web/words/scenario-sentence.ts';
import { COLD, HOT, aCandidate, aMonthlyCost, aPlan, aScenarioText, aSingle } from '#tests/helpers/aPlan.ts';

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

  test('placements that a plan does not show are named from their ids', () => {
    const [A, B] = ['aws/s3-standard@us-east-1', 'tigris/standard@global'];
    expect(idInWords(`copies:${A}+${B}`)).toBe('S3 Standard + Tigris Standard');
    expect(idWithAges(`mix:new=${A}>${B}@30d;old=${B}`)).toBe(
      'new objects: S3 Standard for 30 days › Tigris Standard, standing objects: Tigris Standard',
    );
  });

  test('a store in one place everywhere has no region to say', () => {
    expect(storeWithRegion('tigris/standard@global')).toBe('Tigris Standard');
    expect(storeWithRegion('cloudflare/r2-standard@weur')).toBe('R2 Standard, weur');
  });

  test.each([
    ['aws/us-east-1', 'AWS us-east-1'],
    ['aws/us-east-1/use1-az4', 'AWS use1-az4'],
    ['internet/north-america', 'North America, on the internet'],
    ['internet/DE', 'Germany, on the internet'],
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
    expect(['egress.internet', 'requests.put', 'early-delete'].map(meterName)).toEqual([
      'egress to the internet',
      'requests, class put',
      'early delete',
    ]);
  });
});

test('stores of a plan are told apart by their regions, and two plans share no names', () => {
  const [here, there, other] = ['aws/s3-standard@us-east-1', 'aws/s3-standard@eu-west-1', COLD];
  const both = storeNames([here, there, other]);
  const alone = storeNames([here, other]);
  expect([here, there, other].map(both)).toEqual([
    'S3 Standard us-east-1',
    'S3 Standard eu-west-1',
    storeName(COLD),
  ]);
  expect(alone(here)).toBe('S3 Standard');
  expect(both(here)).toBe('S3 Standard us-east-1');
  expect(placementWords(aSingle(here), both)).toBe('Everything in S3 Standard us-east-1');
  expect([regionsOf(aSingle(here), both), regionsOf(aSingle(here), alone)]).toEqual(['', 'us-east-1']);
});

describe('placements in words', () => {
  const dual = aCandidate({ policy: { thresholdDays: 7, entry: 'dual' } });
  const three = (first: 'tier' | 'dual', second: 'tier' | 'dual') =>
    aCandidate({
      stores: [HOT, COLD, 'acme/frozen'],
      policy: null,
      steps: [
        { from: HOT, to: COLD, leftDays: 7, entry: first },
        { from: COLD, to: 'acme/frozen', leftDays: 30, entry: second },
      ],
    });

  test('single, moved and written twice', () => {
    expect(placementWords(aSingle(COLD))).toBe('Everything in acme/cold');
    expect(placementWords(aCandidate())).toBe('acme/hot for the first 7 days, then moved to acme/cold');
    expect(placementWords(dual)).toBe(
      'Written to acme/hot and acme/cold at once, dropped from acme/hot after 7 days',
    );
    expect(shortName(dual)).toBe('acme/cold + acme/hot for 7 days');
    expect(regionsOf(dual)).toBe('north › south');
    const [north, south] = ['acme/hot@north', 'acme/cold@south'];
    const through = (...stores: string[]) => regionsOf(aCandidate({ stores }));
    expect(through(north, 'acme/frozen@north')).toBe('north');
    expect(through(north, south, 'acme/frozen@north')).toBe('north › south › north');
    expect(through(north, 'acme/lake@global', 'acme/frozen@north')).toBe('north');
  });

  test('three stores one after the other, and each way of two at once', () => {
    expect(placementWords(three('tier', 'tier'))).toBe(
      'acme/hot for the first 7 days, then moved to acme/cold, and to acme/frozen after 30 days',
    );
    expect(shortName(three('tier', 'tier'))).toBe('acme/hot to 7 days › acme/cold to 30 days › acme/frozen');
    expect(placementWords(three('dual', 'tier'))).toBe(
      'Written to acme/hot and acme/cold at once, dropped from acme/hot after 7 days, and to acme/frozen after 30 days',
    );
    expect(placementWords(three('tier', 'dual'))).toBe(
      'Written to acme/hot and acme/frozen at once, moved from acme/hot to acme/cold after 7 days and dropped there after 30 days',
    );
  });

  test('a total with an unknown price reads at least', () => {
    const cost = (high: number | null) =>
      costWords(
        aCandidate({ monthly: aMonthlyCost({ total: 41_234, atLeast: true, range: [41_234, high] }) }),
      );
    expect([cost(null), cost(45_111)]).toEqual(['at least $41.2k', '$41.2k to $45.1k']);
  });

  test('verdicts carry what stands against a placement', () => {
    const { candidates } = aPlan();
    expect(verdict(aCandidate())).toEqual({ word: 'very likely, 93 %', why: '' });
    const unproven = candidates.find(({ feasible }) => feasible === 'unproven');
    expect(unproven && verdict({ ...unproven, sureness: 0.6 })).toEqual({
      word: 'more likely than not, 60 %',
      why: 'if acme/hot GET p99 ≤ 43 ms',
    });
    const failing = aCandidate({
      feasible: 'no',
      violations: [{ requirement: 'readP99', required: '≤ 1 ms', found: 'p99 at least 5 ms' }],
    });
    expect(verdict(failing)).toEqual({ word: 'fails', why: 'readP99: p99 at least 5 ms, asked ≤ 1 ms' });
  });

  test('the recommended comes first, without one the first of the ranking', () => {
    const plan = aPlan();
    expect(firstChoice(plan)?.id).toBe(plan.recommendation?.id);
    expect(firstChoice({ ...plan, recommendation: null })?.id).toBe(plan.candidates[0]?.id);
    expect(findCandidate(plan, 'nowhere')).toBeUndefined();
  });

  test('ids in reasons become names', () => {
    const plan = aPlan();
    expect(plainReason(plan, `single:${COLD} would cost more; aws/us-east-1 reads ${HOT}`)).toBe(
      'Acme/cold would cost more; AWS us-east-1 reads acme/hot.',
    );
  });

  test('what has to hold is said with its place', () => {
    const [missing] = aPlan().bestIf?.conditions ?? [];
    if (!missing) throw new Error('the plan lacks its condition');
    expect(conditionWords(missing)).toBe('acme/hot GET p99 ≤ 43 ms');
    expect(conditionInFull(missing)).toBe('acme/hot GET p99 ≤ 43 ms from Europe, on the internet');
    expect(conditionWords({ ...missing, neededMs: null })).toBe('acme/hot GET p99 is known');
  });
});

describe('the scenario in a sentence', () => {
  test('says objects, reads, readers, writer and what must hold', () => {
    expect(scenarioSentence(aScenarioText())).toBe(
      '11M objects a day of 4 MB, kept 90 days; read 33M times a day, 80 % within 7 days, by 30 % AWS us-east-1 and 70 % Europe, on the internet. Written from AWS us-east-1. Must: read p99 ≤ 800 ms.',
    );
  });

  test('says ranges and standing objects as a person would', () => {
    const { workload } = aScenarioText();
    const say = (objects: object, rate: string) =>
      scenarioSentence({ ...aScenarioText(), workload: { ...workload, objects, reads: { rate } } } as never);
    expect(say({ size: '1 MB', arrivals: '10k/day to 100k/day' }, '100M/month to 10G/month')).toMatch(
      /^10k to 100k objects a day of 1 MB, kept for ever; read 100M to 10G times a month, /,
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
