import { describe, expect, test } from 'vitest';
import type { LatencyAnswer } from '#cli/answers/latency.ts';
import { MEASUREMENT_COLUMNS } from '#core/evidence/dataset.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';

const ask = [
  'latency',
  'aws/s3-standard@us-east-1',
  '--op',
  'GET',
  '--size',
  '10KiB',
  '--from',
  'aws/us-east-1',
];

test('quantiles rise, lie in their band and rest on evidence', async () => {
  const { exit, stdout } = await runCli([...ask, '--json']);
  expect(exit).toBe(0);
  const answer = JSON.parse(stdout) as LatencyAnswer;
  expect(answer).toMatchObject({
    store: 'aws/s3-standard',
    region: 'us-east-1',
    operation: 'GET',
    sizeBytes: 10_240,
    from: 'aws/us-east-1',
  });
  const rising = [
    answer.floorMs,
    answer.p50Ms,
    answer.p75Ms,
    answer.p90Ms,
    answer.p95Ms,
    answer.p99Ms,
    answer.p999Ms,
  ];
  expect(rising).toEqual(rising.toSorted((a, b) => a - b));
  const [low = NaN, high = NaN] = answer.bandMs['p99'] ?? [];
  expect(low).toBeLessThanOrEqual(answer.p99Ms);
  expect(high).toBeGreaterThanOrEqual(answer.p99Ms);
  expect(answer.evidence.length).toBeGreaterThan(0);
});

test('the table says the grade, the quantiles and the evidence', async () => {
  const { exit, stdout } = await runCli(ask);
  expect(exit).toBe(0);
  expect(stdout).toMatch(/: total time, (measured|interpolated|extrapolated)$/m);
  expect(stdout).toMatch(/^p99 +\d/m);
  expect(stdout).toMatch(/^Evidence$/m);
});

test('a store that nobody measured may take as long as any: exit 1, with the band of all stores', async () => {
  const { exit, stderr } = await runCli(['latency', 'backblaze/b2@us-east', '--from', 'aws/us-east-1']);
  expect(exit).toBe(1);
  expect(stderr).toMatch(
    /not measured, it may be anything that stores take: p50 [\d.]+ ms to [\d.]+ ms, p99 /,
  );
});

test('quantiles that the user states are graded assumed', async () => {
  const { exit, stdout } = await runCli([
    'latency',
    'aws/s3-express-one-zone@us-east-1',
    '--from',
    'aws/us-east-1',
    '--assume',
    'p50=7ms,p99=43ms',
    '--json',
  ]);
  expect(exit).toBe(0);
  const answer = JSON.parse(stdout) as LatencyAnswer;
  expect(answer.grade).toBe('assumed');
  expect(answer.p50Ms).toBeCloseTo(7, 6);
  expect(answer.p99Ms).toBeCloseTo(43, 6);
});

describe('what is not understood', () => {
  test.each([
    [['latency', 'aws/s3-standard@us-east-1'], /--from aws\/us-east-1/],
    [['latency', 'aws/s3-standard@us-east-1', '--from', 'aws/us-esat-1'], /did you mean aws\/us-east-1/],
    [
      ['latency', 'aws/s3-standrad@us-east-1', '--from', 'aws/us-east-1'],
      /did you mean aws\/s3-standard@us-east-1/,
    ],
    [['latency', 'aws/s3-standard', '--from', 'aws/us-east-1'], /priced by region/],
    [[...ask.slice(0, 2), '--from', 'aws/us-east-1', '--size', '10 XiB'], /--size: "XiB" is not a unit/],
    [[...ask.slice(0, 2), '--from', 'aws/us-east-1', '--size=-10 kB'], /"-10 kB" is negative/],
    [[...ask, '--op', 'GTE'], /did you mean GET/],
    [[...ask, '--dataset', 'nonsense'], /no dataset is called "nonsense"/],
    [[...ask, '--assume', '99=43ms'], /"99=43ms" is not understood.*p99=43ms/],
  ])('%j', async (args, message) => {
    const { exit, stdout, stderr } = await runCli(args);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });
});

test('without any measurement there is no answer: exit 1, and what to do', async () => {
  const { exit, stdout, stderr } = await runCli([
    'latency',
    'wasabi/pay-as-you-go@us-east-1',
    '--op',
    'LIST',
    '--from',
    'internet/DE',
  ]);
  expect({ exit, stdout }).toEqual({ exit: 1, stdout: '' });
  expect(stderr).toMatch(/no measurement of LIST on wasabi\/pay-as-you-go.*--assume/);
});

test('a number of requests in flight is one', async () => {
  const { exit, stdout } = await runCli([...ask, '--concurrency', '8', '--json']);
  expect([exit, (JSON.parse(stdout) as LatencyAnswer).grade]).toEqual([0, expect.any(String)]);
  const wrong = await runCli([...ask, '--concurrency', 'many']);
  expect([wrong.exit, wrong.stderr]).toEqual([2, expect.stringContaining('--concurrency: "many"')]);
});

test('a dataset of one’s own is used first, and its sweep answers for the requests in flight', async () => {
  using folder = new Folder();
  const cell = 'aws/s3-standard,aws/us-east-1,aws/us-east-1,,store,GET,total,10240';
  const rows = [
    [1, 'p50', 15],
    [1, 'p99', 60],
    [64, 'p50', 30],
    [64, 'p99', 120],
  ].map(([inFlight, statistic, ms]) => `${cell},${inFlight},closed,,${statistic},${ms},ms,eq,,,1000,,`);
  folder.write('sweep.csv', `${[MEASUREMENT_COLUMNS.join(','), ...rows].join('\n')}\n`);
  const said =
    '--title x --source-url https://example.org --retrieved 2026-11-20 --licence MIT --measured-by me --tool t';
  await runCli(['import', 'sweep.csv', '--out', 'own-2026', ...said.split(' ')], { cwd: folder.path });
  const at = async (inFlight: string) => {
    const asked = [...ask, '--dataset', 'own-2026', '--concurrency', inFlight, '--json'];
    return JSON.parse((await runCli(asked, { cwd: folder.path })).stdout) as LatencyAnswer;
  };
  const [one, between, beyond] = [await at('1'), await at('8'), await at('256')];
  expect([one.p50Ms, one.grade]).toEqual([expect.closeTo(15, 9), 'measured']);
  // Straight in logarithms: 8 lies half of the way from 1 to 64, and 256 a third of it further.
  expect([between.p50Ms, between.grade]).toEqual([expect.closeTo(15 * Math.SQRT2, 6), 'interpolated']);
  expect([beyond.p50Ms, beyond.grade]).toEqual([expect.closeTo(30 * 2 ** (1 / 3), 6), 'extrapolated']);
});
