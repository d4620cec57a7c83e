import { describe, expect, it } from 'vitest';
import { describeFinding } from '#core/findings/index.ts';
import { jobTime } from '#core/latency/load/job-time.ts';
import { loadOn, reachedShare, sustainedRate } from '#core/latency/load/load.ts';
import type { Limit } from '#core/pricing/editions/edition.ts';
import { allDatasets } from '#tests/sources.ts';

const limit = (overrides: Partial<Limit> = {}): Limit => ({
  quantity: 'operations',
  applies: 'any',
  value: 1000,
  scope: 'prefix',
  ...overrides,
});
const demand = {
  readsPerSecond: 3000,
  writesPerSecond: 500,
  readBytesPerSecond: 3e9,
  writeBytesPerSecond: 5e8,
};

describe('demand against limits', () => {
  it('needs ⌈demand/limit⌉ prefixes or subscriptions', () => {
    expect(loadOn('a/b', [limit()], demand)).toMatchObject({
      units: 4,
      findings: [{ code: 'rate-limit', units: 4 }],
    });
    expect(loadOn('a/b', [limit({ applies: 'read' })], demand).units).toBe(3);
    expect(loadOn('a/b', [limit({ applies: 'write' })], demand)).toEqual({ units: 1, findings: [] });
    expect(
      loadOn('a/b', [limit({ quantity: 'bytes', value: 1e9, scope: 'subscription' })], demand).units,
    ).toBe(4);
  });

  it('counts only the share of the operations limit that is really reached', () => {
    expect(loadOn('a/b', [limit({ scope: 'subscription' })], demand, 0.5).units).toBe(7);
  });

  it('is infeasible above a limit of bucket or account, unless more is granted on request', () => {
    const above = loadOn('a/b', [limit({ scope: 'bucket' }), limit()], demand);
    expect(above.units).toBeNull();
    expect(above.findings.map((one) => describeFinding(one))[0]).toContain('does not scale out');
    expect(loadOn('a/b', [limit({ scope: 'bucket', onRequest: 10_000 })], demand).units).toBe(1);
  });

  it('does not take the largest object for a rate', () => {
    expect(loadOn('a/b', [limit({ quantity: 'object-size', value: 1 })], demand)).toEqual({
      units: 1,
      findings: [],
    });
  });

  it('caps the rate at min(a·ops, T/size)', () => {
    const limits = [limit({ value: 10_000 }), limit({ quantity: 'bytes', value: 5000 * 2 ** 20 })];
    expect(sustainedRate(limits, 'read', 4000)).toBe(10_000);
    expect(sustainedRate(limits, 'read', 524_288)).toBe(10_000);
    expect(sustainedRate(limits, 'read', 1_048_576)).toBe(5000);
    expect(sustainedRate([], 'read', 1)).toBe(Infinity);
  });

  it('reaches half of the Standard tier of Vultr, and no tier all of it', () => {
    const share = (tier: string) => reachedShare(allDatasets(), `vultr/${tier}`, 'GET');
    expect(share('standard')).toBeCloseTo(0.488, 3);
    for (const tier of ['standard', 'premium', 'performance', 'accelerated'])
      expect(share(tier)).toBeLessThan(0.85);
    expect(reachedShare(allDatasets(), 'aws/s3-standard', 'GET')).toBeNull();
  });
});

describe('the time of a job', () => {
  const job = {
    requests: 1000,
    bytes: 1e11,
    concurrency: 1,
    meanMs: 1000,
    opsPerSecond: 500,
    bytesPerSecond: 1e9,
  };

  it('is the longest of three', () => {
    expect(jobTime(job)).toEqual({ seconds: 1000, bound: 'latency' });
    expect(jobTime({ ...job, concurrency: 100 })).toEqual({ seconds: 100, bound: 'bandwidth' });
    expect(jobTime({ ...job, concurrency: 1000, bytesPerSecond: null })).toEqual({
      seconds: 2,
      bound: 'operations',
    });
  });

  it('of 1,000 serial reads of 100 MB is 1.1 h at 4 s and 0.28 h at 1 s, a tenth of what one article printed', () => {
    const hours = (meanMs: number) =>
      jobTime({ ...job, meanMs, opsPerSecond: null, bytesPerSecond: null }).seconds / 3600;
    expect(hours(4000)).toBeCloseTo(1.11, 2);
    expect(hours(1000)).toBeCloseTo(0.28, 2);
  });
});
