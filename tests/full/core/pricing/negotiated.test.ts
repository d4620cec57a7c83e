/** What is negotiated: prices of one's own, committed capacity, shares by tier; every figure by hand. */
import { describe, expect, it } from 'vitest';
import { bill } from '#core/pricing/bills/bill.ts';
import { parseBillRequest } from '#core/pricing/bills/usage-file.ts';
import { discountIssues } from '#core/scenario/check-names.ts';
import type { Plan } from '#core/report/plan-types.ts';
import { runCli } from '#tests/helpers/runCli.ts';
import { wholeArchive } from '#tests/sources.ts';

const ARCHIVE = wholeArchive();

const billed = (usage: Record<string, unknown>, discounts: Record<string, unknown>) => {
  const { usages, options } = parseBillRequest({ ...usage, discounts });
  return bill(usages, ARCHIVE, options);
};
const s3 = { store: 'aws/s3-standard', region: 'us-east-1', asOf: '2026-03-01', month: '2026-03' };
const wasabi = { store: 'wasabi/pay-as-you-go', region: 'us-east-1', asOf: '2026-11-01', days: 30 };

describe("a price of one's own", () => {
  it('takes the place of the list price, and no share comes off it', () => {
    const usage = { ...s3, stored: '1 TiB', egress: { internet: '20 TiB' } };
    const { total, bills } = billed(usage, {
      'aws/s3-standard:storage': '0.019 per GB-month',
      'aws/s3-standard:egress.internet': '0.04 per GB',
      aws: '50 %',
    });
    // 1,024 GiB at 0.019; of 20,480 GiB sent 100 stay free.
    expect(total).toBeCloseTo(1024 * 0.019 + 20_380 * 0.04, 9);
    expect(bills[0]?.lines[0]).toMatchObject({ source: 'your own price', printed: '0.019 per GB-month' });
  });

  it('is known where the list price is not', () => {
    const usage = { ...s3, region: 'ap-east-2', egress: { internet: '1 TiB' } };
    expect(billed(usage, {}).atLeast).toBe(true);
    const own = billed(usage, { 'aws/s3-standard:egress.internet': '0.05 per GB' });
    expect([own.atLeast, own.high]).toEqual([false, own.total]);
    expect(own.total).toBeCloseTo(924 * 0.05, 9);
  });

  it('holds for what small objects are raised by', () => {
    const usage = { ...s3, store: 'aws/s3-standard-ia', stored: '64 GiB', objectSize: '64 KiB' };
    // 128 KiB are billed of each.
    expect(billed(usage, { 'aws/s3-standard-ia:storage': '0.01 per GB-month' }).total).toBeCloseTo(1.28, 9);
  });
});

describe('a term of one region', () => {
  const discounts = {
    'aws/s3-standard:storage': '0.020 per GB-month',
    'aws/s3-standard@us-east-1:storage': '0.018 per GB-month',
    'aws/s3-standard@eu-west-1': '10 %',
  };
  const usage = { ...s3, stored: '1 TiB', egress: { internet: '1124 GiB' } };

  it('goes before that of the store', () => {
    // 100 GiB are sent for nothing.
    expect(billed(usage, discounts).total).toBeCloseTo(1024 * 0.018 + 1024 * 0.09, 9);
    expect(billed({ ...usage, region: 'eu-west-1' }, discounts).total).toBeCloseTo(
      1024 * 0.02 + 1024 * 0.09 * 0.9,
      9,
    );
    expect(billed({ ...usage, region: 'us-west-2' }, discounts).total).toBeCloseTo(
      1024 * 0.02 + 1024 * 0.09,
      9,
    );
  });

  it('names a region that the store has, and commits nothing', () => {
    const said = (terms: Record<string, unknown>) => {
      const { options } = parseBillRequest({ ...usage, discounts: terms });
      return discountIssues(options.discounts ?? {}, ARCHIVE).map((one) => [one.message, one.suggestion]);
    };
    expect(said(discounts)).toEqual([]);
    expect(said({ 'aws/s3-standard@us-east-9:storage': '10 %' })).toEqual([
      [expect.stringContaining('names no provider'), 'aws/s3-standard@us-east-1:storage'],
    ]);
    const committed = { price: '0.018 per GB-month', committed: '1 TiB' };
    expect(said({ 'aws/s3-standard@us-east-1:storage': committed })[0]?.[0]).toContain('in all regions');
  });
});

describe('committed capacity', () => {
  const terms = {
    'wasabi/pay-as-you-go:storage': {
      price: '4.99 per TB-month',
      committed: '100 TiB',
      over: '6.99 per TB-month',
    },
  };
  const usage = (stored: string) => ({ ...wasabi, stored, objectSize: '1 MB' });

  it('is paid for whether it is used or not: 100 TiB at 4.99 are $499', () => {
    expect(billed(usage('0 TiB'), terms).total).toBeCloseTo(499, 9);
    expect(billed(usage('80 TiB'), terms).total).toBeCloseTo(499, 9);
    expect(billed(usage('100 TiB'), terms).total).toBeCloseTo(499, 9);
  });

  it('costs the other price above it, or the same where none is said', () => {
    expect(billed(usage('130 TiB'), terms).total).toBeCloseTo(499 + 30 * 6.99, 9);
    const same = { 'wasabi/pay-as-you-go:storage': { price: '4.99 per TB-month', committed: '100 TiB' } };
    expect(billed(usage('130 TiB'), same).total).toBeCloseTo(130 * 4.99, 9);
  });

  it('takes the place of the minimum of the list', () => {
    const one = { 'wasabi/pay-as-you-go:storage': { price: '4.99 per TB-month', committed: '0.5 TiB' } };
    expect(billed(usage('0.1 TiB'), one).total).toBeCloseTo(2.495, 9);
  });
});

it('takes a share of its own off each tier, and another of the provider off what is left', () => {
  const { total } = billed(
    { ...s3, stored: '700 TiB' },
    { 'aws/s3-standard:storage': ['5 %', '10 %', '20 %'], aws: '3 %' },
  );
  const list = [51_200 * 0.023 * 0.95, 460_800 * 0.022 * 0.9, 204_800 * 0.021 * 0.8];
  expect(total).toBeCloseTo(
    list.reduce((sum, one) => sum + one * 0.97, 0),
    9,
  );
});

it.each([
  [{ 'aws:storage': '0.02 per GB-month' }, /of one meter of a store/],
  [{ 'aws/s3-standard': '0.02 per GB-month' }, /of one meter of a store/],
  [{ 'aws/s3-standard:storage': '0.02 per request' }, /no price per GB-month/],
  [{ 'aws/s3-standard:egress.internet': { price: '0.02 per GB', committed: '1 TB' } }, /only storage/],
])('says what is wrong with %j', (discounts, words) => {
  const { options } = parseBillRequest({ ...s3, stored: '1 TB', discounts });
  expect(
    discountIssues(options.discounts ?? {}, ARCHIVE)
      .map(({ message }) => message)
      .join(),
  ).toMatch(words);
});

it('is what a plan is billed by, and is chosen by: committed capacity is paid where the store is used', async () => {
  const scenario = (discounts: string) => `
stowage: 1
asOf: 2026-11-01
workload:
  objects: { size: 1 MB, standing: 80 TiB }
  reads: { rate: 1000/day }
  readers: [{ at: aws/us-east-1, share: 1 }]
  writer: aws/us-east-1
stores: [wasabi/pay-as-you-go@us-east-1, aws/s3-standard@us-east-1]
effort: none
${discounts}`;
  const plan = async (discounts: string) => {
    const { stdout } = await runCli(['plan', '-', '--json', '--all'], { stdin: scenario(discounts) });
    return JSON.parse(stdout) as Plan;
  };
  const totalIn = ({ candidates }: Plan, id: string) =>
    candidates.find((one) => one.id === id)?.monthly.total ?? NaN;
  const listed = await plan('');
  const own = await plan(
    'discounts: { "wasabi/pay-as-you-go:storage": { price: 4.99 per TB-month, committed: 100 TiB } }',
  );
  const cheap = await plan('discounts: { "aws/s3-standard:storage": 0.003 per GB-month }');
  const [wasabi, s3] = ['single:wasabi/pay-as-you-go@us-east-1', 'single:aws/s3-standard@us-east-1'];
  expect(totalIn(listed, wasabi)).toBeCloseTo((80 * 7.99 * 730) / 720, 6);
  expect(totalIn(own, wasabi)).toBeCloseTo(499, 6);
  expect(own.recommendation?.id).toBe(wasabi);
  expect(totalIn(cheap, s3) - totalIn(listed, s3)).toBeLessThan(-1000);
  expect(cheap.recommendation?.id).toBe(s3);
});
