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
  expect(stdout).not.toContain('FAILS');
  expect(stdout).toMatch(/\n(\d+) of \1 cases hold\n$/);
});

it("judges another calculator's answers, and fails on a failure", () => {
  const answer = { total: 69.43, lines: [] };
  using folder = new Folder({ 'answers.json': JSON.stringify({ 'b2-ten-terabytes-each-way': answer }) });
  const { status, stdout } = scoreboard(path.join(folder.path, 'answers.json'));
  expect(status).toBe(1);
  expect(stdout).toContain('holds  b2-ten-terabytes-each-way');
  expect(stdout).toContain('no answer was given');
  expect(stdout).toMatch(/\n1 of \d+ cases hold\n$/);
});
