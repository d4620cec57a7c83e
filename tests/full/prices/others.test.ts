/** Numbers laid beside the providers' own price pages by hand. */
import { describe, expect, test } from 'vitest';
import { amount, archive, bands, edition, internet, region } from '#tests/helpers/prices/listed.ts';

describe('the others, against their price pages', () => {
  test('R2 Standard: rounded up to whole units from the newest copy on, not in 2022', () => {
    const [old, now, newest] = ['2022-12-31.2', '2025-08-25', '2026-11-20'].map((date) =>
      edition(`cloudflare/r2-standard/${date}`),
    );
    for (const one of [old, now, newest]) {
      const prices = one?.regions.everywhere;
      expect([
        bands(prices?.storage),
        amount(prices?.requests.a),
        amount(prices?.requests.b),
        prices && internet(prices.egress),
      ]).toEqual(['0.015', 0.0000045, 0.00000036, '0']);
      expect([
        one?.rules.storage.free?.amount,
        one?.rules.requests.a?.free?.amount,
        one?.rules.requests.b?.free?.amount,
      ]).toEqual([10, 1_000_000, 10_000_000]);
    }
    expect([old?.rules.storage.quantum, old?.rules.requests.a?.quantum]).toEqual([undefined, undefined]);
    expect([
      now?.rules.storage.quantum,
      now?.rules.requests.a?.quantum,
      now?.rules.requests.b?.quantum,
    ]).toEqual([1, 1_000_000, 1_000_000]);
    expect(now?.operations.classes.a).toContain('ListObjectsV2');
    expect(now?.operations.free).toContain('DeleteObject');
  });

  test('R2 Infrequent Access: twice the requests, retrieval, 30 days, nothing free', () => {
    const now = edition('cloudflare/r2-infrequent-access/2026-08-31');
    const prices = region(now.id, 'everywhere');
    expect([
      bands(prices.storage),
      amount(prices.requests.a),
      amount(prices.requests.b),
      bands(prices.retrieval),
    ]).toEqual(['0.01', 0.000009, 9e-7, '0.01']);
    expect([now.rules.storage.minimumHours, now.rules.storage.free, now.rules.retrieval?.quantum]).toEqual([
      720,
      undefined,
      1,
    ]);
  });

  test('Tigris: one price, dearer in a multi-region, twice in two regions', () => {
    const prices = (name: string) => region('tigris/standard/2026-03-24', name);
    expect([
      bands(prices('global').storage),
      amount(prices('global').requests.a),
      amount(prices('global').requests.b),
    ]).toEqual(['0.02', 0.000005, 5e-7]);
    expect([
      bands(prices('usa').storage),
      amount(prices('usa').requests.a),
      amount(prices('eur').requests.b),
    ]).toEqual(['0.025', 0.00001, 5e-7]);
    expect([prices('dual-region').billedCopies, prices('usa').billedCopies]).toEqual([2, 1]);
    expect(edition('tigris/standard/2026-03-24').gigabyte).toBe(2 ** 30);
    expect(edition('tigris/standard/2024-01-09').rules.storage.free?.amount).toBe(5);
  });

  test('B2: 6.00 and calls billed, then 6.95 and calls free; egress free to three times the stored bytes', () => {
    const [old, now] = ['backblaze/b2/2025-01-16.2', 'backblaze/b2/2026-05-01.2'].map((id) => edition(id));
    expect([amount(old?.regions.everywhere?.storage), amount(now?.regions.everywhere?.storage)]).toEqual([
      0.006, 0.00695,
    ]);
    expect([
      amount(old?.regions.everywhere?.requests.b),
      amount(old?.regions.everywhere?.requests.c),
    ]).toEqual([4e-7, 0.000004]);
    expect([old?.rules.requests.b?.free?.perDay, Object.keys(now?.operations.classes ?? {})]).toEqual([
      2500,
      ['d'],
    ]);
    for (const one of [old, now]) {
      expect([one?.rules.egress?.free?.timesStored, one?.rules.storage.free?.amount]).toEqual([3, 10]);
      const prices = one?.regions.everywhere;
      expect(prices && internet(prices.egress)).toBe('0.01');
    }
  });

  test('Wasabi: 6.99, then 7.99; a terabyte at least, 90 days, egress by policy', () => {
    const [, old, now] = archive.editions('wasabi/pay-as-you-go');
    expect([
      amount(old?.regions.everywhere?.storage, 1024),
      amount(now?.regions.everywhere?.storage, 1024),
    ]).toEqual([6.99 / 1024, 7.99 / 1024].map((one) => Number(one.toPrecision(12))));
    expect([old?.regions.everywhere?.minimum?.price, now?.regions.everywhere?.minimum?.price]).toEqual([
      '6.99 per month',
      '7.99 per month',
    ]);
    expect(now?.rules).toMatchObject({
      storage: { minimumHours: 90 * 24, minimumObjectBytes: 4096 },
      egress: { fairUseTimesStored: 1 },
    });
    expect(now?.date).toBe('2026-07-01');
  });

  test.each([
    ['standard', '18.00 per month', 0.018, 800, 600],
    ['premium', '36.00 per month', 0.036, 1000, 800],
    ['performance', '50.00 per month', 0.05, 4000, 1000],
    ['accelerated', '100.00 per month', 0.1, 10_000, 5000],
  ])('Vultr %s', (tier, fee, storage, operations, mebibytes) => {
    const one = edition(`vultr/${tier}/2025-09-15`);
    const prices = region(one.id, 'everywhere');
    expect(prices.subscription).toEqual({ price: fee, includes: { storage: 1000, 'egress.internet': 1000 } });
    expect([amount(prices.storage), internet(prices.egress)]).toEqual([storage, '0.01']);
    expect(one.limits.map(({ value }) => value)).toEqual([operations, mebibytes * 2 ** 20]);
  });
});
