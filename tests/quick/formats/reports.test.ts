/** Reports of sibench, and tables of anybody's. */
import { describe, expect, test } from 'vitest';
import { importFile } from '#formats/benchmarks/index.ts';
import {
  NEAR,
  bytesOf,
  changedText,
  fixture,
  messageOf,
  fixtureOf,
  runGauntlet,
  textOfFixture,
} from '#tests/helpers/formats/gauntlet.ts';

runGauntlet(fixtureOf('sibench', 'sibench/report.json'));

const columns = {
  latency: 'Time, all (us)',
  'first-byte': 'TTFB (us)',
  size: 'Object bytes',
  operation: 'Verb',
  error: 'Status',
};
const mapped = { ...NEAR, timeUnit: 'us', columns } as const;
runGauntlet(fixtureOf('plain-csv', 'plain-csv/requests.csv', mapped));

describe("sibench's report", () => {
  const report = textOfFixture('sibench/report.json');
  const secret = /AKIAEXAMPLE|wJalrEXAMPLESECRET|AQDEXAMPLE/;

  test('holds the secret key of the store, which appears nowhere', () => {
    expect(report).toMatch(secret);
    expect(JSON.stringify(importFile(bytesOf(report), NEAR))).not.toMatch(secret);
  });

  test.each([
    ['a key where a size belongs', '"ObjectSize": "1M"', '"ObjectSize": "wJalrEXAMPLESECRET"'],
    ['a key where a phase belongs', '"Phase": "Read"', '"Phase": {"wJalrEXAMPLESECRET": 1}'],
    ['an end in the middle of a key', /wJalrEXAMPLESECRET[\s\S]*$/, 'wJalrEXAMPLESECRET'],
  ])('with %s is refused without quoting it', (_, from, to) => {
    const said = messageOf(() => importFile(bytesOf(changedText(report, from, to)), NEAR));
    expect(said).not.toMatch(secret);
  });

  test('of an older version, whose times are in another unit, is refused', () => {
    const old = report.replaceAll(/"IsTotal": (true|false),/g, '');
    expect(messageOf(() => importFile(bytesOf(old), NEAR))).toMatch(/IsTotal is not as it should be/);
  });
});

describe('a table of anybody’s', () => {
  const bytes = fixture('plain-csv/requests.csv');

  test('is of no known format until its columns are known', () => {
    expect(messageOf(() => importFile(bytes, NEAR))).toMatch(/plain-csv wants a map of its columns/);
  });

  test.each([
    ['a column that is not there', { latency: 'Time, al (us)' }, /did you mean "Time, all \(us\)"\?/],
    ['a role that no column has', { speed: 'Verb' }, /a column cannot hold "speed"; it holds latency, /],
    ['no latency', { size: 'Object bytes' }, /does not say which holds the latency/],
  ])('with a map of %s is refused', (_, map, message) => {
    expect(messageOf(() => importFile(bytes, { ...mapped, columns: map }))).toMatch(message);
  });

  test('asks for its unit, and for what no column holds', () => {
    const missing = (map: Record<string, string>, given: object) => () =>
      importFile(bytes, { ...NEAR, columns: map, ...given });
    expect(missing(columns, {})).toThrow(expect.objectContaining({ missing: ['timeUnit'] }) as Error);
    expect(missing({ latency: columns.latency }, { timeUnit: 'us', operation: 'GET' })).toThrow(
      expect.objectContaining({ missing: ['sizeBytes'] }) as Error,
    );
  });

  test('without a column of errors does not claim that there were none', () => {
    const { error: _error, ...others } = columns;
    const rows = importFile(bytes, { ...mapped, columns: others }).measurements;
    expect(rows.some(({ metric }) => metric === 'errors')).toBe(false);
    expect(rows[0]?.samples).toBe(60);
  });
});
