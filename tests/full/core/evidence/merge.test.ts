import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dataset } from '#core/evidence/dataset.ts';
import { checkDatasets } from '#core/evidence/check.ts';
import { mergeHistogramLogs } from '#core/evidence/merge-histograms.ts';
import { MergeError, mergeDatasets } from '#core/evidence/merge.ts';
import { aDataset } from '#tests/helpers/datasets.ts';
import { allDatasets } from '#tests/sources.ts';

const hashed = (letter: string) => ({ checksums: { 'measurements.csv': letter.repeat(64) } });
const part = (id: string, letter: string, rows = [{ statistic: 'p50', value: 3 }], overrides = {}) =>
  aDataset(id, rows, { ...hashed(letter), ...overrides });
const reasonsOf = (parts: readonly Dataset[]): string => {
  try {
    mergeDatasets(parts);
  } catch (error) {
    if (error instanceof MergeError) return error.message;
    throw error;
  }
  return '';
};

describe('merging datasets', () => {
  it('keeps every row of every part, to be had back by the name of its part', () => {
    const macaron = allDatasets().find(({ id }) => id === 'macaron-2024');
    if (!macaron) throw new Error('no macaron');
    const rows = fc.uniqueArray(fc.nat(macaron.measurements.length - 1), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(rows, rows, (a, b) => {
        const of = (id: string, picks: number[]): Dataset => ({
          ...macaron,
          id,
          hash: id,
          measurements: picks.flatMap((i) => macaron.measurements[i] ?? []),
        });
        const parts = [of('shard-a', a), of('shard-b', b)];
        const { measurements } = mergeDatasets(parts);
        for (const { id, measurements: before } of parts) {
          const after = measurements
            .filter(({ note }) => note?.startsWith(`run ${id}`))
            .map((row) => ({ ...row, note: row.note?.replace(`run ${id} `, 'run ') ?? null }));
          expect(after).toEqual(before);
        }
        expect(measurements).toHaveLength(a.length + b.length);
      }),
      { numRuns: 30 },
    );
  });

  it('tells one condition measured twice apart as two runs, which the check accepts', () => {
    const { head, measurements } = mergeDatasets([part('a-2026', 'a'), part('b-2026', 'b')]);
    expect(measurements.map(({ note }) => note)).toEqual(['run a-2026', 'run b-2026']);
    const merged = { ...head, ...hashed('c'), id: 'both', hash: 'c', measurements };
    expect(checkDatasets([merged])).toEqual([]);
    expect(head.caveats.filter((one) => /^[ab]-2026: A dataset; .*content /.test(one))).toHaveLength(2);
  });

  it('writes into the rows what the heads say differently', () => {
    const open = { method: { loop: 'open', temperature: null, connections: null } };
    const { head, measurements } = mergeDatasets([part('a-2026', 'a'), part('b-2026', 'b', undefined, open)]);
    expect(head.method.loop).toBeNull();
    expect(measurements.map(({ loop }) => loop)).toEqual(['closed', 'open']);
  });

  it.each([
    ['one alone', [part('a-2026', 'a')], /two datasets or more/],
    ['one twice', [part('a-2026', 'a'), part('b-2026', 'a')], /count twice/],
    ['two of one name', [part('a-2026', 'a'), part('a-2026', 'b')], /two of them are called a-2026/],
    [
      'two harnesses',
      [
        part('a-2026', 'a'),
        part('b-2026', 'b', undefined, { harness: { id: 'x', tool: 'x', version: null } }),
      ],
      /harness differs \(a-2026: a-harness, b-2026: x\)/,
    ],
    [
      'measured and claimed',
      [part('a-2026', 'a'), part('b-2026', 'b', undefined, { status: 'claimed' })],
      /status differs/,
    ],
    [
      'two licences',
      [part('a-2026', 'a'), part('b-2026', 'b', undefined, { licence: 'CC0' })],
      /licence differs/,
    ],
    [
      'an old one and the one that supersedes it',
      [part('a-2026', 'a'), part('b-2026', 'b', undefined, { supersedes: 'a-2026' })],
      /b-2026 supersedes a-2026/,
    ],
    [
      'samples of one part alone',
      [
        part('a-2026', 'a'),
        part('b-2026', 'b', undefined, {
          checksums: { 'measurements.csv': 'b'.repeat(64), 'samples.parquet': 'd'.repeat(64) },
        }),
      ],
      /a-2026 has no samples\.parquet/,
    ],
    [
      'a file of nobody knows what',
      [
        part('a-2026', 'a'),
        part('b-2026', 'b', undefined, {
          checksums: { 'measurements.csv': 'b'.repeat(64), 'trace.bin': 'd'.repeat(64) },
        }),
      ],
      /holds trace\.bin/,
    ],
  ])('refuses %s, and says why', (_, parts, reason) => {
    expect(reasonsOf(parts)).toMatch(reason);
  });
});

describe('merging logs of histograms', () => {
  const HISTOGRAM =
    'HISTFAAAAEJ42pNpmSzMwMAgxwABTBDKT4GBgdnNYMcCBvsPEBEWLj45FTExAT4pBSEBKa6UkAgBi1uM7xjfMMlwMDABAC0CCjM=';
  const log = (...lines: string[]) => `#[Histogram log format version 1.2]\n${lines.join('\n')}\n`;

  it('keeps every histogram as it is, at its time since the epoch, under its part and tag', () => {
    const merged = mergeHistogramLogs([
      {
        part: 'b-2026',
        text: log('#[BaseTime: 1795176514.000 (seconds since epoch)]', `Tag=PUT,2.5,1.0,0.442,${HISTOGRAM}`),
      },
      {
        part: 'a-2026',
        text: log(
          '#by hand',
          '#[StartTime: 1441812279.474 (seconds since epoch)]',
          `1.134,0.999,0.442,${HISTOGRAM}`,
        ),
      },
    ]);
    expect(merged.split('\n')).toEqual([
      '#[Histogram log format version 1.3]',
      '#a-2026: by hand',
      '#[StartTime: 1441812280.608 (seconds since epoch)]',
      '"StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"',
      `Tag=a-2026,1441812280.608,0.999,0.442,${HISTOGRAM}`,
      `Tag=b-2026/PUT,1795176516.500,1.0,0.442,${HISTOGRAM}`,
      '',
    ]);
  });

  it('takes a merged log again, and changes no time', () => {
    const once = mergeHistogramLogs([
      { part: 'a-2026', text: log(`1441812280.608,0.999,0.442,${HISTOGRAM}`) },
      { part: 'b-2026', text: log(`1441812281.608,0.999,0.442,${HISTOGRAM}`) },
    ]);
    const twice = mergeHistogramLogs([{ part: 'c-2026', text: once }]);
    expect(twice).toContain(`Tag=c-2026/a-2026,1441812280.608,0.999,0.442,${HISTOGRAM}`);
  });

  it('refuses what is no log, naming part and line', () => {
    expect(() => mergeHistogramLogs([{ part: 'a-2026', text: log('1,2,3,not base64!') }])).toThrow(
      /a-2026: line 2 of its histograms/,
    );
  });
});
