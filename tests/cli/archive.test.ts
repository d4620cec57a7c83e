import { describe, expect, test } from 'vitest';
import { Folder, runCli } from '../helpers/runCli.ts';

describe('stowage prices', () => {
  test('list names every store with its editions', async () => {
    const { exit, stdout } = await runCli(['prices', 'list', '--json']);
    expect(exit).toBe(0);
    const stores = JSON.parse(stdout) as { store: string; editions: string[] }[];
    expect(stores.find(({ store }) => store === 'aws/s3-express-one-zone')?.editions).toEqual(
      expect.arrayContaining(['2023-11-28', '2025-04-10']),
    );
  });

  test('show prints the prices of a date as their source printed them', async () => {
    const [before, after] = await Promise.all(
      ['2025-04-09', '2025-04-10'].map((date) =>
        runCli(['prices', 'show', 'aws/s3-express-one-zone@us-east-1', '--as-of', date]),
      ),
    );
    expect(before?.stdout).toMatch(/aws\/s3-express-one-zone\/2023-11-28/);
    expect(after?.stdout).toMatch(/aws\/s3-express-one-zone\/2025-04-10/);
    expect(after?.stdout).toMatch(/^storage .* per GB-month$/m);
    expect(after?.stdout).toMatch(/^Sources$/m);
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
    [['prices'], /needs one of list, show, check/],
    [['prices', 'lst'], /did you mean list/],
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

describe('stowage datasets', () => {
  test('list names every dataset with its status and licence', async () => {
    const { exit, stdout } = await runCli(['datasets', 'list', '--json']);
    expect(exit).toBe(0);
    const datasets = JSON.parse(stdout) as {
      id: string;
      status: string;
      licence: string;
      measurements: number;
    }[];
    expect(datasets.length).toBeGreaterThan(0);
    for (const { licence, measurements } of datasets) {
      expect(licence).not.toBe('');
      expect(measurements).toBeGreaterThan(0);
    }
  });

  test('show prints one with its source, and every measurement as CSV', async () => {
    const [first] = JSON.parse((await runCli(['datasets', 'list', '--json'])).stdout) as {
      id: string;
      measurements: number;
    }[];
    const [table, csv] = await Promise.all([
      runCli(['datasets', 'show', first?.id ?? '']),
      runCli(['datasets', 'show', first?.id ?? '', '--format', 'csv']),
    ]);
    expect(table.stdout).toMatch(/^- source: https?:/m);
    expect(csv.stdout).toMatch(/^store,store_region,client_place/);
    expect(csv.exit).toBe(0);
  });

  test('an unknown one is answered with the nearest', async () => {
    const [first] = JSON.parse((await runCli(['datasets', 'list', '--json'])).stdout) as { id: string }[];
    const { exit, stderr } = await runCli(['datasets', 'show', `${first?.id}x`]);
    expect(exit).toBe(2);
    expect(stderr).toContain(`did you mean ${first?.id}?`);
  });

  test('check is content with the checkout, and names a dataset that is not whole', async () => {
    expect(await runCli(['datasets', 'check'])).toMatchObject({
      exit: 0,
      stdout: expect.stringMatching(/^\d+ datasets, no problems\n$/) as string,
    });
    using folder = new Folder({ 'datasets/half-a-one/dataset.yaml': 'title: Half\n' });
    const { exit, stdout } = await runCli(['datasets', 'check', '--root', folder.path]);
    expect(exit).toBe(1);
    expect(stdout).toMatch(/half-a-one/);
  });
});
