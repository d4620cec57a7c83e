/** The lie detector line by line: what each rule finds in a small dataset, and the sum it says it with. */
import { expect, test } from 'vitest';
import { doubtsOf } from '#core/evidence/doubts/index.ts';
import { describeEvidenceFinding } from '#core/findings/evidence-findings.ts';
import type { EvidenceFinding } from '#core/findings/evidence-findings.ts';
import { aDataset } from '#tests/helpers/datasets.ts';

type Row = Record<string, string | number>;
type Line = [
  line: string,
  code: EvidenceFinding['code'],
  words: RegExp,
  rows: Row[],
  head?: Record<string, unknown>,
];

const quantiles = (values: Record<string, number>, beside: Row = {}): Row[] =>
  Object.entries(values).map(([statistic, value]) => ({ statistic, value, ...beside }));
const rate = (perSecond: number, beside: Row = {}): Row => ({
  metric: 'rate',
  statistic: 'mean',
  value: perSecond,
  unit: '1/s',
  ...beside,
});
const loop = (store: string, concurrency: number, perSecond: number, meanMs: number): Row[] => {
  const cell = { store, concurrency, loop: 'closed' };
  return [...quantiles({ mean: meanMs }, cell), rate(perSecond, cell)];
};

const LINES: Line[] = [
  [
    "Little's law",
    'little-mismatch',
    /10 in flight at 1,000\/s take 10 ÷ 1,000 = 10 ms each on average .* mean 30 ms\. .* 1,000\/s are 30 in flight/,
    loop('aws/s3-standard', 10, 1000, 30),
  ],
  [
    'a throughput cap read as latency, across stores',
    'throughput-as-latency',
    /aws\/s3-standard 1,200\/s × 26\.4 ms = 31\.7, cloudflare\/r2-standard 50\/s × 639 ms = 31\.9/,
    [...loop('aws/s3-standard', 32, 1200, 26.4), ...loop('cloudflare/r2-standard', 32, 50, 639)],
  ],
  [
    'a throughput cap read as latency, across loads',
    'queue-as-latency',
    /from 8 to 32 in flight the rate goes from 1,000 to 1,010\/s, the mean from 8 ms to 31\.7 ms: × 3\.96 for × 4/,
    [...loop('aws/s3-standard', 8, 1000, 8), ...loop('aws/s3-standard', 32, 1010, 31.7)],
  ],
  [
    'coordinated omission',
    'coordinated-omission',
    /left out 2\.3 s ÷ 10 ms − 1 = 229 requests/,
    quantiles({ p50: 10, p99: 40, max: 2300 }, { loop: 'closed' }),
  ],
  [
    'too few samples for a printed quantile',
    'too-few-samples',
    /p99 of 1 cell rests on at most 367 requests; .* needs 368/,
    quantiles({ p99: 40 }, { samples: 367 }),
  ],
  [
    'disordered quantiles',
    'quantiles-disordered',
    /At least 50% at 30 ms or above and 99% at 10 ms or below are 149% of the requests/,
    quantiles({ p50: 30, p99: 10 }),
  ],
  [
    'size × rate ≠ throughput',
    'columns-disagree',
    /1 KiB × 100\/s = 102\.4 kB\/s, and 51\.2 kB\/s are printed \(−50%\)/,
    [rate(100), { metric: 'throughput', statistic: 'mean', value: 51_200, unit: 'bytes/s' }],
  ],
  [
    'cold and warm mixed, as stated',
    'temperatures-mixed',
    /1 row mixes first reads with repeated ones/,
    quantiles({ mean: 5 }, { temperature: 'mixed' }),
  ],
  [
    'cold and warm mixed, as seen',
    'two-populations',
    /between p50 6 ms and p75 60 ms is a gap of × 10/,
    quantiles({ p10: 5, p25: 5.5, p50: 6, p75: 60, p90: 65 }),
  ],
  [
    'retries hidden inside rows',
    'retry-inside',
    /max 5\.02 s is a time-out of 5 s and one more request \(\+ median 13 ms = 5\.01 s\)/,
    quantiles({ p50: 13, max: 5020 }),
  ],
  [
    'a vendor measures its rival',
    'vendor-measures-rival',
    /A seller sells tigris\/standard and also measured cloudflare\/r2-standard/,
    ['tigris/standard', 'cloudflare/r2-standard'].flatMap((store) => quantiles({ mean: 5 }, { store })),
    { measuredBy: { name: 'A seller', sells: ['tigris/standard'] } },
  ],
  [
    'duplicate cells between products',
    'cells-alike',
    /print the same rate to the last digit: 613\.7 1\/s/,
    [rate(613.7), rate(613.7, { store: 'cloudflare/r2-standard' })],
  ],
];

test.each(LINES)('%s is found as %s, and its sum said', (_, code, words, rows, head = {}) => {
  const found = doubtsOf(aDataset('a-set', rows, head)).filter((one) => one.code === code);
  expect(found).toHaveLength(1);
  expect(found.map((one) => describeEvidenceFinding(one)).join()).toMatch(words);
});

test('of sound figures nothing is found', () => {
  const cell = { loop: 'open', samples: 4000, concurrency: 10 };
  const sound = [
    ...quantiles({ min: 8, p50: 10, p90: 13, p99: 20, max: 40, mean: 10.6 }, cell),
    rate(900, cell),
    { ...cell, metric: 'throughput', statistic: 'mean', value: 921_600, unit: 'bytes/s' },
  ];
  const method = { loop: 'open', temperature: 'warm', connections: null, timedFrom: 'due' };
  expect(doubtsOf(aDataset('a-set', sound, { method }))).toEqual([]);
});
