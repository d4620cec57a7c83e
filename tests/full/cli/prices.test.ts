import { describe, expect, test } from 'vitest';
import type { PriceChange } from '#core/pricing/editions/edition-diff.ts';
import type { PlanDifference } from '#core/report/plan-difference.ts';
import { aScenario } from '#tests/helpers/aScenario.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';
import { yaml } from '#tests/helpers/cli/helpers.ts';

describe('stowage prices', () => {
  test('coverage counts the months whose storage, and whose every price, is known', async () => {
    const counted = async (...flags: string[]) =>
      JSON.parse((await runCli(['prices', 'coverage', '--json', ...flags])).stdout) as {
        from: string;
        to: string;
        stores: Record<string, unknown>[];
        total: { months: number; stored: number; whole: number; open: { meter: string; months: number }[] };
      };
    const { from, to, stores, total } = await counted(
      '--provider',
      'aws',
      '--from',
      '2024-09-02',
      '--to',
      '2025-11-20',
    );
    expect([from, to]).toEqual(['2024-10-01', '2025-11-01']);
    // 14 months in 36 regions, of which four opened within them. Taipei is not in the list of 2025-01-14, nor New Zealand in that of
    // 2025-06-10, so 4 and 9 months do not count. The four have a price from 2025-02 (two of them), 2025-07 and 2025-09 on.
    expect(stores.find(({ store }) => store === 'aws/s3-glacier-flexible-retrieval')).toMatchObject({
      regions: 36,
      months: 14 * 36 - 4 - 9,
      stored: 14 * 32 + 10 + 10 + 5 + 3,
    });
    // GET has no price in the list of 2024, so no month before the last is whole.
    const deep = stores.find(({ store }) => store === 'aws/s3-glacier-deep-archive');
    expect(deep).toMatchObject({ stored: 14 * 32 + 10 + 10 + 5 + 3 });
    expect(deep?.['whole']).toBeLessThanOrEqual(32);
    expect(deep?.['whole']).toBeGreaterThan(0);
    expect(total.whole).toBeLessThan(total.stored);
    expect(total.stored).toBeLessThan(total.months);
    // The open meters are named, the most open first.
    expect(deep?.['open']).toContainEqual({ meter: 'requests.get', months: 440 });
    expect(total.open[0]?.months).toBeGreaterThan(0);
  });

  test('coverage of Azure since August 2026, with what is open beside it', async () => {
    const flags = ['--provider', 'azure', '--from', '2026-08-01', '--to', '2026-09-01'];
    const { stdout } = await runCli(['prices', 'coverage', ...flags]);
    // Four regions in two months.
    expect(stdout).toMatch(
      /azure\/blob-hot-gzrs +4 +8 +100% +75% +requests\.read \(2\), requests\.other \(2\)/,
    );
    expect(stdout).toMatch(/azure\/blob-cool-grs +5 +10 +100% +80% /);
  });

  test('coverage says what to try where no month or no store is meant', async () => {
    const none = await runCli(['prices', 'coverage', '--from', '2025-02-02', '--to', '2025-02-20']);
    expect(none.exit).toBe(2);
    expect(none.stderr).toMatch(/no month begins from 2025-02-02 to 2025-02-20; give an earlier --from/);
    expect((await runCli(['prices', 'coverage', '--provider', 'nobody'])).exit).toBe(2);
  });

  test('list names every store with its editions', async () => {
    const { exit, stdout } = await runCli(['prices', 'list', '--json']);
    expect(exit).toBe(0);
    const stores = JSON.parse(stdout) as { store: string; editions: string[] }[];
    expect(stores.find(({ store }) => store === 'aws/s3-express-one-zone')?.editions).toEqual(
      expect.arrayContaining(['2023-11-28', '2025-04-10']),
    );
  });

  test('list can be of one provider, one region, one day', async () => {
    const listed = async (...flags: string[]) =>
      (
        JSON.parse((await runCli(['prices', 'list', '--json', ...flags])).stdout) as {
          store: string;
          newest: string;
        }[]
      ).map(({ store, newest }) => `${store} ${newest}`);
    const [of, there, then] = await Promise.all([
      listed('--provider', 'tigris'),
      listed('--provider', 'aws', '--region', 'us-east-1', '--asOf', '2025-01-01'),
      listed('--region', 'aws/eu-north-1'),
    ]);
    expect(of.every((line) => line.startsWith('tigris/'))).toBe(true);
    expect(there).toContain('aws/s3-express-one-zone 2023-11-28');
    expect(then).toContain('aws/s3-express-one-zone 2025-04-10');
    expect(then.every((line) => line.startsWith('aws/'))).toBe(true);
  });

  test('list of a day before all prices has no answer', async () => {
    const { exit, stdout, stderr } = await runCli(['prices', 'list', '--as-of', '1999-01-01']);
    expect({ exit, stdout }).toEqual({ exit: 1, stdout: '' });
    expect(stderr).toMatch(/no store has prices on 1999-01-01/);
  });

  test('show prints the prices of a date as their source printed them', async () => {
    const [before, after] = await Promise.all(
      ['2025-04-09', '2025-04-10'].map((date) =>
        runCli(['prices', 'show', 'aws/s3-express-one-zone@us-east-1', '--as-of', date]),
      ),
    );
    expect(before?.stdout).toMatch(/^Amazon S3 Express One Zone \(us-east-1\), prices of 2023-11-28$/m);
    expect(after?.stdout).toMatch(/, prices of 2025-04-10$/m);
    expect(after?.stdout).toMatch(/^storage .* per GB-month$/m);
    expect(after?.stdout).toMatch(/^Sources$/m);
  });

  test('says the rules in the words of the Prices page, those of the region and of data transfer too', async () => {
    const { stdout } = await runCli(['prices', 'show', 'linode/object-storage@us-east']);
    expect(stdout).toContain('Rules\n- A GB is 10⁹ bytes;');
    expect(stdout).toContain('- Of part of a month, the fee and what it includes are that part.');
    const aws = await runCli(['prices', 'show', 'aws/s3-standard@us-east-1', '--json']);
    const { ruleWords, transfer } = JSON.parse(aws.stdout) as {
      ruleWords: string[];
      transfer: { rules: string[] };
    };
    expect(ruleWords).toContain('Requests answered 301, 307 or 5xx are not billed.');
    expect(transfer.rules).toContain(
      'Free egress to the internet: 100 GB a month, summed over the account, taken from the first tier.',
    );
  });

  test('show of an edition by name gives that one, the source of the region first, with its data transfer', async () => {
    const { exit, stdout } = await runCli([
      'prices',
      'show',
      'aws/s3-express-one-zone/2025-04-10@us-east-1',
      '--json',
    ]);
    expect(exit).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      edition: 'aws/s3-express-one-zone/2025-04-10',
      source: { id: 'blog-2025-04' },
      transfer: { edition: expect.stringMatching(/^aws\/transfer\//) as string },
    });
    const text = await runCli(['prices', 'show', 'aws/s3-express-one-zone/2025-04-10@us-east-1']);
    expect(text.stdout).toMatch(/Sources\n- https:\/\/aws\.amazon\.com\/blogs/);
    expect(text.stdout).toMatch(/^egress to the internet +10,240 +0\.09 per GB$/m);
  });

  test('check is content with the archive, and names the file and place of what is wrong', async () => {
    expect(await runCli(['prices', 'check'])).toMatchObject({
      exit: 0,
      stdout: expect.stringMatching(/^\d+ price files, no problems\n$/) as string,
    });
    using folder = new Folder({ 'pricing/aws/s3-standard/2026-01-01.yaml': 'title: S3\ncurency: USD\n' });
    const { exit, stdout } = await runCli(['prices', 'check', '--root', folder.path]);
    expect(exit).toBe(1);
    expect(stdout).toMatch(/pricing\/aws\/s3-standard\/2026-01-01\.yaml.*curency/);
  });

  test.each([
    [['prices'], /needs one of list, show, diff, history, coverage, check/],
    [['prices', 'lst'], /did you mean list/],
    [['prices', 'list', '--provider', 'awz'], /--provider "awz".*did you mean aws\?/],
    [['prices', 'list', '--region', 'us-esat-1'], /--region "us-esat-1".*did you mean us-east-1\?/],
    [['prices', 'diff'], /needs two editions, or a STORE with --from/],
    [['prices', 'diff', 'aws/s3-standard'], /or a store with --from DATE/],
    [['prices', 'diff', 'aws/s3-standard', '--from', '2026-13-01'], /there is no day "2026-13-01"/],
    [['prices', 'diff', 'aws/s3-standrad', '--from', '2026-01-01'], /did you mean aws\/s3-standard/],
    [
      ['prices', 'diff', 'aws/s3-express-one-zone/2023-11-29', 'aws/s3-express-one-zone/2025-04-10'],
      /did you mean aws\/s3-express-one-zone\/2023-11-28\?/,
    ],
    [['prices', 'diff', 'aws/transfer/2024-09-25', 'aws/s3-express-one-zone/2025-04-10'], /not of one kind/],
    [
      ['prices', 'diff', 'tigris/standard/2024-01-09', 'tigris/standard/2026-03-24', '--to', '2026-01-01'],
      /leave out --from and --to/,
    ],
    [['prices', 'history', 'tigris/standrad'], /did you mean tigris\/standard/],
    [['prices', 'history', 'tigris/standard', '--form', 'md'], /did you mean --format\?/],
    [['prices', 'show', 'tigris/standard/2024-01-10'], /not an edition; tigris\/standard has .*2024-01-09/],
    [['prices', 'show', 'aws/s3-standrad'], /did you mean aws\/s3-standard/],
    [['prices', 'show', 'aws/s3-standard@nowhere-1'], /has no region "nowhere-1"/],
    [['prices', 'show', 'tigris/standard', '--as-of', 'now'], /"now" is not a date/],
  ])('%j is not understood', async (args, message) => {
    const { exit, stderr } = await runCli(args);
    expect(exit).toBe(2);
    expect(stderr).toMatch(message);
  });

  test('show before the first edition cannot be answered', async () => {
    const { exit, stderr } = await runCli([
      'prices',
      'show',
      'aws/s3-express-one-zone@us-east-1',
      '--as-of',
      '2001-01-01',
    ]);
    expect(exit).toBe(1);
    expect(stderr).toMatch(/the first is of 2023-11-28/);
  });
});

describe('stowage prices diff', () => {
  const cut = ['prices', 'diff', 'aws/s3-express-one-zone', '--from', '2025-04-01', '--to', '2025-05-01'];

  test('says meter by meter what the cut of 2025-04-10 changed, and what that does to each example', async () => {
    const { exit, stdout } = await runCli([...cut, '--json']);
    expect(exit).toBe(0);
    const answer = JSON.parse(stdout) as {
      prices: PriceChange[];
      facts: { path: string; from: unknown; to: unknown }[];
      scenarios: ({ scenario: string } & Partial<PlanDifference>)[];
    };
    expect(answer.prices.map(({ meter, from, to }) => [meter, from, to])).toEqual([
      ['storage', '0.16 per GB-month', '0.11 per GB-month'],
      ['requests.put', '0.0025 per 1000 requests', '0.00113 per 1000 requests'],
      ['requests.get', '0.0002 per 1000 requests', '0.00003 per 1000 requests'],
      ['upload', '0.008 per GB', '0.0032 per GB'],
      ['retrieval', '0.0015 per GB', '0.0006 per GB'],
    ]);
    expect(answer.facts).toContainEqual({
      path: 'rules.upload.aboveBytesPerRequest',
      from: 524_288,
      to: 0,
    });
    expect(answer.scenarios.length).toBeGreaterThan(5);
    const alone = answer.scenarios.flatMap(({ candidates = [] }) =>
      candidates.filter(({ id }) => id === 'single:aws/s3-express-one-zone@us-east-1'),
    );
    expect(alone.length).toBeGreaterThan(0);
    for (const { from, to } of alone) expect(to).toBeLessThan(from ?? 0);
  });

  test('of two editions is the same as of their days', async () => {
    const [days, editions] = await Promise.all([
      runCli([...cut, '--format', 'csv']),
      runCli([
        'prices',
        'diff',
        'aws/s3-express-one-zone/2023-11-28',
        'pricing/aws/s3-express-one-zone/2025-04-10.yaml',
        '--format',
        'csv',
      ]),
    ]);
    expect(editions.stdout).toBe(days.stdout);
    expect(days.stdout).toMatch(/^region,meter,up_to,was,is,share\nus-east-1,storage,,0\.16 per GB-month/);
  });

  test('of an edition with itself finds no price that differs', async () => {
    const id = 'aws/s3-express-one-zone/2025-04-10';
    const { exit, stdout } = await runCli(['prices', 'diff', id, id]);
    expect(exit).toBe(0);
    expect(stdout).toMatch(/No price differs/);
    expect(stdout).not.toMatch(/Rules and facts/);
  });

  test('asks a scenario of one’s own instead of the examples', async () => {
    using folder = new Folder({
      'mine.yaml': yaml(aScenario({ name: 'Mine', stores: ['aws/s3-express-one-zone@us-east-1'] })),
    });
    const { exit, stdout } = await runCli([...cut, '--scenario', 'mine.yaml', '--format', 'md'], {
      cwd: folder.path,
    });
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^\| Mine +\|/m);
    expect(stdout).not.toMatch(/Thumbnails/);
  });

  test('refuses a scenario that names an unknown store', async () => {
    using folder = new Folder({
      'mine.yaml': yaml(aScenario({ stores: ['aws/s3-express-one-zoen@us-east-1'] })),
    });
    const { exit, stderr } = await runCli([...cut, '--scenario', 'mine.yaml'], { cwd: folder.path });
    expect(exit).toBe(2);
    expect(stderr).toMatch(/mine\.yaml: stores\[0\].*s3-express-one-zone/);
  });
});

describe('stowage prices history', () => {
  test('gives each edition with what it changed of the one before', async () => {
    const { exit, stdout } = await runCli(['prices', 'history', 'aws/s3-express-one-zone', '--json']);
    expect(exit).toBe(0);
    const [first, second] = JSON.parse(stdout) as {
      edition: string;
      against: string | null;
      prices: PriceChange[];
    }[];
    expect(first).toMatchObject({ edition: 'aws/s3-express-one-zone/2023-11-28', against: null, prices: [] });
    expect(second?.against).toBe(first?.edition);
    expect(second?.prices.map(({ share }) => Math.round((share ?? 0) * 100))).toEqual([
      -31, -55, -85, -60, -60,
    ]);
  });

  test.each(['table', 'md', 'csv'])('reads as %s', async (format) => {
    const { exit, stdout } = await runCli(['prices', 'history', 'backblaze/b2', '--format', format]);
    expect(exit).toBe(0);
    expect(stdout).toMatch(/6\.00 per TB-month.*6\.95 per TB-month/);
  });
});

describe('stowage plan on another day', () => {
  const oneStore = yaml(
    aScenario({
      name: 'Hot',
      asOf: '2025-05-01',
      stores: ['aws/s3-express-one-zone@us-east-1'],
      requirements: { zones: 1 },
    }),
  );

  test('--as-of takes the prices of that day, in either spelling', async () => {
    const editions = await Promise.all(
      ['--as-of', '--asOf'].map(async (flag) => {
        const { stdout } = await runCli(['plan', '-', flag, '2025-04-01', '--json'], { stdin: oneStore });
        return (JSON.parse(stdout) as { pricing: { edition: string }[] }).pricing[0]?.edition;
      }),
    );
    expect(editions).toEqual(['aws/s3-express-one-zone/2023-11-28', 'aws/s3-express-one-zone/2023-11-28']);
  });

  test('--at-today explains line by line what moved, by which edition and by how much', async () => {
    const { exit, stdout } = await runCli(['plan', '-', '--asOf', '2025-04-01', '--at-today', '--json'], {
      stdin: oneStore,
    });
    expect(exit).toBe(0);
    const found = JSON.parse(stdout) as PlanDifference & { scenario: string };
    expect(found).toMatchObject({ scenario: 'Hot', from: '2025-04-01', winner: { changed: false } });
    expect(found.editions).toContainEqual({
      store: 'aws/s3-express-one-zone',
      region: 'us-east-1',
      from: 'aws/s3-express-one-zone/2023-11-28',
      to: 'aws/s3-express-one-zone/2025-04-10',
    });
    const [candidate] = found.candidates;
    const storage = candidate?.lines.find(({ meter }) => meter === 'storage');
    expect(storage?.from?.unitPrice).toBeCloseTo(0.16, 9);
    expect(storage?.to?.unitPrice).toBeCloseTo(0.11, 9);
    expect(storage?.to?.editions).toEqual(['aws/s3-express-one-zone/2025-04-10']);
    const changes = candidate?.lines.reduce((sum, { change }) => sum + (change ?? 0), 0);
    expect(changes).toBeCloseTo(candidate?.change ?? NaN, 6);
  });

  test('--at-today of today’s prices moves nothing', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const { exit, stdout } = await runCli(['plan', '-', '--as-of', today, '--at-today'], { stdin: oneStore });
    expect(exit).toBe(0);
    expect(stdout).toMatch(/The recommendation stays S3 Express One Zone, at/);
    expect(stdout).not.toMatch(/What changed|Other price lists/);
  });

  test('--at-today is no table of rows', async () => {
    const { exit, stderr } = await runCli(['plan', '-', '--at-today', '--format', 'csv'], {
      stdin: oneStore,
    });
    expect(exit).toBe(2);
    expect(stderr).toMatch(/--format "csv" is not one of table, md, json/);
  });
});
