import { zlibSync } from 'fflate';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleQuantile } from '#core/evidence/quantile-interval.ts';
import { mergeHistogramLogs } from '#core/evidence/merge-histograms.ts';
import { MergeError } from '#core/evidence/merge.ts';
import type { Dataset } from '#core/evidence/dataset.ts';
import { readHistograms } from '#importers/hdr-log.ts';
import { importFile } from '#importers/index.ts';
import { poolHistograms } from '#importers/pool-histograms.ts';
import { aDataset } from '../helpers/datasets.ts';
import { NEAR, bytesOf } from './gauntlet.ts';

/** Values of up to 2,047 have a bucket each in a histogram of three digits, so nothing is rounded. */
function logOf(values: readonly number[], tag = ''): string {
  const counts = Array.from({ length: Math.max(...values) + 1 }, () => 0);
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  const payload = counts.flatMap((count) => {
    const zigZag = count * 2;
    return zigZag < 128 ? [zigZag] : [(zigZag & 127) | 128, zigZag >> 7];
  });
  const inner = new DataView(new ArrayBuffer(40 + payload.length));
  inner.setUint32(0, 0x1c849313);
  inner.setUint32(4, payload.length);
  inner.setInt32(12, 3);
  inner.setBigInt64(16, 1n);
  inner.setBigInt64(24, 3_600_000_000n);
  inner.setFloat64(32, 1);
  payload.forEach((byte, i) => inner.setUint8(40 + i, byte));
  const packed = zlibSync(new Uint8Array(inner.buffer));
  const outer = new DataView(new ArrayBuffer(8 + packed.length));
  outer.setUint32(0, 0x1c849314);
  outer.setUint32(4, packed.length);
  new Uint8Array(outer.buffer).set(packed, 8);
  const base64 = Buffer.from(outer.buffer).toString('base64');
  const name = tag === '' ? '' : `Tag=${tag},`;
  return `#[Histogram log format version 1.3]\n"StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"\n${name}1795176514.000,1.000,1.000,${base64}\n`;
}

const told = { ...NEAR, operation: 'GET', sizeBytes: 4096, timeUnit: 'ms' } as const;
function partOf(
  id: string,
  log: string,
  told_: Parameters<typeof importFile>[1] = told,
): { dataset: Dataset; log: string } {
  // prettier-ignore
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
            expect(value, statistic).toBe(sampleQuantile(joined, Number(`0.${statistic.slice(1).padStart(2, '0')}`))); // prettier-ignore
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
    const tagged = partOf('b-2026', logOf([5, 6], 'PUTs'));
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
