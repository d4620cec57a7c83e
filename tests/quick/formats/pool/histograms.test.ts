import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleQuantile } from '#core/evidence/quantile-interval.ts';
import { mergeHistogramLogs } from '#core/evidence/merge-histograms.ts';
import { MergeError } from '#core/evidence/merge.ts';
import type { Dataset } from '#core/evidence/dataset.ts';
import { readHistograms } from '#formats/benchmarks/hdr/log.ts';
import { importFile } from '#formats/benchmarks/index.ts';
import { poolHistograms } from '#formats/benchmarks/pool/histograms.ts';
import { aDataset } from '#tests/helpers/datasets.ts';
import { NEAR, bytesOf } from '#tests/helpers/formats/gauntlet.ts';
import { logOf } from '#tests/helpers/formats/hdr/log-of.ts';

const told = { ...NEAR, operation: 'GET', sizeBytes: 4096, timeUnit: 'ms' } as const;
function partOf(
  id: string,
  log: string,
  told_: Parameters<typeof importFile>[1] = told,
): { dataset: Dataset; log: string } {
  const { measurements, histograms = '' } = importFile(bytesOf(log), told_);
  return {
    dataset: { ...aDataset(id, [{ statistic: 'p50', value: 1 }]), measurements: [...measurements] },
    log: histograms,
  };
}

const sample = fc.array(fc.integer({ min: 1, max: 2000 }), { minLength: 10, maxLength: 200 });

describe('histograms of one condition', () => {
  test('add, and the quantiles are those of the joined sample', () => {
    fc.assert(
      fc.property(sample, sample, (a, b) => {
        const { rows, replaced } = poolHistograms([partOf('a-2026', logOf(a)), partOf('b-2026', logOf(b))]);
        const joined = [...a, ...b].sort((x, y) => x - y);
        expect(rows.length).toBeGreaterThan(2);
        for (const { statistic, value, samples } of rows) {
          expect(samples).toBe(joined.length);
          if (/^p\d/.test(statistic))
            expect(value, statistic).toBe(
              sampleQuantile(joined, Number(`0.${statistic.slice(1).padStart(2, '0')}`)),
            );
        }
        expect(rows.find(({ statistic }) => statistic === 'max')?.value).toBe(joined.at(-1));
        expect(rows[0]?.note).toBe('joined from a-2026, b-2026');
        expect([...replaced].every(({ metric }) => metric === 'total')).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test('stay apart where anything but the moment differs, or the unit is not said', () => {
    const a = partOf('a-2026', logOf([5, 6, 7, 8, 9, 10]));
    const other = partOf('b-2026', logOf([5, 6]), { ...told, sizeBytes: 8192 });
    const tagged = partOf('b-2026', logOf([5, 6], { tag: 'PUTs' }));
    const b = partOf('b-2026', logOf([5, 6, 7, 8, 9, 10]));
    for (const second of [other, tagged, { ...b, log: b.log.replace('#[Values in ms]\n', '') }])
      expect(poolHistograms([a, second]).rows).toEqual([]);
    const asked = { ...a.dataset.method, loop: 'open' as const };
    expect(poolHistograms([a, { ...b, dataset: { ...b.dataset, method: asked } }]).rows).toEqual([]);
    expect(poolHistograms([a, b]).rows.length).toBeGreaterThan(0);
  });

  test('in one log keep their unit and every bucket, part by part; two units are refused', () => {
    const logs = ['a-2026', 'b-2026'].map((part) => ({ part, text: partOf(part, logOf([3, 4, 4])).log }));
    const merged = mergeHistogramLogs(logs);
    expect(merged).toContain('#[Values in ms]\n');
    expect([...readHistograms(merged)].map(([tag, bins]) => [tag, bins.map(({ count }) => count)])).toEqual([
      ['a-2026', [1, 2]],
      ['b-2026', [1, 2]],
    ]);
    const inUs = { part: 'c', text: logs[0]?.text.replace('in ms]', 'in us]') ?? '' };
    expect(() => mergeHistogramLogs([...logs, inUs])).toThrow(MergeError);
    expect(() => mergeHistogramLogs([...logs, inUs])).toThrow(/not in one unit \(a-2026: #\[Values in ms\]/);
  });
});
