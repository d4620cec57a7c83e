import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hedged } from '#core/latency/client/hedge.ts';
import { shiftedLogNormal } from '#tests/helpers/core/latency/shifted-log-normal.ts';
import type { Distribution } from '#core/latency/types.ts';
import { fromSamples } from '#tests/helpers/core/latency/from-samples.ts';

/** P(T > t) = e^(−t/mean): what is hedged has a closed form. */
const exponential = (meanMs: number): Distribution => ({
  floorMs: -1e-9,
  meanMs,
  cdf: (ms) => (ms <= 0 ? 0 : 1 - Math.exp(-ms / meanMs)),
  quantile: (p) => -meanMs * Math.log(1 - p),
});
const typical = shiftedLogNormal(5, { p: 0.5, ms: 15 }, { p: 0.99, ms: 80 });

describe('a hedged request', () => {
  it('of exponential times: S = e^(−(2t − d)/m) after the delay, and e^(−d/m) requests more', () => {
    const { latency, duplicates } = hedged(exponential(10), 20);
    expect(duplicates).toBeCloseTo(Math.exp(-2), 12);
    for (const t of [20, 25, 40]) expect(1 - latency.cdf(t)).toBeCloseTo(Math.exp(-(2 * t - 20) / 10), 12);
    expect(1 - latency.cdf(12)).toBeCloseTo(Math.exp(-1.2), 12);
    // 2t − 20 = 10·ln 1000
    expect(latency.quantile(0.999)).toBeCloseTo(10 + 5 * Math.log(1000), 6);
    // ∫₀^d e^(−t/m) dt + ∫_d^∞ e^(−(2t−d)/m) dt
    expect(latency.meanMs).toBeCloseTo(10 * (1 - Math.exp(-2)) + 5 * Math.exp(-2), 2);
  });

  it('sent twice at once is the faster of two, and costs twice', () => {
    const { latency, duplicates } = hedged(typical, 0);
    expect(duplicates).toBe(1);
    for (const t of [8, 15, 60]) expect(1 - latency.cdf(t)).toBeCloseTo((1 - typical.cdf(t)) ** 2, 12);
  });

  it('after the p95 takes one request in twenty more, and a fraction of the p99.9', () => {
    const { latency, duplicates } = hedged(typical, typical.quantile(0.95));
    expect(duplicates).toBeCloseTo(0.05, 9);
    expect(latency.quantile(0.5)).toBe(typical.quantile(0.5));
    expect(latency.quantile(0.999)).toBeLessThan(0.75 * typical.quantile(0.999));
  });

  it('is never slower at any quantile, and its quantile is where its share is reached', () => {
    const p = fc.double({ min: 0.001, max: 0.999, noNaN: true });
    const delay = fc.double({ min: 0, max: 300, noNaN: true });
    fc.assert(
      fc.property(p, delay, (share, ms) => {
        const { latency } = hedged(typical, ms);
        const at = latency.quantile(share);
        expect(at).toBeLessThanOrEqual(typical.quantile(share));
        expect(latency.cdf(at)).toBeCloseTo(share, 6);
      }),
    );
  });

  it('of single samples is what pairs of them give', () => {
    const samples = [10, 12, 15, 20, 100];
    const { latency } = hedged(fromSamples(samples), 18);
    const pairs = samples.flatMap((one) => samples.map((two) => Math.min(one, two + 18)));
    const share = (t: number) => pairs.filter((ms) => ms <= t).length / pairs.length;
    for (const t of [11, 16, 29, 35, 99, 100]) expect(latency.cdf(t)).toBeCloseTo(share(t), 12);
  });

  it('has no delay below nothing', () => {
    expect(() => hedged(typical, -1)).toThrow(RangeError);
    expect(() => hedged(typical, NaN)).toThrow(RangeError);
  });
});
