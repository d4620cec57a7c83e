import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { COMMAND_NAMES } from '#cli/commands/index.ts';
import { runCli } from '#tests/helpers/runCli.ts';

test('--version says which one it is', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(await runCli(['--version'])).toEqual({ exit: 0, stdout: `stowage ${version}\n`, stderr: '' });
});

test('help names every command', async () => {
  const { exit, stdout } = await runCli(['help']);
  expect(exit).toBe(0);
  for (const name of COMMAND_NAMES) expect(stdout).toContain(`\n  ${name}`);
});

test.each([
  ['help', ['prices check', 'prices import', 'datasets check']],
  ['help prices', ['stowage prices check', 'stowage prices import']],
  ['help datasets', ['stowage datasets check']],
])('%s has what keeps a checkout under a heading of its own', async (line, kept) => {
  const { stdout } = await runCli(line.split(' '));
  const [before = '', after = ''] = stdout.split(/^For who keeps .*--root.*$/m);
  for (const name of kept) {
    expect(after).toContain(name);
    expect(before).not.toContain(name);
  }
});

test('without a command, help goes to stderr and the exit code is 2', async () => {
  const { exit, stdout, stderr } = await runCli([]);
  expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
  expect(stderr).toContain('stowage COMMAND');
});

describe.each(COMMAND_NAMES)('help %s', (name) => {
  test('has examples, by either way of asking', async () => {
    const [asked, flagged] = await Promise.all([runCli(['help', name]), runCli([name, '--help'])]);
    expect(asked.exit).toBe(0);
    expect(asked.stdout).toMatch(new RegExp(`Examples\\n  stowage ${name}`));
    expect(flagged).toEqual(asked);
  });
});

describe.each(['scenario', 'usage', 'dataset', 'answer'])('help %s', (name) => {
  test('lists every key with what it is for', async () => {
    const { exit, stdout } = await runCli(['help', name]);
    expect(exit).toBe(0);
    const keys = stdout.split('\n').filter((line) => line.startsWith('  '));
    expect(keys.length).toBeGreaterThan(10);
    for (const line of keys) expect(line).toMatch(/^ {2}[\w]+:.* {2,}.*\(.+\)$/);
  });
});

test('help scenario says type, default and an example of a key', async () => {
  const { stdout } = await runCli(['help', 'scenario']);
  expect(stdout).toMatch(/^workload\.objects$/m);
  expect(stdout).toMatch(
    /^ {2}retention: forever +How long an object is kept\. \(forever or time, default forever\)$/m,
  );
  expect(stdout).toMatch(/^ {2}asOf: 2026-11-20 +.*Absent: the day of the newest known prices\. \(text\)$/m);
});
