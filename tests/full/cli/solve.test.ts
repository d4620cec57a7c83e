import { expect, test } from 'vitest';
import type { Solution } from '#core/placement/sensitivity/solve.ts';
import { runCli } from '#tests/helpers/runCli.ts';

const HEADLINE = 'examples/headline-10pb.yaml';

test('solve says what still fits, and JSON says it unrounded', async () => {
  const [text, json] = await Promise.all([
    runCli(['solve', HEADLINE, '--for', 'reads', '--budget', '$100k']),
    runCli(['solve', HEADLINE, '--for', 'reads', '--budget', '100000', '--json']),
  ]);
  expect(text).toMatchObject({ exit: 0, stderr: '' });
  expect(text.stdout).toMatch(/^Up to .* reads a day, .* fit \$100k\/month: Backblaze B2/m);
  const answer = JSON.parse(json.stdout) as Solution;
  expect(answer).toMatchObject({
    input: 'reads',
    budget: 100_000,
    currency: 'USD',
    path: 'workload.reads.rate',
  });
  expect(answer.largest).toBe(answer.stretches.at(-1)?.to);
});

test('nothing that fits is exit 1, with the answer', async () => {
  const { exit, stdout } = await runCli(['solve', HEADLINE, '--for', 'stored', '--budget', '0.000001']);
  expect(exit).toBe(1);
  expect(stdout).toMatch(/^Nothing fits /m);
});

test.each([
  [['--for', 'hot-dys', '--budget', '1'], 'did you mean hot-days?'],
  [['--budget', '1'], 'say what to solve for'],
  [['--for', 'reads'], 'say what must hold'],
  [['--for', 'reads', '--budget', '-1'], '--budget "-1" must be above zero; try 5000'],
  [['--for', 'reads', '--budget', '1', '--hot', 'a/b'], '--hot and --cold go together'],
  [['--for', 'reads', '--budget', '1', '--hot', 'a/b', '--cold', 'c/d'], 'belong to --for hot-days'],
  [['--for', 'cache-share', '--budget', '1'], 'the scenario has no cache-share to solve for'],
])('solve %s is not understood', async (flags, said) => {
  const { exit, stdout, stderr } = await runCli(['solve', HEADLINE, ...flags]);
  expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
  expect(stderr).toContain(said);
});

test('winners draws the regions, and lists their cells', async () => {
  const axes = ['--x', 'reads=10M..100M', '--y', 'standing=5PB..20PB'];
  const [text, csv] = await Promise.all([
    runCli(['winners', HEADLINE, ...axes]),
    runCli(['winners', HEADLINE, ...axes, '--format', 'csv']),
  ]);
  expect(text).toMatchObject({ exit: 0, stderr: '' });
  expect(text.stdout).toMatch(/^A +[A-Z][\w ]+ +\d/m);
  expect(text.stdout.match(/^[A-F]{36}$/gm)).toHaveLength(24);
  const [head, ...rows] = csv.stdout.trim().split(/\r?\n/);
  expect(head).toBe(
    'recommended,workload.reads.rate from,workload.reads.rate to,workload.objects.standing from,workload.objects.standing to',
  );
  const regions = new Set(rows.map((row) => row.split(',')[0]));
  expect(regions.size).toBeGreaterThan(1);
  expect(text.stdout.match(/^[A-F.] +\S.*%/gm)).toHaveLength(regions.size);
  for (const row of rows) {
    const [left = NaN, right = NaN, bottom = NaN, top = NaN] = row.split(',').slice(1).map(Number);
    expect(left >= 1e7 && left < right && right <= 1e8).toBe(true);
    expect(bottom >= 5e15 && bottom < top && top <= 2e16).toBe(true);
  }
});

test.each([
  [['--x', 'reads'], 'say which input runs along y'],
  [['--x', 'reads', '--y', 'reads'], 'name two inputs'],
  [['--x', 'reeds', '--y', 'size'], 'did you mean reads?'],
  [['--x', 'reads=5..1', '--y', 'size'], 'the smaller end first'],
  [['--x', 'outside-share=0..2', '--y', 'size'], 'a share lies from 0 to 100%'],
])('winners %s is not understood', async (flags, said) => {
  const { exit, stdout, stderr } = await runCli(['winners', HEADLINE, ...flags]);
  expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
  expect(stderr).toContain(said);
});
