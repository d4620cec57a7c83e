import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withOpening } from '#core/latency/client/connection-cost.ts';
import { measuredErrors, retried, tries } from '#core/latency/client/retry.ts';
import { shiftedLogNormal } from '#tests/helpers/core/latency/shifted-log-normal.ts';
import type { Distribution, Prediction } from '#core/latency/types.ts';
import { draw } from '#core/seeded-draw.ts';
import { aDataset } from '#tests/helpers/datasets.ts';

const typical = shiftedLogNormal(5, { p: 0.5, ms: 15 }, { p: 0.99, ms: 80 });
const of = (best: Distribution, low = best, high = best): Prediction => ({
  best,
  low,
  high,
  grade: 'measured',
  evidence: [],
  adjustments: [],
  findings: [],
});

describe('a request that may fail', () => {
  it('waits before it is asked again: F = (1 − e)·[F(t) + e·F(t − d) + e²·F(t − 2d) + …]', () => {
    const latency = retried(typical, 0.1, 1000);
    expect(latency.cdf(1000)).toBeCloseTo(0.9 * typical.cdf(1000), 8);
    expect(latency.cdf(1020)).toBeCloseTo(0.9 * (typical.cdf(1020) + 0.1 * typical.cdf(20)), 8);
    // The mean of a geometric number of waits.
    expect(latency.meanMs).toBeCloseTo(typical.meanMs + (1000 * 0.1) / 0.9, 4);
    expect(tries(0.1)).toBeCloseTo(10 / 9, 12);
  });

  it('is what drawing it again and again gives', () => {
    const times: number[] = [];
    let n = 0;
    for (let i = 0; i < 40_000; i += 1) {
      let waited = 0;
      while (draw(7, n++) < 0.05) waited += 200;
      times.push(waited + typical.quantile(Math.min(1 - 1e-12, Math.max(1e-12, draw(7, n++)))));
    }
    times.sort((a, b) => a - b);
    const latency = retried(typical, 0.05, 200);
    for (const p of [0.5, 0.9, 0.99]) {
      const at = latency.quantile(p);
      const share = times.filter((ms) => ms <= at).length / times.length;
      expect(Math.abs(share - p)).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / times.length));
    }
  });

  it('is never sooner, and no later where nothing fails', () => {
    const errors = fc.double({ min: 0, max: 0.49, noNaN: true });
    fc.assert(
      fc.property(errors, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (e, p) => {
        expect(retried(typical, e, 300).quantile(p)).toBeGreaterThanOrEqual(typical.quantile(p) * (1 - 1e-9));
      }),
    );
    expect(retried(typical, 0, 300).quantile(0.9)).toBe(typical.quantile(0.9));
    expect(() => retried(typical, 1, 300)).toThrow(RangeError);
  });
});

describe('the share of requests that fail', () => {
  const store = 'aws/s3-standard';
  const errors = { metric: 'errors', statistic: 'mean', unit: 'share' };

  it('is that of the dataset with most requests, with Wilson’s interval', () => {
    const few = aDataset('few', [{ ...errors, value: 0.5, samples: 10 }]);
    const many = aDataset('many', [
      { ...errors, value: 0.01, samples: 300 },
      { ...errors, value: 0, samples: 700, size_bytes: 99 },
    ]);
    const found = measuredErrors([few, many], store);
    expect(found?.best).toBeCloseTo(0.003, 12);
    expect(found?.from).toEqual({ dataset: 'many', samples: 1000 });
    // Wilson for 3 of 1000.
    expect(found?.low).toBeCloseTo(0.00102, 5);
    expect(found?.high).toBeCloseTo(0.00878, 5);
    expect(measuredErrors([few], store)).toBeNull();
    expect(measuredErrors([], store)).toBeNull();
  });
});

describe('a connection that is opened first', () => {
  const way = { km: 1000, ms: 20, lowMs: 15, highMs: 40 };
  const opening = { coldShare: 1, way, lastMileMs: 5, session: null, work: null };

  it('takes two round trips, last mile and all; three over the longest way at most', () => {
    const cold = withOpening(of(typical), opening);
    expect(cold.best.quantile(0.9)).toBeCloseTo(typical.quantile(0.9) + 50, 9);
    expect(cold.low.quantile(0.9)).toBeCloseTo(typical.quantile(0.9) + 40, 9);
    expect(cold.high.quantile(0.9)).toBeCloseTo(typical.quantile(0.9) + 135, 9);
    expect(cold.grade).toBe('extrapolated');
    expect(cold.adjustments[0]?.words).toContain('+ 50 ms (2 round trips of 25 ms');
  });

  it('is part of a mixture where only some reads open one', () => {
    const some = withOpening(of(typical), { ...opening, coldShare: 0.1 });
    expect(some.best.cdf(60)).toBeCloseTo(0.9 * typical.cdf(60) + 0.1 * typical.cdf(10), 12);
  });

  it('waits for a session where the store asks for one', () => {
    const session = of(shiftedLogNormal(1, { p: 0.5, ms: 6 }, { p: 0.99, ms: 30 }));
    const cold = withOpening(of(typical), { ...opening, session });
    expect(cold.best.quantile(0.5)).toBeCloseTo(15 + 50 + 6, 9);
    expect(cold.high.quantile(0.5)).toBeCloseTo(15 + 135 + 30, 9);
    expect(cold.low.quantile(0.5)).toBeCloseTo(15 + 40, 9);
  });

  it('is not charged where none does', () => {
    expect(withOpening(of(typical), { ...opening, coldShare: 0 }).adjustments).toEqual([]);
  });
});
