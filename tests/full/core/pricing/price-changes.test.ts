/** Dates between two sightings of a price: the bill is made with either edition, with figures by hand. */
import { expect, it } from 'vitest';
import { bill } from '#core/pricing/bills/bill.ts';
import { archiveEnds, withChanged } from '#core/pricing/ends.ts';
import type { Usage } from '#core/pricing/bills/usage.ts';
import { GIB, aUsage, anArchive } from '#tests/helpers/an-archive.ts';
import { anEditionFile, aRegion } from '#tests/helpers/an-edition.ts';
import { wholeArchive } from '#tests/sources.ts';

const HOURS = 720;

/** 100 TB stored, 200 TB sent and 100M GETs: $5 a TB and 1 GB a day free in 2023, $6 a TB and three times what is stored free in 2025. */
const onB2 = (asOf: string): Usage =>
  aUsage({
    store: 'backblaze/b2',
    region: 'us-east',
    asOf,
    period: { days: 30 },
    byteHours: 1e14 * HOURS,
    held: [],
    requests: [{ operation: 'GetObject', count: 1e8, bytesEach: 2e6 }],
    egress: [{ to: 'internet', bytes: 2e14 }],
  });

it('makes the bill with each edition: the total is the smaller one, the high end the larger', () => {
  // 2023: 99,990 × 0.005 + 99,925,000 × 0.004 / 10,000 + 199,970 × 0.01. 2025: 99,990 × 0.006 + 39.97.
  const { total, high, atLeast, bills } = bill([onB2('2024-06-01')], wholeArchive());
  expect(total).toBeCloseTo(599.94 + 39.97, 2);
  expect(high).toBeCloseTo(499.95 + 39.97 + 1999.7, 2);
  expect(atLeast).toBe(true);
  expect(bills[0]?.reasons).toEqual([
    { code: 'price-changed-between', meter: null, edition: 'backblaze/b2/2025-01-16.2' },
  ]);
  expect(bills[0]?.findings).toContainEqual({
    code: 'price-changed-between',
    store: 'backblaze/b2',
    after: '2023-04-02',
    by: '2025-01-16',
  });
  expect(bills[0]?.lines.reduce((sum, { amount }) => sum + (amount ?? NaN), 0)).toBeCloseTo(total, 9);
});

it.each(['2023-04-02', '2025-01-16'])('has one total on %s, a day of a sighting', (asOf) => {
  const { total, high, bills } = bill([onB2(asOf)], wholeArchive());
  expect(high).toBe(total);
  expect(bills[0]?.reasons).toEqual([]);
});

it('knows nothing of a later sighting that was recorded after the day of what is known', () => {
  const before = { ...onB2('2024-06-01'), knownOn: '2026-11-19' };
  const later = bill([{ ...before, knownOn: '2026-11-20' }], wholeArchive());
  expect(later.atLeast).toBe(true);
  expect(bill([before], wholeArchive()).bills[0]?.edition).toBe('');
});

it.each([
  ['2025-04-10', 0.000009, 0.000009],
  ['2025-04-11', 0.000009, 9],
  ['2025-08-24', 0.000009, 9],
  ['2025-08-25', 9, 9],
  ['2026-06-01', 9, 9],
])(
  'bills one write to R2 Infrequent Access on %s as one, or as the million it is rounded up to',
  (asOf, low, high) => {
    const write = aUsage({
      store: 'cloudflare/r2-infrequent-access',
      region: 'weur',
      asOf,
      requests: [{ operation: 'PutObject', count: 1, bytesEach: 0 }],
    });
    const { total, high: most } = bill([write], wholeArchive());
    expect([total, most]).toEqual([expect.closeTo(low, 9), expect.closeTo(high, 9)]);
  },
);

it('leaves the older price standing until a change whose day is known', () => {
  const store = (storage: string, more = {}) =>
    anEditionFile({ regions: { north: aRegion({ storage }) }, ...more });
  const archive = anArchive({
    'acme/warm/2026-01-01': store('0.01 per GB-month'),
    'acme/warm/2026-06-01': store('0.02 per GB-month', { confirmed: '2026-06-01' }),
  });
  const used = aUsage({
    store: 'acme/warm',
    region: 'north',
    asOf: '2026-05-01',
    period: { days: 30 },
    byteHours: 100 * GIB * HOURS,
  });
  const { total, high } = bill([used], archive);
  expect(high).toBe(total);
});

it('takes the later edition of the stores that are named, and of no others', () => {
  const archive = wholeArchive();
  const later = withChanged(archive, new Set(['backblaze/b2']));
  expect(bill([onB2('2024-06-01')], later).bills[0]?.edition).toBe('backblaze/b2/2025-01-16.2');
  expect(withChanged(archive, new Set())).toBe(archive);
  expect(archiveEnds(later).low.changed).toEqual(new Set(['backblaze/b2']));
});

it('names the source of each meter: B2 on 2025-06-01 has one for storage, one for requests and one for egress', () => {
  const used = { ...onB2('2025-06-01'), egress: [{ to: 'internet' as const, bytes: 4e14 }] };
  const [one] = bill([used], wholeArchive()).bills;
  const sourceOf = (meter: string) => one?.lines.find((line) => line.meter === meter)?.source;
  expect(sourceOf('storage')).toMatch(/github\.com.*issues\/2$/);
  expect(sourceOf('requests.b')).toMatch(/b2-transactions-price\.html$/);
  expect(sourceOf('egress.internet')).toMatch(/leanopstech\.com/);
});

it('names the page that has the price, not the first of the edition: Google, AWS transfer, Hetzner, Scaleway', () => {
  const sourceOf = (store: string, region: string, asOf: string, meter: string) => {
    const used = aUsage({
      store,
      region,
      asOf,
      byteHours: 1e15,
      requests: [{ operation: 'PutObject', count: 1e6, bytesEach: 1e6 }],
      egress: [
        { to: 'internet', bytes: 1e13 },
        { to: 'same-region', bytes: 1e12 },
      ],
    });
    const lines = bill([used], wholeArchive()).bills.flatMap((one) => one.lines);
    return lines.find((line) => line.meter === meter)?.source;
  };
  const asked = (name: string) => sourceOf('google/standard', 'us', '2026-10-01', name);
  expect(asked('storage')).toMatch(/Cyclenerd/);
  expect(asked('requests.a')).toBe('https://cloud.google.com/storage/pricing');
  expect(sourceOf('google/standard', 'us-central1', '2026-10-01', 'storage')).toBe(asked('requests.a'));
  expect(sourceOf('google/standard-hns', 'us-east4', '2026-10-01', 'requests.a')).toMatch(/Cyclenerd/);
  expect(sourceOf('aws/s3-standard', 'eu-west-3', '2026-10-01', 'egress.internet')).toMatch(/infracost/);
  expect(sourceOf('aws/s3-standard', 'ap-southeast-3', '2026-10-01', 'egress.internet')).toMatch(/skyplane/);
  expect(sourceOf('aws/s3-standard', 'eu-west-3', '2026-10-01', 'egress.same-region')).toMatch(/s3\/pricing/);
  expect(sourceOf('hetzner/object-storage', 'fsn1', '2025-01-01', 'egress.internet')).toMatch(/calculator/);
  expect(sourceOf('scaleway/one-zone', 'fr-par', '2026-02-01', 'storage')).toMatch(/pull\/6023/);
  expect(sourceOf('scaleway/one-zone', 'fr-par', '2026-02-01', 'egress.internet')).toMatch(/faq\.mdx/);
});
