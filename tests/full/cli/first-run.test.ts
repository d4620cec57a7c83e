/** The first minutes of somebody who never saw Stowage: a template or a few flags, and the first answer without an error. */
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';

const KINDS = ['photos', 'video', 'backup', 'data-lake', 'thumbnails', 'migrate', 'self-hosted'];

describe.each(KINDS)('init %s', (kind) => {
  test('writes a file that plan answers at once', async () => {
    using folder = new Folder({});
    const at = { cwd: folder.path };
    const { exit, stdout, stderr } = await runCli(['init', kind, '--out', 'mine.yaml'], at);
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: '' });
    expect(stderr).toBe('stowage: wrote mine.yaml; next: stowage plan mine.yaml\n');
    const answer = await runCli(['plan', 'mine.yaml'], at);
    expect(answer).toMatchObject({ exit: 0, stderr: '' });
    expect(answer.stdout).toContain('Recommended: ');
    expect((await runCli(['init', kind, '--out', 'mine.yaml'], at)).stderr).toMatch(/is there already/);
    expect((await runCli(['init', kind])).stdout).toContain('stowage help scenario');
  });
});

test('init without a word prints one template and names the others', async () => {
  const { exit, stdout, stderr } = await runCli(['init']);
  expect(exit).toBe(0);
  expect(stdout).toBe((await runCli(['init', 'photos'])).stdout);
  expect(stderr).toContain(KINDS.join(', '));
  for (const word of ['photo', 'foto'])
    expect((await runCli(['init', word])).stderr).toContain('did you mean photos?');
  const totals = ['--stored', '300', '--reads', '10M/month', '--sent', '20TB', '--from', 'europe'];
  expect((await runCli(['init', ...totals])).stderr).toMatch(/--stored: "300" has no unit/);
  const asked = await runCli(['init'], { ask: () => Promise.resolve('backup') });
  expect(asked.stdout).toBe((await runCli(['init', 'backup'])).stdout);
});

describe('init from what people have', () => {
  test.each([
    [
      'an invoice',
      ['examples/inputs/cur.csv', '--size', '1MB', '--from', 'europe'],
      '# AWS Cost and Usage Report, 2026-03: S3 Standard',
    ],
    ['a log', ['examples/inputs/access-log.txt', '--from', 'DE'], '# A log (s3-access-log) of 120 requests'],
    [
      "a month's totals",
      '--current aws/s3-standard@us-east-1 --stored 300TB --reads 10M --sent 20TB --from europe'.split(' '),
      '# Object size: 2 MB, what 20TB a month makes of 10M/month.',
    ],
  ])('%s is a scenario that plan answers', async (_, args, words) => {
    using folder = new Folder({});
    const inputs = args.map((one) => (one.startsWith('examples/') ? path.resolve(one) : one));
    const at = { cwd: folder.path };
    expect((await runCli(['init', ...inputs, '--out', 'mine.yaml'], at)).exit).toBe(0);
    expect(folder.read('mine.yaml')).toContain(words);
    const answer = await runCli(['plan', 'mine.yaml'], at);
    expect(answer).toMatchObject({ exit: 0, stderr: '' });
    expect(answer.stdout).toContain('Recommended: ');
  });

  test('asks a person for what the file does not say, and a script for a flag', async () => {
    const asked: string[] = [];
    const ask = (question: string) => {
      asked.push(question);
      return Promise.resolve(question.startsWith('Object size') ? '2 MB' : 'europe');
    };
    const { exit, stdout } = await runCli(['init', 'examples/inputs/cur.csv'], { ask });
    expect(exit).toBe(0);
    expect(asked).toHaveLength(2);
    expect(stdout).toContain('size: 2 MB');
    expect(await runCli(['init', 'examples/inputs/cur.csv'])).toMatchObject({
      exit: 2,
      stdout: '',
      stderr: expect.stringContaining('say it with --size, such as --size 3MB') as string,
    });
    expect((await runCli(['init', '--stored', '1TB', '--reads', '1M'])).stderr).toContain(
      '--sent is missing',
    );
    expect(
      (await runCli(['init', '--stored', '1TB', '--reads', '1M', '--sent', '20', '--from', 'DE'])).stderr,
    ).toContain('"20" has no unit');
  });
});

describe('without a file', () => {
  test.each([
    ['photos', '--count 100M --size 3MB --arrivals 250k/day --reads 10M/day --from europe --p99 500ms'],
    ['a data lake', '--stored 500TB --size 128MB --reads 5M/day --from aws/us-east-1'],
    ['backups', '--arrivals 10k/day --retention 90days --size 100MB --reads 1000/month --from DE'],
    ['a move', '--stored 300TB --size 3MB --reads 10M/day --from europe --current aws/s3-standard@us-east-1'],
  ])('%s are answered', async (_, flags) => {
    const answer = await runCli(['plan', ...flags.split(' ')]);
    expect(answer).toMatchObject({ exit: 0, stderr: '' });
    expect(answer.stdout).toContain('Recommended: ');
  });

  const right = ['--stored', '1TB', '--size', '1MB', '--from', 'europe'];
  test.each([
    [[...right, '--size', '3'], '--size: "3" has no unit; write 3 MB'],
    [[...right, '--p99', '500'], '--p99: "500" has no unit; write 500 ms'],
    [[...right, '--from', 'europa'], '--from "europa" is no place; did you mean internet/europe?'],
    [[...right, '--current', 'aws/s3-standrad'], 'current: no store is called'],
    [['--stored', '1TB'], 'where readers are: --size 3MB --from europe'],
    [['examples/thumbnails.yaml', '--size', '1MB'], 'a scenario file says all; leave out --size'],
    [[], 'needs a scenario FILE, or --stored 300TB'],
  ])('%j says what to write', async (flags, message) => {
    const { exit, stdout, stderr } = await runCli(['plan', ...flags]);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});
