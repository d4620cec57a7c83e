/** FOCUS files of three clouds, in the columns that each really writes, and every usage type of AWS's own list. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { usageTypeMeaning, usageTypesOf } from '#core/reconcile/aws-usage-types.ts';
import type { BillSet } from '#core/pricing/bills/bill-types.ts';
import type { Reconciliation } from '#core/reconcile/reconcile.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';
import { wholeArchive } from '#tests/sources.ts';

const COLUMNS =
  'BilledCost,BillingCurrency,ChargeCategory,ChargeDescription,ChargePeriodStart,ConsumedQuantity,ConsumedUnit,ListCost,ListUnitPrice,PricingQuantity,PricingUnit,RegionId,ServiceName,SkuId'.split(
    ',',
  );

type Row = Record<string, string | number>;

async function reconciled(rows: readonly Row[], columns: readonly string[] = COLUMNS) {
  const cell = (value: string | number = 'NULL') =>
    typeof value === 'string' && value.includes(',') ? `"${value}"` : String(value);
  const lines = rows.map((row) => columns.map((name) => cell(row[name])).join(','));
  using folder = new Folder({ 'focus.csv': [columns.join(','), ...lines].join('\n') });
  const file = path.join(folder.path, 'focus.csv');
  const { stdout, stderr, exit } = await runCli(['reconcile', file, '--json']);
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
  const table = await runCli(['reconcile', file]);
  return { answer: JSON.parse(stdout) as Reconciliation & { asides: unknown[] }, table: table.stdout };
}

const shown = ({ lines }: Reconciliation) =>
  lines.map(({ store, region, meter, reason }) => `${store}@${region} ${meter}: ${reason.code}`).toSorted();

const base = { ChargeCategory: 'Usage', BillingCurrency: 'USD', ChargePeriodStart: '2024-09-02 00:00:00' };

// Microsoft's rows of FOCUS 1.0 write "Units", and a quantity that is divided by 10,000 once too often.
const azure = (ChargeDescription: string, quantity: number, unit: string, price: number): Row => ({
  ...base,
  ChargeDescription,
  ServiceName: 'Storage Accounts',
  RegionId: 'westus',
  BilledCost: quantity * price,
  ListCost: quantity * price,
  ListUnitPrice: price,
  ConsumedQuantity: quantity,
  ConsumedUnit: unit,
  PricingQuantity: unit === 'Units' ? quantity / 10_000 : quantity,
  PricingUnit: unit,
});

test('reads the FOCUS file of Azure by meter and unit, and names what has no price here', async () => {
  const { answer, table } = await reconciled([
    azure('Tiered Block Blob - Hot LRS - Data Stored - US West', 1000, 'GB/Month', 0.0208),
    azure('Tiered Block Blob - Hot LRS - Write Operations - US West', 20, 'Units', 0.055),
    azure('Tiered Block Blob - All Other Operations - US West', 20, 'Units', 0.0044),
    azure(
      'Premium Block Blob v2 Hierarchical Namespace - LRS - All Other Operations - US West',
      2,
      'Units',
      1,
    ),
    azure('Tables - LRS Data Stored', 3, 'GB/Month', 0.045),
    azure('Files - List Operations', 3, 'Units', 0.015),
  ]);
  expect(shown(answer)).toEqual([
    '@westus Premium Block Blob v2 Hierarchical Namespace: LRS All Other Operations: no-meter',
    'azure/blob-hot@westus requests.other: same',
    'azure/blob-hot@westus requests.write: same',
    'azure/blob-hot@westus storage: same',
  ]);
  expect(answer.lines.find(({ meter }) => meter === 'requests.write')?.quantity).toBeCloseTo(200_000, 6);
  expect(answer.totals).toMatchObject([{ notPriced: { lines: 1, invoice: 2 } }]);
  expect(table).toContain('not priced here: $2.00 in 1 line');
  expect(answer.asides).toEqual(
    expect.arrayContaining([
      { what: 'Storage Accounts: Tables', rows: 1, cost: expect.closeTo(0.135, 9) as number },
    ]),
  );
});

test('reads the FOCUS file of Azure by the columns of 1.1 and 1.2', async () => {
  const columns = [...COLUMNS, 'SkuMeter', 'x_SkuMeterSubcategory', 'x_PricingBlockSize'];
  const row = { ...azure('a sentence of its own', 20, '10K', 0.055), SkuMeter: 'Hot LRS Write Operations' };
  const { answer } = await reconciled(
    [{ ...row, x_SkuMeterSubcategory: 'Tiered Block Blob', x_PricingBlockSize: 10_000 }],
    columns,
  );
  expect(shown(answer)).toEqual(['azure/blob-hot@westus requests.write: same']);
});

test('reads the FOCUS file of Google by SKU, in byte-seconds, bytes and requests', async () => {
  const google = (
    ChargeDescription: string,
    region: string,
    quantity: number,
    unit: string,
    cost: number,
  ): Row => ({
    ...base,
    ChargePeriodStart: '2026-10-01T07:00:00Z',
    ChargeDescription,
    ServiceName: 'Cloud Storage',
    RegionId: region,
    BilledCost: cost,
    ConsumedQuantity: quantity,
    ConsumedUnit: unit,
    PricingQuantity: 1,
    PricingUnit: 'gibibyte month',
  });
  // 1,000 GiB through October: 744 hours at 0.02 for 730.
  const october = 1000 * 2 ** 30 * 744 * 3600;
  const { answer } = await reconciled([
    google('Standard Storage Belgium', 'europe-west1', october, 'byte-seconds', (20 * 744) / 730),
    google('Regional Standard Class A Operations', 'europe-west1', 1e6, 'requests', 5),
    google('Standard Storage US Multi-region', 'NULL', october, 'byte-seconds', (26 * 744) / 730),
    google('Regional Nearline Class B Operations', 'us-central1', 1000, 'requests', 0.001),
    google('Nearline Data Retrieval', 'us-central1', 100 * 2 ** 30, 'bytes', 1),
    google('Nearline Storage Iowa (Early Delete)', 'us-central1', 2 ** 30 * 3600 * 730, 'byte-seconds', 0.01),
    google('Standard Storage Belgium/London Dual-region', 'eu', october, 'byte-seconds', 27),
    google('Autoclass Standard Storage London', 'europe-west2', october, 'byte-seconds', 23),
  ]);
  expect(shown(answer)).toEqual([
    '@eu Standard Storage Belgium/London Dual-region: no-meter',
    '@europe-west2 Autoclass Standard Storage London: no-meter',
    'google/nearline@us-central1 early-delete: same',
    'google/nearline@us-central1 requests.b: same',
    'google/nearline@us-central1 retrieval: same',
    'google/standard@europe-west1 requests.a: same',
    'google/standard@europe-west1 storage: same',
    'google/standard@us storage: same',
  ]);
});

test('reads the FOCUS file of AWS without its usage types, by what its descriptions name', async () => {
  const aws = (ChargeDescription: string, quantity: number, cost: number): Row => ({
    ...base,
    ChargePeriodStart: '2026-03-01 00:00:00',
    ChargeDescription,
    ServiceName: 'Amazon Simple Storage Service',
    RegionId: 'us-west-2',
    BilledCost: cost,
    PricingQuantity: quantity,
    PricingUnit: 'GB',
  });
  const { answer } = await reconciled([
    aws('$0.023 per GB - first 50 TB / month of storage used', 1000, 23),
    aws('$0.004 per 10,000 GET and all other requests', 1e6, 0.4),
    aws('$0.004 per 10,000 GET and all other requests to Intelligent-Tiering', 1e6, 0.4),
    aws('$0.005 per 1,000 PUT, COPY, POST, or LIST requests', 1000, 0.005),
    aws('$0.00 per GB data transfer out of US West (Oregon) to CloudFront', 5, 0),
    aws('$0.00 per GB - US West (Oregon) data transfer from EU (Germany)', 5, 0),
    aws('$0.02 per GB - US West (Oregon) data transfer to EU (Ireland)', 5, 0.1),
  ]);
  expect(shown(answer)).toEqual([
    '@us-west-2 US West (Oregon) data transfer to EU (Ireland): no-meter',
    'aws/s3-intelligent-tiering@us-west-2 requests.get: same',
    'aws/s3-standard@us-west-2 requests.get: same',
    'aws/s3-standard@us-west-2 requests.put: same',
    'aws/s3-standard@us-west-2 storage: same',
    'aws/transfer@us-west-2 egress.cdn: same',
  ]);
  expect(answer.totals).toMatchObject([{ notPriced: { lines: 1, invoice: 0.1 } }]);
});

test('between two sightings of a price the list has two ends, as the bill has, and no difference', async () => {
  const usage = {
    store: 'backblaze/b2',
    region: 'us-east',
    asOf: '2024-06-01',
    month: '2024-06',
    stored: '100 TB',
  };
  const stdin = JSON.stringify({ ...usage, egress: { internet: '200 TB' } });
  const focus = await runCli(['bill', '-', '--format', 'focus'], { stdin });
  const billed = JSON.parse((await runCli(['bill', '-', '--json'], { stdin })).stdout) as BillSet;
  using folder = new Folder({ 'bill.csv': focus.stdout });
  const { stdout } = await runCli(['reconcile', 'bill.csv', '--json'], { cwd: folder.path });
  const { totals } = JSON.parse(stdout) as Reconciliation;
  expect(totals).toMatchObject([
    { ours: expect.closeTo(billed.total, 6) as number, difference: null, notPriced: { lines: 0 } },
  ]);
  expect(totals[0]?.high).toBeCloseTo(billed.high ?? NaN, 6);
  const table = await runCli(['reconcile', 'bill.csv'], { cwd: folder.path });
  expect(table.stdout.split('\n')[0]).toBe('FOCUS file: $599.94 invoiced, $599.94 to $2,499.65 at list');
});

const CLASSES = ['GDA', 'GLACIER', 'INT', 'RRS', 'SIA', 'STANDARD', 'ZIA'];

/** docs.aws.amazon.com/AmazonS3/latest/userguide/aws-usage-report-understand.html, without what is counted by request of Glacier. */
const LISTED = {
  free: [
    'USE2-AWS-In-Bytes',
    'C3DataTransfer-In-Bytes',
    'CloudFront-In-Bytes',
    'DataTransfer-In-Bytes',
    'S3G-DataTransfer-In-Bytes',
    'S3G-DataTransfer-Out-Bytes',
    'StorageObjectCount',
    ...CLASSES.flatMap((one) => [
      `BytesDeleted-${one}`,
      `OverwriteBytes-Copy-${one}`,
      `OverwriteBytes-Put-${one}`,
    ]),
  ],
  priced: [
    'USE2-AWS-Out-Bytes',
    'BatchOperations-Jobs',
    'BatchOperations-Objects',
    'C3DataTransfer-Out-Bytes',
    'CloudFront-Out-Bytes',
    'DataTransfer-Out-Bytes',
    'DataTransfer-Regional-Bytes',
    ...['EarlyDelete-SIA', 'EarlyDelete-SIA-SmObjects', 'EarlyDelete-ZIA', 'EarlyDelete-ZIA-SmObjects'],
    'Inventory-ObjectsListed',
    'Monitoring-Automation-INT',
    ...['', 'INT-', 'SIA-', 'ZIA-', 'GIR-', 'XZ-'].flatMap((one) => [
      `Requests-${one}Tier1`,
      `Requests-${one}Tier2`,
    ]),
    'Requests-Tier4',
    'Retrieval-SIA',
    'Retrieval-ZIA',
    'S3RTC-Out-Bytes',
    'StorageAnalytics-ObjCount',
    'TagStorage-TagHrs',
    ...['', 'INT-FA-', 'INT-IA-', 'SIA-', 'ZIA-'].map((one) => `TimedStorage-${one}ByteHrs`),
    'TimedStorage-SIA-SmObjects',
    'TimedStorage-ZIA-SmObjects',
  ],
  unpriced: [
    'USE2-AWS-In-ABytes',
    'USE2-AWS-In-ABytes-T1',
    'USE2-AWS-Out-ABytes',
    'USE2-AWS-Out-ABytes-T2',
    'EarlyDelete-INT',
    ...['', 'INT-', 'SIA-', 'ZIA-'].flatMap((one) => [
      `Select-Returned-${one}Bytes`,
      `Select-Scanned-${one}Bytes`,
    ]),
    'TimedStorage-RRS-ByteHrs',
  ],
};

test("knows what each of AWS's usage types is, or leaves it to be named as not priced", () => {
  const known = usageTypesOf(wholeArchive());
  const kindOf = (type: string) => {
    const { billed } = usageTypeMeaning(`EU-${type}`, known);
    return billed === 'free' ? 'free' : billed === null ? 'unpriced' : 'priced';
  };
  for (const [kind, types] of Object.entries(LISTED))
    expect(types.map((type) => [type, kindOf(type)])).toEqual(types.map((type) => [type, kind]));
});

test("bills what stands beside a bucket at AWS's list, and tells transitions into classes apart", async () => {
  const columns = [...COLUMNS, 'x_UsageType', 'x_Operation'];
  const row = (type: string, quantity: number, cost: number, operation = 'NULL'): Row => ({
    ...base,
    ChargePeriodStart: '2026-03-01T00:00:00Z',
    ServiceName: 'Amazon Simple Storage Service',
    RegionId: 'eu-central-1',
    BilledCost: cost,
    PricingQuantity: quantity,
    x_UsageType: `EUC1-${type}`,
    x_Operation: operation,
  });
  // Per million: 0.0027 listed, 0.10 analysed, 1.00 by a batch; 0.25 a job; 0.0065 for 10,000 tags a month.
  const { answer } = await reconciled(
    [
      row('Inventory-ObjectsListed', 1e9, 2.7),
      row('StorageAnalytics-ObjCount', 1e9, 100),
      row('BatchOperations-Jobs', 4, 1),
      row('BatchOperations-Objects', 1e6, 1),
      row('TagStorage-TagHrs', 1e6, 0.65),
      row('Requests-Tier4', 1000, 0.02, 'S3-GIRTransition'),
      row('Requests-Tier4', 1000, 0.01, 'S3-INTTransition'),
    ],
    columns,
  );
  expect(shown(answer).map((line) => line.replace(/^.*@eu-central-1 /, ''))).toEqual([
    'transition: same',
    'transition: same',
    'monitoring: same',
    'requests.analytics: same',
    'requests.batch-jobs: same',
    'requests.batch-objects: same',
    'requests.inventory: same',
  ]);
});
