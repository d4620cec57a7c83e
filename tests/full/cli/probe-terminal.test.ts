/** What a probe shows while it runs: a line drawn anew on a terminal, a line for every tenth elsewhere, or events. */
import { execFile } from 'node:child_process';
import { stripVTControlCharacters, promisify } from 'node:util';
import { expect, test } from 'vitest';
import { aPlanFile } from '#tests/helpers/aProbe.ts';
import { BUCKET, KEY_ID, SECRET, littleS3 } from '#tests/helpers/littleS3.ts';
import type { TestStore } from '#tests/helpers/littleS3.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { PROGRAM, runProgram } from '#tests/helpers/runProgram.ts';

const KEYS = {
  AWS_ACCESS_KEY_ID: KEY_ID,
  AWS_SECRET_ACCESS_KEY: SECRET,
  CI: '',
  TERM: 'xterm',
  COLUMNS: '200',
};
const ARGS = ['probe', 'run', 'plan.yaml', '--out', 'near-2026'];
/** Runs a program as if at a terminal, what it writes there to its own output. */
const AT_TERMINAL = 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))';

function planOn({ server }: TestStore): string {
  const target = { store: 'aws/s3-standard@us-east-1', bucket: BUCKET, endpoint: server.url };
  return JSON.stringify(aPlanFile([{ requests: 200 }], { targets: [target] }));
}

const BEGINS = /^(\d+)% · GET 10 KiB, 1 at a time on aws\/s3-standard@us-east-1 · .*\/s/;
const WHOLE = /· p50 .* · p99 .* · 0 errors · .* spent/;

test('a line that is drawn anew, on a terminal', async () => {
  await using s3 = await littleS3();
  using folder = new Folder({ 'plan.yaml': planOn(s3) });
  const { stdout } = await promisify(execFile)(
    'python3',
    ['-c', AT_TERMINAL, process.execPath, PROGRAM, ...ARGS],
    {
      cwd: folder.path,
      env: { ...process.env, ...KEYS },
    },
  );
  const drawn = stdout.split('\r\u001b[K').slice(1);
  const lines = drawn.filter((line) => BEGINS.test(line));
  // A line as wide as the terminal would break, and could not be drawn over.
  for (const line of lines) expect(line.length).toBeLessThan(80);
  const shares = lines.map((line) => Number(BEGINS.exec(line)?.[1]));
  expect(shares.length).toBeGreaterThan(0);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  // At the end the line is gone, and what follows stands by itself.
  expect(drawn.at(-1)).not.toMatch(BEGINS);
  expect(stripVTControlCharacters(stdout)).toContain('near-2026');
});

test('a line for every tenth, where nobody watches', async () => {
  await using s3 = await littleS3();
  using folder = new Folder({ 'plan.yaml': planOn(s3) });
  const { exit, stderr } = await runProgram(ARGS, { cwd: folder.path, env: KEYS });
  expect(exit).toBe(0);
  expect(stderr).not.toContain('\u001b');
  const lines = stderr.split('\n').filter((line) => BEGINS.test(line));
  for (const line of lines) expect(line).toMatch(WHOLE);
  const shares = lines.map((line) => Number(BEGINS.exec(line)?.[1]));
  expect(shares.length).toBeGreaterThan(0);
  expect(shares.length).toBeLessThanOrEqual(11);
  expect(new Set(shares.map((share) => Math.floor(share / 10))).size).toBe(shares.length);
  expect(shares.at(-1)).toBe(100);
});
