/** Arbitrary usages of every store of an archive, in every region and at the date of every edition. */
import fc from 'fast-check';
import type { Archive } from '#core/pricing/archive.ts';
import { sheetOf } from '#core/pricing/sheets/sheet-of.ts';
import type { Period, Usage } from '#core/pricing/bills/usage.ts';

export interface PricedStore {
  store: string;
  region: string;
  asOf: string;
}

/** Every (store, region, edition) that has prices, a provider's bare data transfer included. */
export function pricedStores(archive: Archive): PricedStore[] {
  const stores = archive.stores.flatMap((store) =>
    archive.editions(store).flatMap((edition) => {
      const places = edition.places.map((place) => place.slice(place.indexOf('/') + 1));
      return [...Object.keys(edition.regions), ...places].map((region) => ({
        store,
        region,
        asOf: edition.date,
      }));
    }),
  );
  const providers = [...new Set(archive.stores.map((store) => store.split('/')[0] ?? ''))];
  const transfers = providers.flatMap((provider) =>
    archive.transfers(provider).flatMap((table) =>
      Object.keys(table.regions).map((region) => ({
        store: `${provider}/transfer`,
        region,
        asOf: table.date,
      })),
    ),
  );
  return [...stores, ...transfers];
}

/** Those of them that have prices on a date: a store may have ended, and another not begun. */
export function pricedOn(archive: Archive, asOf: string): PricedStore[] {
  return pricedStores(archive)
    .map((one) => ({ ...one, asOf }))
    .filter((one) => 'meters' in sheetOf(archive, one, {}));
}

/** Euros and dollars in one total. */
export const FX = { EUR: 1.25, date: '2026-11-20' };

const OPERATIONS = [
  'PutObject',
  'UploadPart',
  'CompleteMultipartUpload',
  'GetObject',
  'HeadObject',
  'ListObjectsV2',
  'DeleteObject',
  'CopyObject',
  'RestoreObject',
  'RestoreObjectBulk',
  'EventNotification',
  'NobodyKnows',
];
const DESTINATIONS: Usage['egress'][number]['to'][] = [
  'internet',
  'same-region',
  'other-region',
  'other-zone',
  'cdn',
  'partner',
  { region: 'us-east-1' },
  { region: 'us-east-2' },
  { region: 'eu-west-1' },
  { internet: 'AU' },
  { internet: 'asia' },
];

/** Mostly zero or modest, at times past every tier edge and allowance; what is not zero is at least `smallest`. */
export const amount = (largest: number, smallest = 0) =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant(0) },
    { weight: 3, arbitrary: fc.double({ min: smallest, max: largest / 1e4, noNaN: true }) },
    { weight: 3, arbitrary: fc.double({ min: smallest, max: largest, noNaN: true }) },
  );

const size = fc.oneof(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 5e9 }));

export function anyAmounts(smallest = 0): fc.Arbitrary<Omit<Usage, 'store' | 'region' | 'asOf' | 'period'>> {
  return fc
    .record({
      byteHours: amount(5e18, smallest),
      held: fc.array(fc.record({ sizeBytes: size, objectHours: amount(1e11, smallest) }), { maxLength: 3 }),
      unreadShare: fc.option(fc.double({ min: 0, max: 0.33, noNaN: true })),
      unreadBytes: size,
      requests: fc.array(
        fc
          .record({
            operation: fc.constantFrom(...OPERATIONS),
            count: amount(1e9, smallest),
            bytesEach: fc.option(size, { nil: undefined, freq: 8 }),
          })
          .map(({ bytesEach, ...one }) => (bytesEach === undefined ? one : { ...one, bytesEach })),
        { maxLength: 6 },
      ),
      egress: fc.array(fc.record({ to: fc.constantFrom(...DESTINATIONS), bytes: amount(1e15, smallest) }), {
        maxLength: 4,
      }),
      deletedEarly: fc.array(
        fc.record({
          bytes: amount(1e14, smallest),
          sizeBytes: size,
          ageHours: fc.double({ min: 0, max: 3000, noNaN: true }),
        }),
        { maxLength: 2 },
      ),
      transitionsIn: amount(1e8, smallest),
      buckets: fc.integer({ min: 0, max: 5000 }),
    })
    .map(({ unreadShare, unreadBytes, ...usage }) => {
      if (unreadShare === null) return usage;
      // The least of doubles is nothing once it is divided: less than a thousandth is none.
      const unread = unreadShare * usage.byteHours;
      const byteHours = unread < 1e-3 ? 0 : unread;
      const tiers = ['infrequent', 'archive-instant', 'archive-access'];
      return { ...usage, accessTiers: tiers.map((tier) => ({ tier, sizeBytes: unreadBytes, byteHours })) };
    });
}

/** Mostly not stated. */
export const anySubscriptions: fc.Arbitrary<Pick<Usage, 'subscriptions'>> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 40 }).map((subscriptions) => ({ subscriptions })) },
);

export const anyPeriod: fc.Arbitrary<Period> = fc.oneof(
  fc.constant('edition-month' as const),
  fc.integer({ min: 1, max: 31 }).map((days) => ({ days })),
  fc.constantFrom('2026-02', '2024-02', '2026-03', '2026-04').map((monthOf) => ({ monthOf })),
  fc.integer({ min: 1, max: 744 }).map((hours) => ({ hours })),
);
