/** A store's own log is evidence: its times become a private dataset that a plan uses. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { loadDataset } from '#catalog/load-datasets.ts';
import { sampleStatistics } from '#core/evidence/sample-statistics.ts';
import { randomOf } from '#tests/helpers/placement/anyProblem.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { logText } from '#tests/helpers/query/log-lines.ts';
import type { TimedRequest } from '#tests/helpers/query/log-lines.ts';
import { runCli } from '#tests/helpers/runCli.ts';

const next = randomOf(7);
/** Times are drawn from 20 ms + an exponential law of 30 ms. */
const requests: TimedRequest[] = Array.from({ length: 5000 }, (_, i) => {
  const firstMs = Math.round(20 - 30 * Math.log(1 - next()));
  return {
    atSeconds: Date.parse('2026-03-01T00:00:00Z') / 1000 + i * 20,
    operation: i % 10 === 0 ? 'PutObject' : 'GetObject',
    key: `canary-${i % 500}`,
    sizeBytes: 10_000,
    sentBytes: i % 10 === 0 ? 0 : 10_000,
    reader: '192.0.2.1',
    failed: false,
    firstMs,
    totalMs: firstMs + 5,
  };
});
const LOG = logText('s3-access-log', requests);
const KEEP = ['--store', 'aws/s3-standard@us-west-1', '--datasets', 'measured'];
const ID = 'log-aws-s3-standard-us-west-1-2026-03-01';

describe('stowage derive --store --datasets', () => {
  test('keeps quantiles equal to an exact sort, by operation and size, and none of the names', async () => {
    using folder = new Folder({ 'logs/date=2026-03-01/a.log': LOG });
    const { exit, stdout, stderr } = await runCli(['derive', 'logs', ...KEEP, '--json'], {
      cwd: folder.path,
    });
    expect({ exit, stderr }).toEqual({
      exit: 0,
      stderr: expect.stringMatching(/^measured\/log-aws-s3-standard-us-west-1-2026-03-01: \d+ measurements/),
    });
    expect(JSON.parse(stdout)).toMatchObject({ requests: { answered: 5000 } });
    const own = path.join(folder.path, 'measured', ID);
    const dataset = loadDataset(own, ID);
    for (const [metric, of] of [
      ['total', (one: TimedRequest) => one.totalMs],
      ['first_byte', (one: TimedRequest) => one.firstMs],
    ] as const)
      for (const [operation, name] of [
        ['GET', 'GetObject'],
        ['PUT', 'PutObject'],
      ]) {
        const rising = Float64Array.from(requests.filter((one) => one.operation === name).map(of)).sort();
        const rows = dataset.measurements.filter(
          (row) => row.operation === operation && row.metric === metric,
        );
        for (const { statistic, value, low, high } of sampleStatistics(rising)) {
          if (statistic === 'mean' || statistic === 'stddev') continue;
          const row = rows.find((one) => one.statistic === statistic);
          expect(row?.value).toBe(value);
          if (low !== null) expect([row?.value_low, row?.value_high]).toEqual([low, high]);
        }
        expect(rows[0]).toMatchObject({
          store: 'aws/s3-standard',
          store_region: 'aws/us-west-1',
          client_place: 'aws/us-west-1',
          size_bytes: 10_000,
        });
      }
    expect(dataset.caveats[0]).toContain('leave out the network between client and store');
    for (const file of readdirSync(own))
      expect(readFileSync(path.join(own, file), 'utf8')).not.toMatch(/canary|192\.0\.2/);
  });

  test('a plan takes its folder, or a file of measurements at once, and answers alike', async () => {
    const stores = ['aws/s3-standard@us-west-1'];
    const workload = {
      objects: { size: '10 kB', standing: '1 TB' },
      reads: { rate: '1000/day' },
      readers: [{ at: 'aws/us-west-1', share: 1 }],
      writer: 'aws/us-west-1',
    };
    const scenario = { stowage: 1, name: 'Log', asOf: '2026-08-31', workload, stores };
    using folder = new Folder({ 'a.log': LOG, 'plan.yaml': JSON.stringify(scenario) });
    await runCli(['derive', 'a.log', ...KEEP], { cwd: folder.path });
    const plan = async (...more: string[]) => {
      const { exit, stdout, stderr } = await runCli(['plan', 'plan.yaml', '--json', ...more], {
        cwd: folder.path,
      });
      expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
      return JSON.stringify((JSON.parse(stdout) as { candidates: unknown }).candidates);
    };
    const [without, byFolder] = [await plan(), await plan('--dataset', `measured/${ID}`)];
    const byFile = await plan('--dataset', `measured/${ID}/measurements.csv`);
    expect(byFolder).not.toBe(without);
    expect(byFile.replaceAll('"measurements"', `"${ID}"`).length).toBe(byFolder.length);
  });

  test.each([
    [['--store', 'aws/s3-standard@us-west-1'], /--store and --datasets go together/],
    [['--store', 'aws/s3-standard', '--datasets', 'x'], /write it like aws\/s3-standard@us-west-1/],
    [['--store', 'aws/s3-standrad@us-west-1', '--datasets', 'x'], /there is no such store.*aws\/s3-standard/],
    [['--store', 'aws/s3-standard@us-wset-1', '--datasets', 'x'], /"us-wset-1" is no place/],
    [
      [...KEEP, '--engine', 'spark', '--print'],
      /--print runs nothing; leave --store, --datasets and --test out/,
    ],
    [[...KEEP, '--engine', 'trino'], /--engine trino: Stowage only writes its statements/],
    [
      ['--test', '--engine', 'spark', '--print'],
      /--print runs nothing; leave --store, --datasets and --test out/,
    ],
  ])('%j is refused, and nothing is written', async (args, message) => {
    using folder = new Folder({ 'a.log': LOG });
    const { exit, stdout, stderr } = await runCli(['derive', 'a.log', ...args], { cwd: folder.path });
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(readdirSync(folder.path)).toEqual(['a.log']);
  });

  test('a log without times keeps nothing, and says so', async () => {
    using folder = new Folder({ 'a.log': logText('ibm-cos-trace', requests) });
    const { exit, stderr } = await runCli(['derive', 'a.log', ...KEEP], { cwd: folder.path });
    expect(exit).toBe(1);
    expect(stderr).toMatch(/ibm-cos-trace holds no times of requests/);
  });
});

test.each([
  ['a.log.gz', gzipSync],
  ['a.log.zst', zstdCompressSync],
] as const)('%s that ends too early keeps its whole lines, and says so', async (name, pack) => {
  const packed = pack(LOG);
  using folder = new Folder({ [name]: packed.subarray(0, Math.floor(packed.length / 2)) });
  const { exit, stdout, stderr } = await runCli(['derive', name, '--json'], { cwd: folder.path });
  expect(exit).toBe(0);
  expect(stderr).toContain(`${name}: ends too early; its whole lines were read`);
  const { requests: seen } = JSON.parse(stdout) as { requests: { answered: number } };
  expect(seen.answered).toBeGreaterThan(1000);
  expect(seen.answered).toBeLessThan(5000);
});

test.each([
  ['trace.csv.gz', Buffer.from('no gzip'), 'gzip -t'],
  ['trace.csv.zst', Buffer.from('no zstd'), 'zstd -t'],
  ['trace.csv.gz', damaged(gzipSync(LOG)), 'gzip -t'],
] as const)('%s that is damaged is named, with what tests it', async (name, packed, command) => {
  using folder = new Folder({ [name]: packed });
  const { exit, stdout, stderr } = await runCli(['derive', name], { cwd: folder.path });
  expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
  expect(stderr).toContain(
    `${name}: is damaged, or not packed as its name says; "${command} ${name}" tests it`,
  );
  expect(stderr).not.toContain(folder.path);
});

/** Its middle says something else. */
function damaged(packed: Buffer): Buffer {
  packed.fill(0x5a, Math.floor(packed.length / 4), Math.floor(packed.length / 2));
  return packed;
}
