import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DataError } from '#core/data-error.ts';
import { contentHash, parseDataset } from '#core/evidence/parse-dataset.ts';
import { sha256 } from '#core/evidence/sha256.ts';
import { quantileOf } from '#core/evidence/statistic.ts';
import { aDataset, datasetFile, row } from '#tests/helpers/datasets.ts';
import { allDatasets } from '#tests/sources.ts';

const good = () => row({ statistic: 'p50', value: 12 });

function issuesOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof DataError) return error.message;
    throw error;
  }
  return 'no issue';
}

describe('parseDataset', () => {
  it('reads a row into numbers, and empty cells into null', () => {
    const { measurements } = parseDataset('a-set', datasetFile(), [good()]);
    expect(measurements[0]).toMatchObject({ value: 12, size_bytes: 1024, note: null, concurrency: null });
  });

  it.each([
    [
      'a header in another order',
      [Object.fromEntries(Object.entries(good()).toReversed())],
      'line 1: the header is',
    ],
    ['a column too many', [{ ...good(), extra: '1' }], 'line 1: the header is'],
    ['no rows', [], 'it has no rows'],
    ['a value that is no number', [row({ statistic: 'p50', value: 'fast' })], 'line 2, value'],
    ['a hexadecimal number', [row({ statistic: 'p50', value: '0x10' })], 'line 2, value'],
    ['an empty value', [row({ statistic: 'p50' })], 'line 2, value'],
    [
      'an unknown operation',
      [good(), row({ statistic: 'p50', value: 1, operation: 'FETCH' })],
      'line 3, operation',
    ],
    ['an unknown statistic', [row({ statistic: 'median', value: 1 })], 'line 2, statistic'],
    ['an unknown unit', [row({ statistic: 'p50', value: 1, unit: 'minutes' })], 'line 2, unit'],
    ['a negative size', [row({ statistic: 'p50', value: 1, size_bytes: -5 })], 'line 2, size_bytes'],
    ['half a sample', [row({ statistic: 'p50', value: 1, samples: 1.5 })], 'line 2, samples'],
    ['no store', [row({ statistic: 'p50', value: 1, store: '' })], 'line 2, store'],
  ])('refuses %s', (_, rows, words) => {
    const message = issuesOf(() => parseDataset('a-set', datasetFile(), rows as Record<string, string>[]));
    expect(message).toContain('datasets/a-set/measurements.csv');
    expect(message).toContain(words);
  });

  it.each([
    ['an unknown key', { licenses: 'MIT' }, 'licenses'],
    ['an unknown status', { status: 'true' }, 'status'],
    ['a checksum that is none', { checksums: { 'measurements.csv': 'abc' } }, 'checksums'],
    ['no harness', { harness: undefined }, 'harness'],
  ])('refuses a dataset.yaml with %s', (_, overrides, words) => {
    const message = issuesOf(() => parseDataset('a-set', datasetFile(overrides), [good()]));
    expect(message).toContain('datasets/a-set/dataset.yaml');
    expect(message).toContain(words);
  });

  it('refuses a folder name that is none, and shows no more than 20 issues', () => {
    expect(issuesOf(() => parseDataset('../a set', datasetFile(), [good()]))).toContain(
      'is not a folder name',
    );
    const bad = Array.from({ length: 50 }, () => row({ statistic: 'p50', value: 'x' }));
    expect(issuesOf(() => parseDataset('a-set', datasetFile(), bad)).split('\n')).toHaveLength(21);
  });

  it('has a hash of its content that the order of files does not change', () => {
    const [a, b] = ['a'.repeat(64), 'b'.repeat(64)];
    expect(contentHash({ x: a, y: b })).toBe(contentHash({ y: b, x: a }));
    expect(contentHash({ x: a })).not.toBe(contentHash({ x: b }));
    expect(new Set(allDatasets().map(({ hash }) => hash)).size).toBe(allDatasets().length);
  });
});

describe('sha256', () => {
  it('agrees with a known implementation at every padding', () => {
    for (let length = 0; length < 200; length++) {
      const text = 'é'.repeat(length % 7) + 'x'.repeat(length);
      expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
    }
  });
});

describe('quantile names', () => {
  it.each([
    ['p50', 0.5],
    ['p5', 0.05],
    ['p999', 0.999],
    ['p001', 0.001],
    ['p0', null],
    ['mean', null],
  ])('%s is %s', (name, p) => {
    expect(quantileOf(name)).toBe(p);
  });

  it('are read in any order of rows', () => {
    const set = aDataset('a-set', [
      { statistic: 'p99', value: 30 },
      { statistic: 'p50', value: 10 },
    ]);
    expect(set.measurements.map(({ statistic }) => statistic)).toEqual(['p99', 'p50']);
  });
});
