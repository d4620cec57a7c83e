/** Invoices beside our bill of the same use, from real files of every form, and what is said of those that are none. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Reconciliation } from '#core/reconcile/reconcile.ts';
import type { Plan } from '#core/report/plan-types.ts';
import { openNative } from '#query/duckdb-native.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';
import { EXPRESS_USAGE } from '#tests/helpers/cli/helpers.ts';
import { ROOT } from '#tests/sources.ts';

const invoice = (name: string) => path.join(ROOT, 'tests/fixtures/invoices', name);
const text = (name: string) => readFileSync(invoice(name), 'utf8');

async function reconciled(file: string, ...flags: string[]) {
  const { exit, stdout, stderr } = await runCli(['reconcile', file, '--json', ...flags]);
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
  const answer = JSON.parse(stdout) as Reconciliation & { format: string; asides: unknown[] };
  const line = (meter: string) => answer.lines.find((one) => one.meter === meter);
  return { answer, line };
}

describe('an AWS Cost and Usage Report', () => {
  test('is rebuilt into usage whose bill is the invoice, but for what has a reason', async () => {
    const { answer, line } = await reconciled(invoice('cur.csv'));
    expect(answer.format).toBe('aws-cur');
    expect(line('storage')).toMatchObject({
      store: 'aws/s3-standard',
      quantity: 52900,
      invoice: 1215,
      reason: { code: 'same' },
    });
    expect(line('storage')?.ours).toBeCloseTo(1215, 6);
    expect(line('requests.get')?.reason).toEqual({ code: 'negotiated', share: expect.closeTo(0.1, 9) });
    expect(line('egress.internet')?.reason).toEqual({ code: 'allowance', units: expect.closeTo(100, 6) });
    expect(line('TimedStorage-GlacierStaging')).toMatchObject({
      store: '',
      ours: null,
      reason: { code: 'no-meter' },
    });
    expect(line('retrieval')).toMatchObject({
      store: 'aws/s3-standard-ia',
      region: 'us-west-2',
      reason: { code: 'same' },
    });
    expect(answer.asides).toEqual([
      { what: 'AmazonEC2', rows: 1, cost: 71.42 },
      { what: 'Tax', rows: 1, cost: 20 },
    ]);
  });

  test('says the same gzipped, and as Parquet', async () => {
    using folder = new Folder({ 'cur.csv.gz': gzipSync(text('cur.csv')) });
    const parquet = path.join(folder.path, 'cur.parquet');
    const database = await openNative({ files: [invoice('cur.csv'), parquet], spillFolder: null });
    await database.run(`COPY (FROM read_csv('${invoice('cur.csv')}')) TO '${parquet}' (FORMAT parquet)`);
    database.close();
    const [plain, zipped, columnar] = await Promise.all(
      [invoice('cur.csv'), path.join(folder.path, 'cur.csv.gz'), parquet].map(
        async (file) => (await reconciled(file)).answer,
      ),
    );
    expect(zipped).toEqual(plain);
    expect(columnar).toEqual(plain);
  });

  test('is a receipt on a terminal, and one line a meter in CSV', async () => {
    const [table, csv] = await Promise.all([
      runCli(['reconcile', invoice('cur.csv')]),
      runCli(['reconcile', invoice('cur.csv'), '--format', 'csv']),
    ]);
    expect(table.stdout).toContain(
      '$1,310.51 invoiced, $1,303.51 at list, $7.00 apart; not priced here: $3.60 in 1 line',
    );
    expect(table.stdout).toContain('negotiated rate: 10% below list');
    expect(table.stdout).toContain('Tax: 1 row, $20.00');
    expect(csv.stdout.split('\n')[0]).toBe(
      'month,store,region,meter,quantity,unit,invoice,at_list,difference,currency,reason,words,at_list_high',
    );
    expect(csv.stdout.trimEnd().split('\n')).toHaveLength(9);
  });

  test('of one store keeps it and its transfer', async () => {
    const { answer } = await reconciled(invoice('cur.csv'), '--store', 'aws/s3-standard@us-east-1');
    expect(new Set(answer.lines.map(({ store }) => store))).toEqual(
      new Set(['aws/s3-standard', 'aws/transfer']),
    );
  });

  test('is a scenario to plan from, whose plan bills the same storage and requests', async () => {
    const flags = [
      '--store',
      'aws/s3-standard@us-east-1',
      '--scenario',
      '--size',
      '1MB',
      '--readers',
      'internet/europe',
    ];
    const { exit, stdout } = await runCli(['reconcile', invoice('cur.csv'), ...flags]);
    expect(exit).toBe(0);
    const scenario = parse(stdout) as Record<string, unknown>;
    const plan = await runCli(['plan', '-', '--json', '--all'], {
      stdin: JSON.stringify({ ...scenario, stores: ['aws/s3-standard@us-east-1'] }),
    });
    const { candidates } = JSON.parse(plan.stdout) as Plan;
    const amount = (meter: string) =>
      candidates[0]?.monthly.lines
        .filter((line) => line.meter === meter)
        .reduce((sum, line) => sum + (line.amount ?? 0), 0);
    expect(amount('storage')).toBeCloseTo(1215, 4);
    // Rates per month are of each billed month.
    expect(amount('requests.get')).toBeCloseTo(20, 4);
    expect(amount('requests.put')).toBeCloseTo(10, 4);
    expect(amount('egress.internet')).toBeCloseTo((600 - 100) * 0.09, 4);
  });
});

test('an export at list prices is nothing apart, whatever its regions are called, and what has no price here stands beside', async () => {
  const columns = [
    'line_item_product_code',
    'line_item_line_item_type',
    'line_item_usage_type',
    'line_item_usage_start_date',
    'line_item_usage_amount',
    'line_item_unblended_cost',
    'line_item_currency_code',
    'pricing_unit',
    'product_region_code',
  ];
  // Prices of 2026-03: 0.02695 and 0.025 a GiB-month.
  const rows = [
    ['XYZ9-TimedStorage-ByteHrs', 1000, 26.95, 'eu-central-2'],
    ['APS4-TimedStorage-ByteHrs', 1000, 25, 'ap-southeast-3'],
    ['USW2-Requests-Tier4', 100_000, 1, 'us-west-2'],
    ['USE1-S3RTC-Out-Bytes', 100, 1.5, 'us-east-1'],
    ['TimedStorage-GDA-ByteHrs', 1000, 0.99, 'us-east-1'],
    ['TimedStorage-RRS-ByteHrs', 1_000, 1, 'us-east-1'],
  ].map(([type, amount, cost, region]) =>
    ['AmazonS3', 'Usage', type, '2026-03-01 00:00:00', amount, cost, 'USD', '', region].join(','),
  );
  using folder = new Folder({ 'cur2.csv': [columns.join(','), ...rows].join('\n') });
  const { answer } = await reconciled(path.join(folder.path, 'cur2.csv'));
  expect(answer.lines.map(({ store, region, meter, reason }) => [store, region, meter, reason.code])).toEqual(
    expect.arrayContaining([
      ['aws/s3-standard', 'eu-central-2', 'storage', 'same'],
      ['aws/s3-standard', 'ap-southeast-3', 'storage', 'same'],
      ['aws/s3-standard-ia', 'us-west-2', 'transition', 'same'],
      ['aws/s3-replication-time', 'us-east-1', 'replication', 'same'],
      ['aws/s3-glacier-deep-archive', 'us-east-1', 'storage', 'same'],
      ['', 'us-east-1', 'TimedStorage-RRS-ByteHrs', 'no-meter'],
    ]),
  );
  expect(answer.totals).toEqual([
    {
      currency: 'USD',
      invoice: expect.closeTo(55.44, 6) as number,
      ours: expect.closeTo(55.44, 6) as number,
      high: expect.closeTo(55.44, 6) as number,
      difference: expect.closeTo(0, 6) as number,
      notPriced: { lines: 1, invoice: expect.closeTo(1, 6) as number },
    },
  ]);
});

test('an AWS Data Export sums its rows, and leaves discounts aside', async () => {
  const { answer, line } = await reconciled(invoice('data-export.csv'));
  expect(answer.format).toBe('aws-cur-2');
  expect(line('storage')).toMatchObject({
    region: 'eu-central-1',
    quantity: 1000,
    invoice: 24.5,
    reason: { code: 'same' },
  });
  expect(line('egress.other-region')).toMatchObject({
    store: 'aws/transfer',
    quantity: 50,
    reason: { code: 'same' },
  });
  expect(answer.asides).toContainEqual({ what: 'EdpDiscount', rows: 1, cost: -2.45 });
  expect(answer.asides).toContainEqual({ what: 'bytes that come in, free', rows: 1, cost: 0 });
});

test('an AWS usage report has no costs, so the bill stands alone', async () => {
  const { answer, line } = await reconciled(invoice('usage-report.csv'));
  expect(answer.format).toBe('aws-usage-report');
  expect(line('storage')).toMatchObject({ quantity: 52900, invoice: null, reason: { code: 'no-cost' } });
  expect(line('storage')?.ours).toBeCloseTo(1215, 6);
  expect(line('egress.internet')).toMatchObject({ quantity: 200 });
  expect(answer.totals).toMatchObject([{ invoice: null, difference: null }]);
});

test('a cost that a row leaves out is not known, and not zero', async () => {
  using folder = new Folder({ 'cur.csv': text('cur.csv').replace(',1215.00,', ',,') });
  const { answer, line } = await reconciled(path.join(folder.path, 'cur.csv'));
  expect(answer.totals).toMatchObject([{ invoice: null, difference: null }]);
  expect(line('storage')).toMatchObject({ invoice: null, difference: null, reason: { code: 'no-cost' } });
});

test("AWS's FOCUS export is read by its usage types", async () => {
  const { answer } = await reconciled(invoice('focus-aws.csv'));
  expect(answer.format).toBe('focus');
  expect(answer.lines.map(({ meter, reason }) => [meter, reason.code])).toEqual([
    ['requests.get', 'same'],
    ['storage', 'same'],
  ]);
});

test('what bill --format focus writes is reconciled to the cent, fees and minima included', async () => {
  const usages = [
    EXPRESS_USAGE,
    { store: 'vultr/standard', region: 'ewr', asOf: '2026-11-01', month: '2026-11', stored: '5 TB' },
    {
      store: 'wasabi/pay-as-you-go',
      region: 'us-east-1',
      asOf: '2026-11-01',
      month: '2026-11',
      stored: '1 GB',
      objectSize: '1 MB',
    },
  ];
  const focus = await runCli(['bill', '-', '--format', 'focus'], { stdin: JSON.stringify(usages) });
  using folder = new Folder({ 'bill.csv': focus.stdout });
  const { answer } = await reconciled(path.join(folder.path, 'bill.csv'));
  expect(answer.lines.map(({ reason }) => reason.code)).toEqual(answer.lines.map(() => 'same'));
  expect(answer.lines.map(({ meter }) => meter)).toEqual(
    expect.arrayContaining(['subscription', 'minimum', 'upload']),
  );
});

describe('what is no invoice', () => {
  const csv = text('cur.csv');
  const [header = '', first = ''] = csv.split('\n');
  const cases: [string, string | Uint8Array, RegExp][] = [
    ['an empty file', '', /is empty; the first line names the columns/],
    ['another CSV', 'a,b\n1,2\n', /is none of AWS usage report, .*it has no column/],
    ['a row cut short', `${header}\n${first.slice(0, 40)}\n`, /line 2 has \d+ cells where the header has 13/],
    ['a quote that is not closed', `${header}\n"a1,Usage`, /line 2 a quote is opened and not closed/],
    ['a quantity in words', csv.replace('52900', 'many'), /line 2: quantity "many" is not a number/],
    ['a cost in words', csv.replace('1215.00', '$1,215'), /line 2/],
    [
      'a date in words',
      csv.replace('2026-03-01T00:00:00Z', 'March'),
      /line 2: "March" is no start of a period/,
    ],
    ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x41, 0x42]), /is not UTF-8 text/],
    ['a broken gzip', new Uint8Array([0x1f, 0x8b, 1, 2, 3]), /invoice/],
    ['a broken Parquet', new Uint8Array([0x50, 0x41, 0x52, 0x31, 1, 2]), /invoice/],
    ['a Parquet without its end', Buffer.from(`PAR1${'x'.repeat(99)}PAR1`), /invoice/],
    [
      'a report that was too large',
      `${text('usage-report.csv')}The report for the period you specified was too large\n`,
      /line 6 is a sentence, not a row.*shorter time/,
    ],
  ];
  test.each(cases)('%s exits 2 and says where', async (_, content, words) => {
    using folder = new Folder({ invoice: content });
    const { exit, stdout, stderr } = await runCli(['reconcile', 'invoice'], { cwd: folder.path });
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toMatch(words);
    expect(stderr).not.toMatch(/should not happen|\n\s+at |SELECT/);
  });

  test('neither is a file that is not there, nor a folder', async () => {
    for (const file of ['nowhere.csv', '.']) {
      const { exit, stderr } = await runCli(['reconcile', file]);
      expect(exit).toBe(2);
      expect(stderr).toContain(file);
    }
  });

  test('an invoice without object storage, or without what was asked for, exits 1', async () => {
    using folder = new Folder({
      'ec2.csv': csv
        .split('\n')
        .filter((line) => !line.includes('AmazonS3,'))
        .join('\n'),
    });
    const none = await runCli(['reconcile', 'ec2.csv'], { cwd: folder.path });
    expect([none.exit, none.stderr]).toEqual([
      1,
      expect.stringContaining('none of its 1 rows is a use of object storage'),
    ]);
    const other = await runCli(['reconcile', invoice('cur.csv'), '--month', '2025-01']);
    expect([other.exit, other.stderr]).toEqual([1, expect.stringContaining('has nothing of that; it has')]);
  });

  test.each([
    [['--store', 'aws/s3-standrad'], /did you mean aws\/s3-standard\?/],
    [['--month', 'March'], /write it like 2026-03/],
    [['--store', 'aws/s3-standard', '--scenario'], /say so with --size/],
    [['--scenario', '--size', '1MB'], /a scenario is of one store and month/],
    [['--store', 'aws/s3-standard', '--scenario', '--size', '1MB'], /say so with --readers/],
    [
      ['--store', 'aws/s3-standard', '--scenario', '--size', '0 MB', '--readers', 'internet/europe'],
      /at least one byte/,
    ],
    [
      ['--store', 'aws/s3-standard', '--scenario', '--size', '1MB', '--readers', 'internet/europ'],
      /did you mean internet\/europe/,
    ],
  ])('%j is misunderstood', async (flags, words) => {
    const { exit, stderr } = await runCli(['reconcile', invoice('cur.csv'), ...flags]);
    expect(exit).toBe(2);
    expect(stderr).toMatch(words);
  });
});
