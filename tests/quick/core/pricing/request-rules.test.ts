/** Requests, upload, retrieval, fees and what is not known, one rule a test. */
import { describe, expect, it } from 'vitest';
import { bill } from '#core/pricing/bills/bill.ts';
import type { BillOptions } from '#core/pricing/bills/bill-types.ts';
import type { Bill } from '#core/pricing/bills/bill-types.ts';
import type { Archive } from '#core/pricing/archive.ts';
import type { Usage } from '#core/pricing/bills/usage.ts';
import { GB, GIB, aStore, aUsage, anArchive } from '#tests/helpers/an-archive.ts';
import { anEditionFile, aRegion } from '#tests/helpers/an-edition.ts';

const MONTH_H = 720;
const KIB = 1024;

function billOne(archive: Archive, usage: Partial<Usage>, options?: BillOptions): Bill {
  const [one] = bill([aUsage(usage)], archive, options).bills;
  if (!one) throw new Error('a usage has a bill');
  return one;
}

const brief = (of: Bill) =>
  of.lines.map(({ meter, quantity, unitPrice, amount }) => [meter, quantity, unitPrice, amount]);
const get = (count: number, bytesEach?: number): Usage['requests'][number] => ({
  operation: 'GetObject',
  count,
  ...(bytesEach === undefined ? {} : { bytesEach }),
});
const put = (count: number, bytesEach?: number): Usage['requests'][number] => ({
  operation: 'PutObject',
  count,
  ...(bytesEach === undefined ? {} : { bytesEach }),
});

describe('requests', () => {
  it('are counted by class, and free ones are shown', () => {
    const used = billOne(aStore(), {
      requests: [put(1000), get(10_000), { operation: 'DeleteObject', count: 7 }],
    });
    expect(brief(used)).toEqual([
      ['requests.put', 1000, 0.000005, 0.005],
      ['requests.get', 10_000, 4e-7, 0.004],
      ['requests.free', 7, 0, 0],
    ]);
  });

  it('of an operation in no list take the dearest class, and it is said', () => {
    const used = billOne(aStore(), { requests: [{ operation: 'RestoreObject', count: 1000 }] });
    expect(brief(used)).toEqual([['requests.put', 1000, 0.000005, 0.005]]);
    expect(used.findings).toContainEqual({
      code: 'operation-unlisted',
      store: 'acme/store',
      operation: 'RestoreObject',
      takenAs: 'put',
    });
  });

  it('count once for every started stretch of their body, where the store counts so', () => {
    const archive = aStore({ requests: { put: { perBytes: 4 * 1024 * KIB } } });
    expect(brief(billOne(archive, { requests: [put(10, 9 * 1024 * KIB), put(1, 0)] }))).toEqual([
      ['requests.put', 31, 0.000005, 0.000155],
    ]);
    expect(billOne(archive, { requests: [put(10)] })).toMatchObject({
      atLeast: true,
      findings: [{ code: 'size-unstated', meter: 'requests' }],
    });
  });

  it('of two sites may be billed once, while the bytes are billed twice and what crosses between them', () => {
    const archive = aStore(
      { replication: { operations: ['PutObject'] } },
      { replication: '0.02 per GB', billedCopies: 2, billedWrites: 1 },
    );
    const used = billOne(archive, { byteHours: GB * MONTH_H, requests: [put(4, GB), get(1, GB)] });
    expect(brief(used)).toEqual([
      ['storage', 2, 0.02, 0.04],
      ['requests.put', 4, 0.000005, 0.00002],
      ['requests.get', 1, 4e-7, 4e-7],
      ['replication', 4, 0.02, 0.08],
    ]);
    expect(billOne(archive, { requests: [put(3)] }).atLeast).toBe(true);
  });

  it('round up to whole millions after summing: one over a million is two', () => {
    const archive = aStore(
      { requests: { put: { quantum: 1e6 } } },
      { requests: { put: '4.50 per 1,000,000 requests', get: '0 per request' } },
    );
    const used = billOne(archive, { requests: [put(999_999), put(2)] });
    expect(used.lines).toMatchObject([{ quantity: 2e6, amount: 9, note: 'rounded up to whole millions' }]);
  });

  it('use up a free allowance first, shown at no price', () => {
    const archive = aStore({ requests: { get: { free: { amount: 100_000 } } } });
    const used = billOne(archive, { requests: [get(150_000)] });
    expect(brief(used)).toEqual([
      ['requests.get', 100_000, 0, 0],
      ['requests.get', 50_000, 4e-7, 0.02],
    ]);
    expect(used.lines[0]?.note).toBe('free allowance');
  });

  it('renew a daily allowance on every day of the period', () => {
    const archive = aStore({ requests: { get: { free: { perDay: 2500 } } } });
    expect(brief(billOne(archive, { requests: [get(100_000)], period: { days: 10 } }))[0]).toEqual([
      'requests.get',
      25_000,
      0,
      0,
    ]);
    expect(brief(billOne(archive, { requests: [get(100_000)] }))[0]).toEqual(['requests.get', 75_000, 0, 0]);
  });

  it('grant a monthly allowance whole, however short the period', () => {
    const archive = aStore({ requests: { get: { free: { amount: 1000 } } } });
    expect(brief(billOne(archive, { requests: [get(5000)], period: { hours: 1 } }))[0]).toEqual([
      'requests.get',
      1000,
      0,
      0,
    ]);
  });
});

describe('bytes of requests', () => {
  const express = (above: number) => {
    const rule = above > 0 ? { aboveBytesPerRequest: above } : {};
    return aStore(
      { upload: rule, retrieval: rule },
      { upload: '0.0032 per GB', retrieval: '0.0006 per GB' },
      { gigabyte: GIB },
    );
  };

  it('are billed whole, as S3 Express has since April 2025: a million puts of 10 KiB are three cents', () => {
    const used = billOne(express(0), { requests: [put(1e6, 10 * KIB), get(9e6, 10 * KIB)] });
    const amounts = Object.fromEntries(used.lines.map(({ meter, amount }) => [meter, amount?.toFixed(2)]));
    expect(amounts).toMatchObject({ upload: '0.03', retrieval: '0.05' });
    expect(used.lines.find((line) => line.meter === 'upload')?.quantity).toBeCloseTo(
      (1e6 * 10 * KIB) / GIB,
      12,
    );
  });

  it('are billed only above 512 KiB of each request, as before', () => {
    const used = billOne(express(512 * KIB), {
      requests: [put(1024, 1024 * KIB), put(1000, 512 * KIB), get(2048, 2048 * KIB), get(1e6, 10)],
    });
    const quantities = Object.fromEntries(used.lines.map(({ meter, quantity }) => [meter, quantity]));
    expect(quantities.upload).toBe(0.5);
    expect(quantities.retrieval).toBe(3);
  });

  it('count for the operations that the edition names, which may be charged both ways', () => {
    const file = {
      operations: { classes: { put: ['PutObject', 'CopyObject'], get: ['GetObject'] }, free: [] },
    };
    const archive = aStore(
      { upload: { operations: ['CopyObject'] }, retrieval: { operations: ['CopyObject'] } },
      { upload: '1 per GB', retrieval: '2 per GB' },
      file,
    );
    const used = billOne(archive, {
      requests: [{ operation: 'CopyObject', count: 10, bytesEach: GB }, put(5, GB), get(5, GB)],
    });
    expect(brief(used).slice(-2)).toEqual([
      ['upload', 10, 1, 10],
      ['retrieval', 10, 2, 20],
    ]);
  });

  it('of no stated size leave the total a lower bound, and say for which meter', () => {
    const used = billOne(express(0), { requests: [put(10), get(10, KIB)] });
    expect(used.atLeast).toBe(true);
    expect(used.findings).toContainEqual({ code: 'size-unstated', store: 'acme/store', meter: 'upload' });
    expect(used.findings).not.toContainEqual({
      code: 'size-unstated',
      store: 'acme/store',
      meter: 'retrieval',
    });
  });

  it('are not asked for where they cost nothing', () => {
    expect(billOne(aStore(), { requests: [put(10), get(10)] }).atLeast).toBe(false);
  });

  it('round up to whole GB retrieved', () => {
    const archive = aStore({ retrieval: { quantum: 1 } }, { retrieval: '0.01 per GB' });
    expect(
      billOne(archive, { requests: [get(11, 0.1 * GB)] }).lines.find((line) => line.meter === 'retrieval')
        ?.quantity,
    ).toBe(2);
  });
});

describe('fees', () => {
  const subscription = { price: '18.00 per month', includes: { storage: 1000, 'egress.internet': 1000 } };

  it('charge a subscription once and include its units', () => {
    const archive = aStore(
      {},
      { storage: '0.018 per GB-month', egress: { internet: '0.01 per GB' }, subscription },
    );
    const used = billOne(archive, {
      byteHours: 1500 * GB * MONTH_H,
      egress: [{ to: 'internet', bytes: 400 * GB }],
    });
    expect(brief(used)).toEqual([
      ['storage', 1000, 0, 0],
      ['storage', 500, 0.018, 9],
      ['egress.internet', 400, 0, 0],
      ['subscription', 1, 18, 18],
    ]);
    expect(used.lines[0]?.note).toBe('included in the subscription');
  });

  it('charge a subscription for nothing used', () => {
    expect(billOne(aStore({}, { subscription }), {}).total).toBe(18);
  });

  it('charge two usages of one store in one region one subscription', () => {
    const archive = aStore({}, { subscription });
    expect(bill([aUsage(), aUsage()], archive).total).toBe(18);
  });

  it('top the month up to a minimum, counting only the meters it names', () => {
    const archive = aStore({}, { minimum: { price: '7.99 per month', counts: ['storage'] } });
    const used = billOne(archive, { byteHours: 100 * GB * MONTH_H, requests: [put(1e6)] });
    expect(brief(used)).toEqual([
      ['storage', 100, 0.02, 2],
      ['requests.put', 1e6, 0.000005, 5],
      ['minimum', 1, 5.99, 5.99],
    ]);
    expect(used.lines[2]?.note).toBe('tops storage up to 7.99 per month');
  });

  it('show a minimum of nothing once it is passed, and all of it for an empty store', () => {
    const archive = aStore({}, { minimum: { price: '7.99 per month', counts: ['storage'] } });
    expect(brief(billOne(archive, { byteHours: 1000 * GB * MONTH_H })).at(-1)).toEqual(['minimum', 1, 0, 0]);
    expect(billOne(archive, {}).total).toBe(7.99);
  });

  it('charge one minimum over the regions of a store', () => {
    const region = aRegion({ minimum: { price: '10 per month', counts: ['storage'] } });
    const archive = anArchive({
      'acme/store/2026-01-01': anEditionFile({
        gigabyte: 1e9,
        month: '720 h',
        regions: { north: region, south: region },
      }),
    });
    const usages = ['north', 'south'].map((one) => aUsage({ region: one, byteHours: 100 * GB * MONTH_H }));
    expect(bill(usages, archive).total).toBe(10);
  });
});

describe('what is not known', () => {
  it('has no amount, is named, and makes the total a lower bound', () => {
    const used = billOne(aStore({}, { requests: { put: 'unknown', get: '0.0004 per 1000 requests' } }), {
      requests: [put(10), get(1000)],
    });
    expect(used.lines[0]).toMatchObject({
      meter: 'requests.put',
      unitPrice: null,
      amount: null,
      printed: 'unknown',
    });
    expect(used.atLeast).toBe(true);
    expect(used.total).toBeCloseTo(0.0004, 12);
    expect(used.findings).toContainEqual({
      code: 'price-missing',
      store: 'acme/store',
      region: 'north',
      meter: 'requests.put',
      edition: 'acme/store/2026-01-01',
    });
  });

  it('does not matter where nothing is used', () => {
    expect(
      billOne(aStore({}, { requests: { put: 'unknown', get: '0.0004 per 1000 requests' } }), {
        requests: [get(1)],
      }).atLeast,
    ).toBe(false);
  });

  it('shows for a single byte beside all that the account holds', () => {
    const archive = aStore(
      { storage: { pool: { id: 'storage', scope: 'account' } } },
      { storage: 'unknown' },
    );
    const used = billOne(archive, { byteHours: MONTH_H }, { account: { acme: { storedBytes: 1e18 } } });
    expect(brief(used)).toEqual([['storage', 1e-9, null, null]]);
    expect(used.atLeast).toBe(true);
  });

  it('does not matter below the tier whose price is unknown', () => {
    const archive = aStore({}, { storage: [{ upTo: 10, price: '1 per GB-month' }, { price: 'unknown' }] });
    expect(billOne(archive, { byteHours: 10 * GB * MONTH_H })).toMatchObject({ total: 10, atLeast: false });
    // The eleventh GB costs from half of the last known price to all of it.
    const used = billOne(archive, { byteHours: 11 * GB * MONTH_H });
    expect(used).toMatchObject({ total: 10.5, high: 11, atLeast: true });
    expect(used.lines[1]).toMatchObject({ amount: null, range: [0.5, 1] });
    expect(used.reasons).toEqual([
      { code: 'price-missing', meter: 'storage', edition: 'acme/store/2026-01-01' },
    ]);
  });

  it('is a subscription fee too', () => {
    expect(billOne(aStore({}, { subscription: { price: 'unknown', includes: {} } }), {})).toMatchObject({
      total: 0,
      high: null,
      atLeast: true,
    });
  });

  it('of a store leaves its bill empty, with the reason', () => {
    expect(bill([aUsage({ store: 'acme/stoer' })], aStore())).toMatchObject({
      total: 0,
      atLeast: true,
      bills: [{ lines: [], edition: '', findings: [{ code: 'store-unknown', store: 'acme/stoer' }] }],
    });
  });
});

describe('discounts', () => {
  const usage = { byteHours: 100 * GB * MONTH_H, requests: [put(1e6)] };

  it('take a share off the unit prices of a provider, a store or a meter, and say so', () => {
    for (const name of ['acme', 'acme/store']) {
      expect(billOne(aStore(), usage, { discounts: { [name]: 0.5 } }).total).toBeCloseTo(3.5, 12);
    }
    const [storage, puts] = billOne(aStore(), usage, { discounts: { storage: 0.5 } }).lines;
    expect(storage).toMatchObject({ unitPrice: 0.01, amount: 1, note: '50 % discount' });
    expect(puts).toMatchObject({ amount: 5 });
    expect(puts?.note).toBeUndefined();
  });

  it('multiply', () => {
    expect(
      billOne(aStore(), usage, { discounts: { acme: 0.5, 'acme/store:storage': 0.2 } }).lines[0],
    ).toMatchObject({ unitPrice: 0.008, note: '60 % discount' });
  });

  it('leave other providers alone', () => {
    expect(billOne(aStore(), usage, { discounts: { aws: 0.9 } }).total).toBe(7);
  });
});

describe('currencies', () => {
  const archive = anArchive({
    'acme/dollars/2026-01-01': anEditionFile({
      gigabyte: 1e9,
      month: '720 h',
      regions: { north: aRegion() },
    }),
    'acme/euros/2026-01-01': anEditionFile({
      gigabyte: 1e9,
      month: '720 h',
      currency: 'EUR',
      regions: { north: aRegion() },
    }),
  });
  const used = (store: string) => aUsage({ store, byteHours: 100 * GB * MONTH_H });

  it('are the edition’s own where all agree', () => {
    expect(bill([used('acme/euros')], archive)).toMatchObject({ total: 2, currency: 'EUR' });
  });

  it('that mix need a rate', () => {
    const both = [used('acme/dollars'), used('acme/euros')];
    expect(() => bill(both, archive)).toThrow(/mixes USD and EUR.*fx: \{ EUR:/);
    const set = bill(both, archive, { fx: { EUR: 1.16, date: '2026-02-01' } });
    expect(set).toMatchObject({
      currency: 'USD',
      bills: [
        { total: 2, currency: 'USD' },
        { total: 2, currency: 'EUR' },
      ],
    });
    expect(set.total).toBeCloseTo(2 + 2.32, 12);
  });
});
