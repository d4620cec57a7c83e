/** Scenarios that an earlier planner answered wrongly: what is cheapest by hand, at the prices of 2026-11-20 and without effort. */
import { expect, it } from 'vitest';
import { NO_EFFORT, aProblemOf } from '#tests/helpers/placement/aProblemOf.ts';

const IN_VIRGINIA = [
  'aws/s3-standard@us-east-1',
  'aws/s3-standard-ia@us-east-1',
  'aws/s3-glacier-instant-retrieval@us-east-1',
];
const FROM_VIRGINIA = { readers: [{ at: 'aws/us-east-1', share: 1 }], writer: 'aws/us-east-1' };

it('keeps a copy of standing objects near each of two readers', () => {
  // 10 TB are 9,313.23 GiB, at $0.023 in Ireland and $0.025 in Singapore: $214.20 + $232.83. A mean month has 30.4167 days, so 152.1M
  // GETs at $0.0004/1000 on each side are $60.83 twice. In Ireland alone, 141.6k GiB at $0.02 go to Singapore: $3,169.
  const best = aProblemOf({
    workload: {
      objects: { size: '1 MB', standing: '10 TB' },
      reads: { rate: '10M/day' },
      readers: [
        { at: 'aws/eu-west-1', share: 0.5 },
        { at: 'aws/ap-southeast-1', share: 0.5 },
      ],
      writer: 'aws/eu-west-1',
    },
    stores: ['aws/s3-standard@eu-west-1', 'aws/s3-standard@ap-southeast-1'],
  }).best();
  expect(best?.id).toBe('copies:aws/s3-standard@eu-west-1+aws/s3-standard@ap-southeast-1');
  expect(best?.bill.high).toBeCloseTo(214.2 + 232.83 + 2 * 60.83, 1);
});

it('places what stands apart from what arrives', () => {
  // Standing: 2 PB are 1,862,645 GiB × $0.004 = $7,450.58; 20 of 23 objects stand, so 600k of the 690k reads fall on them:
  // 55,879 GiB × $0.03 = $1,676.38, and $6 for the requests. New: 300 TB are 279,397 GiB, 51,200 × $0.023 + 228,197 × $0.022 =
  // $6,197.93, and 30M PUTs × $0.005/1000 = $150. The 90k reads of new ones ask where most reads go first, in vain: $0.01/1000 each.
  // One store for both is $43.5k at the least.
  const best = aProblemOf({
    workload: {
      objects: { size: '100 MB', standing: '2 PB', arrivals: '1M/day', retention: '3 days' },
      reads: { rate: '23k/day' },
      ...FROM_VIRGINIA,
    },
    stores: IN_VIRGINIA,
  }).best();
  expect(best?.id).toBe('mix:new=aws/s3-standard@us-east-1;old=aws/s3-glacier-instant-retrieval@us-east-1');
  expect(best?.bill.high).toBeCloseTo(7450.58 + 1676.38 + 6 + 6197.93 + 150 + 0.04 + 0.9, 1);
});

it('leaves small objects where the lifecycle rule leaves them', () => {
  // Standard: 657M small objects are 12,238 GiB and the large ones of 7 days 26,077 GiB, × $0.023 = $881.24; 60M PUTs $300, 60M GETs
  // $24. A rule moves 6M large objects a month, $120, and 1,333,654 GiB × $0.004 = $5,334.62 lie in Glacier Instant Retrieval.
  const best = aProblemOf({
    workload: {
      objects: {
        size: [
          { share: 0.9, size: '20 kB' },
          { share: 0.1, size: '20 MB' },
        ],
        arrivals: '2M/day',
        retention: '365 days',
      },
      reads: { rate: '2M/day', byAge: { '7 days': 1 } },
      ...FROM_VIRGINIA,
    },
    stores: IN_VIRGINIA,
  }).best();
  expect(best?.placed.rules).toEqual([{ from: 0, to: 2 }]);
  expect(best?.placed.stages.map((stages) => stages.length)).toEqual([1, 2]);
  expect(best?.bill.high).toBeCloseTo(881.24 + 300 + 24 + 120 + 5334.62, 1);
});

it('compares by what an unknown price can come to at the most', () => {
  // A year of 80,000 × 64 MB a day is 1,740,456 GiB. Hot: 51,200 × $0.0208 and the rest at half of that price or all of it, $18,633 to
  // $36,201; 2.4M PUTs $12, 2.4M GETs $0.96. Cool: × $0.0152 = $26,454.93, requests $26.40, 143,051 GiB retrieved at what
  // nobody recorded there, $0.03 at the most (the dearest of Azure's): $4,291.53.
  const reads = { rate: '80k/day', byAge: { '30 days': 1 } };
  const objects = { size: '64 MB', arrivals: '80k/day', retention: '365 days', reproducible: true };
  const readers = [{ at: 'azure/eastus', share: 1 }];
  const asked = aProblemOf({
    workload: { objects, reads, readers, writer: 'azure/eastus' },
    stores: ['azure/blob-hot@eastus', 'azure/blob-cool@eastus'],
  });
  const best = asked.best({ stores: 1 });
  expect(best?.id).toBe('single:azure/blob-cool@eastus');
  expect(best?.bill.high).toBeCloseTo(26454.93 + 26.4 + 4291.53, 1);
  const hot = aProblemOf({
    workload: { objects, reads, readers, writer: 'azure/eastus' },
    stores: ['azure/blob-hot@eastus'],
  }).best();
  expect(hot?.bill.low).toBeCloseTo(1064.96 + 1_689_255.63 * 0.0104 + 12.96, 0);
  expect(hot?.bill.high).toBeCloseTo(1064.96 + 1_689_255.63 * 0.0208 + 12.96, 0);
});

it('keeps in an archive what nobody reads any more', () => {
  // Standard: 90 days of 1 TB a day are 83,819 GiB less 5 free, × $0.02 = $1,676.28. Archive: the other 640.5 days are 596,512 GiB ×
  // $0.004 = $2,386.05. 300k PUTs and 300k copies, each with its lists, are $3.1; reads, GETs and HEADs $1.9. Standard alone is $13.6k.
  const { context, best } = aProblemOf({
    workload: {
      objects: { size: '100 MB', arrivals: '10k/day', retention: '730.5 days' },
      reads: { rate: '100k/day', byAge: { '90 days': 1 } },
      readers: [{ at: 'internet/US', share: 1 }],
      writer: 'internet/US',
    },
    stores: ['tigris/standard@global', 'tigris/archive@global'],
  });
  expect(context.excluded).toEqual([]);
  const found = best();
  expect(found?.id).toBe('age:tigris/standard@global>tigris/archive@global@90d:tier');
  expect(found?.bill.high).toBeCloseTo(1676.28 + 2386.05 + 3.1 + 1.9, 0);
});

it('keeps nothing in an archive that is read as long as it lives', () => {
  const { context } = aProblemOf({
    workload: {
      objects: { size: '100 MB', arrivals: '10k/day', retention: '90 days' },
      reads: { rate: '100k/day', byAge: { '10 days': 0.9 } },
      readers: [{ at: 'internet/US', share: 1 }],
      writer: 'internet/US',
    },
    stores: ['tigris/standard@global', 'tigris/archive@global'],
  });
  expect(context.excluded.map(({ reason }) => reason.code)).toEqual(['restore-first']);
});

it('moves objects at ages that people write into rules, and at those that the scenario names', () => {
  const { problem } = aProblemOf(
    {
      workload: {
        objects: { size: '1 MB', arrivals: '10k/day', retention: '366 days' },
        reads: { rate: '100k/day', byAge: { '8 days': 0.5, '31 days': 0.9, '365 days': 1 } },
        ...FROM_VIRGINIA,
      },
      stores: IN_VIRGINIA,
    },
    { effort: NO_EFFORT },
  );
  const ages = problem.populations[0]?.ages ?? [];
  // 30 days is so close to 31 that it is that age; at 365 days there is no life left to move for.
  expect([...ages]).toEqual([
    0,
    1 / 24,
    6 / 24,
    12 / 24,
    1,
    2,
    3,
    5,
    7,
    8,
    10,
    14,
    21,
    31,
    45,
    60,
    90,
    120,
    180,
    270,
    366,
  ]);
});

it('moves nothing by a lifecycle rule before it is a day old', () => {
  // All is read within six hours. 931.32 GiB arrive a day: for a day in Standard that is $0.023 × 931.32 = $21.42 a month, and 99 days in
  // Glacier Instant Retrieval $0.004 × 92,201 = $368.80. 30,000 PUTs are $0.15, 300,000 GETs $0.12, 30,000 transitions $0.60.
  const { best } = aProblemOf(
    {
      month: '720 h',
      workload: {
        objects: { size: '1 GB', arrivals: '1000/day', retention: '100 days' },
        reads: { rate: '10k/day', byAge: { '6 hours': 1 } },
        ...FROM_VIRGINIA,
      },
      stores: IN_VIRGINIA,
    },
    { effort: { rule: 20, account: 200, router: 500 } },
  );
  const found = best();
  expect(found?.id).toBe('age:aws/s3-standard@us-east-1>aws/s3-glacier-instant-retrieval@us-east-1@1d:tier');
  expect(found?.bill.high).toBeCloseTo(21.42 + 368.8 + 0.15 + 0.12 + 0.6, 1);
});
