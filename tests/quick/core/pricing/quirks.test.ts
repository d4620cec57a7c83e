/** Rules of the smaller providers, one a test: hand-made prices, figures worked out beside them. */
import { describe, expect, it } from 'vitest';
import type { Archive } from '#core/pricing/archive.ts';
import { bill, billTotal } from '#core/pricing/bills/bill.ts';
import type { Usage } from '#core/pricing/bills/usage.ts';
import { GB, aStore, aUsage, anArchive } from '#tests/helpers/an-archive.ts';
import { aRegion, anEditionFile } from '#tests/helpers/an-edition.ts';

const TB = 1000 * GB;

/** Lines of every bill, and the same total without them. */
function billed(usages: readonly Usage[], archive: Archive) {
  const set = bill(usages, archive);
  const { total, atLeast } = billTotal(usages, archive);
  expect(total).toBeCloseTo(set.total, 9);
  expect(atLeast).toBe(set.atLeast);
  return set.bills.map(({ lines }) =>
    lines.map(({ meter, quantity, amount }) => [meter, Number(quantity.toPrecision(12)), amount]),
  );
}

const totalOf = (usage: Partial<Usage>, archive: Archive) => bill([aUsage(usage)], archive).total;

describe('storage priced by the hour', () => {
  const archive = aStore({}, { storage: '0.0087 per TB-hour' }, { month: '730 h' });

  it('costs its hours whatever the month is called', () => {
    for (const hours of [672, 720, 730, 744])
      expect(totalOf({ period: { hours }, byteHours: 3 * TB * hours }, archive)).toBeCloseTo(
        3 * hours * 0.0087,
        12,
      );
  });

  it('is shown by the GB-month of the edition, with the price as printed', () => {
    const [one] = bill([aUsage({ byteHours: TB * 730 })], archive).bills;
    expect(one?.lines).toMatchObject([
      { meter: 'storage', quantity: 1000, unit: 'GB-month', printed: '0.0087 per TB-hour' },
    ]);
    expect(one?.total).toBeCloseTo(6.351, 12);
  });

  it('needs a month of stated hours', () => {
    expect(() => aStore({}, { storage: '0.0087 per TB-hour' }, { month: 'calendar' })).toThrow(
      /regions\.north\.storage.*730 h or 720 h/s,
    );
  });
});

describe('a fee for each object by the hour', () => {
  const fee = { monitoring: '0.0025 per 720,000 object-hours' };

  it('is $2.50 for a million objects in thirty days, and $2.58 in October', () => {
    const archive = aStore({ monitoring: {} }, fee, { month: '730 h' });
    for (const hours of [720, 744])
      expect(
        totalOf({ period: { hours }, held: [{ sizeBytes: 1, objectHours: 1e6 * hours }] }, archive),
      ).toBeCloseTo((2.5 * hours) / 720, 9);
  });

  it('needs a month of stated hours', () => {
    expect(() => aStore({ monitoring: {} }, fee, { month: 'calendar' })).toThrow(
      /regions\.north\.monitoring/,
    );
  });
});

describe('a quota that accrues by the hour', () => {
  const archive = aStore(
    { storage: { free: { perHour: 1000 } } },
    { storage: '0.0087 per TB-hour' },
    { month: '730 h' },
  );

  it('bills 657 of 730 TB-hours where the only bucket lived 73 hours', () => {
    expect(totalOf({ period: { hours: 73 }, byteHours: 10 * TB * 73 }, archive)).toBeCloseTo(657 * 0.0087, 9);
  });

  it('covers the same 730 TB-hours where a bucket was there all month', () => {
    expect(totalOf({ period: { monthOf: '2026-03' }, byteHours: 10 * TB * 73 }, archive)).toBe(0);
  });

  it('is 744 TB-hours in a month of 31 days, and nothing carries over', () => {
    expect(totalOf({ period: { monthOf: '2026-03' }, byteHours: TB * 745 }, archive)).toBeCloseTo(0.0087, 9);
  });

  it('is storage’s alone', () => {
    expect(() => aStore({ egress: { free: { perHour: 1 } } }, {}, { month: '730 h' })).toThrow(/perHour/);
  });
});

describe('a subscription of the account', () => {
  const prices = (storage: string, included: Record<string, number>) =>
    anEditionFile({
      gigabyte: 1e9,
      month: '720 h',
      operations: { free: ['PutObject'] },
      rules: {
        storage: { averaging: 'byte-hours' },
        egress: { pool: { id: 'acme-egress', scope: 'account' } },
      },
      regions: Object.fromEntries(
        ['north', 'south'].map((name) => [
          name,
          aRegion({
            requests: {},
            storage,
            egress: { internet: '0.01 per GB' },
            subscription: {
              price: '5 per month',
              pool: { id: 'acme-fee', scope: 'account' },
              includes: included,
            },
          }),
        ]),
      ),
    });
  const archive = anArchive({
    'acme/store/2026-01-01': prices('0.02 per GB-month', { storage: 250, 'egress.internet': 1000 }),
    'acme/cold/2026-01-01': prices('0.007 per GB-month', { 'egress.internet': 1000 }),
  });
  const stored = (gigabytes: number, overrides: Partial<Usage> = {}) =>
    aUsage({ byteHours: gigabytes * GB * 720, ...overrides });

  it('is paid once, and includes its units once, over regions', () => {
    expect(billed([stored(200), stored(200, { region: 'south' })], archive)).toEqual([
      [
        ['storage', 200, 0],
        ['subscription', 1, 5],
      ],
      [
        ['storage', 50, 0],
        ['storage', 150, 3],
      ],
    ]);
  });

  it('is paid once over classes, each with what it includes', () => {
    const egress = [{ to: 'internet' as const, bytes: 1000 * GB }];
    expect(billed([stored(250, { egress }), stored(1000, { store: 'acme/cold', egress })], archive)).toEqual([
      [
        ['storage', 250, 0],
        ['egress.internet', 1000, 0],
        ['subscription', 1, 5],
      ],
      [
        ['storage', 1000, 7],
        ['egress.internet', 1000, 10],
      ],
    ]);
  });
});

describe('a minimum charge of the account', () => {
  const archive = anArchive(
    Object.fromEntries(
      ['store', 'advanced'].map((name) => [
        `acme/${name}/2026-01-01`,
        anEditionFile({
          gigabyte: 1e9,
          month: '720 h',
          operations: { free: ['PutObject'] },
          regions: {
            north: aRegion({
              requests: {},
              storage: '0.01 per GB-month',
              minimum: {
                price: '5 per month',
                pool: { id: 'acme-minimum', scope: 'account' },
                counts: ['storage'],
              },
            }),
          },
        }),
      ]),
    ),
  );
  const stored = (gigabytes: number, store = 'acme/store') =>
    aUsage({ store, byteHours: gigabytes * GB * 720 });

  it('is topped up once over all its stores', () => {
    expect(bill([stored(100), stored(100, 'acme/advanced')], archive).total).toBeCloseTo(5, 12);
    expect(billed([stored(100), stored(100, 'acme/advanced')], archive)).toEqual([
      [
        ['storage', 100, 1],
        ['minimum', 1, 3],
      ],
      [['storage', 100, 1]],
    ]);
  });

  it('is nothing once their sum passes it', () => {
    expect(bill([stored(300), stored(300, 'acme/advanced')], archive).total).toBeCloseTo(6, 12);
  });
});

describe('segments', () => {
  const archive = aStore({ segments: { bytes: 64e6 } }, { segments: '0.0000088 per segment-month' });

  it('are as many as an object is cut into, and never fewer than one', () => {
    const held = [1, 64e6, 64e6 + 1, 200e6].map((sizeBytes) => ({ sizeBytes, objectHours: 1000 * 720 }));
    const [one] = billed([aUsage({ held })], archive);
    expect(one?.[0]?.slice(0, 2)).toEqual(['segments', 1000 * (1 + 1 + 2 + 4)]);
    expect(one?.[0]?.[2]).toBeCloseTo(8000 * 0.0000088, 12);
  });

  it('depend on sizes, which have to be stated', () => {
    expect(bill([aUsage({ byteHours: GB * 720 })], archive)).toMatchObject({
      atLeast: true,
      bills: [{ findings: [{ code: 'size-unstated', meter: 'segments' }] }],
    });
  });

  it('are priced and sized together', () => {
    expect(() => aStore({}, { segments: '0.0000088 per segment-month' })).toThrow(/rules\.segments/);
    expect(() => aStore({ segments: { bytes: 64e6 } })).toThrow(/rules\.segments/);
  });
});

describe('a fee per bucket', () => {
  const archive = aStore({ buckets: { free: { amount: 100_000 } } }, { buckets: '0.10 per bucket-month' });

  it('begins past the buckets that are free', () => {
    expect(billed([aUsage({ buckets: 100_050 })], archive)).toEqual([
      [
        ['buckets', 100_000, 0],
        ['buckets', 50, 5],
      ],
    ]);
  });

  it('is nothing where no buckets are stated', () => {
    expect(totalOf({}, archive)).toBe(0);
  });
});
