/** What flags and config files say of a scenario: each changes it, is named in the answer, and stands in its link. */
import { describe, expect, test } from 'vitest';
import type { Plan } from '#core/report/plan-types.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';

const SCENARIO =
  'name: Photos\nworkload: { objects: { size: 100 kB, standing: 10 TB }, reads: { rate: 1M/day }, readers: [{ at: aws/us-east-1 }] }\n';
const CONFIG =
  'stores: [aws/s3-standard, tigris/standard]\ndiscounts: { aws: 12 % }\nbase: https://example.org/stowage/\n';
const PERSONAL = 'discounts: { aws: 50 %, tigris: 5 % }\nfx: { EUR: 1.2 }\n';

interface Answer extends Plan {
  settings: { path: string; value: unknown; from: string }[];
}

function repository(files: Record<string, string> = {}) {
  const folder = new Folder({
    'repo/.git/HEAD': '',
    'repo/stowage.yaml': CONFIG,
    'repo/sub/a.yaml': SCENARIO,
    'repo/sub/b.yaml': SCENARIO,
    'home/.config/stowage/stowage.yaml': PERSONAL,
    ...files,
  });
  const env = { HOME: `${folder.path}/home`, XDG_CONFIG_HOME: '' };
  const inRepository = (args: string[]) => runCli(args, { cwd: `${folder.path}/repo/sub`, env });
  const answer = async (args: string[]) =>
    JSON.parse((await inRepository(['plan', ...args, '--json'])).stdout) as Answer;
  return { inRepository, answer, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

describe('--set', () => {
  test('plans the scenario as if its file said so, and the answer names it', async () => {
    using folder = new Folder({
      'a.yaml': SCENARIO,
      'b.yaml': SCENARIO.replace('1M/day', '2M/day'),
    });
    const run = (args: string[]) => runCli(args, { cwd: folder.path });
    const [changed, said] = await Promise.all([
      run(['plan', 'a.yaml', '--set', 'workload.reads.rate=2M/day', '--json']),
      run(['plan', 'b.yaml', '--json']),
    ]);
    const [one, other] = [changed, said].map(({ stdout }) => JSON.parse(stdout) as Answer);
    expect(one?.settings).toEqual([{ path: 'workload.reads.rate', value: '2M/day', from: '--set' }]);
    expect({ ...one, settings: [] }).toEqual(other);
    const { stdout } = await run(['plan', 'a.yaml', '--set', 'workload.reads.rate=2M/day']);
    expect(stdout).toMatch(/^With workload\.reads\.rate 2M\/day from --set\.$/m);
  });

  test('takes lists, list entries and maps, and changes a link too', async () => {
    using folder = new Folder({ 'a.yaml': SCENARIO });
    const run = (args: string[]) => runCli(args, { cwd: folder.path });
    const link = (await run(['link', 'a.yaml', '--set', 'stores=aws/s3-standard, tigris/standard'])).stdout;
    const flags = ['--set', 'workload.readers[0].at=aws/us-west-2', '--fx', 'EUR=1.2'];
    const { stdout, stderr } = await run(['plan', link.trim(), ...flags, '--json']);
    expect(stderr).toBe('');
    const { scenario } = JSON.parse(stdout) as Answer;
    expect(scenario.stores).toEqual(['aws/s3-standard@us-east-1', 'tigris/standard@global']);
    expect(scenario.workload.readers).toMatchObject([{ at: 'aws/us-west-2' }]);
    expect(scenario.fx).toEqual({ EUR: 1.2 });
  });

  test.each([
    ['readP99=300ms', /"readP99" is no key of a scenario; did you mean requirements\.readP99\?/],
    ['workload.raeds.rate=1/day', /did you mean workload\.reads\.rate\?/],
    ['workload.readers.at=DE', /did you mean workload\.readers\[0\]\.at\?/],
    ['constructor.x=1', /is not a path of a scenario/],
    ['workload.reads.rate', /write it like workload\.reads\.rate=2M\/day/],
    ['workload.reads.rate=2', /"2" has no period; try 2\/day/],
  ])('%s is not understood', async (text, message) => {
    const { exit, stderr } = await runCli(['plan', 'examples/thumbnails.yaml', '--set', text]);
    expect(exit).toBe(2);
    expect(stderr).toMatch(message);
  });
});

describe('stowage.yaml', () => {
  test('of the repository goes before the one of the person, and the scenario before both', async () => {
    using here = repository({ 'repo/sub/own.yaml': `${SCENARIO}discounts: { aws: 1 % }\n` });
    const { settings, scenario } = await here.answer(['a.yaml']);
    const personal = '~/.config/stowage/stowage.yaml';
    expect(settings).toEqual([
      { path: 'stores', value: ['aws/s3-standard', 'tigris/standard'], from: '../stowage.yaml' },
      { path: 'discounts.aws', value: '12 %', from: '../stowage.yaml' },
      { path: 'discounts.tigris', value: '5 %', from: personal },
      { path: 'fx.EUR', value: 1.2, from: personal },
    ]);
    expect(scenario.discounts).toEqual({ aws: '12 %', tigris: '5 %' });
    const own = await here.answer(['own.yaml']);
    expect(own.scenario.discounts).toEqual({ aws: '1 %', tigris: '5 %' });
    expect(own.settings.map(({ path }) => path)).not.toContain('discounts.aws');
  });

  test('is left out by --no-config, and the one of the person in a batch', async () => {
    using here = repository();
    expect((await here.answer(['a.yaml', '--no-config'])).settings).toEqual([]);
    const batch = (await here.answer(['a.yaml', 'b.yaml'])) as unknown as Answer[];
    expect(batch.map(({ scenario }) => scenario.discounts)).toEqual([{ aws: '12 %' }, { aws: '12 %' }]);
  });

  test('stands in a link, which then needs no config file, on the page that it names', async () => {
    using here = repository();
    const link = (await here.inRepository(['link', 'a.yaml'])).stdout.trim();
    expect(link).toMatch(/^https:\/\/example\.org\/stowage\/#s=1\./);
    const [own, opened] = await Promise.all([
      here.answer(['a.yaml']),
      runCli(['plan', link, '--no-config', '--json']).then(({ stdout }) => JSON.parse(stdout) as Answer),
    ]);
    expect(opened.candidates[0]?.monthly.total).toBe(own.candidates[0]?.monthly.total);
    expect(opened.settings).toEqual([]);
  });

  test.each([
    ['stroes: [aws/s3-standard]\n', /stowage\.yaml: .*stores/],
    ['discounts: { aws: 120 % }\n', /stowage\.yaml: discounts/],
    ['base: javascript:alert(1)\n', /stowage\.yaml: base/],
    ['- 1\n', /stowage\.yaml: /],
  ])('%j is refused with its key', async (config, message) => {
    using here = repository({ 'repo/stowage.yaml': config });
    const { exit, stderr } = await here.inRepository(['plan', 'a.yaml']);
    expect(exit).toBe(2);
    expect(stderr).toMatch(message);
    expect((await here.inRepository(['validate', '../stowage.yaml'])).exit).toBe(2);
  });

  test('gives a bill its discounts and a break-even its rates, each named in the answer', async () => {
    const usage = '{ store: aws/s3-standard, region: us-east-1, asOf: 2026-11-20, stored: 1 TB }\n';
    using own = repository({ 'repo/sub/usage.yaml': usage });
    const { stdout } = await own.inRepository(['bill', 'usage.yaml', '--json']);
    const bare = await own.inRepository(['bill', 'usage.yaml', '--json', '--no-config']);
    const [bill, list] = [stdout, bare.stdout].map((text) => JSON.parse(text) as Record<string, unknown>);
    expect(bill?.['settings']).toContainEqual({
      path: 'discounts.aws',
      value: '12 %',
      from: '../stowage.yaml',
    });
    expect(Number(bill?.['total'])).toBeCloseTo(Number(list?.['total']) * 0.88, 2);
    expect(list).not.toHaveProperty('settings');
    const pair = ['--hot', 'aws/s3-express-one-zone@us-east-1', '--cold', 'aws/s3-standard@us-east-1'];
    expect((await own.inRepository(['breakeven', ...pair])).stdout).toMatch(
      /^With fx\.EUR 1\.2 from ~\/\.config\/stowage\/stowage\.yaml\.$/m,
    );
    expect((await own.inRepository(['breakeven', ...pair, '--no-config'])).stdout).not.toContain('With fx');
  });

  test('that is a scenario is none', async () => {
    using here = repository({ 'repo/stowage.yaml': SCENARIO });
    const { settings } = await here.answer(['a.yaml']);
    expect(settings.every(({ from }) => from.startsWith('~/'))).toBe(true);
  });
});

test('--top gives so many rows, with --all too', async () => {
  const rows = async (...flags: string[]) => {
    const { stdout } = await runCli(['plan', 'examples/thumbnails.yaml', '--format', 'md', ...flags]);
    return stdout
      .split('\n\n')
      .flatMap((block) => (block.startsWith('|') ? [block.split('\n').length - 2] : []));
  };
  expect(await rows('--top', '1')).toEqual([1]);
  expect(await rows('--top', '8')).toEqual([8]);
  expect(await rows('--all', '--top', '2')).toEqual([2, 2]);
});

describe('--currency', () => {
  const flags = ['--fx', 'EUR=1.25', '--currency', 'EUR'];

  test('is in every amount of the terminal, in JSON and in the link, which says so', async () => {
    const { stdout } = await runCli(['plan', 'examples/streamingco.yaml', '--notes', ...flags]);
    expect(stdout).toContain('With fx.EUR 1.25 from --fx; currency EUR from --currency.');
    expect(stdout).toMatch(/^choice .* €\/month /m);
    expect(stdout).not.toContain('$');
    const [euros, dollars] = await Promise.all(
      [flags, []].map(async (more) => {
        const json = await runCli(['plan', 'examples/streamingco.yaml', '--json', ...more]);
        return JSON.parse(json.stdout) as Answer;
      }),
    );
    const first = euros?.candidates[0]?.monthly;
    expect(first?.currency).toBe('EUR');
    expect(first?.total).toBeCloseTo((dollars?.candidates[0]?.monthly.total ?? NaN) / 1.25, 4);
    const link = (await runCli(['link', 'examples/streamingco.yaml', ...flags])).stdout.trim();
    const opened = JSON.parse((await runCli(['plan', link, '--json'])).stdout) as Answer;
    expect(opened.scenario).toMatchObject({ currency: 'EUR', fx: { EUR: 1.25 } });
    expect(opened.candidates[0]?.monthly.total).toBe(first?.total);
  });

  test('asks for the rate', async () => {
    const { exit, stderr } = await runCli(['plan', 'examples/streamingco.yaml', '--currency', 'EUR']);
    expect(exit).toBe(2);
    expect(stderr).toContain('--fx EUR=<dollars>');
  });

  test('of stowage.yaml is in bills and CSV, too', async () => {
    using folder = new Folder({ 'stowage.yaml': 'currency: EUR\nfx: { EUR: 1.25 }\n', 'a.yaml': SCENARIO });
    const bill = await runCli(['bill', `${process.cwd()}/examples/inputs/usage.yaml`, '--json'], {
      cwd: folder.path,
    });
    expect(JSON.parse(bill.stdout)).toMatchObject({ settings: [{ path: 'currency' }, { path: 'fx.EUR' }] });
    const csv = await runCli(['plan', 'a.yaml', '--all', '--format', 'csv'], { cwd: folder.path });
    expect(csv.stdout).toMatch(/,EUR,/);
    expect(csv.stdout).not.toMatch(/,USD,/);
  });
});
