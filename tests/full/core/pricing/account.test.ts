/** What an account uses already: bands, free units and rounding begin there. Figures by hand. */
import { expect, it } from 'vitest';
import { bill } from '#core/pricing/bills/bill.ts';
import { parseBillRequest } from '#core/pricing/bills/usage-file.ts';
import { accountIssues } from '#core/scenario/check-names.ts';
import { wholeArchive } from '#tests/sources.ts';

const archive = wholeArchive();

function totalOf(usage: Record<string, unknown>, account: Record<string, unknown> = {}): number {
  const { usages, options } = parseBillRequest({ asOf: '2026-11-20', ...usage, account });
  return bill(usages, archive, options).total;
}

const TEN_TIB = { store: 'aws/s3-standard', region: 'us-east-1', stored: '10 TiB' };

it('fills the bands of S3 in the region: after 600 TiB, 10 TiB cost $0.021 a GiB', () => {
  expect(totalOf(TEN_TIB)).toBeCloseTo(235.52, 2);
  for (const name of ['aws', 'aws/us-east-1', 'aws/s3-standard'])
    expect(totalOf(TEN_TIB, { [name]: { stored: '600 TiB' } }), name).toBeCloseTo(215.04, 2);
});

it('counts in the region that is named, and a nearer figure before a wider one', () => {
  expect(totalOf(TEN_TIB, { 'aws/us-west-2': { stored: '600 TiB' } })).toBeCloseTo(235.52, 2);
  const both = { aws: { stored: '600 TiB' }, 'aws/us-east-1': { stored: '0' } };
  expect(totalOf(TEN_TIB, both)).toBeCloseTo(235.52, 2);
});

it('grants what is free once: 5 GiB of Google are $0.10 where 10 GiB lie there already', () => {
  const five = { store: 'google/standard', region: 'us-central1', stored: '5 GiB' };
  expect(totalOf(five)).toBe(0);
  expect(totalOf(five, { google: { stored: '10 GiB' } })).toBeCloseTo(0.1, 9);
});

it('begins with the requests that were made: those of R2 are free up to a million, and rounded up together', () => {
  const puts = { store: 'cloudflare/r2-standard', region: 'weur', requests: { PutObject: '1.2M' } };
  expect(totalOf(puts)).toBeCloseTo(4.5, 9);
  // 2.2M in all are billed as three, of which the first is free and paid for.
  expect(totalOf(puts, { cloudflare: { requests: { a: '1M' } } })).toBeCloseTo(9, 9);
  // 1.3M in all are billed as two, of which the 0.1M before them have used the free one whole.
  expect(totalOf(puts, { cloudflare: { requests: { a: '0.1M' } } })).toBeCloseTo(4.5, 9);
});

it('tops up no month of an account that uses the store already: 100 GiB of Wasabi are $0.78 beside 600 TiB', () => {
  const stored = { store: 'wasabi/pay-as-you-go', region: 'us-east-1', stored: '100 GiB' };
  expect(totalOf(stored)).toBeCloseTo(7.99, 9);
  // 100 / 1024 × 7.99
  expect(totalOf(stored, { wasabi: { stored: '600 TiB' } })).toBeCloseTo(0.78027, 5);
});

it('charges no second subscription: 100 GiB of Spaces are $2 beside 1 TiB, and in what is included beside 100 GiB', () => {
  const stored = { store: 'digitalocean/spaces', region: 'nyc3', stored: '100 GiB' };
  expect(totalOf(stored)).toBe(5);
  expect(totalOf(stored, { digitalocean: { stored: '1 TiB' } })).toBeCloseTo(2, 9);
  expect(totalOf(stored, { digitalocean: { stored: '100 GiB' } })).toBe(0);
});

it('sums over its places what a provider sums over the account', () => {
  const sent = { store: 'google/standard', region: 'us-east1', egress: { internet: '10 TiB' } };
  const places = {
    'google/us-east1': { internetEgress: '5 TiB' },
    'google/us-west1': { internetEgress: '5 TiB' },
  };
  expect(totalOf(sent, places)).toBe(totalOf(sent, { google: { internetEgress: '10 TiB' } }));
});

it.each([
  [{ awss: {} }, 'account', 'aws'],
  [{ 'aws/us-esat-1': {} }, 'account', 'aws/us-east-1'],
  [{ cloudflare: { requests: { c: 1 } } }, 'account.cloudflare.requests.c', undefined],
  [{ 'aws/s3-standard': { requests: { gett: 1 } } }, 'account.aws/s3-standard.requests.gett', 'get'],
])('refuses what counts for nothing: %j', (account, path, suggestion) => {
  const [issue, ...more] = accountIssues(account, archive);
  expect([issue?.path, issue?.suggestion, more]).toEqual([path, suggestion, []]);
});

it('refuses what is used at a provider that bills nothing here', () => {
  expect(accountIssues({ google: { storedBytes: 1 } }, archive, ['aws'])).toEqual([
    {
      path: 'account.google',
      message: expect.stringContaining('nothing here is billed by google') as string,
    },
  ]);
});
