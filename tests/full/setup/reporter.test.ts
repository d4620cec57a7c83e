/** The closing line of a run, and the exit code that agrees with it. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Folder } from '#tests/helpers/folder.ts';
import { ROOT } from '#tests/sources.ts';

const VITEST = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
const REPORTER = path.join(ROOT, 'tests/reporter.ts');

function runOf(file: string, ...args: string[]) {
  using folder = new Folder({ 'one.test.js': file });
  const all = ['run', '--globals', '--root', folder.path, '--reporter', REPORTER, ...args];
  const { STOWAGE_TESTS_TALLY: _tally, STOWAGE_TESTS_WITHOUT: _without, ...env } = process.env;
  const { status, stdout } = spawnSync(process.execPath, [VITEST, ...all], { encoding: 'utf8', env });
  return { status, last: stdout.trim().split('\n').at(-1) };
}

describe('the closing line', () => {
  test.each([
    ['what passed', 'test("a", () => {}); test("b", () => {});', { status: 0, last: '2 passed, 0 failed' }],
    [
      'what failed',
      'test("a", () => {}); test("b", () => { throw new Error("b"); });',
      { status: 1, last: '1 passed, 1 failed' },
    ],
    [
      'a skipped test as failed',
      'test("a", () => {}); test.skip("b", () => {});',
      { status: 1, last: '1 passed, 1 failed' },
    ],
    ['a file that cannot be read', 'test("a", () => {', { status: 1, last: '0 passed, 1 failed' }],
    [
      'an error nobody caught',
      'test("a", () => {}); setTimeout(() => { throw new Error("late"); }); test("b", () => new Promise((done) => setTimeout(done, 50)));',
      { status: 1, last: '2 passed, 1 failed' },
    ],
  ])(
    'counts %s',
    (_what, file, expected) => {
      expect(runOf(file)).toEqual(expected);
    },
    120_000,
  );

  test('does not mind what was left out by name', () => {
    expect(runOf('test("a", () => {}); test("b", () => {});', '-t', 'a')).toEqual({
      status: 0,
      last: '1 passed, 0 failed',
    });
  });
});

describe('a tier', () => {
  const TIER = path.join(ROOT, 'tests/run.mjs');
  const lastLine = (text: string) => text.trim().split('\n').at(-1);

  test('says the true numbers whatever reporter is asked for', () => {
    const args = [TIER, 'quick', 'tests/quick/core/units.test.ts', '--reporter=dot'];
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(lastLine(stdout)).toMatch(/^[1-9]\d* passed, 0 failed$/);
    expect(status).toBe(0);
  });

  test('prints nothing that passed when it is silent', () => {
    const args = [TIER, 'quick', 'tests/quick/core/units.test.ts', '--silent'];
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(stdout).toMatch(/^\d+ passed, 0 failed\n$/);
  });

  test('that is stopped counts what had passed, and fails', async () => {
    // Named, as the run above may be a silent one, whose first words are its last.
    const child = spawn(process.execPath, [TIER, 'quick', '--reporter=default']);
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (stdout === '') child.kill('SIGTERM');
      stdout += text;
    });
    const [code] = await once(child, 'close');
    expect(lastLine(stdout)).toMatch(/^\d+ passed, [1-9]\d* failed$/);
    expect(code).toBe(143);
  });
});
