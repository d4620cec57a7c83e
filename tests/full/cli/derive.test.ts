import { cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { Profile } from '#core/workload/profile.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';
import { aPricedScenario, yaml } from '#tests/helpers/cli/helpers.ts';
import { ROOT } from '#tests/sources.ts';

/** Twenty objects, one every hour, each read a minute and three hours after it came. */
const TRACE = [
  'time_s,op,key,size',
  ...Array.from({ length: 20 }, (_, i) => [
    `${i * 3600},PUT,object-${i},2000000`,
    `${i * 3600 + 60},GET,object-${i},2000000`,
    `${i * 3600 + 3 * 3600},GET,object-${i},2000000`,
  ]).flat(),
].join('\n');

async function answered(args: readonly string[], cwd: string): Promise<string> {
  const { exit, stdout, stderr } = await runCli(args, { cwd });
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
  return stdout;
}

describe('stowage derive', () => {
  test('prints a profile, as YAML or as JSON, and the same one', async () => {
    using folder = new Folder({ 'trace.csv': TRACE });
    const json = Profile.parse(JSON.parse(await answered(['derive', 'trace.csv', '--json'], folder.path)));
    expect(Profile.parse(parse(await answered(['derive', 'trace.csv'], folder.path)))).toEqual(json);
    expect(json).toMatchObject({
      operations: { GetObject: { count: 40 }, PutObject: { count: 20 } },
      rereads: [
        [4, 0, 20, 40_000_000, 666_667],
        [4, 3, 20, 40_000_000, expect.closeTo(119_333_000, -3)],
      ],
    });
  });

  test('of a folder leaves empty files out, and says so', async () => {
    using folder = new Folder({ 'logs/a.csv': TRACE, 'logs/b.csv': '', 'empty/c.csv': '' });
    const { stdout, stderr } = await runCli(['derive', 'logs'], { cwd: folder.path });
    expect(parse(stdout)).toMatchObject({ source: { files: 1 } });
    expect(stderr).toContain('logs: 1 empty file is left out');
    const { exit, stderr: said } = await runCli(['derive', 'empty'], { cwd: folder.path });
    expect(exit).toBe(2);
    expect(said).toContain('empty: is a folder without files');
  });

  test('of a pattern in quotes takes what it fits; a name with such letters is a file', async () => {
    using folder = new Folder({ 'logs/a.csv': TRACE, 'logs/b.csv': TRACE, 'logs/c.txt': 'no log' });
    const two = parse(await answered(['derive', 'logs/*.csv'], folder.path)) as Profile;
    expect(two.source.files).toBe(2);
    expect(await answered(['derive', 'logs/{a,b}.csv'], folder.path)).toContain('files: 2');
    const { exit, stderr } = await runCli(['derive', 'logs/*.gz'], { cwd: folder.path });
    expect({ exit, stderr }).toEqual({
      exit: 2,
      stderr: expect.stringContaining('logs/*.gz: there is no such file') as string,
    });
    using odd = new Folder({ 'a[1].csv': TRACE });
    expect(await answered(['derive', 'a[1].csv'], odd.path)).toContain('files: 1');
  });

  test('times without a zone are UTC, wherever it runs', async () => {
    using folder = new Folder({
      'trace.csv': 'time,op,key,size\n2026-03-01 00:00:00,PUT,a,1\n2026-03-01 02:00:00-08:00,GET,a,1\n',
    });
    for (const TZ of ['Asia/Tokyo', 'America/New_York']) {
      const { stdout } = await runCli(['derive', 'trace.csv', '--json'], { cwd: folder.path, env: { TZ } });
      expect(JSON.parse(stdout)).toMatchObject({
        source: { from: '2026-03-01T00:00:00.000Z', seconds: 36_000 },
      });
    }
  });

  test('its scenario is one that stowage plan answers and stowage link carries', async () => {
    using folder = new Folder({ 'trace.csv': TRACE });
    const args = ['derive', 'trace.csv', '--scenario', '--at', 'aws/eu-west-1', '--as-of', '2026-08-31'];
    const scenario = await answered(args, folder.path);
    expect(parse(scenario)).toMatchObject({
      asOf: '2026-08-31',
      workload: { objects: { size: '2 MB' }, writer: 'aws/eu-west-1' },
    });
    expect(scenario).toMatch(/^# .*all are assumed at aws\/eu-west-1/m);
    folder.write('plan.yaml', `${scenario}stores: [aws/s3-standard@eu-west-1, tigris/standard@global]\n`);
    const plan = JSON.parse(await answered(['plan', 'plan.yaml', '--json'], folder.path)) as {
      recommendation: unknown;
    };
    expect(plan.recommendation).not.toBeNull();
    expect(await answered(['link', 'plan.yaml'], folder.path)).toMatch(/^#s=1\./);
  });

  test('a scenario may name a profile for its reads; a link carries what it says, and no path', async () => {
    using folder = new Folder({ 'trace.csv': TRACE });
    folder.write('in/profile.yaml', await answered(['derive', 'trace.csv'], folder.path));
    const scenario = aPricedScenario();
    const reads = { profile: 'profile.yaml', fanOut: 2 } as unknown as { rate: string };
    folder.write('in/plan.yaml', yaml({ ...scenario, workload: { ...scenario.workload, reads } }));
    const link = (await answered(['link', 'in/plan.yaml'], folder.path)).trim();
    const opened = parse((await runCli(['open', link])).stdout) as typeof scenario;
    // 40 reads in 22 hours.
    expect(opened.workload.reads).toMatchObject({ rate: '43.6364/day', fanOut: 2 });
    expect(JSON.stringify(opened)).not.toContain('profile');
  });

  test.each([
    [
      'another file',
      { 'profile.yaml': 'a: 1\n' },
      /plan\.yaml: workload\.reads\.profile: profile\.yaml: is no profile: .*"stowage derive" writes one/,
    ],
    [
      'no file',
      { 'profil.yaml': 'a: 1\n' },
      /workload\.reads\.profile: .*there is no such file; did you mean profil\.yaml\?/,
    ],
  ])('a profile that is %s is refused', async (_, files, message) => {
    const scenario = aPricedScenario();
    const reads = { profile: 'profile.yaml' };
    using folder = new Folder({
      ...files,
      'plan.yaml': yaml({ ...scenario, workload: { ...scenario.workload, reads } }),
    });
    const { exit, stdout, stderr } = await runCli(['plan', 'plan.yaml'], { cwd: folder.path });
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });

  test('reads Parquet, whatever its columns are called', async () => {
    using folder = new Folder();
    const file = path.join(ROOT, 'datasets/macaron-2024/samples.parquet');
    cpSync(file, path.join(folder.path, "it's; a [file].parquet"));
    const { exit, stderr } = await runCli(['derive', "it's; a [file].parquet"], { cwd: folder.path });
    expect(exit).toBe(2);
    expect(stderr).toMatch(/has none for time, key, size among "run", "store"|has none for time, key among/);
    const columns = 'time=latency_ms,operation=operation,key=run,size=size_bytes';
    const profile = JSON.parse(
      await answered(
        ['derive', "it's; a [file].parquet", '--columns', columns, '--time-unit', 'ms', '--json'],
        folder.path,
      ),
    ) as Profile;
    expect(profile.operations['GetObject']?.count).toBeGreaterThan(1000);
  });
});

describe('what is not understood', () => {
  test.each([
    [['derive', 'trcae.csv'], /trcae\.csv: there is no such file; did you mean trace\.csv\?/],
    // A folder is all its files.
    [['derive', '.'], /binary\.log: is not text/],
    [['derive', '-'], /a log is read from a file/],
    [
      ['derive', 'prose.txt'],
      /prose\.txt: is of no known format: none of S3 server access logs, .*, IBM COS traces, .*; hourly-load wants .*request-table wants/,
    ],
    [['derive', 'binary.log'], /binary\.log: is /],
    [
      ['derive', 'trace.csv', '--columns', 'when=time_s'],
      /--columns "when=time_s" is not understood; write pairs/,
    ],
    [['derive', 'trace.csv', '--time-unit', 'min'], /--time-unit "min" is not one of s, ms, us, ns/],
    [['derive', 'trace.csv', '--at', 'aws/us-esat-1'], /--at "aws\/us-esat-1" is no place; did you mean/],
    [['derive', 'trace.csv', '--standing', 'lots'], /--standing: /],
    [
      ['derive', 'trace.csv', '--k-anonymity', '1'],
      /--k-anonymity: "1" is no number of readers; write a whole one/,
    ],
    [['derive', 'trace.csv', '--memory', '1kB'], /--memory: at least 64 MiB/],
    [['derive'], /needs a log FILE/],
  ])('%j', async (args, message) => {
    using folder = new Folder({
      'trace.csv': TRACE,
      'prose.txt': 'It was a dark and stormy night.\n',
      'binary.log': Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256),
    });
    const { exit, stdout, stderr } = await runCli(args, { cwd: folder.path });
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^\s+at |this should not happen|ZodError/m);
  });

  test('without writes nothing says what is stored: exit 1, and what to add', async () => {
    using folder = new Folder({
      'load.csv': 'HR,PutCount,GetCount,DeleteCount,PutBytes,GetBytes\n1,0,30,0,0,9000\n2,0,10,0,0,3000\n',
    });
    const { exit, stderr } = await runCli(['derive', 'load.csv', '--scenario'], { cwd: folder.path });
    expect(exit).toBe(1);
    expect(stderr).toContain('--standing 10TB');
    const args = ['derive', 'load.csv', '--scenario', '--standing', '10TB'];
    expect(parse(await answered(args, folder.path))).toMatchObject({
      workload: { objects: { size: '300 B', standing: '10 TB' } },
    });
  });
});

describe('from a folder of logs and an inventory', () => {
  const bucket = (name: string) => path.join(ROOT, 'examples/bucket', name);

  test('what is stored is the inventory’s, what is read is the log’s', async () => {
    const args = ['derive', bucket('logs'), bucket('inventory'), '--scenario', '--at', 'aws/us-east-1'];
    const text = await answered(args, ROOT);
    // 42 objects came in 6.963 days. A twentieth of the objects is popular, and gets nine tenths of the reads.
    expect(parse(text)).toMatchObject({
      name: 'Derived from logs',
      workload: {
        objects: { standing: '515.568 GB', arrivals: '6.0319/day' },
        reads: { skew: [{ objects: 0.01 }, { objects: 0.05, reads: 0.896 }, { objects: 0.2 }] },
      },
    });
    expect(text).toContain('# 82% of the objects (422 GB) were not read within the log.');
    expect(text).toContain('# readers: 100% of the reads come from 192.0.0.0/16; say where that is.');
    expect(text).not.toMatch(/videos|192\.0\.2/);
  });

  test('an inventory alone begins a scenario, and what is read is asked for', async () => {
    const { exit, stderr } = await runCli(['init', bucket('inventory'), '--from', 'europe']);
    expect(exit).toBe(2);
    expect(stderr).toMatch(/the file does not say how much is read; say it with --reads/);
    const { stdout } = await runCli([
      'init',
      bucket('inventory'),
      '--from',
      'europe',
      '--reads',
      '10k/month',
    ]);
    expect(parse(stdout)).toMatchObject({
      workload: {
        objects: { standing: '515.568 GB', arrivals: '1.83/day' },
        reads: { rate: '10k/month' },
        writer: 'internet/europe',
      },
    });
  });

  test('metrics are totals of a month; what they lack is asked for', async () => {
    const day = (n: number) => `2026-03-0${n}T00:00:00+00:00`;
    const result = (Label: string, Values: number[]) => ({
      Id: 'm',
      Label,
      Timestamps: [day(1), day(2)],
      Values,
    });
    using folder = new Folder({
      'metrics.json': JSON.stringify({
        MetricDataResults: [
          result('BucketSizeBytes Average', [1e12, 2e12]),
          result('GetRequests Sum', [1e6, 3e6]),
        ],
      }),
    });
    const refused = await runCli(['init', 'metrics.json', '--from', 'europe'], { cwd: folder.path });
    expect(refused.exit).toBe(2);
    expect(refused.stderr).toMatch(/say it with --sent/);
    const { stdout } = await runCli(['init', 'metrics.json', '--from', 'europe', '--sent', '20TB'], {
      cwd: folder.path,
    });
    // 4M reads in two days.
    expect(parse(stdout)).toMatchObject({
      workload: { objects: { standing: '2 TB' }, reads: { rate: '60875000/month' } },
    });
  });
});

test('where DuckDB was left out, derive says what to install, and other commands do not miss it', () => {
  using folder = new Folder({ 'trace.csv': TRACE });
  cpSync(path.join(ROOT, 'dist/cli'), path.join(folder.path, 'dist/cli'), { recursive: true });
  mkdirSync(path.join(folder.path, 'dist/data'), { recursive: true });
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['dist/cli/stowage.mjs', ...args], { cwd: folder.path, encoding: 'utf8' });
  const derived = run('derive', 'trace.csv');
  expect({ exit: derived.status, stdout: derived.stdout }).toEqual({ exit: 1, stdout: '' });
  expect(derived.stderr).toMatch(/DuckDB, which is not installed here; .*npm install @duckdb\/node-api@/);
  expect(run('--version').status).toBe(0);
});

describe('derive --estimate', () => {
  const log = path.join(ROOT, 'examples/inputs/access-log.txt');

  test('goes by the pace measured here, and by the price that was given', async () => {
    const args = ['--estimate', '1e10', '--cores', '64', '--core-hour', '0.05'];
    const { exit, stdout } = await runCli(['derive', log, ...args, '--json']);
    expect(exit).toBe(0);
    const { measured, rowsPerSecondPerCore, seconds, cost } = JSON.parse(stdout) as {
      measured: { rows: number; seconds: number; cores: number };
      rowsPerSecondPerCore: number;
      seconds: number;
      cost: number;
    };
    expect(measured.rows).toBeGreaterThanOrEqual(120);
    expect(rowsPerSecondPerCore).toBeCloseTo(measured.rows / measured.seconds / measured.cores, 6);
    expect(seconds).toBeCloseTo(1e10 / rowsPerSecondPerCore / 64, 3);
    expect(cost).toBeCloseTo((seconds / 3600) * 64 * 0.05, 6);
    const text = await runCli(['derive', log, '--estimate', '1e10', '--cores', '64']);
    expect(text.stdout).toMatch(/^10,000,000,000 rows take about .* on 64 cores\.\n/);
  });

  test.each([
    [['--cores', '4'], /--cores and --core-hour belong to --estimate ROWS/],
    [['--estimate', 'many'], /--estimate: "many" is no number above 0; write it like 1e10/],
  ])('%j is refused', async (args, message) => {
    const { exit, stdout, stderr } = await runCli(['derive', log, ...args]);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });
});
