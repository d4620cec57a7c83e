/** The first minutes of somebody who never saw Stowage: a template or a few flags, and the first answer without an error. */
import { describe, expect, test } from 'vitest';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';

const KINDS = ['photos', 'video', 'backup', 'data-lake', 'thumbnails', 'migrate'];

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
  expect((await runCli(['init', 'photo'])).stderr).toContain('did you mean photos?');
  const asked = await runCli(['init'], { ask: () => Promise.resolve('backup') });
  expect(asked.stdout).toBe((await runCli(['init', 'backup'])).stdout);
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
    [[...right, '--size', '3'], '--size: "3" has no unit; write 3 B'],
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
