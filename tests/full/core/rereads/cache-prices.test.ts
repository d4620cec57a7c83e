import { describe, expect, test } from 'vitest';
import { bill } from '#core/pricing/bills/bill.ts';
import { CurrencyError } from '#core/pricing/currency.ts';
import type { Usage } from '#core/pricing/bills/usage.ts';
import { breakEvens, bypassFromBytes } from '#core/rereads/break-even.ts';
import { cachePriceList, UnpricedError } from '#core/rereads/cache-prices.ts';
import type { CacheQuestion } from '#core/rereads/cache-prices.ts';
import { exponentialGaps } from '#core/rereads/gap-laws.ts';
import { touchesOf } from '#core/rereads/ttl-cost.ts';
import { aRegion, anEditionFile } from '#tests/helpers/an-edition.ts';
import { aUsage, anArchive } from '#tests/helpers/an-archive.ts';
import { wholeArchive } from '#tests/sources.ts';

const archive = wholeArchive();
const KIB = 1024;
const EXPRESS = { store: 'aws/s3-express-one-zone', region: 'us-east-1' };
const STANDARD = { store: 'aws/s3-standard', region: 'us-east-1' };
const R2 = { store: 'cloudflare/r2-standard' };
/** A month of 30 days, after the price cut of April 2025. */
const asOf = '2025-11-01';

const listOf = (changes: Partial<CacheQuestion> = {}) =>
  cachePriceList(archive, { hot: EXPRESS, cold: STANDARD, asOf, ...changes });
const rowsOf = (changes: Partial<CacheQuestion>, sizesBytes: readonly number[]) =>
  breakEvens(listOf(changes), sizesBytes, { writes: 'around', of: () => null }).rows;

describe('the Express tables of the published prices', () => {
  test('the primary copy in Express instead of S3 Standard', () => {
    const rows = rowsOf({}, [4 * KIB, 16 * KIB, 64 * KIB, 128 * KIB, 512 * KIB, 648 * KIB]);
    expect(rows.map(({ prices }) => ((prices?.hit ?? 0) * 1e6).toFixed(3))).toEqual([
      '0.032',
      '0.039',
      '0.067',
      '0.103',
      '0.323',
      '0.401',
    ]);
    expect(rows.map(({ readsInstead }) => readsInstead && Number(readsInstead.toPrecision(2)))).toEqual([
      0.9,
      3.7,
      16,
      36,
      550,
      null,
    ]);
  });

  test.each([
    ['R2', R2, [5.2, 23, 150, null]],
    ['S3 in the same region', STANDARD, [4.7, 20, 120, null]],
    ['S3 in another region', { ...STANDARD, region: 'us-west-2' }, [2.5, 4.3, 5.3, 5.6]],
  ])('an extra copy in Express beside %s', (_, cold, expected) => {
    const rows = rowsOf({ cold }, [16 * KIB, 64 * KIB, 256 * KIB, 1024 * KIB]);
    expect(rows.map(({ readsBeside }) => readsBeside && Number(readsBeside.toPrecision(2)))).toEqual(
      expected,
    );
    expect(rows.map(({ bypass }) => bypass)).toEqual(expected.map((reads) => reads === null));
  });

  test('a hit saves nothing from 647 KiB on against S3 Standard, from 577 KiB against R2', () => {
    expect((bypassFromBytes(listOf()) ?? 0) / KIB).toBeCloseTo(646.6, 0);
    expect((bypassFromBytes(listOf({ cold: R2 })) ?? 0) / KIB).toBeCloseTo(576.7, 0);
    expect(bypassFromBytes(listOf({ cold: { ...STANDARD, region: 'us-west-2' } }))).toBeNull();
  });

  test('before the cut of April 2025 the copy paid from more than twice as many reads', () => {
    const [then] = rowsOf({ asOf: '2025-04-01', cold: R2 }, [64 * KIB]);
    const [now] = rowsOf({ cold: R2 }, [64 * KIB]);
    expect(then?.readsBeside).toBeGreaterThan(2 * (now?.readsBeside ?? NaN));
  });
});

test('T_even of a replica in another region of S3 is transfer ÷ rent: 26.4 days', () => {
  const list = listOf({ hot: { ...STANDARD, region: 'us-west-2' } });
  // Large, so that its requests do not matter.
  const [row] = breakEvens(list, [2 ** 40], { writes: 'around', of: () => null }).rows;
  expect(((row?.evenHours ?? 0) / list.monthHours) * (365.25 / 12)).toBeCloseTo(26.47, 2);
});

describe('what a bill says', () => {
  /** Far past every allowance, where the price of one more is that of the tier the list starts in. */
  const perObject = (usage: Partial<Usage>, objects: number, from: Partial<Usage> = {}) => {
    const total = (part: Partial<Usage>) => bill([aUsage({ asOf, ...part })], archive).total;
    return (total({ ...from, ...usage }) - total({ ...from })) / objects;
  };

  test.each([4 * KIB, 300 * KIB])(
    'rent, hit, miss and fill of %d bytes are differences of bills',
    (sizeBytes) => {
      const { prices } = listOf({ cold: { ...STANDARD, region: 'us-west-2' } }).of(sizeBytes, 'around');
      const million = 1e6;
      const get = (count: number) => ({ operation: 'GetObject', count, bytesEach: sizeBytes });
      expect(
        perObject({ ...EXPRESS, byteHours: sizeBytes * 720 * million }, million, EXPRESS) / 720,
      ).toBeCloseTo(prices?.rentPerHour ?? 0, 15);
      expect(perObject({ ...EXPRESS, requests: [get(million)] }, million, EXPRESS)).toBeCloseTo(
        prices?.hit ?? 0,
        15,
      );
      const west = { ...STANDARD, region: 'us-west-2' };
      const egress = [{ to: { region: 'us-east-1' }, bytes: sizeBytes * million }];
      expect(perObject({ ...west, requests: [get(million)], egress }, million, west)).toBeCloseTo(
        prices?.pass ?? 0,
        12,
      );
      const put = [{ operation: 'PutObject', count: million, bytesEach: sizeBytes }];
      expect(perObject({ ...EXPRESS, requests: put }, million, EXPRESS)).toBeCloseTo(prices?.fill ?? 0, 12);
    },
  );
});

describe('where readers are', () => {
  const at = (place: string, cold = STANDARD) => listOf({ at: place, cold }).of(64 * KIB, 'through').prices;

  test('from outside AWS every hit pays egress, and a fill its own read', () => {
    const beside = listOf().of(64 * KIB, 'through').prices;
    const outside = at('internet/europe');
    expect((outside?.hit ?? 0) - (beside?.hit ?? 0)).toBeCloseTo((0.09 * 64) / 2 ** 20, 12);
    expect((outside?.fill ?? 0) - (beside?.fill ?? 0)).toBeCloseTo(beside?.pass ?? NaN, 15);
    expect(outside?.writeFill).toBeCloseTo(beside?.writeFill ?? NaN, 15);
  });

  test('a writer in another region of AWS pays for what it sends', () => {
    const beside = listOf().of(64 * KIB, 'through').prices;
    expect((at('aws/us-west-2')?.writeFill ?? 0) - (beside?.writeFill ?? 0)).toBeCloseTo(
      (0.02 * 64) / 2 ** 20,
      12,
    );
  });
});

describe('stores of our own making', () => {
  const edition = (prices: Record<string, unknown>, file: Record<string, unknown> = {}) =>
    anEditionFile({
      gigabyte: 1e9,
      month: '720 h',
      regions: {
        north: aRegion({ egress: { internet: '0.09 per GB', 'same-region': '0.09 per GB' }, ...prices }),
      },
      ...file,
    });
  const ask = (files: Record<string, Record<string, unknown>>, fx?: Record<string, number>) =>
    cachePriceList(anArchive(files), {
      hot: { store: 'acme/hot', region: 'north' },
      cold: { store: 'acme/cold', region: 'north' },
      asOf: '2026-02-01',
      ...(fx ? { fx } : {}),
    });

  test('a price that is not known leaves its rows open and says which it is', () => {
    const list = ask({
      'acme/hot/2026-01-01': edition({ storage: 'unknown' }),
      'acme/cold/2026-01-01': edition({}),
    });
    const { rows, missing } = breakEvens(list, [1000], {
      writes: 'around',
      of: () => ({ touches: touchesOf(exponentialGaps(1), 5), readsPerHour: null }),
    });
    expect(rows).toEqual([
      {
        sizeBytes: 1000,
        prices: null,
        evenHours: null,
        readsBeside: null,
        readsInstead: null,
        bypass: null,
        best: null,
        lru: null,
      },
    ]);
    expect(missing).toMatchObject([{ code: 'price-missing', store: 'acme/hot', meter: 'storage' }]);
    expect(bypassFromBytes(list)).toBeNull();
  });

  test('no prices at the date is said, and so are currencies without a rate', () => {
    expect(() => listOf({ asOf: '2001-01-01' })).toThrow(UnpricedError);
    const files = {
      'acme/hot/2026-01-01': edition({}, { currency: 'EUR' }),
      'acme/cold/2026-01-01': edition({}),
    };
    expect(() => ask(files)).toThrow(CurrencyError);
    const inEuro = ask({ ...files, 'acme/cold/2026-01-01': edition({}, { currency: 'EUR' }) });
    const rent = (list: ReturnType<typeof ask>) => list.of(1e6, 'around').prices?.rentPerHour ?? NaN;
    expect(rent(ask(files, { EUR: 1.25 }))).toBeCloseTo(1.25 * rent(inEuro), 15);
  });

  test('a free first tier is an allowance: the next object is priced by the tier after it', () => {
    const plain = { 'acme/hot/2026-01-01': edition({}), 'acme/cold/2026-01-01': edition({}) };
    const storage = [{ upTo: 100, price: '0 per GB-month' }, { price: '0.02 per GB-month' }];
    const tiered = { ...plain, 'acme/hot/2026-01-01': edition({ storage }) };
    const rent = (files: typeof plain) => ask(files).of(1e6, 'around').prices?.rentPerHour;
    expect(rent(tiered)).toBe(rent(plain));
    expect(rent(plain)).toBeCloseTo((0.02 * 1e-3) / 720, 15);
  });

  test('where the hot store bills a minimum time, no TTL is shorter', () => {
    const lasting = {
      rules: { storage: { averaging: 'byte-hours', minimumHours: 24, earlyDeleteOn: ['delete'] } },
    };
    const list = ask({
      'acme/hot/2026-01-01': edition(
        { storage: '2 per GB-month', egress: { internet: '0 per GB', 'same-region': '0 per GB' } },
        lasting,
      ),
      'acme/cold/2026-01-01': edition({}),
    });
    expect(list.minimumHours).toBe(24);
    const { rows } = breakEvens(list, [1e6], {
      writes: 'around',
      of: () => ({ touches: touchesOf(exponentialGaps(0.001), 50), readsPerHour: null }),
    });
    expect(rows[0]?.best).toMatchObject({ action: 'ttl', ttlHours: 24 });
  });
});
