import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Archive } from '#core/pricing/archive.ts';
import { bill } from '#core/pricing/bills/bill.ts';
import { readerOf, sheetOf } from '#core/pricing/sheets/sheet-of.ts';
import type { PriceSheet } from '#core/pricing/sheets/sheet.ts';
import type { Period, Usage } from '#core/pricing/bills/usage.ts';
import { aStore, aUsage, anArchive } from '#tests/helpers/an-archive.ts';
import { anEditionFile, aRegion } from '#tests/helpers/an-edition.ts';
import { anyAmounts, anyPeriod, pricedStores } from '#tests/helpers/any-usage.ts';
import type { PricedStore } from '#tests/helpers/any-usage.ts';
import { wholeArchive } from '#tests/sources.ts';

let archive: Archive;
let all: PricedStore[];
beforeAll(() => {
  archive = wholeArchive();
  all = pricedStores(archive);
});

function sheetAt(where: { store: string; region: string; asOf: string }): PriceSheet {
  const sheet = sheetOf(archive, where, {});
  if (!('meters' in sheet)) throw new Error(`${where.store} has no prices in ${where.region}`);
  return sheet;
}

describe('what is billed together', () => {
  it('gives a store in London nothing of what stores in Iowa are given free', () => {
    // Google gives 200 GiB a month of egress from North America alone; all its egress to the world is one pool.
    const abroad = aUsage({
      store: 'google/standard',
      region: 'europe-west2',
      asOf: '2026-11-20',
      egress: [{ to: 'internet', bytes: 1e13 }],
    });
    const alone = bill([abroad], archive).total;
    const there = { ...abroad, region: 'us-central1', egress: [{ to: 'internet', bytes: 1e12 }] } as const;
    expect(alone).toBeGreaterThan(1000);
    // Together they are past the first tier sooner, and what is free is Iowa's, whatever stands first.
    const iowa = aUsage({
      store: 'google/standard',
      region: 'us-central1',
      asOf: '2026-11-20',
      egress: [{ to: 'internet', bytes: 5e10 }],
    });
    expect(bill([iowa], archive).total).toBe(0);
    expect(bill([abroad, there], archive).total).toBeLessThan(alone + bill([there], archive).total);
    for (const both of [
      [abroad, iowa],
      [iowa, abroad],
    ]) {
      const free = bill(both, archive).bills.flatMap(({ region, lines }) =>
        lines.flatMap((line) => (line.note?.includes('free allowance') ? region : [])),
      );
      expect([...new Set(free)]).toEqual(['us-central1']);
    }
  });

  it('renews daily allowances for the days of its period', () => {
    const from = aStore(
      { requests: { get: { free: { perDay: 100 } } } },
      { requests: { put: '0 per request', get: '1 per request' } },
    );
    const asked = (period: Period) =>
      bill([aUsage({ period, requests: [{ operation: 'GetObject', count: 5000 }] })], from).total;
    expect(asked('edition-month')).toBe(2000);
    expect(asked({ hours: 240 })).toBe(4000);
  });

  it('settles pools whose members differ in price dearest first', () => {
    const pool = { id: 'all', scope: 'account' };
    const rules = { storage: { averaging: 'byte-hours', pool, free: { amount: 10 } } };
    const price = (storage: string) =>
      anEditionFile({ gigabyte: 1e9, month: '720 h', rules, regions: { north: aRegion({ storage }) } });
    const from = anArchive({
      'acme/cheap/2026-01-01': price('1 per GB-month'),
      'acme/dear/2026-01-01': price('3 per GB-month'),
    });
    const used = (store: string): Usage => aUsage({ store, byteHours: 8e9 * 720 });
    const period: Period = 'edition-month';
    for (const order of [
      ['acme/cheap', 'acme/dear'],
      ['acme/dear', 'acme/cheap'],
    ]) {
      const usages = order.map((store) => ({ ...used(store), period }));
      expect(bill(usages, from).total).toBeCloseTo(6, 12);
    }
  });
});

describe('quantities of a usage', () => {
  it('reads quantities that are linear in the usage', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        anyAmounts(),
        anyAmounts(),
        anyPeriod,
        fc.double({ min: 0, max: 100, noNaN: true }),
        (pick, a, b, period, times) => {
          const priced = all[pick % all.length];
          if (!priced) return;
          const sheet = sheetAt(priced);
          const { slots } = sheet;
          const read = readerOf(sheet);
          const usage = (amounts: typeof a): Usage => ({ ...priced, period, ...amounts });
          const [one, other] = [read(usage(a)), read(usage(b))];
          const both = read(usage(sum(a, b, times)));
          for (const [i, quantity] of both.entries()) {
            // A size is stated or it is not: that entry alone says whether, not how much.
            if (i === slots.sizeUnstated) continue;
            // Months of a fee are as long as the period, however much is used.
            if (i === slots.extraSubscriptions) continue;
            const apart = Math.abs(quantity - (one[i] ?? 0) - times * (other[i] ?? 0));
            // What is left in the first tier is a difference, as exact as what it is taken from.
            expect(apart).toBeLessThanOrEqual(1e-9 * Math.max(1e-5, ...both));
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('overwrites the vector it is given', () => {
    const read = readerOf(sheetAt({ store: 'backblaze/b2', region: 'us-west', asOf: '2026-11-20' }));
    const usage = aUsage({
      store: 'backblaze/b2',
      region: 'us-west',
      asOf: '2026-11-20',
      byteHours: 7.2e14,
      egress: [{ to: 'internet', bytes: 1e12 }],
    });
    const fresh = read(usage);
    const reused = new Float64Array(fresh.length).fill(9);
    expect(read(usage, reused)).toBe(reused);
    expect(reused).toEqual(fresh);
  });
});

type Amounts = Omit<Usage, 'store' | 'region' | 'asOf' | 'period'>;

function sum(a: Amounts, b: Amounts, times: number): Amounts {
  return {
    byteHours: a.byteHours + times * b.byteHours,
    held: [...a.held, ...b.held.map((one) => ({ ...one, objectHours: one.objectHours * times }))],
    requests: [...a.requests, ...b.requests.map((one) => ({ ...one, count: one.count * times }))],
    egress: [...a.egress, ...b.egress.map((one) => ({ ...one, bytes: one.bytes * times }))],
    deletedEarly: [...a.deletedEarly, ...b.deletedEarly.map((one) => ({ ...one, bytes: one.bytes * times }))],
    transitionsIn: a.transitionsIn + times * b.transitionsIn,
    buckets: (a.buckets ?? 0) + times * (b.buckets ?? 0),
    accessTiers: [
      ...(a.accessTiers ?? []),
      ...(b.accessTiers ?? []).map((one) => ({ ...one, byteHours: one.byteHours * times })),
    ],
  };
}
