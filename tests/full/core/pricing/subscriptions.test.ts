/** A store opened several times side by side: n fees, n times what one includes. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Archive } from '#core/pricing/archive.ts';
import { bill, billTotal } from '#core/pricing/bills/bill.ts';
import { totalOf } from '#core/pricing/bills/range.ts';
import type { Usage } from '#core/pricing/bills/usage.ts';
import { readerOf, sheetOf } from '#core/pricing/sheets/sheet-of.ts';
import { GB, aStore, aUsage, anArchive } from '#tests/helpers/an-archive.ts';
import { anEditionFile, aRegion } from '#tests/helpers/an-edition.ts';
import { wholeArchive } from '#tests/sources.ts';

const MONTH_H = 720;

let archive: Archive;
beforeAll(() => {
  archive = wholeArchive();
});

/** Vultr Standard in June, a month of 720 h. */
const onVultr = (overrides: Partial<Usage> = {}): Usage =>
  aUsage({ store: 'vultr/standard', region: 'ewr', asOf: '2026-06-15', ...overrides });

const linesOf = (usages: readonly Usage[], from = archive) =>
  bill(usages, from).bills.map(({ lines }) =>
    lines.map(({ meter, quantity, unitPrice, amount }) => [meter, quantity, unitPrice, amount]),
  );

describe('two subscriptions of Vultr Standard', () => {
  it('cost 36.00 and include 2000 GB stored and 2000 GB of egress', () => {
    const used = onVultr({
      byteHours: 2500 * GB * MONTH_H,
      egress: [{ to: 'internet', bytes: 2100 * GB }],
      subscriptions: 2,
    });
    expect(linesOf([used])).toEqual([
      [
        ['storage', 2000, 0, 0],
        ['storage', 500, 0.018, 9],
        ['egress.internet', 2000, 0, 0],
        ['egress.internet', 100, 0.01, 1],
        ['subscription', 2, 18, 36],
      ],
    ]);
    expect(bill([used], archive).total).toBe(46);
    expect(billTotal([used], archive).total).toBe(46);
  });

  it('are two months of the fee, printed as the source has it', () => {
    const [of] = bill([onVultr({ subscriptions: 2 })], archive).bills;
    expect(of?.lines).toMatchObject([
      { meter: 'subscription', quantity: 2, unit: 'month', amount: 36, printed: '18.00 per month' },
    ]);
  });
});

describe('subscriptions', () => {
  it('are one where none are stated', () => {
    const used = onVultr({ byteHours: 1500 * GB * MONTH_H, egress: [{ to: 'internet', bytes: 1e12 }] });
    expect(bill([used], archive).total).toBe(27);
    expect(bill([{ ...used, subscriptions: 1 }], archive)).toEqual(bill([used], archive));
    expect(billTotal([{ ...used, subscriptions: 1 }], archive).total).toBe(27);
  });

  it('of several usages in one region are the most that any of them states', () => {
    const usages = [2, undefined, 3].map((subscriptions) =>
      onVultr({ byteHours: 1200 * GB * MONTH_H, subscriptions }),
    );
    const total = 3 * 18 + 600 * 0.018;
    for (const order of [usages, usages.toReversed()]) {
      expect(bill(order, archive).total).toBeCloseTo(total, 12);
      expect(billTotal(order, archive).total).toBeCloseTo(total, 12);
    }
    expect(linesOf(usages).map((lines) => lines.find(([meter]) => meter === 'subscription'))).toEqual([
      ['subscription', 3, 18, 54],
      undefined,
      undefined,
    ]);
  });

  it('stay with their region', () => {
    const usages = [
      onVultr({ byteHours: 1500 * GB * MONTH_H, subscriptions: 2 }),
      onVultr({ region: 'ams', byteHours: 1500 * GB * MONTH_H }),
    ];
    expect(bill(usages, archive).bills.map(({ total }) => total)).toEqual([36, 27]);
    expect(billTotal(usages, archive).total).toBe(63);
  });

  it('of one store and region are the same number for every edition of it', () => {
    const of = (includes: Record<string, number>) =>
      anEditionFile({
        gigabyte: 1e9,
        month: '720 h',
        regions: {
          north: aRegion({ storage: '1 per GB-month', subscription: { price: '5 per month', includes } }),
        },
      });
    const from = anArchive({
      'acme/store/2026-01-01': of({}),
      'acme/store/2026-02-01': of({ storage: 10 }),
    });
    const usages = [
      aUsage({ asOf: '2026-01-15', subscriptions: 3 }),
      aUsage({ asOf: '2026-02-15', byteHours: 31 * GB * MONTH_H }),
    ];
    expect(linesOf(usages, from)).toEqual([
      [['subscription', 3, 5, 15]],
      [
        ['storage', 30, 0, 0],
        ['storage', 1, 1, 1],
      ],
    ]);
  });

  it('take their discount, and leave free allowances as they are', () => {
    const from = aStore(
      { storage: { free: { amount: 7 } } },
      { storage: '1 per GB-month', subscription: { price: '10 per month', includes: { storage: 5 } } },
    );
    const used = aUsage({ byteHours: 30 * GB * MONTH_H, subscriptions: 3 });
    const { total } = bill([used], from, { discounts: { subscription: 0.5 } });
    expect(total).toBe(3 * 5 + (30 - 3 * 5 - 7));
  });

  it('change nothing where a store has none', () => {
    const used = aUsage({ byteHours: 30 * GB * MONTH_H, subscriptions: 9 });
    expect(bill([used], aStore()).total).toBe(0.6);
    expect(billTotal([used], aStore()).total).toBe(0.6);
  });

  it('of an unknown fee leave the total a lower bound', () => {
    const from = aStore({}, { subscription: { price: 'unknown', includes: {} } });
    expect(linesOf([aUsage({ subscriptions: 4 })], from)).toEqual([[['subscription', 4, null, null]]]);
    expect(bill([aUsage({ subscriptions: 4 })], from)).toMatchObject({ total: 0, atLeast: true });
  });
});

it('extra subscriptions are the last slot of the quantities, and the total honours one that is set by hand', () => {
  const used = onVultr({ byteHours: 2500 * GB * MONTH_H });
  const sheet = sheetOf(archive, used, {});
  if (!('meters' in sheet)) throw new Error('Vultr Standard has prices in June');
  const quantities = readerOf(sheet)(used);
  const total = () => totalOf([{ sheet, quantities, days: 30 }], new Map()).total;
  expect(sheet.slots.extraSubscriptions).toBe(quantities.length - 1);
  expect([quantities.at(-1), total()]).toEqual([0, 18 + 27]);
  quantities[sheet.slots.extraSubscriptions] = 1;
  expect(total()).toBe(36 + 9);
});
