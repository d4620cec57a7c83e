import { describe, expect, test } from 'vitest';
import type { Plan } from '#core/report/plan-types.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';
import { aPricedScenario, yaml } from '#tests/helpers/cli/helpers.ts';

const scenario = yaml(aPricedScenario());
const impossible = yaml(aPricedScenario({ name: 'Impossible', requirements: { readP99: '0.001 ms' } }));

test('a plan is printed with its recommendation, the placements to weigh and exit 0', async () => {
  const { exit, stdout, stderr } = await runCli(['plan', '-'], { stdin: scenario });
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
  expect(stdout).toMatch(/^Segments \(prices of 2026-11-20\)$/m);
  expect(stdout).toMatch(/^Recommended: .*\/month, read p99 /m);
  expect(stdout).toMatch(/^other +R2 Standard /m);
});

test('JSON is the whole plan, unrounded, and the recommendation is one of its candidates', async () => {
  const { exit, stdout } = await runCli(['plan', '-', '--json'], { stdin: scenario });
  expect(exit).toBe(0);
  const plan = JSON.parse(stdout) as Plan;
  expect(Object.keys(plan)).toEqual(
    expect.arrayContaining([
      'scenario',
      'pricing',
      'datasets',
      'model',
      'candidates',
      'frontier',
      'switchPoints',
      'recommendation',
      'findings',
    ]),
  );
  const best = plan.candidates.find((one) => one.id === plan.recommendation?.id);
  expect(best?.feasible).toBe('yes');
  expect(best?.monthly.lines.reduce((sum, line) => sum + (line.amount ?? 0), 0)).toBeCloseTo(
    best?.monthly.total ?? NaN,
    6,
  );
});

test('no feasible plan is answered in full, with exit 1 and a recommendation of null', async () => {
  const [answer, text] = await Promise.all([
    runCli(['plan', '-', '--json'], { stdin: impossible }),
    runCli(['plan', '-'], { stdin: impossible }),
  ]);
  expect(answer.exit).toBe(1);
  const plan = JSON.parse(answer.stdout) as Plan;
  expect(plan.recommendation).toBeNull();
  expect(plan.candidates.length).toBeGreaterThan(0);
  expect(text.exit).toBe(1);
  expect(text.stdout).toMatch(/^No placement /m);
});

test('--notes says what is left out of the short answer', async () => {
  const { stdout } = await runCli(['plan', 'examples/streamingco.yaml', '--notes']);
  const said = stdout.replace(/\s+/g, ' ');
  expect(said).toContain('Storage is 52% of the bill: $80.5k/month.');
  expect(said).toContain('Nothing has to be run.');
  expect(said).toMatch(/Readers at AWS us-east-1 are served fastest by S3 Express One Zone/);
  expect(said).toContain('No latency data for Backblaze B2, Wasabi and R2 Infrequent Access.');
});

/** Without what they rest on. */

describe('many scenarios', () => {
  const files = {
    'a.yaml': scenario,
    'b.json': JSON.stringify(aPricedScenario({ name: 'Other' })),
    'c.csv': `stowage,name,asOf,workload.objects.size,workload.objects.arrivals,workload.objects.retention,workload.reads.rate,workload.readers[0].at,workload.readers[0].share,workload.writer,stores\n1,First row,2026-11-20,4 MB,1k/day,90 days,1k/day,aws/us-east-1,1,aws/us-east-1,cloudflare/r2-standard@enam aws/s3-standard@us-east-1\n1,Second row,2026-11-20,10 KiB,1k/day,90 days,1k/day,aws/us-east-1,1,aws/us-east-1,cloudflare/r2-standard@enam\n`,
  };
  const names = ['Segments', 'Other', 'First row', 'Second row'];

  test('in YAML, JSON and CSV become one table', async () => {
    using folder = new Folder(files);
    const { exit, stdout } = await runCli(['plan', ...Object.keys(files)], { cwd: folder.path });
    expect(exit).toBe(0);
    const rows = stdout
      .trimEnd()
      .split('\n')
      .slice(2)
      .filter((line) => !/^[ ─]/.test(line));
    expect(rows.map((row) => row.split(/ {2,}/)[0])).toEqual([...names, 'total']);
  });

  test('become an array, lines of JSON, or rows of CSV', async () => {
    using folder = new Folder(files);
    const [array, lines, csv] = await Promise.all(
      ['--json', '--jsonl', '--format=csv'].map((form) =>
        runCli(['plan', ...Object.keys(files), form], { cwd: folder.path }),
      ),
    );
    const plans = JSON.parse(array?.stdout ?? '') as Plan[];
    expect(plans.map((plan) => plan.scenario.name)).toEqual(names);
    const rowsOfJson = lines?.stdout.trimEnd().split('\n') ?? [];
    expect(rowsOfJson.map((line) => JSON.parse(line) as Plan)).toEqual(plans);
    for (const { recommendation, candidates } of plans)
      for (const { id, read } of candidates)
        expect('evidence' in read && 'adjustments' in read, id).toBe(id === recommendation?.id);
    expect(lines?.stdout).not.toMatch(/"byPlace":\[\{[^\]]*"adjustments"/);
    const rows = csv?.stdout.trimEnd().split('\n') ?? [];
    expect(rows).toHaveLength(1 + plans.length);
    expect(csv?.stderr).toMatch(/^stowage: 4 scenarios, \$\S+\/month together\n$/);
    const all = await runCli(['plan', ...Object.keys(files), '--format=csv', '--all'], { cwd: folder.path });
    expect(all.stdout.split('\n').length).toBeGreaterThan(
      plans.reduce((sum, plan) => sum + plan.candidates.length, 0),
    );
  });

  test('with one that has no feasible plan among them exit 1', async () => {
    using folder = new Folder({ 'a.yaml': scenario, 'b.yaml': impossible });
    const { exit, stdout, stderr } = await runCli(['plan', 'a.yaml', 'b.yaml'], { cwd: folder.path });
    expect(exit).toBe(1);
    expect(stdout).toMatch(/^Impossible +none/m);
    expect(stderr).toContain('1 has no plan that meets its requirements: b.yaml');
  });

  test('with one that is not understood say nothing but what is wrong', async () => {
    using folder = new Folder({ 'a.yaml': scenario, 'b.yaml': 'stowage: 1\n' });
    const { exit, stdout, stderr } = await runCli(['plan', 'a.yaml', 'b.yaml'], { cwd: folder.path });
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toMatch(/b\.yaml: workload: is missing/);
  });
});

test('a list in a file is many scenarios', async () => {
  const { exit, stdout } = await runCli(['plan', '-', '--json'], {
    stdin: JSON.stringify([aPricedScenario(), aPricedScenario({ name: 'Other' })]),
  });
  expect(exit).toBe(0);
  expect((JSON.parse(stdout) as Plan[]).map((plan) => plan.scenario.name)).toEqual(['Segments', 'Other']);
});

test('forms of answer exclude each other', async () => {
  const { exit, stderr } = await runCli(['plan', '-', '--json', '--format', 'md'], { stdin: scenario });
  expect(exit).toBe(2);
  expect(stderr).toMatch(/one form of answer, not json and md/);
});

test('a reader that stops reading is not an error', async () => {
  const { spawnSync } = await import('node:child_process');
  const done = spawnSync(
    'sh',
    ['-c', `"${process.execPath}" dist/cli/stowage.mjs plan - --json | head -c 10 > /dev/null`],
    { input: scenario, encoding: 'utf8' },
  );
  expect(done.stderr).toBe('');
});

test('a dataset that is left out is used nowhere, and the plan says on which datasets it rests', async () => {
  const used = async (changes: Parameters<typeof aPricedScenario>[0]) =>
    JSON.parse(
      (await runCli(['plan', '-', '--json', '--why'], { stdin: yaml(aPricedScenario(changes)) })).stdout,
    ) as Plan;
  const [all, without] = [await used({}), await used({ datasets: ['not prisma-2026'] })];
  expect(all.datasets.map(({ id }) => id)).toContain('prisma-2026');
  expect(without.datasets.map(({ id }) => id)).not.toContain('prisma-2026');
  const found = all.withoutDatasets.find(({ dataset }) => dataset === 'prisma-2026');
  expect(found?.recommendation).toBe(without.recommendation?.id ?? null);
  expect(without.withoutDatasets.map(({ dataset }) => dataset)).not.toContain('prisma-2026');
});

test('a scenario of what people know at once is answered, at a date that is said', async () => {
  const short =
    'workload:\n  objects: { size: 3 MB, count: 100M }\n  reads: { rate: 10M/day }\n  readers: [{ at: internet/europe }]\nstores: [aws/s3-standard, cloudflare/r2-standard]\n';
  const { exit, stdout } = await runCli(['plan', '-', '--json'], { stdin: short });
  expect(exit).toBe(0);
  const { scenario } = JSON.parse(stdout) as { scenario: Record<string, unknown> };
  expect(scenario).toMatchObject({
    asOf: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as unknown,
    stores: [expect.stringMatching(/^aws\/s3-standard@/), 'cloudflare/r2-standard'] as unknown,
    workload: { objects: { count: '100M' }, writer: 'internet/europe' },
  });
  expect((await runCli(['plan', '-'], { stdin: short })).stdout).toContain(
    `(prices of ${String(scenario['asOf'])})`,
  );
});
