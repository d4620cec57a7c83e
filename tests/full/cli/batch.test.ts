/** Many scenarios at once: what is wrong with some, and what has no plan, is told on stderr and by the exit code. */
import { expect, test } from 'vitest';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';

const GOOD =
  'workload: { objects: { size: 1 MB, standing: 1 TB }, readers: [{ at: aws/us-east-1 }] }\nstores: [aws/s3-standard]\n';
const FILES = {
  'good.yaml': GOOD,
  'dear.yaml': `${GOOD}requirements: { budget: 0.01 }\n`,
  'wrong.yaml': 'workload: 3\n',
  'rows.csv': 'stored,size,from,stores\n1 TB,1 MB,aws/us-east-1,aws/s3-standard\n1 TB,1 MB,nowhere,all\n',
};

test.each(['table', 'md', 'csv', 'json'])('as %s, those without a plan are named, exit 1', async (format) => {
  using folder = new Folder(FILES);
  const args = ['plan', 'good.yaml', 'dear.yaml', '--format', format];
  const { exit, stdout, stderr } = await runCli(args, { cwd: folder.path });
  expect(exit).toBe(1);
  expect(stdout).not.toBe('');
  expect(stderr).toMatch(
    /^stowage: 2 scenarios, .*; 1 has no plan that meets its requirements: dear\.yaml$/m,
  );
});

test('one that is wrong stops all, and with --keep-going only itself', async () => {
  using folder = new Folder(FILES);
  const run = (...args: string[]) => runCli(['plan', ...args, '--jsonl'], { cwd: folder.path });
  const stopped = await run('good.yaml', 'wrong.yaml', 'good.yaml');
  expect({ ...stopped, stderr: /^stowage: wrong\.yaml: /.test(stopped.stderr) }).toEqual({
    exit: 2,
    stdout: '',
    stderr: true,
  });
  const { exit, stdout, stderr } = await run(
    'good.yaml',
    'wrong.yaml',
    'absent.yaml',
    'good.yaml',
    '--keep-going',
  );
  expect(exit).toBe(1);
  expect(stdout.trimEnd().split('\n')).toHaveLength(2);
  expect(stderr).toMatch(/absent\.yaml: there is no such file/);
  expect(stderr).toMatch(/wrong\.yaml: workload/);
  expect(stderr).toMatch(/^stowage: 2 failed, as said above$/m);
});

test('where all are wrong the exit code is 2', async () => {
  using folder = new Folder(FILES);
  const { exit, stdout } = await runCli(['plan', 'wrong.yaml', '--keep-going'], { cwd: folder.path });
  expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
});
