/** Prices of past days laid beside the records that they are from, by hand. */
import { expect, test } from 'vitest';
import { resolvePrices } from '#core/pricing/sheets/resolve.ts';
import { archive, bands } from '#tests/helpers/prices/listed.ts';

function pricesOn(store: string, region: string | undefined, asOf: string) {
  const found = resolvePrices(archive, { store, region, asOf });
  if (!('edition' in found)) throw new Error(`${store}: ${found.findings[0].code}`);
  return found;
}

test.each([
  ['aws/s3-standard-ia', 'eu-central-1', '2022-06-01', '0.0135'],
  ['aws/s3-glacier-deep-archive', 'sa-east-1', '2022-06-01', '0.0032'],
  ['aws/s3-one-zone-ia', 'me-central-1', '2022-09-01', '0.01104'],
  ['aws/s3-standard', 'af-south-1', '2023-01-01', '0.0274 <51200, 0.0262 <512000, 0.025'],
  ['aws/s3-glacier-flexible-retrieval', 'us-east-1', '2021-10-01', '0.004'],
  ['aws/s3-glacier-flexible-retrieval', 'us-east-1', '2022-01-01', '0.0036'],
  ['google/nearline', 'us', '2022-06-01', '0.01'],
  ['google/nearline', 'us', '2023-06-01', '0.015'],
  ['google/archive', 'eu', '2022-06-01', '0.004'],
  ['google/archive', 'eu', '2022-11-01', '0.0024'],
  ['google/standard', 'eur4', '2023-01-01', '0.036'],
  ['google/standard', 'eur4', '2023-05-01', '0.044'],
  ['google/standard', 'us-central1', '2022-03-01', '0.02'],
  ['azure/blob-cool', 'westus', '2021-07-01', '0.0152'],
  ['azure/blob-cool', 'westus', '2022-03-01', '0.0115'],
  ['azure/blob-cool-ra-grs', 'westus', '2022-01-01', '0.035'],
  ['azure/blob-cool-ra-grs', 'westus', '2022-03-01', '0.0288'],
  ['azure/blob-hot', 'westeurope', '2026-08-15', '0.0196 <51200, 0.018816 <512000, 0.018032'],
  ['azure/blob-hot', 'belgiumcentral', '2026-08-15', 'unknown <51200, unknown <512000, 0.018'],
  ['cloudflare/r2-standard', 'weur', '2022-06-01', '0.015'],
  ['tigris/infrequent-access', 'global', '2024-11-15', '0.01'],
] as const)('%s in %s on %s: storage %s', (store, region, asOf, storage) => {
  expect(bands(pricesOn(store, region, asOf).prices.storage)).toBe(storage);
});

test('bands that were reckoned are marked', () => {
  const { edition, prices } = pricesOn('azure/blob-hot', 'westeurope', '2026-08-15');
  expect(prices.confidence ?? edition.confidence).toBe('secondary');
  expect(edition.notes.join(' ')).toMatch(/over 0\.92/);
});

test('S3 Standard of us-east-1 is whole since 2021-05-28, that of Ireland since 2024-09-25', () => {
  expect(pricesOn('aws/s3-standard', 'us-east-1', '2021-06-01').prices.requests).toEqual({
    put: '0.005 per 1000 requests',
    get: '0.0004 per 1000 requests',
  });
  expect(pricesOn('aws/s3-standard', 'eu-west-1', '2024-09-24').prices.requests['get']).toBe('unknown');
  expect(pricesOn('aws/s3-standard', 'eu-west-1', '2024-09-25').prices.requests['get']).toBe(
    '0.0004 per 1000 requests',
  );
});

test('a region has no price before it was sold', () => {
  expect(
    resolvePrices(archive, { store: 'aws/s3-standard', region: 'il-central-1', asOf: '2023-07-31' }),
  ).toHaveProperty('findings[0].code', 'region-missing');
});

test('the least that Storj billed was 50 dollars for half a month', () => {
  const minimum = (asOf: string) => pricesOn('storj/standard', undefined, asOf).prices.minimum?.price;
  expect([minimum('2026-07-01'), minimum('2026-07-14'), minimum('2026-07-15')]).toEqual([
    '50.00 per month',
    '50.00 per month',
    '5.00 per month',
  ]);
});

test('Railway rounds up to whole GB-months since 2025-11-29', () => {
  expect(pricesOn('railway/buckets', undefined, '2025-11-29').edition.rules.storage.quantum).toBe(1);
});
