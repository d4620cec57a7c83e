/**
 * Prices beside those of s3compare.io, a table that somebody else keeps by hand (zeroservices/s3compare.io_data @ ec03fac, seen unchanged
 * from the first day here to 2026-01-22). It is a witness and no source: no edition is made of it.
 */
import { expect, test } from 'vitest';
import { parseRate } from '#core/pricing/editions/rate.ts';
import type { Price } from '#core/pricing/editions/edition.ts';
import { resolvePrices, transferRegion } from '#core/pricing/sheets/resolve.ts';
import { archive } from '#tests/helpers/prices/listed.ts';

/** Of the first band, for 1000 GB. */
const perTerabyte = (price: Price | undefined) => {
  const first = typeof price === 'string' ? price : price?.[0]?.price;
  return first === undefined ? null : (parseRate(first, 1000, 730).amount ?? NaN) * 1000;
};

test.each([
  ['aws/s3-standard', 'us-east-1', '2024-07-28', 23, 90],
  ['aws/s3-glacier-instant-retrieval', 'us-east-1', '2024-07-28', 4, 90],
  ['google/standard', 'us-central1', '2024-07-28', 20, 120],
  ['cloudflare/r2-standard', 'weur', '2024-07-28', 15, 0],
  ['backblaze/b2', 'us-west', '2025-02-01', 6, 10],
  ['wasabi/pay-as-you-go', 'us-east-1', '2024-07-28', 6.99, 0],
  ['storj/legacy', undefined, '2025-08-01', 4, 7],
] as const)('%s in %s on %s is $%d a TB-month, and $%d a TB sent', (store, region, asOf, stored, sent) => {
  const found = resolvePrices(archive, { store, region, asOf });
  if (!('edition' in found)) throw new Error(found.findings[0].code);
  const { prices, transfer } = found;
  const egress =
    prices.egress === 'transfer'
      ? transfer && transferRegion(transfer, found.region)?.internet.tiers
      : prices.egress.internet;
  expect(perTerabyte(prices.storage)).toBeCloseTo(stored, 6);
  expect(perTerabyte(egress ?? undefined)).toBeCloseTo(sent, 6);
});
