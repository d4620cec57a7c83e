/** What somebody has measured, as they try it: looked at, used at once in a plan, and named for all plans. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { OwnEvidence, Plan } from '#core/report/plan-types.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';
import { ROOT } from '#tests/sources.ts';

const WARP = path.join(ROOT, 'tests/fixtures/formats/warp/get.csv.zst');
const LOG = path.join(ROOT, 'examples/inputs/access-log.txt');
const WASABI = 'wasabi/pay-as-you-go@us-east-1';
const PLAN = JSON.stringify({
  stowage: 1,
  name: 'Own data',
  asOf: '2026-11-20',
  workload: {
    objects: { size: '1 MiB', standing: '100 TB' },
    reads: { rate: '1M/day' },
    readers: [{ at: 'aws/us-east-1', share: 1 }],
    writer: 'aws/us-east-1',
  },
  requirements: { readP99: '300 ms' },
  stores: ['aws/s3-standard@us-east-1', 'tigris/standard@global', WASABI],
});

async function planned(folder: Folder, ...more: string[]): Promise<Plan> {
  const { exit, stdout, stderr } = await runCli(['plan', 'plan.yaml', '--json', ...more], {
    cwd: folder.path,
  });
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
  return JSON.parse(stdout) as Plan;
}

/** Twenty times the times of a result of oha, k6 or vegeta. */
const slower = (text: string) =>
  text.replaceAll(
    /"(latencies|\w+Percentiles|http_req_(duration|waiting)[^"]*)":\s*\{[^}]*|"(slowest|fastest|average)":[^,]*/g,
    (part) => part.replaceAll(/(?<=:\s*)[\d.]+/g, (time) => String(20 * Number(time))),
  );

describe('stowage import FILE', () => {
  test('shows quantiles with their interval, a drawing and findings, and says how to keep them', async () => {
    using folder = new Folder();
    const { exit, stdout, stderr } = await runCli(['import', WARP], { cwd: folder.path });
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(stdout).toMatch(
      /GET 1 MiB, 8 at once, total time +2,827 +2\.44 ms +11\.8 ms +66 ms +45\.6 ms – 90\.8 ms +─+┃─+┤/,
    );
    expect(stdout).toContain('- GET 1 MiB, 8 at once: errors 0%, operations 353/s, throughput 371 MB/s');
    expect(stdout).toContain('The file does not say which store was measured, where the store is');
    expect(stdout).toMatch(/Findings: figures that are easily misread/);
    expect(stdout).toContain(`stowage import ${WARP} --store aws/s3-standard@us-east-1 --from PLACE --out`);
  });

  test('the command that it prints keeps them', async () => {
    using folder = new Folder();
    const args = ['--store', 'aws/s3-standard@us-east-1', '--from', 'unknown', '--out', 'mine-2026'];
    const { exit, stderr } = await runCli(['import', WARP, ...args], { cwd: folder.path });
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: expect.stringContaining('--dataset mine-2026') });
    expect(folder.read('mine-2026/dataset.yaml')).toContain('licence: private');
  });

  test('as JSON gives each figure, and what nobody said', async () => {
    using folder = new Folder();
    const { stdout } = await runCli(['import', WARP, '--json', '--store', WASABI], { cwd: folder.path });
    const { formats, notSaid, rows } = JSON.parse(stdout) as Record<string, unknown[]>;
    expect({ formats, notSaid }).toEqual({ formats: ['warp-csv'], notSaid: ['from'] });
    expect(rows).toHaveLength(27);
    expect(rows?.[0]).toMatchObject({ store: 'wasabi/pay-as-you-go', operation: 'GET', size_bytes: 2 ** 20 });
  });

  test('of a dataset in one file shows what it says of itself', async () => {
    using folder = new Folder();
    const one = path.join(folder.path, 'one.json');
    await runCli(['datasets', 'export', path.join(ROOT, 'datasets/macaron-2024'), '--out', one]);
    const { stdout } = await runCli(['import', one], { cwd: folder.path });
    expect(stdout).not.toContain('does not say');
    expect(stdout).toContain('stowage-dataset');
  });

  test('refuses what is said of a dataset that is kept', async () => {
    const { exit, stderr } = await runCli(['import', WARP, '--licence', 'MIT']);
    expect({ exit, stderr }).toEqual({ exit: 2, stderr: expect.stringMatching(/--licence: .* add --out/) });
  });
});

describe('plan --dataset', () => {
  test('takes a result at once, and says what it changes against the plan without it', async () => {
    using folder = new Folder({ 'plan.yaml': PLAN });
    const without = await planned(folder);
    const given = ['--dataset', `${WARP}=${WASABI}`];
    const plan = await planned(folder, ...given);
    const found = plan.ownEvidence as OwnEvidence;
    expect(found.datasets).toEqual(['get']);
    expect(found.stores).toEqual([{ store: WASABI, p99Ms: expect.closeTo(66, 0), withoutMs: null }]);
    const before = without.candidates.find(({ id }) => id === without.recommendation?.id);
    expect(found.without).toEqual({ recommendation: before?.id, total: before?.monthly.total });
    const { stdout } = await runCli(['plan', 'plan.yaml', ...given], { cwd: folder.path });
    expect(stdout).toContain('With your data (get): Wasabi p99 66 ms where nothing was known.');
    expect(stdout).toContain('Wasabi is now the answer instead of Tigris Standard: $1.14k/month less.');
  });

  test('takes a log as evidence of the store that wrote it', async () => {
    using folder = new Folder({ 'plan.yaml': PLAN });
    const { ownEvidence } = await planned(folder, '--dataset', `${LOG}=aws/s3-standard@us-east-1`);
    const [store] = ownEvidence?.stores ?? [];
    expect(store).toMatchObject({ store: 'aws/s3-standard@us-east-1' });
    expect(store?.p99Ms).not.toBe(store?.withoutMs);
  });

  // These tools do not write what they asked for. p99 is what each printed (`*.golden.csv`), twenty times slower: a store is no server
  // beside its client.
  test.each([
    ['oha/output.json', 'GET', 20 * 2.911153],
    ['k6/handle-summary.json', 'GET,64KiB', 20 * 5.308333],
    ['vegeta/report.json', 'GET,64KiB', 20 * 4.678315],
  ])('takes %s with what only a person knows of it: %s', async (file, told, p99Ms) => {
    using folder = new Folder({ 'plan.yaml': PLAN.replace('1 MiB', '64 KiB') });
    folder.write('run.json', slower(readFileSync(path.join(ROOT, 'tests/fixtures/formats', file), 'utf8')));
    const plan = await planned(folder, '--dataset', `run.json=${WASABI},${told}`);
    expect(plan.ownEvidence?.stores).toEqual([
      { store: WASABI, p99Ms: expect.closeTo(p99Ms, 1), withoutMs: null },
    ]);
  });

  test.each([
    [WARP, /does not say which store was measured, .*; write --dataset .*=aws\/s3-standard@us-east-1/],
    [`${WARP}=aws/s3-standrad@us-east-1`, /there is no such store.*aws\/s3-standard/],
    ['nowhere.csv', /no dataset is called "nowhere\.csv", and no file or folder/],
    [
      `${path.join(ROOT, 'tests/fixtures/formats/oha/output.json')}=${WASABI}`,
      /does not say which operation was measured; write --dataset .*@us-east-1,GET or, with the size of its objects, …,GET,1MiB/,
    ],
    [
      `${WARP}=${WASABI},FETCH`,
      /"wasabi.*FETCH" is not understood; behind the store stand an operation \(GET, /,
    ],
    [`${WARP}=${WASABI},GET,large`, /its size: /],
  ])('%s is refused', async (dataset, message) => {
    using folder = new Folder({ 'plan.yaml': PLAN });
    const { exit, stdout, stderr } = await runCli(['plan', 'plan.yaml', '--dataset', dataset], {
      cwd: folder.path,
    });
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });
});

describe('datasets in stowage.yaml', () => {
  test('take part in every plan, from the folder of that file, but for --no-config', async () => {
    using folder = new Folder({ 'plan.yaml': PLAN });
    await runCli(['import', WARP, '--store', WASABI, '--out', 'measured/mine-2026'], { cwd: folder.path });
    folder.write('stowage.yaml', 'datasets: [measured]\n');
    const config = await planned(folder);
    expect(config.ownEvidence?.datasets).toEqual(['mine-2026']);
    const named = await planned(folder, '--no-config', '--dataset', 'measured/mine-2026');
    expect(named.recommendation).toEqual(config.recommendation);
    expect((await planned(folder, '--no-config')).ownEvidence).toBeUndefined();
    folder.write('stowage.yaml', 'datasets: [nothing]\n');
    const { exit, stderr } = await runCli(['plan', 'plan.yaml'], { cwd: folder.path });
    expect({ exit, stderr }).toEqual({
      exit: 2,
      stderr: expect.stringMatching(/stowage\.yaml: datasets: no dataset is called "nothing"/),
    });
  });
});
