import { describe, expect, it } from 'vitest';
import { checkDatasets } from '#core/evidence/check.ts';
import { aDataset } from '#tests/helpers/datasets.ts';
import { allDatasets } from '#tests/sources.ts';

const codes = (rows: Record<string, string | number>[], overrides = {}) =>
  checkDatasets([aDataset('a-set', rows, overrides)]).map(({ code }) => code);

describe('checkDatasets', () => {
  it('finds nothing in the datasets of the repository', () => {
    expect(checkDatasets(allDatasets())).toEqual([]);
    expect(allDatasets().length).toBeGreaterThanOrEqual(7);
  });

  it.each([
    ['unit-of-metric', [{ statistic: 'p50', value: 3, unit: 'bytes/s' }]],
    ['quantile-unknown', [{ statistic: 'p0', value: 3 }]],
    ['samples-missing', [{ statistic: 'p50', value: 3, samples: '' }]],
    ['value-impossible', [{ statistic: 'mean', value: -3 }]],
    ['range-inverted', [{ statistic: 'p50', value: 3, value_low: 5, value_high: 4 }]],
    ['store-id', [{ statistic: 'p50', value: 3, store: 'S3' }]],
    ['place-unknown', [{ statistic: 'p50', value: 3, client_place: 'aws/mars-1' }]],
    [
      'duplicate-row',
      [
        { statistic: 'p50', value: 3 },
        { statistic: 'p50', value: 4 },
      ],
    ],
  ])('finds %s', (code, rows) => {
    expect(codes(rows)).toContain(code);
  });

  it('wants a checksum of the measurements, and a known predecessor', () => {
    const fine = [{ statistic: 'p50', value: 3 }];
    expect(codes(fine)).toEqual([]);
    expect(codes(fine, { checksums: {} })).toEqual(['checksum-missing']);
    expect(codes(fine, { supersedes: 'an-older-set' })).toEqual(['supersedes-unknown']);
  });

  it('does not take two runs for one', () => {
    const runs = [
      { statistic: 'p50', value: 3, note: 'run a' },
      { statistic: 'p50', value: 4, note: 'run b' },
    ];
    expect(codes(runs)).toEqual([]);
  });
});
