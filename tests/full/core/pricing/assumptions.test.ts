/** Meanings that we read into price lists stand in the bill with what the other meaning would change. Figures by hand. */
import { expect, it } from 'vitest';
import { describeFinding } from '#core/findings/index.ts';
import { withAssumptions } from '#core/pricing/bills/assumptions.ts';
import { bill } from '#core/pricing/bills/bill.ts';
import { parseBillRequest } from '#core/pricing/bills/usage-file.ts';
import { wholeArchive } from '#tests/sources.ts';

const archive = wholeArchive();

function assumptionsIn(request: Record<string, unknown>) {
  const { usages, options } = parseBillRequest(
    'usages' in request ? request : { asOf: '2026-03-01', ...request },
  );
  return withAssumptions(bill(usages, archive, options), usages, archive, options).bills.flatMap(
    ({ findings }) => findings.filter((one) => one.code === 'assumption'),
  );
}

it('says what 1 TB of R2 would cost in March by the other gigabyte and by the other month', () => {
  const found = assumptionsIn({
    store: 'cloudflare/r2-standard',
    region: 'weur',
    stored: '1 TB',
    month: '2026-03',
  });
  // Taken: 1,000 × 744/720 = 1,033.3, rounded up to 1,034, less 10 free: 1,024 × 0.015 = 15.36.
  // By 2^30: 962.4, so 953 × 0.015 = 14.295. By the calendar: 1,000, so 990 × 0.015 = 14.85.
  expect(found.map(({ difference }) => difference)).toEqual([
    expect.closeTo(14.295 - 15.36, 9),
    expect.closeTo(14.85 - 15.36, 9),
  ]);
  expect(found.map((one) => describeFinding(one))).toEqual([
    'One GB of cloudflare/r2-standard is taken as 10^9 bytes. With 2^30 bytes the bill is $1.06 lower. Its limits page counts in powers of ten, and an example of its Data Catalog needs 1 GB = 1,024 MB.',
    'A month of cloudflare/r2-standard is taken as 720 hours. With the hours of each month the bill is $0.51 lower. Its page averages daily peaks over 30 days, and an average does not grow in a month of 31.',
  ]);
});

it('says what egress of two AWS regions would cost in bands of their own', () => {
  const sent = { store: 'aws/s3-standard', asOf: '2026-11-20', egress: { internet: '10 TiB' } };
  const found = assumptionsIn({
    usages: [
      { ...sent, region: 'us-east-1' },
      { ...sent, region: 'eu-west-1' },
    ],
  });
  // The second 10,240 GiB fill the second band, at 0.085; alone they fill the first, at 0.09.
  expect(found.reduce((sum, { difference }) => sum + difference, 0)).toBeCloseTo(10_240 * 0.005, 6);
  expect(assumptionsIn({ ...sent, region: 'us-east-1' })).toEqual([]);
});

it.each(['tigris/standard', 'google/standard'])(
  'has nothing to say of %s, which defines its units',
  (store) => {
    expect(
      assumptionsIn({ store, region: store.startsWith('google') ? 'us-east1' : 'global', stored: '1 TB' }),
    ).toEqual([]);
  },
);

it("keeps Wasabi's TB at 1,024 GB where its GB would be 10^9 bytes: 100 TB cost $53.60 more", () => {
  const usage = { store: 'wasabi/pay-as-you-go', region: 'us-east-1', asOf: '2026-11-01', days: 30 };
  const found = assumptionsIn({ ...usage, stored: '100 TB', objectSize: '1 MB' });
  // Taken: 93,132.26 GB of 2^30 bytes, 1,024 of them at 7.99. By 10^9: 100,000.
  expect(found.map(({ difference }) => difference)).toEqual([
    expect.closeTo((100_000 / 1024 - 1e14 / 2 ** 40) * 7.99, 6),
  ]);
});
