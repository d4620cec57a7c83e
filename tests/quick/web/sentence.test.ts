/** What is typed into the blanks of the sentence, and what they show. */
import { describe, expect, test } from 'vitest';
import { rateOf, storedOf } from '#web/form/blanks.ts';
import { placeOf, storeOf } from '#web/form/choices.ts';
import { labelOf } from '#web/form/labels.ts';
import { currentShown, rateShown, storedShown } from '#web/form/shown.ts';
import { scenarioTitle } from '#web/words/scenario-title.ts';
import { compared } from '#core/report/compare.ts';
import { scenarioRows } from '#web/words/compare-rows.ts';
import { aScenarioText } from '#tests/helpers/aPlan.ts';

describe('rates and amounts', () => {
  test.each([
    ['10M a day', '10M/day'],
    ['10M times per day', '10M/day'],
    ['500 objects an hour', '500/hour'],
    ['10k to 100k a month', '10k to 100k/month'],
    ['12M/day', '12M/day'],
    ['20 TB a month', '20 TB/month'],
    ['6B a day', '6B/day'],
    ['0 a month', '0/day'],
    ['12M', '12M'],
  ])('%s is %s', (typed, rate) => expect(rateOf(typed)).toBe(rate));

  test('stored is bytes, or objects where the word says so', () => {
    expect(storedOf(' 300 TB ')).toEqual({ standing: '300 TB' });
    expect(storedOf('10M objects')).toEqual({ count: '10M' });
    // What has no unit is refused where it is read.
    expect(storedOf('300')).toEqual({ standing: '300' });
    expect(storedShown({ count: 10_000_000 })).toBe('10M objects');
    expect(storedShown({ standing: '300 TB' })).toBe('300 TB');
    expect(storedShown({})).toBe('');
  });

  test('a rate is shown as it is said', () => {
    expect(rateShown('12M/day')).toBe('12M a day');
    expect(rateShown('20 TB/month')).toBe('20 TB a month');
    expect(rateShown('5/h')).toBe('5 an hour');
    expect(rateShown('5/s')).toBe('5 a second');
    expect(rateShown('1/day to 3/week')).toBe('1/day to 3/week');
    expect(rateShown(undefined)).toBe('');
  });
});

describe('names', () => {
  const known = {
    stores: ['aws/s3-standard@us-east-1', 'aws/s3-standard@eu-west-1', 'tigris/standard@global'],
    places: [
      { id: 'aws/us-east-1', city: 'US East (N. Virginia)' },
      { id: 'wasabi/us-east-1', city: 'Ashburn' },
      { id: 'internet/europe', city: 'Frankfurt' },
      { id: 'linode/us-east', city: 'Newark' },
      { id: 'fastly/us-east', city: 'Ashburn' },
    ],
  };
  test.each([
    ['Europe', 'internet/europe'],
    ['us-east-1', 'aws/us-east-1'],
    ['AWS us-east-1', 'aws/us-east-1'],
    ['newark', 'linode/us-east'],
    ['us-east', 'us-east'],
    ['Atlantis', 'Atlantis'],
  ])('the place %s is %s', (typed, id) => expect(placeOf(typed, known)).toBe(id));

  test.each([
    ['S3 Standard (eu-west-1)', 'aws/s3-standard@eu-west-1'],
    ['S3 Standard, eu-west-1', 'aws/s3-standard@eu-west-1'],
    ['s3 standard', 'aws/s3-standard@us-east-1'],
    ['Tigris Standard', 'tigris/standard@global'],
    ['nowhere', 'nowhere'],
  ])('the store %s is %s', (typed, ref) => expect(storeOf(typed, known, 'aws/us-east-1')).toBe(ref));

  test("today's placement in a few words", () => {
    expect(currentShown('aws/s3-standard@us-east-1')).toBe('S3 Standard (us-east-1)');
    expect(currentShown({ hot: 'aws/s3-standard@us-east-1', cold: 'tigris/standard@global' })).toBe(
      'S3 Standard (us-east-1), then Tigris Standard',
    );
    expect(currentShown([])).toBe('several stores');
    expect(currentShown(undefined)).toBe('');
  });
});

test('places of a scenario are called as the form calls them', () => {
  expect(labelOf('workload.objects.size')).toBe('Object size');
  expect(labelOf('workload.readers[1].at')).toBe('Place of reader 2');
  expect(labelOf('requirements.firstByteP99')).toBe('First byte p99');
  expect(labelOf('')).toBe('Scenario');
});

test('a title is the name or, without one, the workload', () => {
  const { name: _, ...scenario } = aScenarioText();
  expect(scenarioTitle({ ...scenario, name: 'Ours' })).toBe('Ours');
  for (const name of ['Untitled', ''])
    expect(scenarioTitle({ ...scenario, name })).toMatch(/ objects, .* reads a day$/);
});

test('of two scenarios only what differs is a row, under the name of its field', () => {
  const scenario = aScenarioText();
  const { workload } = scenario;
  const now = {
    ...scenario,
    workload: { ...workload, objects: { ...workload.objects, size: '9 MB' } },
    knownOn: '2026-11-20',
  };
  const rows = (b: typeof scenario) =>
    scenarioRows(
      compared({ name: 'a', scenario, candidate: null }, { name: 'b', scenario: b, candidate: null }),
    );
  expect(rows(scenario)).toEqual([]);
  expect(rows(now)).toEqual([
    { title: 'Object size', a: String(workload.objects.size), b: '9 MB', change: '' },
  ]);
});
