import { describe, expect, it } from 'vitest';
import { atLoad, hasSweep } from '#core/latency/load/concurrency-sweep.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { predict } from '#core/latency/predict.ts';
import type { LatencyQuery } from '#core/latency/types.ts';
import { aDataset } from '#tests/helpers/datasets.ts';
import { allDatasets } from '#tests/sources.ts';

const STORE = 'aws/s3-standard';
/** Twice as slow for four times as many in flight: t = 10·√c at the median, four times that at p99. */
const swept = aDataset(
  'swept',
  [1, 4, 16].flatMap((concurrency) =>
    [
      ['p50', 10],
      ['p99', 40],
    ].map(([statistic, ms]) => ({
      statistic: String(statistic),
      value: Number(ms) * Math.sqrt(concurrency),
      concurrency,
    })),
  ),
);
const base = evidenceBase([swept]);
const ask = (load?: LatencyQuery['load']): LatencyQuery => ({
  store: STORE,
  at: 'aws/us-east-1',
  operation: 'GET',
  metric: 'total',
  sizeBytes: 1024,
  from: 'aws/us-east-1',
  ...(load ? { load } : {}),
});
const answer = (load?: LatencyQuery['load']) => {
  const found = predict(ask(load), base);
  if (!found) throw new Error('nothing predicted');
  const words = found.adjustments.find(({ kind }) => kind === 'concurrency')?.words;
  return { p50: found.best.quantile(0.5), p99: found.best.quantile(0.99), grade: found.grade, words };
};

describe('a sweep over requests in flight', () => {
  it('gives back what was measured, and lies between on straight lines in logarithms', () => {
    expect(answer({ inFlight: 4 })).toMatchObject({
      grade: 'measured',
      words: 'for 4 requests in flight; as measured',
    });
    expect(answer({ inFlight: 4 }).p50).toBeCloseTo(20, 9);
    const between = answer({ inFlight: 9 });
    expect([between.p50, between.p99]).toEqual([expect.closeTo(30, 9), expect.closeTo(120, 9)]);
    expect(between.grade).toBe('interpolated');
    expect(between.words).toContain('between the measured 4 and 16');
  });

  it('takes runs at one number together: 8 and 12.5 ms at 1, 16 and 25 ms at 4 are 10 and 20 ms', () => {
    const runs = aDataset(
      'runs',
      [1, 4].flatMap((concurrency) =>
        [8, 12.5].map((ms, i) => ({
          statistic: 'p50',
          value: ms * Math.sqrt(concurrency),
          concurrency,
          note: `run ${i}`,
        })),
      ),
    );
    const at = (inFlight: number) =>
      atLoad(runs, STORE, 'GET', { inFlight })?.dataset.measurements.map(({ value }) => value);
    expect(at(1)).toEqual([expect.closeTo(10, 9)]);
    expect(at(2)).toEqual([expect.closeTo(10 * Math.SQRT2, 9)]);
    expect(at(4)).toEqual([expect.closeTo(20, 9)]);
  });

  it('follows the demand by Little’s law: c = λ·t(c) = λ·0.010·√c, so c = (0.010·λ)²', () => {
    const busy = answer({ perSecond: 300 });
    expect(busy.words).toMatch(/^for 9 requests in flight: 300\/s at the peak × 30 ms each/);
    expect(busy.p50).toBeCloseTo(30, 6);
    expect(answer({ perSecond: 5 })).toMatchObject({
      grade: 'measured',
      p50: expect.closeTo(10, 9) as number,
    });
  });

  it('goes on beyond its ends as an extrapolation', () => {
    const beyond = answer({ inFlight: 64 });
    expect(beyond.p50).toBeCloseTo(80, 9);
    expect(beyond.grade).toBe('extrapolated');
    expect(beyond.words).toContain('outside the measured 1 to 16');
  });

  it('says for how many its figure is where nothing says how many there are', () => {
    const silent = answer();
    expect(silent).toMatchObject({ grade: 'measured', p50: expect.closeTo(10, 9) as number });
    expect(silent.words).toContain('for 1 request in flight, the fewest measured');
  });

  it('keeps what was measured at one number in flight, of ranges too', () => {
    const mixed = aDataset('mixed', [
      { statistic: 'p50', value: 10, concurrency: 1 },
      { statistic: 'p50', value: 20, concurrency: 4 },
      { statistic: 'p50', value: 7, concurrency: 1, size_bytes: 99 },
      { statistic: 'p50', value: 8, concurrency: 1, operation: 'GET_RANGE' },
      { statistic: 'p50', value: 9, concurrency: 1, operation: 'PUT' },
      { statistic: 'p50', value: 5, concurrency: 1, store: 'cloudflare/r2-standard' },
    ]);
    const rows = atLoad(mixed, STORE, 'GET', { inFlight: 4 })?.dataset.measurements ?? [];
    expect(rows.map(({ value }) => Math.round(value))).toEqual([7, 8, 9, 20]);
  });

  it('is one only where the same request was measured with several in flight', () => {
    const alone = aDataset('alone', [
      { statistic: 'p50', value: 10, concurrency: 1 },
      { statistic: 'p50', value: 20, concurrency: 8, size_bytes: 99 },
    ]);
    expect(hasSweep(alone, STORE, 'GET')).toBe(false);
    expect(atLoad(alone, STORE, 'GET', { inFlight: 3 })).toBeNull();
    for (const one of allDatasets())
      for (const { store } of one.measurements)
        if (!hasSweep(one, store, 'GET')) expect(atLoad(one, store, 'GET', { inFlight: 3 })).toBeNull();
  });
});
