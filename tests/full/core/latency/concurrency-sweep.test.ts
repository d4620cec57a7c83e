import { describe, expect, it } from 'vitest';
import { atLoad, hasSweep } from '#core/latency/load/concurrency-sweep.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { predict, predictTogether } from '#core/latency/predict.ts';
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

describe('what the samples of a fit leave open', () => {
  const macaron = allDatasets().filter(({ id }) => id === 'macaron-2024');
  const near = (sizeBytes: number, at = 'aws/us-east-1') => {
    const found = predict({ ...ask(), sizeBytes, at }, evidenceBase(macaron));
    if (!found?.sampling) throw new Error('Macaron counted its samples');
    return { ...found, sampling: found.sampling };
  };
  const MEDIAN_ON_GRID = 5;

  it('is drawn again at sizes between, the same each time, and lies within the band', () => {
    for (const [size, at] of [
      [3000, 'aws/us-east-1'],
      [3000, 'aws/us-west-1'],
      [50_000_000, 'aws/us-east-1'],
    ] as const) {
      const one = near(size, at);
      expect(one.sampling.draws).toBeGreaterThan(100);
      expect(one.sampling).toEqual(near(size, at).sampling);
      const [low, high] = [one.sampling.low[MEDIAN_ON_GRID] ?? NaN, one.sampling.high[MEDIAN_ON_GRID] ?? NaN];
      const best = one.best.quantile(0.5);
      expect(low).toBeLessThan(best);
      expect(high).toBeGreaterThan(best);
      expect(one.low.quantile(0.5)).toBeLessThanOrEqual(low * (1 + 1e-9));
      expect(one.high.quantile(0.5)).toBeGreaterThanOrEqual(high * (1 - 1e-9));
    }
  });

  it('is narrower midway between two cells than at either, by √½: their samples are independent', () => {
    // Two equal cells: midway, the standard error of the mean of two independent quantiles is 1/√2 of each.
    const cell = (size_bytes: number) =>
      (
        [
          ['p10', 10],
          ['p25', 12],
          ['p50', 16],
          ['p75', 22],
          ['p90', 31],
          ['p99', 70],
        ] as const
      ).map(([statistic, value]) => ({ statistic, value, size_bytes, samples: 2000 }));
    const even = evidenceBase([aDataset('even', [1000, 3000, 5000].flatMap(cell))]);
    const width = (sizeBytes: number) => {
      const { sampling } = predict({ ...ask(), sizeBytes }, even) ?? {};
      return (sampling?.high[MEDIAN_ON_GRID] ?? NaN) - (sampling?.low[MEDIAN_ON_GRID] ?? NaN);
    };
    expect(width(2000) / width(1000)).toBeGreaterThan(0.55);
    expect(width(2000) / width(1000)).toBeLessThan(0.9);
  });
});

describe('harnesses', () => {
  it('are never pooled: what one says with the others left out stays its best figure, which they only band', () => {
    const alone = evidenceBase(allDatasets().filter(({ id }) => id === 'macaron-2024'));
    const all = predictTogether([ask()], evidenceBase(allDatasets())).predictions[0];
    const own = predictTogether([ask()], alone).predictions[0];
    for (const p of [0.5, 0.9, 0.99]) expect(all?.best.quantile(p)).toBe(own?.best.quantile(p));
    expect(all?.high.quantile(0.99)).toBeGreaterThanOrEqual(own?.high.quantile(0.99) ?? Infinity);
  });

  it('of one tool in two settings are two: neither quantile is an average', () => {
    const cell = (p50: number, p99: number) => [
      { statistic: 'p50', value: p50 },
      { statistic: 'p99', value: p99 },
    ];
    const [slow, fast] = [
      aDataset('slow', cell(100, 200), { harness: { id: 'one', tool: 't', version: '1' } }),
      aDataset('fast', cell(10, 20), { harness: { id: 'two', tool: 't', version: '1' } }),
    ];
    const found = predict(ask(), evidenceBase([slow, fast]));
    expect([10, 100]).toContain(Math.round(found?.best.quantile(0.5) ?? NaN));
    expect(found?.low.quantile(0.5)).toBeLessThanOrEqual(10.001);
    expect(found?.high.quantile(0.5)).toBeGreaterThanOrEqual(99.999);
  });
});
