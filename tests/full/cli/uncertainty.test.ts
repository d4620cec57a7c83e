import { expect, test } from 'vitest';
import type { Plan } from '#core/report/plan-types.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';
import { aPricedScenario, yaml } from '#tests/helpers/cli/helpers.ts';

const sure = aPricedScenario();
const unsure = yaml({
  ...sure,
  workload: { ...sure.workload, reads: { ...sure.workload.reads, rate: '1M/day to 100M/day' } },
});

test('a plan with a range says how sure it is, what moves its cost and what knowing is worth', async () => {
  const { exit, stdout, stderr } = await runCli(['plan', '-', '--draws', '64'], { stdin: unsure });
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
  const text = stdout.replace(/\s+/g, ' ');
  expect(text).toMatch(/Uncertainty - The recommended placement costs \$\S+ to \$\S+\/month in 80% of draws/);
  expect(text).toMatch(/cheapest .*in .*\d% of 64 draws/);
  expect(stdout).toMatch(/^over the draws .*wins .*meets .*P10 .*P50 .*P90/m);
  expect(stdout).toMatch(/^rate of reads +1M\/day +100M\/day +\$/m);
});

test('JSON has every placement over the draws, and the shares of wins make one', async () => {
  const { stdout } = await runCli(['plan', '-', '--json', '--draws', '32'], { stdin: unsure });
  const { uncertainty, recommendation } = JSON.parse(stdout) as Plan;
  if (!uncertainty) throw new Error('no uncertainty');
  expect(uncertainty.draws).toBe(32);
  expect(uncertainty.inputs[0]).toEqual({
    path: 'workload.reads.rate',
    kind: 'range',
    store: null,
    low: 1e6,
    high: 1e8,
    used: 1e7,
  });
  expect(uncertainty.candidates.reduce((sum, { wins }) => sum + wins, uncertainty.noneWins)).toBeCloseTo(
    1,
    9,
  );
  expect(uncertainty.tornado?.id).toBe(recommendation?.id);
  expect(uncertainty.information?.everything).toBeGreaterThanOrEqual(0);
});

test('without a range, unasked, and with --draws 0 there is none', async () => {
  using folder = new Folder({ 'sure.yaml': yaml(sure), 'unsure.yaml': unsure });
  const of = async (...args: string[]) => {
    const { stdout } = await runCli(['plan', '--json', ...args], { cwd: folder.path });
    return [JSON.parse(stdout) as Plan | Plan[]].flat().map(({ uncertainty }) => uncertainty);
  };
  expect(await of('sure.yaml', '--why')).toEqual([null]);
  expect(await of('unsure.yaml')).toEqual([null]);
  expect(await of('unsure.yaml', '--why', '--draws', '0')).toEqual([null]);
});

test.each(['-1', 'many', '1.5', '1e9', ''])('--draws %j is misunderstood', async (draws) => {
  const { exit, stdout, stderr } = await runCli(['plan', '-', `--draws=${draws}`], { stdin: unsure });
  expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
  expect(stderr).toContain('1024');
});

test('a document shows it, and says when there is nothing to show', async () => {
  using folder = new Folder({
    'unsure.yaml': unsure,
    'sure.yaml': yaml(sure),
    'doc.md': '<!-- stowage unsure.yaml view=uncertainty -->\n<!-- /stowage -->\n',
    'none.md': '<!-- stowage sure.yaml view=uncertainty -->\n<!-- /stowage -->\n',
    'inline.md': 'So <!-- stowage unsure.yaml view=uncertainty --><!-- /stowage -->\n',
  });
  expect((await runCli(['docs', 'doc.md'], { cwd: folder.path })).exit).toBe(0);
  expect(folder.read('doc.md')).toMatch(
    /Uncertainty\n\n- The recommended placement costs [\s\S]*\| what moves its cost/,
  );
  expect((await runCli(['docs', 'doc.md', '--check'], { cwd: folder.path })).exit).toBe(0);
  expect((await runCli(['docs', 'none.md'], { cwd: folder.path })).exit).toBe(0);
  expect(folder.read('none.md')).toContain('No number of the scenario is a range.');
  expect((await runCli(['docs', 'inline.md'], { cwd: folder.path })).exit).toBe(1);
});
