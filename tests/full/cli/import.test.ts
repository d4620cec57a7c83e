import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadDataset } from '#catalog/load-datasets.ts';
import { MEASUREMENT_COLUMNS } from '#core/evidence/dataset.ts';
import { goldenRows } from '#tests/helpers/formats/gauntlet.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';
import { ROOT } from '#tests/sources.ts';

const fixture = (name: string) => path.join(ROOT, 'tests/fixtures/formats', name);
/** Two files of one format: objects of 1 MiB and of 64 KiB. */
const CELLS = [fixture('elbencho/results.csv'), fixture('elbencho/results.json')];
/** Rows of two stores, in our own CSV. */
const TWO_STORES = path.join(ROOT, 'datasets/mountpoint-s3-2026/measurements.csv');

const flags = (given: Record<string, string>) =>
  Object.entries(given).flatMap(([flag, value]) => [`--${flag}`, value]);
const US_EAST = { region: 'aws/us-east-1', from: 'aws/us-east-1' };
const PROVENANCE = {
  title: 'Near and small',
  'source-url': 'https://example.org/near',
  retrieved: '2026-11-20',
  licence: 'MIT',
  'measured-by': 'somebody',
};
const OUT = 'datasets/again-2026';
const MEASURED = { store: 'aws/s3-standard', ...US_EAST, ...PROVENANCE };
const PUBLISH = '--publish';

describe('stowage import', () => {
  test('makes a dataset that the check accepts, with the rows of its files', async () => {
    using folder = new Folder();
    const args = flags({ ...MEASURED, region: 'us-east-1' });
    const golden = ['elbencho/results.golden.csv', 'elbencho/results.json.golden.csv'].flatMap(goldenRows);
    const { exit, stdout } = await runCli(['import', ...CELLS, ...args, '--out', OUT, '--json'], {
      cwd: folder.path,
    });
    expect(exit).toBe(0);
    const made = loadDataset(path.join(folder.path, OUT), 'again-2026');
    expect(JSON.parse(stdout)).toMatchObject({ id: made.id, hash: made.hash, measurements: golden.length });
    // The check finds the same.
    const { findings } = JSON.parse(stdout) as { findings: { code: string }[] };
    expect(findings.map(({ code }) => code)).toContain('little-mismatch');
    expect(made).toMatchObject({
      status: 'measured',
      client: { place: 'aws/us-east-1' },
      harness: { id: made.id },
    });
    expect(made.measurements).toHaveLength(golden.length);
    for (const row of made.measurements) expect(golden).toContainEqual(row);
    expect(await runCli(['datasets', 'check', '--root', folder.path])).toMatchObject({
      exit: 0,
      stdout: expect.stringMatching(
        RegExp(`^${findings.length} findings .*\\n1 datasets, no problems\\n$`, 'm'),
      ) as string,
    });
  });

  test("calls it the vendor's where a store that was measured is sold by the one who measured", async () => {
    using folder = new Folder();
    const args = flags({ ...PROVENANCE, tool: 'a tool', sells: 'aws/s3-express-one-zone', out: OUT });
    expect(await runCli(['import', TWO_STORES, ...args], { cwd: folder.path })).toMatchObject({
      exit: 0,
      stderr: expect.stringMatching(/^limited: \d+ rows mix first reads with repeated ones/m) as string,
    });
    const { status, measurements } = loadDataset(path.join(folder.path, OUT), 'again-2026');
    expect(status).toBe('vendor');
    expect(new Set(measurements.map(({ store }) => store)).size).toBe(2);
  });

  test('keeps quantiles that fall as they are found, and says so with the sum', async () => {
    using folder = new Folder();
    const cell = 'aws/s3-standard,aws/us-east-1,aws/us-east-1,,store,GET,total,1024,1,,,';
    const csv = [
      MEASUREMENT_COLUMNS.join(','),
      `${cell}p50,30,ms,eq,,,1000,,`,
      `${cell}p95,45,ms,eq,,,1000,,`,
      `${cell}p99,10,ms,eq,,,1000,,`,
      '',
    ].join('\n');
    folder.write('fallen.csv', csv);
    const args = flags({ ...PROVENANCE, tool: 'a tool', out: OUT });
    const made = await runCli(['import', 'fallen.csv', ...args], { cwd: folder.path });
    expect(made).toMatchObject({ exit: 0, stdout: expect.stringContaining('3 measurements') as string });
    expect(made.stderr).toMatch(
      /^impossible: aws\/s3-standard GET 1 KiB: p95 is printed as 45 ms and p99 as 10 ms\. At least 5% .* and 99% .* are 104%/m,
    );
    expect(folder.read(`${OUT}/measurements.csv`)).toBe(csv);
    expect(await runCli(['datasets', 'check', '--root', folder.path])).toMatchObject({
      exit: 0,
      stdout: expect.stringMatching(/^1 findings? \(1 impossible\)$/m) as string,
    });
    const asked = 'latency aws/s3-standard@us-east-1 --size 1KiB --from aws/us-east-1 --json'.split(' ');
    const answer = await runCli([...asked, '--dataset', path.join(folder.path, OUT)]);
    expect(answer.stdout).toContain('quantiles printed out of order are taken sorted');
  });

  test('of what it wrote itself gives the same measurements', async () => {
    using folder = new Folder();
    const args = flags({ ...PROVENANCE, tool: 'the same tool', out: OUT });
    expect(await runCli(['import', TWO_STORES, ...args], { cwd: folder.path })).toMatchObject({ exit: 0 });
    expect(folder.read(`${OUT}/measurements.csv`)).toBe(readFileSync(TWO_STORES, 'utf8'));
  });

  test.each([
    'get.csv.zst',
    'get-range.csv.zst',
    'mixed.csv.zst',
    'mixed-random-sizes.json.zst',
    'merged.analyze.json.zst',
  ])('takes %s of warp packed as it is, and draws no bar where nobody watches', async (name) => {
    using folder = new Folder();
    const args = flags({ store: 'minio/aistor', ...US_EAST, ...PROVENANCE, out: OUT });
    const { exit, stderr } = await runCli(['import', fixture(`warp/${name}`), ...args], { cwd: folder.path });
    expect(exit).toBe(0);
    expect(stderr).not.toMatch(/\u2588|\r/);
    expect(await runCli(['datasets', 'check', '--root', folder.path])).toMatchObject({ exit: 0 });
    expect(loadDataset(path.join(folder.path, OUT), 'again-2026').harness.tool).toBe('minio/warp');
  });

  test('reads standard input', async () => {
    using folder = new Folder();
    const args = flags({ ...MEASURED, out: OUT });
    const stdin = readFileSync(fixture('s3bench/output.txt'), 'utf8');
    expect(await runCli(['import', '-', ...args], { cwd: folder.path, stdin })).toMatchObject({ exit: 0 });
  });

  test('leaves a place empty that nobody knows, once that is said', async () => {
    using folder = new Folder();
    const args = flags({ ...MEASURED, region: 'unknown', from: 'unknown', out: OUT });
    expect(await runCli(['import', ...CELLS, ...args], { cwd: folder.path })).toMatchObject({ exit: 0 });
    expect(loadDataset(path.join(folder.path, OUT), 'again-2026').measurements[0]).toMatchObject({
      store_region: null,
      client_place: null,
    });
  });

  test.each([
    ['objectbench/aws_download.pkl', {}],
    ['cosbench/w1-mixed.csv', {}],
    ['elbencho/results.csv', {}],
    ['sibench/report.json', {}],
    ['s3bench/output.txt', {}],
    ['wasabi/benchmark.log', {}],
    ['vegeta/results.csv', { size: '64KiB' }],
    ['k6/handle-summary.json', { op: 'GET', size: '64KiB', concurrency: '4' }],
    ['oha/output.json', { op: 'GET', concurrency: 'unknown' }],
    ['hdr-histogram/tagged-Log.logV2.hlog', { op: 'GET', size: 'unknown', unit: 'ns', tool: 'jHiccup' }],
    ['vegeta/hdrplot.txt', { op: 'GET', size: '64KiB', tool: 'vegeta' }],
  ])('of %s makes a dataset that the check accepts', async (name, given) => {
    using folder = new Folder();
    const args = flags({ store: 'aws/s3-standard', ...US_EAST, ...PROVENANCE, ...given, out: OUT });
    const { exit, stderr } = await runCli(['import', fixture(name), ...args], { cwd: folder.path });
    expect({ exit, stderr }).toMatchObject({ exit: 0 });
    expect(await runCli(['datasets', 'check', '--root', folder.path])).toMatchObject({ exit: 0 });
  });

  test('reads a table of anybody’s by a map of its columns', async () => {
    using folder = new Folder();
    const columns = ['latency=Time, all (us)', 'size=Object bytes', 'operation=Verb', 'error=Status'];
    const args = [
      ...flags({
        store: 'aws/s3-standard',
        ...US_EAST,
        ...PROVENANCE,
        unit: 'us',
        tool: 'our own',
        out: OUT,
      }),
      ...columns.flatMap((column) => ['--column', column]),
    ];
    const table = fixture('plain-csv/requests.csv');
    expect(await runCli(['import', table, ...args], { cwd: folder.path })).toMatchObject({ exit: 0 });
    const { measurements } = loadDataset(path.join(folder.path, OUT), 'again-2026');
    expect(measurements[0]).toMatchObject({
      operation: 'GET',
      size_bytes: 4096,
      statistic: 'min',
      samples: 58,
    });
  });

  test('what is published needs an operation, a size and a unit, by the flags that give them', async () => {
    using folder = new Folder();
    const args = [PUBLISH, ...flags({ store: 'aws/s3-standard', ...US_EAST, ...PROVENANCE, out: OUT })];
    const log = fixture('hdr-histogram/tagged-Log.logV2.hlog');
    const first = await runCli(['import', log, ...args], { cwd: folder.path });
    expect(first.stderr).toMatch(/does not say which operation was measured.*\n.*add --op OP/);
    const second = await runCli(['import', log, ...args, '--op', 'GET'], { cwd: folder.path });
    expect(second.stderr).toMatch(/add --size SIZE --unit U/);
  });

  test('of a whole dataset in one file gives its folder back, and takes no flag beside', async () => {
    using folder = new Folder();
    const one = path.join(folder.path, 'some.json');
    const source = path.join(ROOT, 'datasets/macaron-2024');
    const packed = await runCli(['datasets', 'export', source, '--out', one, '--json'], { cwd: folder.path });
    expect(JSON.parse(packed.stdout)).toMatchObject({ id: 'macaron-2024' });
    const { exit } = await runCli(['import', one, '--out', OUT], { cwd: folder.path });
    expect(exit).toBe(0);
    for (const name of ['measurements.csv', 'samples.parquet', 'LICENSE', 'NOTICE'])
      expect(readFileSync(path.join(folder.path, OUT, name))).toEqual(readFileSync(path.join(source, name)));
    const [made, standing] = [
      loadDataset(path.join(folder.path, OUT), 'again-2026'),
      loadDataset(source, 'macaron-2024'),
    ];
    expect(made).toEqual({ ...standing, id: 'again-2026' });
    const flagged = await runCli(['import', one, '--out', 'datasets/b-2026', '--store', 'aws/s3-standard'], {
      cwd: folder.path,
    });
    expect(flagged).toMatchObject({ exit: 2, stderr: expect.stringMatching(/leave out --store/) as string });
    const twice = await runCli(['datasets', 'export', source, '--out', one], { cwd: folder.path });
    expect(twice).toMatchObject({ exit: 2, stderr: expect.stringMatching(/is there already/) as string });
  });

  test('says which standing a dataset got, and why', async () => {
    using folder = new Folder();
    const args = [PUBLISH, ...flags({ store: 'minio/aistor', ...US_EAST, ...PROVENANCE, out: OUT })];
    const { stderr } = await runCli(['import', fixture('warp/get.csv.zst'), ...args], { cwd: folder.path });
    expect(stderr).toMatch(/status measured, because somebody is said to have measured it and to sell none/);
  });

  test('never writes over a folder', async () => {
    using folder = new Folder({ [`${OUT}/notes.txt`]: 'mine' });
    const args = flags({ ...MEASURED, out: OUT });
    const { exit, stderr } = await runCli(['import', ...CELLS, ...args], { cwd: folder.path });
    expect(exit).toBe(2);
    expect(stderr).toMatch(/is there already; datasets are never edited/);
    expect(existsSync(path.join(folder.path, OUT, 'dataset.yaml'))).toBe(false);
  });

  test.each([
    [
      'facts that a file cannot know',
      CELLS,
      PROVENANCE,
      /results\.csv: does not say which store.*\n.*\n.*add --store S --region R --from PLACE/,
    ],
    [
      'who measured',
      CELLS,
      { store: 'aws/s3-standard', ...US_EAST },
      /add --title TEXT --source-url URL --retrieved DATE --licence NAME --measured-by NAME/,
    ],
    [
      'the tool of our own CSV',
      [path.join(ROOT, 'datasets/macaron-2024/measurements.csv')],
      PROVENANCE,
      /add --tool TEXT/,
    ],
  ])('what is published needs %s', async (_, files, given, message) => {
    using folder = new Folder();
    const args = ['import', ...files, PUBLISH, ...flags({ ...given, out: OUT })];
    const { exit, stdout, stderr } = await runCli(args, { cwd: folder.path });
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(existsSync(path.join(folder.path, OUT))).toBe(false);
  });

  test.each([
    ['a place that is none', CELLS, { from: 'aws/us-eats-1' }, /did you mean aws\/us-east-1/],
    [
      'a place unlike any',
      CELLS,
      { from: 'qqqq' },
      /--from "qqqq" is no place \(where nobody knows it, say unknown\); write it like europe, DE or aws\/us-east-1$/m,
    ],
    ['a store that is none', CELLS, { store: 'S3' }, /"S3" is not a store/],
    ['another store than the file', [TWO_STORES], { store: 'tigris/standard' }, /tigris\/standard was given/],
    ['a date that is none', CELLS, { retrieved: 'today' }, /"today" is not a date/],
    ['a folder not named like one', CELLS, { out: 'Again' }, /"Again" is not a folder name/],
    ['two formats', [CELLS[0], fixture('s3bench/output.txt')], {}, /in 2 formats/],
    ['one file twice', [CELLS[0], CELLS[0]], {}, /says what line 2 says/],
    ['its region said twice', CELLS, { store: 'aws/s3-standard@us-west-1' }, /--store says us-west-1/],
    ['no file', ['nowhere.csv'], {}, /there is no such file/],
    ['no operation that there is', CELLS, { op: 'GTE' }, /--op "GTE" is not one of .*did you mean GET/],
    ['no unit that there is', CELLS, { unit: 'fortnight' }, /--unit "fortnight" is not one of ns, us, ms, s/],
    ['no requests at once', CELLS, { concurrency: '0' }, /--concurrency: "0" is no number of requests/],
    ['a column of no role', CELLS, { column: 'Time' }, /--column "Time" is not understood/],
    [
      'a file of no format',
      [path.join(ROOT, 'package.json')],
      {},
      /of no known format; plain-csv wants .*; stowage-csv wants/,
    ],
  ])('with %s is not understood, and nothing is written', async (_, files, given, message) => {
    using folder = new Folder();
    const args = flags({ ...MEASURED, out: OUT, ...given });
    const { exit, stderr } = await runCli(['import', ...files.flatMap((file) => file ?? []), ...args], {
      cwd: folder.path,
    });
    expect(exit).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/ {4}at /);
    expect(existsSync(path.join(folder.path, OUT))).toBe(false);
  });
});
