import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Archive } from '#core/pricing/archive.ts';
import { bill } from '#core/pricing/bills/bill.ts';
import type { BillOptions } from '#core/pricing/bills/bill.ts';
import { UnpricedError, tariffBook } from '#core/pricing/totals/tariff.ts';
import { periodHours } from '#core/pricing/bills/period.ts';
import type { Period, Usage } from '#core/pricing/bills/usage.ts';
import { aStore, aUsage, anArchive } from '#tests/helpers/an-archive.ts';
import { anEditionFile, aRegion } from '#tests/helpers/an-edition.ts';
import {
  anyAmounts,
  anyPeriod,
  anySubscriptions,
  FX,
  pricedOn,
  pricedStores,
} from '#tests/helpers/any-usage.ts';
import type { PricedStore } from '#tests/helpers/any-usage.ts';
import { wholeArchive } from '#tests/sources.ts';

let archive: Archive;
let all: PricedStore[];
let today: PricedStore[];
beforeAll(() => {
  archive = wholeArchive();
  all = pricedStores(archive);
  today = pricedOn(archive, '2026-11-20');
});

/** Total and bound by the book, in the usages' own order. */
function byBook(from: Archive, usages: readonly Usage[], options: BillOptions = {}) {
  const asOf = usages[0]?.asOf ?? '';
  const book = tariffBook(from, usages, { asOf, ...options });
  const indexes = usages.map((_, i) => i);
  const vectors = usages.map((usage, i) => book.tariffs[i]?.quantities(usage) ?? new Float64Array());
  const [period = 'edition-month'] = usages.map((usage) => usage.period);
  const days = period === 'edition-month' ? undefined : periodHours('calendar', period, asOf) / 24;
  return {
    total: book.total(indexes, vectors, days),
    atLeast: book.atLeast(indexes, vectors, days),
    vectors,
    book,
  };
}

const close = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b), 1);

describe('the tariff book', () => {
  it('totals one usage of any store as its bill does', () => {
    fc.assert(
      fc.property(fc.nat(), anyAmounts(), anyPeriod, anySubscriptions, (pick, amounts, period, held) => {
        const priced = all[pick % all.length];
        if (!priced) return;
        const usage: Usage = { ...priced, period, ...amounts, ...held };
        const itemised = bill([usage], archive);
        const fast = byBook(archive, [usage]);
        expect(
          close(fast.total, itemised.total),
          `${priced.store}@${priced.region}: ${fast.total} and ${itemised.total}`,
        ).toBe(true);
        expect(fast.atLeast).toBe(itemised.atLeast);
      }),
      { numRuns: 3000 },
    );
  });

  it('totals several stores at once, pools, fees and account included, as their bills do', () => {
    const provider = fc.constantFrom(
      'aws',
      'cloudflare',
      'tigris',
      'backblaze',
      'vultr',
      'wasabi',
      'digitalocean',
      'hetzner',
      'linode',
      'storj',
      'scaleway',
      'oracle',
      '',
    );
    const account = fc.option(
      fc.record({
        internetEgressBytes: fc.double({ min: 0, max: 5e14, noNaN: true }),
        storedBytes: fc.double({ min: 0, max: 5e13, noNaN: true }),
      }),
      { nil: undefined },
    );
    const discounts = fc.constantFrom<Record<string, number>>(
      {},
      { aws: 0.12 },
      { storage: 0.5 },
      { 'cloudflare/r2-standard': 0.2, 'egress.internet': 0.1 },
      { 'backblaze/b2:storage': 0.3, minimum: 0.5, subscription: 0.25 },
    );
    fc.assert(
      fc.property(
        provider,
        fc.array(fc.tuple(fc.nat(), anyAmounts(), anySubscriptions), { minLength: 2, maxLength: 5 }),
        anyPeriod,
        account,
        discounts,
        (from, picks, period, used, off) => {
          const eligible = today.filter((one) => one.store.startsWith(from));
          const asOf = '2026-11-20';
          const usages = picks.map(([pick, amounts, held]): Usage => ({
            ...(eligible[pick % eligible.length] ?? { store: '', region: '' }),
            asOf,
            period,
            ...amounts,
            ...held,
          }));
          const options: BillOptions = {
            discounts: off,
            fx: FX,
            ...(used && from ? { account: { [from]: used } } : {}),
          };
          const itemised = bill(usages, archive, options);
          const fast = byBook(archive, usages, options);
          expect(
            close(fast.total, itemised.total),
            `${usages.map((one) => `${one.store}@${one.region}`).join(' ')}: ${fast.total} and ${itemised.total}`,
          ).toBe(true);
          expect(fast.atLeast).toBe(itemised.atLeast);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('totals a few of its stores as if it held no others', () => {
    const options: BillOptions = { fx: FX, inDollars: true };
    // One region of each store, another for each provider: what the others are given free is not theirs.
    const books = Array.from({ length: 24 }, (_, shift) => {
      const byStore = new Map<string, PricedStore[]>();
      for (const one of today) byStore.set(one.store, [...(byStore.get(one.store) ?? []), one]);
      const stores = [...byStore.values()].flatMap((own, i) => own[(31 * i + 17 * shift) % own.length] ?? []);
      return { stores, book: tariffBook(archive, stores, { asOf: '2026-11-20', ...options }) };
    });
    fc.assert(
      fc.property(
        fc.nat(),
        fc.array(fc.tuple(fc.nat(), anyAmounts(), anySubscriptions), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        (shift, picks, alike) => {
          const chosen = books[shift % books.length];
          if (!chosen) return;
          const { stores, book } = chosen;
          const provider = stores[(picks[0]?.[0] ?? 0) % stores.length]?.store.split('/')[0] ?? '';
          const eligible = [...stores.keys()].filter(
            (i) => !alike || stores[i]?.store.startsWith(`${provider}/`) === true,
          );
          const indexes = [...new Set(picks.map(([pick]) => eligible[pick % eligible.length] ?? 0))];
          const usages = indexes.flatMap((index, i): Usage[] => {
            const [priced, pick] = [stores[index], picks[i]];
            return priced && pick ? [{ ...priced, period: 'edition-month', ...pick[1], ...pick[2] }] : [];
          });
          const vectors = usages.map(
            (usage, i) => book.tariffs[indexes[i] ?? 0]?.quantities(usage) ?? new Float64Array(),
          );
          const itemised = bill(usages, archive, options);
          const total = book.total(indexes, vectors);
          expect(
            close(total, itemised.total),
            `${usages.map((one) => `${one.store}@${one.region}`).join(' ')}: ${total} and ${itemised.total}`,
          ).toBe(true);
          expect(book.atLeast(indexes, vectors)).toBe(itemised.atLeast);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('gives a store in London nothing of what stores in Iowa are given free', () => {
    // Google gives 200 GiB a month of egress from North America alone; all its egress to the world is one pool.
    const abroad = aUsage({
      store: 'google/standard',
      region: 'europe-west2',
      asOf: '2026-11-20',
      egress: [{ to: 'internet', bytes: 1e13 }],
    });
    const alone = bill([abroad], archive).total;
    const { book, vectors, total } = byBook(archive, [
      abroad,
      { ...abroad, region: 'us-central1', egress: [{ to: 'internet', bytes: 1e12 }] },
    ]);
    expect(alone).toBeGreaterThan(1000);
    expect(book.total([0], vectors)).toBeCloseTo(alone, 6);
    // Together they are past the first tier sooner, and what is free is Iowa's, whatever stands first.
    const iowa = aUsage({
      store: 'google/standard',
      region: 'us-central1',
      asOf: '2026-11-20',
      egress: [{ to: 'internet', bytes: 5e10 }],
    });
    expect(bill([iowa], archive).total).toBe(0);
    expect(total).toBeLessThan(alone + (book.total([1], vectors.slice(1)) || 0));
    for (const both of [
      [abroad, iowa],
      [iowa, abroad],
    ]) {
      const { total: together, book: own, vectors: of } = byBook(archive, both);
      expect(bill(both, archive).total).toBeCloseTo(together, 6);
      expect(own.total([0, 1], of)).toBeCloseTo(together, 6);
      const free = bill(both, archive).bills.flatMap(({ region, lines }) =>
        lines.flatMap((line) => (line.note?.includes('free allowance') ? region : [])),
      );
      expect([...new Set(free)]).toEqual(['us-central1']);
    }
    // Billed with the other first, and then alone again.
    expect(book.total([0], vectors)).toBeCloseTo(alone, 6);
  });

  it('keeps nothing from one total to the next', () => {
    const usage = (bytes: number) =>
      aUsage({
        store: 'aws/s3-standard',
        region: 'us-east-1',
        asOf: '2026-11-20',
        egress: [{ to: 'internet', bytes }],
      });
    const { book, vectors } = byBook(archive, [usage(1e15), usage(1e12)]);
    const alone = book.total([1], [vectors[1] ?? new Float64Array()]);
    book.total([0, 1], vectors);
    expect(book.total([1], [vectors[1] ?? new Float64Array()])).toBe(alone);
  });

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
          const [tariff] = tariffBook(archive, [priced], { asOf: priced.asOf }).tariffs;
          if (!tariff) return;
          const usage = (amounts: typeof a): Usage => ({ ...priced, period, ...amounts });
          const [one, other] = [tariff.quantities(usage(a)), tariff.quantities(usage(b))];
          const both = tariff.quantities(usage(sum(a, b, times)));
          for (const [i, quantity] of both.entries()) {
            // A size is stated or it is not: that entry alone says whether, not how much.
            if (tariff.meters[i] === 'size-unstated') continue;
            // Months of a fee are as long as the period, however much is used.
            if (tariff.meters[i] === 'extra-subscriptions') continue;
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
    const [tariff] = tariffBook(archive, [{ store: 'backblaze/b2', region: 'us-west' }], {
      asOf: '2026-11-20',
    }).tariffs;
    const usage = aUsage({
      store: 'backblaze/b2',
      region: 'us-west',
      asOf: '2026-11-20',
      byteHours: 7.2e14,
      egress: [{ to: 'internet', bytes: 1e12 }],
    });
    const fresh = tariff?.quantities(usage);
    const reused = new Float64Array(fresh?.length ?? 0).fill(9);
    expect(tariff?.quantities(usage, reused)).toBe(reused);
    expect(reused).toEqual(fresh);
  });

  it('never underestimates by more than its credit says', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(), anyAmounts(), anySubscriptions), { minLength: 1, maxLength: 4 }),
        anyPeriod,
        (picks, period) => {
          const usages = picks.map(([pick, amounts, held]): Usage => ({
            ...(today[pick % today.length] ?? { store: '', region: '' }),
            asOf: '2026-11-20',
            period,
            ...amounts,
            ...held,
          }));
          const { book, vectors, total } = byBook(archive, usages, { fx: FX });
          const bound = book.tariffs.reduce(
            (sum, { underestimate: { perUnit, credit } }, i) =>
              sum +
              perUnit.reduce((cost, price, slot) => cost + price * (vectors[i]?.[slot] ?? 0), 0) -
              credit,
            0,
          );
          expect(bound).toBeLessThanOrEqual(total + 1e-6 + 1e-9 * total);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('bounds a store without allowances by its cheapest tier', () => {
    const from = aStore(
      {},
      { storage: [{ upTo: 10, price: '0.09 per GB-month' }, { price: '0.05 per GB-month' }] },
    );
    const [tariff] = tariffBook(from, [{ store: 'acme/store', region: 'north' }], {
      asOf: '2026-02-01',
    }).tariffs;
    expect(tariff?.underestimate.perUnit[0]).toBe(0.05);
    expect(tariff?.underestimate.credit).toBe(0);
  });

  it('refuses a store without prices and says why', () => {
    const open = () =>
      tariffBook(archive, [{ store: 'aws/s3-standard', region: 'nowhere-1' }], { asOf: '2026-11-20' });
    expect(open).toThrow(UnpricedError);
    expect(open).toThrow(/aws\/s3-standard has no prices: region-missing/);
  });

  it('renews daily allowances for the days it is told', () => {
    const from = aStore(
      { requests: { get: { free: { perDay: 100 } } } },
      { requests: { put: '0 per request', get: '1 per request' } },
    );
    const book = tariffBook(from, [{ store: 'acme/store', region: 'north' }], { asOf: '2026-02-01' });
    const vector =
      book.tariffs[0]?.quantities(aUsage({ requests: [{ operation: 'GetObject', count: 5000 }] })) ??
      new Float64Array();
    expect(book.total([0], [vector])).toBe(2000);
    expect(book.total([0], [vector], 10)).toBe(4000);
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
      expect(byBook(from, usages).total).toBeCloseTo(6, 12);
    }
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
