/** Storage, one rule a test: hand-made prices, figures worked out beside them. */
import { describe, expect, it } from 'vitest';
import { bill } from '#core/pricing/bills/bill.ts';
import type { Bill, BillLine } from '#core/pricing/bills/bill-types.ts';
import type { Archive } from '#core/pricing/archive.ts';
import type { Usage } from '#core/pricing/bills/usage.ts';
import { GB, GIB, aStore, aUsage } from '#tests/helpers/an-archive.ts';

const MONTH_H = 720;

function billOne(archive: Archive, usage: Partial<Usage>): Bill {
  const [one] = bill([aUsage(usage)], archive).bills;
  if (!one) throw new Error('a usage has a bill');
  return one;
}

function line(of: Bill, meter: string): BillLine {
  const [first, ...more] = of.lines.filter((one) => one.meter === meter);
  if (!first || more.length > 0) throw new Error(`${more.length + (first ? 1 : 0)} lines of ${meter}`);
  return first;
}

const codes = (of: Bill) => of.findings.map((finding) => finding.code);

describe('storage', () => {
  it('counts GB-months: byte-hours over the GB and the hours of the month', () => {
    const used = billOne(aStore(), { byteHours: 100 * GB * 360 });
    expect(line(used, 'storage')).toMatchObject({
      quantity: 50,
      unit: 'GB-month',
      unitPrice: 0.02,
      amount: 1,
      printed: '0.02 per GB-month',
      edition: 'acme/store/2026-01-01',
      region: 'north',
      source: 'https://example.com/prices',
    });
    expect(used).toMatchObject({ total: 1, currency: 'USD', atLeast: false });
  });

  it('says GiB where the GB of the edition is 2^30, and makes its TB 1024 of them', () => {
    const archive = aStore({}, { storage: '20.48 per TB-month' }, { gigabyte: GIB });
    expect(line(billOne(archive, { byteHours: 100 * GIB * MONTH_H }), 'storage')).toMatchObject({
      quantity: 100,
      unit: 'GiB-month',
      unitPrice: 0.02,
    });
  });

  it('makes a TB 1000 GB where the GB is 10^9', () => {
    expect(
      line(
        billOne(aStore({}, { storage: '6.95 per TB-month' }), { byteHours: 2000 * GB * MONTH_H }),
        'storage',
      ).amount,
    ).toBeCloseTo(13.9, 12);
  });

  it('bills 52,900 GB-months in two tiers, as AWS works out for March', () => {
    const archive = aStore(
      {},
      {
        storage: [
          { upTo: 51_200, price: '0.023 per GB-month' },
          { upTo: 512_000, price: '0.022 per GB-month' },
          { price: '0.021 per GB-month' },
        ],
      },
      { gigabyte: GIB, month: 'calendar' },
    );
    const byteHours = 107_374_182_400 * 15 * 24 + 109_951_162_777_600 * 16 * 24;
    expect(byteHours).toBe(42_259_901_212_262_400);
    const used = billOne(archive, { asOf: '2026-03-01', period: { monthOf: '2026-03' }, byteHours });
    expect(used.lines.map(({ quantity, amount }) => [quantity, Number(amount?.toFixed(2))])).toEqual([
      [51_200, 1177.6],
      [1700, 37.4],
    ]);
    expect(used.total).toBeCloseTo(1215, 9);
  });

  it('averages two versions of an object over 744 hours to 6.581 GB-months', () => {
    const archive = aStore({}, {}, { gigabyte: GIB, month: 'calendar' });
    const byteHours = 4_294_967_296 * 744 + 5_368_709_120 * 16 * 24;
    expect(byteHours).toBe(5_257_039_970_304);
    expect(
      line(billOne(archive, { asOf: '2026-03-01', period: { monthOf: '2026-03' }, byteHours }), 'storage')
        .quantity,
    ).toBeCloseTo(6.581, 3);
  });

  it('adds what is held on average over the period to the byte-hours', () => {
    const used = billOne(aStore(), {
      byteHours: 10 * GB * MONTH_H,
      average: { bytes: 5 * GB, held: [] },
      period: { days: 15 },
    });
    expect(line(used, 'storage').quantity).toBe(12.5);
  });

  it('multiplies by the copies that are billed, as a dual region does, and the puts with it', () => {
    const used = billOne(aStore({}, { billedCopies: 2 }), {
      byteHours: 100 * GB * MONTH_H,
      requests: [
        { operation: 'PutObject', count: 1000 },
        { operation: 'GetObject', count: 1000 },
        { operation: 'DeleteObject', count: 10 },
      ],
    });
    expect(used.lines.map(({ meter, quantity }) => [meter, quantity])).toEqual([
      ['storage', 200],
      ['requests.put', 2000],
      ['requests.get', 1000],
      ['requests.free', 10],
    ]);
  });

  it('rounds 1.1 GB-months up to 2 where whole ones are billed', () => {
    const used = billOne(aStore({ storage: { quantum: 1 } }), { byteHours: 1.1 * GB * MONTH_H });
    expect(line(used, 'storage')).toMatchObject({
      quantity: 2,
      amount: 0.04,
      note: 'rounded up to whole GB-months',
    });
  });

  it('does not round up the last bits of a sum', () => {
    const third = (GB * MONTH_H) / 3;
    expect(
      line(
        billOne(aStore({ storage: { quantum: 1 } }), { byteHours: third + third + third + 1e-4 }),
        'storage',
      ).quantity,
    ).toBe(1);
  });

  it('says that daily peaks are not known', () => {
    expect(
      line(billOne(aStore({ storage: { averaging: 'daily-peak' } }), { byteHours: GB * MONTH_H }), 'storage')
        .note,
    ).toContain('daily peaks');
  });

  it('averages 10 GB for 12 days and 20 GB for 18 to 16 GB-months', () => {
    expect(
      line(
        billOne(aStore({ storage: { averaging: 'daily-peak' } }), {
          byteHours: (10 * 12 + 20 * 18) * 24 * GB,
        }),
        'storage',
      ).quantity,
    ).toBe(16);
  });
});

describe('months', () => {
  const held = { byteHours: 0, average: { bytes: 10 * GB, held: [] } };
  const stored = (month: string, usage: Partial<Usage>) =>
    billOne(aStore({}, {}, { month }), { ...held, ...usage });

  it('take a calendar month for what it is: February holds 672 hours', () => {
    expect(line(stored('calendar', { period: { monthOf: '2026-02' } }), 'storage').quantity).toBeCloseTo(
      10,
      12,
    );
  });

  it('bill a long calendar month as more than a month of 720 or 730 hours', () => {
    expect(line(stored('720 h', { period: { monthOf: '2026-03' } }), 'storage').quantity).toBeCloseTo(
      (10 * 744) / 720,
      12,
    );
    expect(line(stored('730 h', { period: { monthOf: '2026-03' } }), 'storage').quantity).toBeCloseTo(
      (10 * 744) / 730,
      12,
    );
  });

  it('take days as parts of the month of asOf: 31 of March are one, 15.5 half of it, 30 a day less', () => {
    const inMarch = (days: number) => stored('calendar', { period: { days }, asOf: '2026-03-01' });
    expect(line(inMarch(31), 'storage').quantity).toBe(10);
    expect(line(inMarch(15.5), 'storage').quantity).toBe(5);
    expect(line(inMarch(30), 'storage').quantity).toBeCloseTo((10 * 30) / 31, 12);
    expect(inMarch(30).findings).toContainEqual({
      code: 'part-of-month',
      store: 'acme/store',
      days: 30,
      ofMonth: 31,
      month: '2026-03',
    });
  });

  it('take 28 days of February as a whole month', () => {
    const used = stored('calendar', { period: { days: 28 }, asOf: '2026-02-10' });
    expect(line(used, 'storage').quantity).toBe(10);
  });

  it('say nothing of the days that a month has, or of a store whose month is always as long', () => {
    expect(codes(stored('calendar', { period: { days: 30 }, asOf: '2026-04-01' }))).not.toContain(
      'part-of-month',
    );
    expect(codes(stored('720 h', { period: { days: 31 }, asOf: '2026-03-01' }))).not.toContain(
      'part-of-month',
    );
  });

  it('are exactly one without a period, and hours are a month of that length where the calendar rules', () => {
    expect(line(stored('730 h', {}), 'storage').quantity).toBe(10);
    expect(line(stored('calendar', { period: { hours: 336 } }), 'storage').quantity).toBe(10);
    expect(line(stored('720 h', { period: { hours: 360 } }), 'storage').quantity).toBe(5);
  });

  it('know leap years', () => {
    const leap = { asOf: '2028-02-01', period: { hours: 696 } };
    expect(line(stored('calendar', leap), 'storage').quantity).toBe(10);
  });
});

describe('small objects', () => {
  it('are billed up to the minimum on a line of their own', () => {
    const used = billOne(aStore({ storage: { minimumObjectBytes: 128_000 } }), {
      byteHours: 1e6 * 28_000 * MONTH_H + 1000 * 1e6 * MONTH_H,
      held: [
        { sizeBytes: 28_000, objectHours: 1e6 * MONTH_H },
        { sizeBytes: 1e6, objectHours: 1000 * MONTH_H },
      ],
    });
    expect(line(used, 'storage').quantity).toBeCloseTo(29, 12);
    expect(line(used, 'minimum-size').quantity).toBeCloseTo(100, 12);
    expect(line(used, 'minimum-size').unitPrice).toBe(0.02);
  });

  it('carry the overhead of every object, which counts towards the minimum', () => {
    const archive = aStore({ storage: { minimumObjectBytes: 1000, overheadBytesPerObject: 400 } });
    const used = billOne(archive, {
      byteHours: 1,
      held: [
        { sizeBytes: 500, objectHours: 1e9 * MONTH_H },
        { sizeBytes: 5000, objectHours: 1e9 * MONTH_H },
      ],
    });
    expect(line(used, 'minimum-size').quantity).toBeCloseTo(500 + 400, 9);
  });

  it('fill the storage tiers after the storage line', () => {
    const archive = aStore(
      { storage: { minimumObjectBytes: 1000 } },
      { storage: [{ upTo: 10, price: '0.2 per GB-month' }, { price: '0.1 per GB-month' }] },
    );
    const used = billOne(archive, {
      byteHours: 8 * GB * MONTH_H,
      held: [{ sizeBytes: 500, objectHours: 1e7 * MONTH_H }],
    });
    expect(
      used.lines.map(({ meter, quantity, unitPrice }) => [meter, Number(quantity.toFixed(9)), unitPrice]),
    ).toEqual([
      ['storage', 8, 0.2],
      ['minimum-size', 2, 0.2],
      ['minimum-size', 3, 0.1],
    ]);
  });

  it('of no stated size leave the total a lower bound', () => {
    const used = billOne(aStore({ storage: { minimumObjectBytes: 1000 } }), { byteHours: GB });
    expect(used.atLeast).toBe(true);
    expect(used.findings).toContainEqual({
      code: 'size-unstated',
      store: 'acme/store',
      meter: 'minimum-size',
    });
  });

  it('are not asked for where nothing depends on them', () => {
    expect(billOne(aStore(), { byteHours: GB }).atLeast).toBe(false);
  });
});

describe('early deletion', () => {
  const rules = { storage: { minimumHours: 90 * 24, earlyDeleteOn: ['delete', 'expiry'] } };

  it('bills the rest of ninety days: deleted on the sixteenth, fifteen active and seventy-five deleted', () => {
    const used = billOne(aStore(rules), {
      byteHours: 1000 * GB * 15 * 24,
      deletedEarly: [{ bytes: 1000 * GB, ageHours: 15 * 24 }],
    });
    expect(line(used, 'early-delete').quantity / line(used, 'storage').quantity).toBeCloseTo(75 / 15, 12);
    expect(line(used, 'early-delete').amount).toBeCloseTo(1000 * 0.02 * 2.5, 9);
  });

  it('bills nothing once the minimum has passed', () => {
    expect(billOne(aStore(rules), { deletedEarly: [{ bytes: GB, ageHours: 90 * 24 }] }).lines).toEqual([]);
  });

  it('raises small objects to the minimum size', () => {
    const used = billOne(aStore({ storage: { ...rules.storage, minimumObjectBytes: 4000 } }), {
      deletedEarly: [{ bytes: GB, sizeBytes: 1000, ageHours: 60 * 24 }],
    });
    expect(line(used, 'early-delete').quantity).toBeCloseTo(4, 12);
  });

  it('continues the storage tiers', () => {
    const used = billOne(
      aStore(rules, { storage: [{ upTo: 10, price: '0.2 per GB-month' }, { price: '0.1 per GB-month' }] }),
      { byteHours: 9 * GB * MONTH_H, deletedEarly: [{ bytes: 4 * GB, ageHours: 60 * 24 }] },
    );
    expect(used.lines.map(({ meter, quantity, unitPrice }) => [meter, quantity, unitPrice])).toEqual([
      ['storage', 9, 0.2],
      ['early-delete', 1, 0.2],
      ['early-delete', 3, 0.1],
    ]);
  });

  it('is rounded together with storage: five days of a thirty-day minimum are the whole month of R2', () => {
    const archive = aStore(
      { storage: { minimumHours: 720, earlyDeleteOn: ['delete'], quantum: 1 } },
      { storage: '0.01 per GB-month' },
    );
    const used = billOne(archive, {
      byteHours: 1000 * GB * 5 * 24,
      deletedEarly: [{ bytes: 1000 * GB, sizeBytes: GB, ageHours: 5 * 24 }],
    });
    expect(used.total).toBeCloseTo(10, 9);
  });

  it('does not exist where no exit bills it', () => {
    expect(billOne(aStore(), { deletedEarly: [{ bytes: GB, ageHours: 0 }] }).lines).toEqual([]);
  });
});

describe('what an object is charged besides', () => {
  it('counts lifecycle transitions by object', () => {
    expect(
      line(
        billOne(aStore({}, { transition: '0.01 per 1000 objects' }), { transitionsIn: 5e6 }),
        'transition',
      ),
    ).toMatchObject({ quantity: 5e6, unit: 'object', unitPrice: 0.00001, printed: '0.01 per 1000 objects' });
  });

  it('counts a transition as a request where both share a pool', () => {
    const pool = { id: 'class-a', scope: 'account' };
    const archive = aStore(
      { requests: { put: { pool, quantum: 1e6 } }, transition: { pool } },
      {
        requests: { put: '9 per 1000000 requests', get: '0 per request' },
        transition: '9 per 1000000 objects',
      },
    );
    const used = billOne(archive, {
      transitionsIn: 400_000,
      requests: [{ operation: 'PutObject', count: 500_000 }],
    });
    expect(used.total).toBeCloseTo(9, 12);
    expect(used.lines.map(({ meter, quantity }) => [meter, quantity])).toEqual([
      ['requests.put', 500_000],
      ['transition', 500_000],
    ]);
  });

  it('has no known price of a transition where none is listed', () => {
    const used = billOne(aStore(), { transitionsIn: 1 });
    expect(used.atLeast).toBe(true);
    expect(line(used, 'transition').amount).toBeNull();
  });

  it('monitors objects from a size on', () => {
    const archive = aStore(
      { monitoring: { minimumObjectBytes: 128_000 } },
      { monitoring: '0.0025 per 1000 object-months' },
    );
    const used = billOne(archive, {
      byteHours: 1,
      held: [
        { sizeBytes: 1000, objectHours: 9e6 * MONTH_H },
        { sizeBytes: 128_000, objectHours: 1e6 * MONTH_H },
      ],
    });
    expect(line(used, 'monitoring')).toMatchObject({ quantity: 1e6, unit: 'object-month', amount: 2.5 });
  });

  it('replicates at its own price', () => {
    expect(
      line(
        billOne(aStore({}, { replication: '0.02 per GB' }), { replicated: { bytes: 100 * GB, objects: 1 } }),
        'replication',
      ),
    ).toMatchObject({ quantity: 100, amount: 2 });
  });
});

describe('access tiers', () => {
  const archive = aStore(
    {
      storage: {
        accessTiers: [
          { name: 'cool', unreadHours: 720, minimumObjectBytes: 100_000 },
          { name: 'cold', unreadHours: 2160, minimumObjectBytes: 100_000 },
        ],
      },
    },
    { accessTiers: { cool: '0.01 per GB-month', cold: '0.004 per GB-month' } },
  );

  it('bill what lies unread at their own prices, and the rest at the first', () => {
    const used = billOne(archive, {
      byteHours: 100 * GB * MONTH_H,
      accessTiers: [
        { tier: 'cool', sizeBytes: 1e6, byteHours: 30 * GB * MONTH_H },
        { tier: 'cold', sizeBytes: 1e6, byteHours: 50 * GB * MONTH_H },
      ],
    });
    expect(line(used, 'storage')).toMatchObject({ quantity: 20, amount: 0.4 });
    expect(line(used, 'storage.cool')).toMatchObject({
      quantity: 30,
      amount: 0.3,
      printed: '0.01 per GB-month',
    });
    expect(line(used, 'storage.cold')).toMatchObject({ quantity: 50, amount: 0.2 });
    expect(used).toMatchObject({ atLeast: false, findings: [] });
  });

  it('keep objects that are too small in the first', () => {
    const used = billOne(archive, {
      byteHours: 100 * GB * MONTH_H,
      accessTiers: [{ tier: 'cold', sizeBytes: 99_999, byteHours: 100 * GB * MONTH_H }],
    });
    expect(used.lines.map((one) => [one.meter, one.quantity])).toEqual([['storage', 100]]);
  });

  it('take averages over the period as well as byte-hours', () => {
    const used = billOne(archive, {
      byteHours: 0,
      average: { bytes: 100 * GB, held: [] },
      accessTiers: [{ tier: 'cool', byteHours: 0, averageBytes: 60 * GB }],
    });
    expect(line(used, 'storage').quantity).toBeCloseTo(40, 9);
    expect(line(used, 'storage.cool').quantity).toBeCloseTo(60, 9);
  });

  it('are asked for where nothing is said of them: all is then billed in the first', () => {
    const used = billOne(archive, { byteHours: 100 * GB * MONTH_H });
    expect(used.total).toBeCloseTo(2, 12);
    expect(used.findings).toEqual([
      { code: 'access-tiers-unstated', store: 'acme/store', tiers: ['cool', 'cold'] },
    ]);
  });

  it('are not invented: an unknown one bills nothing of its own', () => {
    const used = billOne(archive, {
      byteHours: 100 * GB * MONTH_H,
      accessTiers: [{ tier: 'frozen', byteHours: 50 * GB * MONTH_H }],
    });
    expect(used.total).toBeCloseTo(2, 12);
    expect(codes(used)).toEqual(['access-tier-unknown']);
  });
});
