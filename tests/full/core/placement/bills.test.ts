/** Bills of placements of holder sets, by hand and as they were. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { billOf, itemise, monthlyBills } from '#core/placement/bill/bill-of.ts';
import { usagesOf } from '#core/placement/bill/usages.ts';
import { placed } from '#core/placement/build.ts';
import { planContext } from '#core/placement/context/plan-context.ts';
import type { PlanContext } from '#core/placement/context/types.ts';
import { agePlacement, singlePlacement } from '#core/placement/ids.ts';
import type { Placement } from '#core/placement/placement.ts';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { aScenario, aWorkload } from '#tests/helpers/aScenario.ts';
import singles from '#tests/fixtures/single-bills.json' with { type: 'json' };
import { wholeArchive } from '#tests/sources.ts';

const GIB = 2 ** 30;

function contextOf(
  workload: Partial<ScenarioText['workload']>,
  stores: string[],
  more: Partial<ScenarioText> = {},
): PlanContext {
  const text = aScenario({ month: '720 h', workload: aWorkload(workload), stores, ...more });
  return planContext(ScenarioFile.parse(text), wholeArchive());
}

/** Of one meter of one store in the mean month. */
function quantity(context: PlanContext, placement: Placement, store: string, meter: string): number {
  return itemise(context, placement)
    .monthly.lines.filter((line) => line.store === store && line.meter === meter)
    .reduce((sum, line) => sum + line.quantity, 0);
}

function requests(context: PlanContext, placement: Placement, store: string, operation: string): number {
  const usages = usagesOf(context, placement)[0] ?? [];
  return usages
    .filter((usage) => usage.store === store)
    .flatMap((usage) => usage.requests.filter((one) => one.operation === operation))
    .reduce((sum, one) => sum + one.count, 0);
}

/** 1,000 objects of 1 GB a day for 30 days, each read once. */
const DAILY = {
  objects: { size: '1 GB', arrivals: '1000/day', retention: '30 days' },
  reads: { rate: '1000/day' },
} as const;

describe('bills of single stores', () => {
  it.each(Object.entries(singles))('of %s are what they were, to the cent', (name, totals) => {
    const text: unknown = parse(
      readFileSync(new URL(`../../../../examples/${name}`, import.meta.url), 'utf8'),
    );
    const context = planContext(ScenarioFile.parse(text), wholeArchive());
    // Where a price is not known, both ends.
    for (const [ref, total] of Object.entries<number | number[]>(totals)) {
      const placement = singlePlacement(
        context,
        context.stores.findIndex((store) => store.ref === ref),
      );
      const { low, high } = billOf(context)(placement);
      const [least = NaN, most = least] = [total].flat();
      expect(low, ref).toBeCloseTo(least, 2);
      expect(high, ref).toBeCloseTo(most, 2);
      expect(itemise(context, placement).monthly.total, ref).toBe(low);
    }
  });
});

describe('what Google keeps after it is deleted', () => {
  const inGoogle = { ...DAILY, readers: [{ at: 'google/us-east4', share: 1 }], writer: 'google/us-east4' };
  // Google divides by 730 hours.
  const context = contextOf(
    inGoogle,
    ['google/standard@us-east4', 'google/nearline@us-east4', 'aws/s3-standard@us-east-1'],
    { month: '730 h' },
  );

  it('is billed for seven days: 30 days live and 7 kept', () => {
    const stored = quantity(context, singlePlacement(context, 0), 'google/standard', 'storage');
    expect(stored).toBeCloseTo((1000 * 37 * 1e9) / GIB, 3);
  });

  it('shortens what a minimum of 30 days wants: of 10 days live and 7 kept, 13', () => {
    const placement = agePlacement(context, { hot: 1, cold: 2, thresholdDays: 10, entry: 'tier' });
    expect(quantity(context, placement, 'google/nearline', 'storage')).toBeCloseTo(
      (1000 * 17 * 1e9) / GIB,
      3,
    );
    expect(quantity(context, placement, 'google/nearline', 'early-delete')).toBeCloseTo(
      (1000 * 13 * 1e9) / GIB,
      3,
    );
  });

  it('is nothing where a rule moves objects on', () => {
    const placement = agePlacement(context, { hot: 0, cold: 1, thresholdDays: 10, entry: 'tier' });
    expect(placement.timelines[0]?.[1]?.entered[0]).toEqual({ store: 1, how: 'rule', from: 0 });
    expect(quantity(context, placement, 'google/standard', 'storage')).toBeCloseTo(
      (1000 * 10 * 1e9) / GIB,
      3,
    );
    expect(quantity(context, placement, 'google/nearline', 'storage')).toBeCloseTo(
      (1000 * 27 * 1e9) / GIB,
      3,
    );
  });
});

describe('a copy job', () => {
  const context = contextOf(DAILY, ['aws/s3-standard@us-east-1', 'cloudflare/r2-standard@enam']);
  const placement = agePlacement(context, { hot: 0, cold: 1, thresholdDays: 10, entry: 'tier' });

  it('asks the target twice for each object and lists its source every night', () => {
    expect(requests(context, placement, 'cloudflare/r2-standard', 'HeadObject')).toBeCloseTo(2 * 30_000, 6);
    // 10,000 objects lie there, 1,000 keys a page, 30 nights.
    expect(requests(context, placement, 'aws/s3-standard', 'ListObjectsV2')).toBeCloseTo(10 * 30, 6);
  });

  it('looks once into both before it deletes what was written to both, and lists what it empties', () => {
    const dual = agePlacement(context, { hot: 0, cold: 1, thresholdDays: 10, entry: 'dual' });
    expect(requests(context, dual, 'cloudflare/r2-standard', 'HeadObject')).toBeCloseTo(30_000, 6);
    expect(requests(context, dual, 'aws/s3-standard', 'HeadObject')).toBeCloseTo(30_000, 6);
    expect(requests(context, dual, 'aws/s3-standard', 'ListObjectsV2')).toBeCloseTo(10 * 30, 6);
  });

  it('of an hour’s objects runs every hour', () => {
    const young = agePlacement(context, { hot: 0, cold: 1, thresholdDays: 1, entry: 'tier' });
    expect(requests(context, young, 'aws/s3-standard', 'ListObjectsV2')).toBeCloseTo(24 * 30, 6);
  });
});

describe('jobs and other operations', () => {
  const context = contextOf(
    { ...DAILY, operations: { HeadBucket: '900/day' } },
    ['aws/s3-standard@us-east-1', 'cloudflare/r2-standard@enam'],
    { jobs: [{ name: 'scan', at: 'aws/us-east-1', read: 6000, size: '1 MB', perMonth: 2 }] },
  );

  it('fall on what is held: a third in the first store, which holds a third', () => {
    const placement = agePlacement(
      context,
      { hot: 0, cold: 1, thresholdDays: 10, entry: 'tier' },
      (_, [first]) => first ?? -1,
    );
    expect(requests(context, placement, 'aws/s3-standard', 'HeadBucket')).toBeCloseTo(9000, 6);
    expect(requests(context, placement, 'cloudflare/r2-standard', 'HeadBucket')).toBeCloseTo(18_000, 6);
    const scanned = (usages: ReturnType<typeof usagesOf>[number], store: string) =>
      usages
        .filter((usage) => usage.store === store)
        .flatMap((usage) => usage.requests.filter(({ bytesEach }) => bytesEach === 1e6))
        .reduce((sum, { count }) => sum + count, 0);
    const usages = usagesOf(context, placement)[0] ?? [];
    expect(scanned(usages, 'aws/s3-standard')).toBeCloseTo(4000, 6);
    expect(scanned(usages, 'cloudflare/r2-standard')).toBeCloseTo(8000, 6);
  });
});

describe('holders together', () => {
  const geo = {
    objects: { size: '1 MB', standing: '10 TB', retention: 'forever' },
    reads: { rate: '10M/day' },
    readers: [
      { at: 'aws/eu-west-1', share: 0.5 },
      { at: 'aws/ap-southeast-1', share: 0.5 },
    ],
    writer: 'aws/eu-west-1',
  } satisfies Partial<ScenarioText['workload']>;
  const IRELAND = 'aws/s3-standard@eu-west-1';
  const SINGAPORE = 'aws/s3-standard@ap-southeast-1';
  // 9,313.2 GiB at 0.023 and 0.025, and 150M GETs at 0.4 a million in each.
  const total = (1e13 / GIB) * (0.023 + 0.025) + 2 * 150 * 0.4;

  it('answer each the readers beside it', () => {
    const context = contextOf({ ...geo }, [IRELAND, SINGAPORE]);
    const placement = placed(context, () => [{ fromDays: 0, holders: [0, 1] }]);
    expect(placement.timelines[0]?.[0]?.servers.slice(0, 2)).toEqual([0, 1]);
    expect(billOf(context)(placement).low).toBeCloseTo(total, 1);
  });

  it('cost the same where one of them is a copy that the scenario demands', () => {
    const context = contextOf({ ...geo }, [IRELAND], { copies: [SINGAPORE] });
    expect(billOf(context)(singlePlacement(context, 0)).low).toBeCloseTo(total, 1);
  });
});

describe('a rule that leaves small objects', () => {
  it('bills them where they stay: 600 GB of 20 kB in the first store, the rest in the second', () => {
    const context = contextOf(
      {
        objects: {
          size: [
            { share: 0.9, size: '20 kB' },
            { share: 0.1, size: '20 MB' },
          ],
          arrivals: '1M/day',
          retention: '40 days',
        },
        reads: { rate: 0 },
      },
      ['aws/s3-standard@us-east-1', 'aws/s3-glacier-instant-retrieval@us-east-1'],
    );
    const placement = agePlacement(context, { hot: 0, cold: 1, thresholdDays: 10, entry: 'tier' });
    const [small, large] = [9e5 * 20e3, 1e5 * 20e6];
    expect(quantity(context, placement, 'aws/s3-standard', 'storage')).toBeCloseTo(
      (40 * small + 10 * large) / GIB,
      3,
    );
    expect(quantity(context, placement, 'aws/s3-glacier-instant-retrieval', 'transition')).toBeCloseTo(
      3e6,
      3,
    );
  });
});

describe('prices that nobody knows', () => {
  it('make a bill an interval, whose low end is the total', () => {
    const context = contextOf(
      {
        ...DAILY,
        objects: { size: '1 GB', arrivals: '10k/day', retention: '90 days' },
        readers: [{ at: 'azure/eastus', share: 1 }],
        writer: 'azure/eastus',
      },
      ['azure/blob-hot@eastus'],
    );
    const placement = singlePlacement(context, 0);
    const { low, high } = billOf(context)(placement);
    expect(high).toBeGreaterThan(low * 1.2);
    const { monthly } = itemise(context, placement);
    expect(monthly).toMatchObject({ total: low, atLeast: true, range: [low, high] });
    expect(monthly.lines.some(({ amount }) => amount === null)).toBe(true);
  });
});

describe('rates per month', () => {
  const monthly = {
    objects: { size: '1 MB', arrivals: '30M/month', retention: '30 days' },
    reads: { rate: '100M/month' },
    operations: { ListObjectsV2: '10k/month' },
  } satisfies Partial<ScenarioText['workload']>;

  it.each(['2026-11-20', '2026-12-20', '2027-02-10'])('are billed as they are written on %s', (asOf) => {
    const context = contextOf(monthly, ['cloudflare/r2-standard@enam'], { asOf, month: 'calendar' });
    const placement = singlePlacement(context, 0);
    for (const [operation, count] of [
      ['PutObject', 30e6],
      ['GetObject', 100e6],
      ['ListObjectsV2', 10e3],
    ] as const)
      expect(requests(context, placement, 'cloudflare/r2-standard', operation), operation).toBeCloseTo(
        count,
        4,
      );
  });

  it('are so in the mean of months where objects are kept for ever', () => {
    const context = contextOf(
      { ...monthly, objects: { ...monthly.objects, retention: 'forever' } },
      ['cloudflare/r2-standard@enam'],
      { month: 'calendar' },
    );
    const placement = singlePlacement(context, 0);
    // The quantity of the bill is the mean over twelve months, rounded up to whole millions in each.
    expect(quantity(context, placement, 'cloudflare/r2-standard', 'requests.b')).toBeCloseTo(100e6, 4);
  });
});

describe('bills of months', () => {
  it('are one for each of the horizon, whose mean is the bill where objects are kept for ever', () => {
    const context = contextOf(
      { objects: { size: '1 MB', arrivals: '1M/day', retention: 'forever' }, reads: { rate: '1M/day' } },
      ['aws/s3-standard@us-east-1', 'cloudflare/r2-standard@enam'],
      { horizon: '6 months' },
    );
    const placement = agePlacement(context, { hot: 0, cold: 1, thresholdDays: 45, entry: 'tier' });
    const months = monthlyBills(context, placement);
    expect(months).toHaveLength(6);
    expect(months.reduce((sum, { low }) => sum + low, 0) / 6).toBeCloseTo(billOf(context)(placement).low, 6);
  });
});
