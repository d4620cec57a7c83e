/** Unknown prices at the low and the high end of what they can be, with figures by hand. */
import { expect, it } from 'vitest';
import type { Archive } from '#core/pricing/archive.ts';
import { bill } from '#core/pricing/bills/bill.ts';
import type { BillOptions } from '#core/pricing/bills/bill-types.ts';
import type { Usage } from '#core/pricing/bills/usage.ts';
import { GIB, aUsage, anArchive } from '#tests/helpers/an-archive.ts';
import { anEditionFile, aRegion } from '#tests/helpers/an-edition.ts';
import { wholeArchive } from '#tests/sources.ts';

/** Low and high; null where nothing bounds it. */
function endsOf(archive: Archive, usage: Partial<Usage>, options?: BillOptions): [number, number | null] {
  const { total, high, atLeast } = bill([aUsage(usage)], archive, options);
  if (high !== total) expect(atLeast).toBe(true);
  return [total, high];
}

const HOURS = 720;
const stored = (gib: number) => ({
  byteHours: gib * GIB * HOURS,
  period: { days: 30 },
  held: [{ sizeBytes: 1e8, objectHours: ((gib * GIB) / 1e8) * HOURS }],
});

it('bills a later tier that nobody knows at the one before it, and at half of that', () => {
  // 500,000 objects of 100 MB a day, kept for 7 days: 350 TB are 325,962.9 GiB, of which 51,200 at $0.0208 are $1,064.96. The other
  // 274,762.9 are $2,857.53 at half of that price and $5,715.07 at all of it. 15M PUTs × $0.05/10,000 = $75, 60M GETs × $0.004/10,000 = $24.
  const used = {
    ...stored(3.5e14 / GIB),
    store: 'azure/blob-hot',
    region: 'eastus',
    asOf: '2026-11-20',
    requests: [
      { operation: 'PutObject', count: 15e6, bytesEach: 1e8 },
      { operation: 'GetObject', count: 60e6, bytesEach: 1e8 },
    ],
  };
  const [low, high] = endsOf(wholeArchive(), used);
  expect(low).toBeCloseTo(4021.49, 1);
  expect(high).toBeCloseTo(6879.03, 1);
});

it('bills egress out of a region without a price at what the provider asks in its other regions', () => {
  // AWS asks from $0.05 (past 150 TB in Virginia) to $0.155 (GovCloud); the first 100 GiB of the account are free.
  const used = {
    store: 'aws/s3-standard',
    region: 'ap-east-2',
    asOf: '2026-11-20',
    egress: [{ to: 'internet' as const, bytes: 1000 * GIB }],
  };
  const [low, high] = endsOf(wholeArchive(), used);
  expect(low).toBeCloseTo(900 * 0.05, 6);
  expect(high).toBeCloseTo(900 * 0.155, 6);
});

/** Two stores of one provider: `acme/cold` has no price for a retrieval and for lists. What its CDN and others ask is no guide. */
function acme(retrieval = '0.02 per GB'): Archive {
  const priced = (list: string, prices: Record<string, unknown> = {}) =>
    aRegion({ requests: { put: '5 per 1M requests', get: '0 per request', list }, ...prices });
  const file = (regions: Record<string, unknown>, more = {}) =>
    anEditionFile({
      operations: { classes: { put: ['PutObject'], get: ['GetObject'], list: ['ListObjectsV2'] } },
      regions,
      ...more,
    });
  const retrieving = { rules: { storage: { averaging: 'byte-hours' }, retrieval: {} } };
  const edge = { requests: { put: 'unknown', get: 'unknown', list: '50 per 1M requests' } };
  return anArchive({
    'acme/warm/2026-01-01': file(
      {
        north: priced('4 per 1M requests', { retrieval }),
        south: priced('9 per 1M requests', { retrieval }),
      },
      retrieving,
    ),
    'acme/cold/2026-01-01': file({ south: priced('unknown', { retrieval: 'unknown' }) }, retrieving),
    'acme/cdn/2026-01-01': file(
      { south: { ...edge, serves: ['internet/europe'], egress: { internet: '0.09 per GB' } } },
      { kind: 'cdn' },
    ),
    'other/store/2026-01-01': file({ south: priced('70 per 1M requests') }),
  });
}

const lists = {
  store: 'acme/cold',
  region: 'south',
  asOf: '2026-02-01',
  requests: [{ operation: 'ListObjectsV2', count: 1e6, bytesEach: 0 }],
};
const retrieved = { ...lists, requests: [{ operation: 'GetObject', count: 1, bytesEach: 100 * GIB }] };

it('takes the cheapest and the dearest price of the meter among the stores of the provider', () => {
  expect(endsOf(acme(), lists)).toEqual([4, 9]);
});

it('takes what is negotiated for the store off either end', () => {
  expect(endsOf(acme(), lists, { discounts: { 'acme/cold': 0.5, 'acme/warm': 0.9 } })).toEqual([2, 4.5]);
});

it('leaves open what no store of the provider has a price for', () => {
  const [low, high] = endsOf(acme(), retrieved);
  expect([low, high]).toEqual([expect.closeTo(2, 5), expect.closeTo(2, 5)]);
  expect(endsOf(acme('unknown'), retrieved)[1]).toBeNull();
});

it('leaves known prices as they are', () => {
  const used = { ...lists, requests: [{ operation: 'PutObject', count: 1e6, bytesEach: 1 }] };
  expect(endsOf(acme(), used)).toEqual([expect.closeTo(5, 9), expect.closeTo(5, 9)]);
});
