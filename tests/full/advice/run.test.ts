/** `npm run advice`, as a process. */
import path from 'node:path';
import { expect, it } from 'vitest';
import { Folder } from '#tests/helpers/folder.ts';
import { runProgram } from '#tests/helpers/runProgram.ts';
import { ROOT } from '#tests/sources.ts';

const advice = (...args: string[]) => runProgram(args, { program: path.join(ROOT, 'tests/advice/run.ts') });

it('prints a row for each workload that is named, the score last, and keeps both as JSON', async () => {
  using folder = new Folder();
  const { exit, stdout } = await advice('map-tiles', 'loki', '--json', path.join(folder.path, 'advice.json'));
  const lines = stdout.trimEnd().split('\n');
  expect(lines.slice(1, 3).map((line) => line.split(' ')[0])).toEqual(['loki', 'map-tiles']);
  const outcomes = JSON.parse(folder.read('advice.json')) as { workload: string; reasons: string[] }[];
  expect(outcomes.map(({ workload }) => workload)).toEqual(['loki', 'map-tiles']);
  const rejected = outcomes.filter(({ reasons }) => reasons.length > 0).length;
  expect(lines.at(-1)).toBe(`${2 - rejected} accepted, ${rejected} rejected`);
  expect(exit).toBe(rejected > 0 ? 1 : 0);
});

it('refuses a name that no workload has', async () => {
  const { exit, stdout, stderr } = await advice('map-tiles', 'nothing');
  expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
  expect(stderr).toMatch(/^No workload is called nothing; there are actions-cache, backup, /);
});
