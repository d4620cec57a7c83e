/** A bill leaves in every format with the total that the screen shows, and as FOCUS rows with the columns' published rules. */
import { Decimal } from 'decimal.js';
import { describe, expect, test } from 'vitest';
import { parseCsv } from '#core/csv.ts';
import type { Plan } from '#core/report/plan-types.ts';
import type { BillSet } from '#core/pricing/bills/bill-types.ts';
import { plainDecimal } from '#core/report/focus.ts';
import { focusProblems } from '#tests/helpers/focus-rules.ts';
import { runCli } from '#tests/helpers/runCli.ts';
import { EXPRESS_USAGE, aPricedScenario } from '#tests/helpers/cli/helpers.ts';

/** Tiers, free allowances, fees, minima, discounts, a list that shares pools, and two currencies of unit. */
const FILES: Record<string, unknown> = {
  'one usage': EXPRESS_USAGE,
  'tiers and free units': {
    store: 'aws/s3-standard',
    region: 'us-east-1',
    asOf: '2026-11-20',
    month: '2026-11',
    stored: '700 TiB',
    requests: { GetObject: 12_345_678 },
    egress: { internet: '51 TB', 'us-east-2': '1.7 TB' },
  },
  'a discount': {
    store: 'aws/s3-standard',
    region: 'eu-central-1',
    asOf: '2026-11-20',
    stored: '3.3 TB',
    requests: { PutObject: 1_000_000 },
    discounts: { aws: '12.5 %', 'aws/s3-standard:storage': '100 %' },
  },
  'a list with fees and a minimum': [
    { store: 'vultr/standard', region: 'ewr', asOf: '2026-11-20', days: 30, stored: '5 TB' },
    {
      store: 'wasabi/pay-as-you-go',
      region: 'us-east-1',
      asOf: '2026-11-20',
      days: 30,
      stored: '1 GB',
      objectSize: '1 MB',
    },
    {
      store: 'cloudflare/r2-standard',
      asOf: '2026-11-20',
      stored: '12.4 GB',
      requests: { PutObject: 1_000_001 },
    },
  ],
  'a price between two sightings': {
    store: 'backblaze/b2',
    region: 'us-east',
    asOf: '2024-06-01',
    days: 30,
    stored: '100 TB',
    requests: { GetObject: 100_000_000 },
    egress: { internet: '200 TB' },
  },
  'a price that is known only of other regions': {
    store: 'aws/s3-standard',
    region: 'ap-east-2',
    asOf: '2026-11-20',
    stored: '100 TB',
    egress: { internet: '10 TB' },
  },
};

const answer = async (file: unknown, ...flags: string[]) => {
  const { exit, stdout, stderr } = await runCli(['bill', '-', ...flags], { stdin: JSON.stringify(file) });
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
  return stdout;
};
const sumOf = (rows: readonly Record<string, string>[], column: string) =>
  rows.reduce((sum, row) => sum.plus(row[column] || 0), new Decimal(0));
const shown = (text: string, total: RegExp) => (total.exec(text)?.[1] ?? '').replaceAll(',', '');

describe.each(Object.entries(FILES))('%s', (_, file) => {
  test('has one total on the screen, in Markdown, CSV, JSON and FOCUS', async () => {
    const [table, md, csv, json, focus] = await Promise.all(
      ['table', 'md', 'csv', 'json', 'focus'].map((format) => answer(file, '--format', format)),
    );
    const { total } = JSON.parse(json ?? '') as { total: number };
    const amounts = sumOf(parseCsv(csv ?? ''), 'amount');
    const billed = sumOf(parseCsv(focus ?? ''), 'BilledCost');
    const { high, bills } = JSON.parse(json ?? '') as BillSet;
    // A list's own high end; of one usage without any it is its bill's.
    expect(bills === undefined || high !== undefined).toBe(true);
    for (const [rows, column] of [
      [parseCsv(csv ?? ''), 'high'],
      [parseCsv(focus ?? ''), 'x_High'],
    ] as const)
      expect(
        sumOf(rows, column)
          .minus(high ?? NaN)
          .abs()
          .lte(1e-9 * (high ?? 0)),
        column,
      ).toBe(true);
    for (const [text, pattern] of [
      [table, /^total .*?\$([\d,]+\.\d\d)(?: +\$[\d,]+\.\d\d)?$/m],
      [md, /^\| \*\*total\*\*.*?\*\*\$([\d,]+\.\d\d)\*\*/m],
    ] as const)
      expect(new Decimal(shown(text ?? '', pattern)).minus(total).abs().lte('0.005')).toBe(true);
    expect(
      amounts
        .minus(total)
        .abs()
        .lte(1e-12 * total),
    ).toBe(true);
    expect(
      billed
        .minus(total)
        .abs()
        .lte(1e-12 * total),
    ).toBe(true);
  });

  test('keeps the published rules of FOCUS in every row', async () => {
    const rows = parseCsv(await answer(file, '--format', 'focus'));
    expect(rows.length).toBeGreaterThan(0);
    expect(focusProblems(rows)).toEqual([]);
  });
});

test('FOCUS tells list from contracted prices, and dates the month', async () => {
  const rows = parseCsv(await answer(FILES['a discount'], '--format', 'focus'));
  const [storage, put] = [
    rows.find((row) => row.SkuMeter === 'storage'),
    rows.find((row) => row.SkuMeter === 'requests.put'),
  ];
  expect(storage).toMatchObject({ BilledCost: '0', ListUnitPrice: '0.0245', PricingUnit: 'GiB-Months' });
  expect(put).toMatchObject({ ListUnitPrice: '0.0000054', ContractedUnitPrice: '0.000004725' });
  expect(put).toMatchObject({
    BillingPeriodStart: '2026-11-20T00:00:00Z',
    BillingPeriodEnd: '2026-12-20T00:00:00Z',
    RegionId: 'eu-central-1',
    ChargeFrequency: 'Usage-Based',
  });
});

test('a fee is a purchase, and what a minimum adds an adjustment', async () => {
  const rows = parseCsv(await answer(FILES['a list with fees and a minimum'], '--format', 'focus'));
  const category = (meter: string) => rows.find((row) => row.SkuMeter === meter)?.ChargeCategory;
  expect([category('subscription'), category('minimum'), category('storage')]).toEqual([
    'Purchase',
    'Adjustment',
    'Usage',
  ]);
});

test('a line whose price nothing bounds is an adjustment without a price, open upwards', async () => {
  const usage = {
    store: 'aws/s3-standard',
    region: 'us-east-1',
    asOf: '2026-11-20',
    stored: '1 GB',
    egress: { partner: '1 TB' },
  };
  const rows = parseCsv(await answer(usage, '--format', 'focus'));
  expect(focusProblems(rows)).toEqual([]);
  expect(rows.map((row) => [row.SkuMeter, row.ChargeCategory, row.BilledCost, row.x_High])).toEqual([
    ['storage', 'Usage', expect.any(String), expect.any(String)],
    ['egress.partner', 'Adjustment', '0', ''],
  ]);
});

test("a plan's FOCUS rows sum to what the recommended plan costs a month", async () => {
  const stdin = JSON.stringify(aPricedScenario({ discounts: { aws: '10 %' } }));
  const [focus, json] = await Promise.all(
    ['focus', 'json'].map(
      async (format) => (await runCli(['plan', '-', '--format', format], { stdin })).stdout,
    ),
  );
  const plan = JSON.parse(json ?? '') as Plan;
  const chosen = plan.candidates.find(({ id }) => id === plan.recommendation?.id);
  const rows = parseCsv(focus ?? '');
  expect(focusProblems(rows)).toEqual([]);
  expect(
    sumOf(rows, 'BilledCost')
      .minus(chosen?.monthly.total ?? NaN)
      .abs()
      .lte(1e-9 * (chosen?.monthly.total ?? 0)),
  ).toBe(true);
});

test('the rules see what breaks them', async () => {
  const [row = {}] = parseCsv(await answer(EXPRESS_USAGE, '--format', 'focus'));
  const broken = (change: Record<string, string>) => focusProblems([{ ...row, ...change }]);
  expect(broken({})).toEqual([]);
  const changes: Record<string, string>[] = [
    { BilledCost: '' },
    { BilledCost: '1e-7' },
    { ListUnitPrice: '1' },
    { ChargeCategory: 'usage' },
    { ChargePeriodStart: '2025-05-01' },
    { ConsumedUnit: '' },
    { PricingUnit: 'GBs' },
    { SkuId: 'NULL' },
    { Meter: 'x' },
  ];
  for (const change of changes) expect(broken(change), JSON.stringify(change)).not.toEqual([]);
});

test('each line has its own currency in every format, and the stated rate joins them in the total', async () => {
  const file = {
    fx: { EUR: 1.16, date: '2026-11-20' },
    usages: [
      { ...EXPRESS_USAGE, asOf: '2026-11-20' },
      {
        store: 'hetzner/object-storage',
        region: 'fsn1',
        asOf: '2026-11-20',
        days: 30,
        stored: '5 TB',
        objectSize: '1 MB',
      },
    ],
  };
  const [table, csv, json, focus] = await Promise.all(
    ['table', 'csv', 'json', 'focus'].map((format) => answer(file, '--format', format)),
  );
  const inDollars = (rows: readonly Record<string, string>[], amount: string, currency: string) =>
    rows.reduce(
      (sum, row) => sum.plus(new Decimal(row[amount] || 0).times(row[currency] === 'EUR' ? 1.16 : 1)),
      new Decimal(0),
    );
  const { total } = JSON.parse(json ?? '') as { total: number };
  expect(
    inDollars(parseCsv(csv ?? ''), 'amount', 'currency')
      .minus(total)
      .abs()
      .lte(1e-12 * total),
  ).toBe(true);
  expect(
    inDollars(parseCsv(focus ?? ''), 'BilledCost', 'BillingCurrency')
      .minus(total)
      .abs()
      .lte(1e-12 * total),
  ).toBe(true);
  expect(table).toMatch(/Hetzner.*€/);
  expect(table).toContain('1 EUR counts as 1.16 USD, the rate of 2026-11-20');
  expect(table).toMatch(new RegExp(`^total +\\$${total.toFixed(2)}$`, 'm'));
  expect(focusProblems(parseCsv(focus ?? ''))).toEqual([]);
});

test('a number is written out without an exponent', () => {
  expect([3e-8, -1.25e-7, 1e21, 1.5e22, 12.5, 0, 4.7e-10].map(plainDecimal)).toEqual([
    '0.00000003',
    '-0.000000125',
    '1000000000000000000000',
    '15000000000000000000000',
    '12.5',
    '0',
    '0.00000000047',
  ]);
});
