import { describe, expect, test } from 'vitest';
import { importFile } from '#formats/benchmarks/index.ts';
import {
  NEAR,
  bytesOf,
  changedText,
  fixtureOf,
  runGauntlet,
  textOfFixture,
} from '#tests/helpers/formats/gauntlet.ts';

const sized = { ...NEAR, sizeBytes: 65_536 };
const told = { ...sized, operation: 'GET' } as const;

for (const form of ['handle-summary', 'summary-export'])
  runGauntlet(fixtureOf('k6', `k6/${form}.json`, told));
for (const form of ['points.jsonl', 'points.csv']) runGauntlet(fixtureOf('k6-points', `k6/${form}`, sized));

describe("k6's summary", () => {
  const summary = textOfFixture('k6/handle-summary.json');
  const rowsOf = (text: string) => importFile(bytesOf(text), told).measurements;

  test('calls its failed requests passes', () => {
    const failed = changedText(
      summary,
      /"rate": 0,\s*"passes": 0,\s*"fails": 241/,
      '"rate": 0.1, "passes": 24, "fails": 217',
    );
    const rows = rowsOf(failed);
    expect(rows.find(({ metric }) => metric === 'errors')?.value).toBeCloseTo(24 / 241, 9);
    expect(new Set(rows.flatMap(({ metric, samples }) => (metric === 'total' ? [samples] : [])))).toEqual(
      new Set([217]),
    );
    // Waiting is of every answer; with refusals among them it is no longer the operation's.
    expect(rows.some(({ metric }) => metric === 'first_byte')).toBe(false);
  });

  test('has no times where it keeps those of failed requests alone', () => {
    const old = changedText(
      summary,
      'http_req_duration{expected_response:true}',
      'http_req_duration{scenario:s}',
    );
    expect(rowsOf(old)).toEqual(rowsOf(summary));
    const failed = old.replace(
      /"rate": 0,\s*"passes": 0,\s*"fails": 241/,
      '"rate": 1, "passes": 241, "fails": 0',
    );
    expect(rowsOf(failed)).toMatchObject([{ metric: 'errors', value: 1 }]);
  });

  test('has a p99 only where it was asked for, and a p999 only of enough requests', () => {
    const names = rowsOf(summary).map(({ statistic }) => statistic);
    expect(names).toContain('p99');
    expect(names).not.toContain('p999');
    expect(
      rowsOf(summary.replaceAll(/"p\(99\)": [\d.]+,/g, '')).map(({ statistic }) => statistic),
    ).not.toContain('p99');
  });

  test('without requests is refused', () => {
    expect(() => rowsOf(changedText(summary, '"http_reqs"', '"ws_sessions"'))).toThrow(
      /there are no http_reqs/,
    );
  });
});

describe("k6's points", () => {
  test('of requests that were not as expected are errors', () => {
    const text = changedText(
      textOfFixture('k6/points.csv'),
      /(http_req_duration,\d+,[\d.]+,,,,)true/,
      '$1false',
    );
    const rows = importFile(bytesOf(text), sized).measurements;
    expect(rows.find(({ metric }) => metric === 'errors')?.value).toBeCloseTo(1 / 24, 9);
    expect(rows[0]).toMatchObject({ metric: 'total', samples: 23 });
  });

  test('without their tags are refused with their line', () => {
    const text = changedText(textOfFixture('k6/points.jsonl'), '"expected_response":"true",', '');
    const tagless = text.replaceAll('"expected_response":"true",', '');
    expect(() => importFile(bytesOf(tagless), sized)).toThrow(/^line \d+: has no tag "expected_response"/);
  });
});
