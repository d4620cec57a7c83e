/** A store opened several times side by side: n fees, n times what one includes. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Archive } from '#core/pricing/archive.ts';
import { bill } from '#core/pricing/bills/bill.ts';
import { tariffBook } from '#core/pricing/totals/tariff.ts';
import type { Tariff, TariffBook } from '#core/pricing/totals/tariff.ts';
import type { Usage } from '#core/pricing/bills/usage.ts';
import { GB, aStore, aUsage, anArchive } from '#tests/helpers/an-archive.ts';
import { anEditionFile, aRegion } from '#tests/helpers/an-edition.ts';
import { anyAmounts, pricedOn } from '#tests/helpers/any-usage.ts';
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

function byBook(usages: readonly Usage[], from: Archive) {
  const book = tariffBook(from, usages, { asOf: usages[0]?.asOf ?? '' });
  const vectors = usages.map((usage, i) => tariffAt(book, i).quantities(usage));
  return { book, vectors, total: book.total([...usages.keys()], vectors) };
}

function tariffAt(book: TariffBook, index: number): Tariff {
  const tariff = book.tariffs[index];
  if (!tariff) throw new Error(`the book has no tariff ${index}`);
  return tariff;
}

const boundOf = (book: TariffBook, vectors: readonly Float64Array[]) =>
  book.tariffs.reduce(
    (sum, { underestimate: { perUnit, credit } }, i) =>
      perUnit.reduce((cost, price, slot) => cost + price * (vectors[i]?.[slot] ?? 0), sum) - credit,
    0,
  );

const close = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));

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
    expect(byBook([used], archive).total).toBe(46);
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
    expect(byBook([{ ...used, subscriptions: 1 }], archive).total).toBe(27);
  });

  it('of several usages in one region are the most that any of them states', () => {
    const usages = [2, undefined, 3].map((subscriptions) =>
      onVultr({ byteHours: 1200 * GB * MONTH_H, subscriptions }),
    );
    const total = 3 * 18 + 600 * 0.018;
    for (const order of [usages, usages.toReversed()]) {
      expect(bill(order, archive).total).toBeCloseTo(total, 12);
      expect(byBook(order, archive).total).toBeCloseTo(total, 12);
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
    expect(byBook(usages, archive).total).toBe(63);
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
    expect(byBook([used], aStore()).total).toBe(0.6);
  });

  it('of an unknown fee leave the total a lower bound', () => {
    const from = aStore({}, { subscription: { price: 'unknown', includes: {} } });
    expect(linesOf([aUsage({ subscriptions: 4 })], from)).toEqual([[['subscription', 4, null, null]]]);
    expect(bill([aUsage({ subscriptions: 4 })], from)).toMatchObject({ total: 0, atLeast: true });
  });
});

describe('the slot of extra subscriptions', () => {
  it('is the last of the vector, and honoured by the total when it is set by hand', () => {
    const used = onVultr({ byteHours: 2500 * GB * MONTH_H });
    const { book, vectors, total } = byBook([used], archive);
    const { meters } = tariffAt(book, 0);
    const [vector = new Float64Array()] = vectors;
    expect(meters.indexOf('extra-subscriptions')).toBe(vector.length - 1);
    expect([vector.at(-1), total]).toEqual([0, 18 + 27]);
    vector[meters.indexOf('extra-subscriptions')] = 1;
    expect(book.total([0], vectors)).toBe(36 + 9);
  });

  it('totals usages of few stores as their bills do, and never below the underestimate', () => {
    const few = [
      ...['ewr', 'ams'].map((one) => `vultr/${one}`),
      'digitalocean/nyc3',
      'linode/us-east',
      'linode/br-gru',
    ];
    const opened = pricedOn(archive, '2026-11-20').filter(({ store, region }) =>
      few.includes(`${store.split('/')[0]}/${region}`),
    );
    const anyOne = fc.record({
      priced: fc.constantFrom(...opened),
      amounts: anyAmounts(),
      subscriptions: fc.option(fc.integer({ min: 1, max: 5000 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(anyOne, { minLength: 1, maxLength: 5 }), (picks) => {
        const usages = picks.map(({ priced, amounts, subscriptions }): Usage => ({
          ...priced,
          asOf: '2026-11-20',
          period: 'edition-month',
          ...amounts,
          subscriptions,
        }));
        const { book, vectors, total } = byBook(usages, archive);
        const itemised = bill(usages, archive).total;
        expect(close(total, itemised), `${total} and ${itemised}`).toBe(true);
        expect(boundOf(book, vectors)).toBeLessThanOrEqual(total + 1e-6 + 1e-9 * total);
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps the underestimate below the total where all that is included is used, and where a fee is shared', () => {
    for (const price of ['4 per month', '40 per month']) {
      const from = aStore(
        {},
        { storage: '1 per GB-month', subscription: { price, includes: { storage: 10 } } },
      );
      for (const subscriptions of [1, 2, 5, 300]) {
        const used = aUsage({ byteHours: 10 * subscriptions * GB * MONTH_H, subscriptions });
        for (const usages of [[used], [used, aUsage({ subscriptions }), aUsage({ subscriptions })]]) {
          const { book, vectors, total } = byBook(usages, from);
          expect(total).toBe(subscriptions * Number.parseInt(price, 10));
          expect(boundOf(book, vectors)).toBeLessThanOrEqual(total);
        }
      }
    }
  });

  it('is underestimated at what a fee falls short of the units it includes', () => {
    const priced = (price: string) =>
      tariffAt(
        tariffBook(
          aStore({}, { storage: '1 per GB-month', subscription: { price, includes: { storage: 10 } } }),
          [{ store: 'acme/store', region: 'north' }],
          { asOf: '2026-02-01' },
        ),
        0,
      ).underestimate;
    expect([priced('4 per month').perUnit.at(-1), priced('4 per month').credit]).toEqual([-6, 10]);
    expect(priced('40 per month').perUnit.at(-1)).toBe(0);
  });
});
