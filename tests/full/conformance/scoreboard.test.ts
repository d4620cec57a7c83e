/** The scoreboard as its users run it: ours holds, another's answers are judged alike, and a failure is an exit of 1. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { Folder } from '#tests/helpers/folder.ts';

const scoreboard = (...args: string[]) =>
  spawnSync(process.execPath, [path.join(import.meta.dirname, '../../conformance/scoreboard.ts'), ...args], {
    encoding: 'utf8',
  });

it('holds, one line a case and the score last', () => {
  const { status, stdout } = scoreboard();
  expect(status).toBe(0);
  expect(stdout).toMatch(/\n(\d+) of \1 cases hold, 0 wrong, 0 not covered\n$/);
});

it("judges another calculator's answers, tells wrong ones from what it does not cover, and fails on the wrong ones", () => {
  const answer = { total: 69.43, lines: [] };
  const answers = { 'b2-ten-terabytes-each-way': answer, 'r2-infrequent-one-write': null };
  using folder = new Folder({
    'right.json': JSON.stringify(answers),
    'wrong.json': JSON.stringify({ ...answers, 'r2-infrequent-one-write': { total: 0.000009 } }),
  });
  const right = scoreboard('--answers', path.join(folder.path, 'right.json'));
  expect(right.status).toBe(0);
  expect(right.stdout).toContain('holds  b2-ten-terabytes-each-way');
  expect(right.stdout).toMatch(/\n1 of 1 cases hold, 0 wrong, \d+ not covered\n$/);
  const wrong = scoreboard('--answers', path.join(folder.path, 'wrong.json'));
  expect(wrong.status).toBe(1);
  expect(wrong.stdout).toContain('total is 0.00, expected 9.00');
  expect(wrong.stdout).toMatch(/\n1 of 2 cases hold, 1 wrong, \d+ not covered\n$/);
});

it('gives a template of answers that covers nothing, and is read', () => {
  const { stdout } = scoreboard('--template');
  using folder = new Folder({ 'answers.json': stdout });
  const { status, stdout: score } = scoreboard('--answers', path.join(folder.path, 'answers.json'));
  expect([status, score]).toEqual([
    0,
    expect.stringMatching(/^\n0 of 0 cases hold, 0 wrong, \d+ not covered\n$/),
  ]);
});
