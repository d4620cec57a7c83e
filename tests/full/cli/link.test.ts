import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Plan } from '#core/report/plan-types.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { decodePermalink, encodePermalink } from '#permalink/permalink.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';
import { aPricedScenario, yaml } from '#tests/helpers/cli/helpers.ts';

const linkOf = async (scenario: ScenarioText, ...more: string[]) =>
  (await runCli(['link', '-', ...more], { stdin: yaml(scenario) })).stdout.trim();

describe('a link pins', () => {
  test('every store with its region, the day prices were last learnt, the datasets and the formulas', async () => {
    const { text: pinned } = decodePermalink(await linkOf(aPricedScenario({ stores: 'all' })));
    expect(pinned.stores).not.toBe('all');
    for (const ref of pinned.stores ?? []) expect(ref).toMatch(/^[a-z0-9-]+\/[a-z0-9-]+@.+/);
    expect(pinned.knownOn).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    for (const hash of Object.values(pinned.datasets as Record<string, string>))
      expect(hash).toMatch(/^[0-9a-f]{16}$/);
    expect(Object.keys(pinned.datasets as Record<string, string>).length).toBeGreaterThan(0);
    expect(pinned.model).toBe(3);
  });

  test('nothing again: a link of a link is the same link', async () => {
    const link = await linkOf(aPricedScenario({ stores: 'all' }));
    expect((await runCli(['link', link])).stdout.trim()).toBe(link);
  });
});

test('a link opens as the scenario it was made of', async () => {
  const scenario = aPricedScenario();
  const link = await linkOf(scenario);
  const { exit, stdout } = await runCli(['open', link]);
  expect(exit).toBe(0);
  expect(parse(stdout)).toMatchObject({
    name: scenario.name,
    asOf: scenario.asOf,
    stores: scenario.stores,
    workload: { objects: { size: '4 MB' }, writer: 'aws/us-east-1' },
  });
  expect(JSON.parse((await runCli(['open', link, '--json'])).stdout)).toEqual(parse(stdout));
});

test('a link, its scenario opened to a file, and the file it was made of have the same plan', async () => {
  const scenario = aPricedScenario();
  const link = await linkOf(scenario, '--base', 'https://example.org/stowage/');
  expect(link).toMatch(/^https:\/\/example\.org\/stowage\/#s=1\./);
  using folder = new Folder({
    'made-of.yaml': yaml(scenario),
    'opened.yaml': (await runCli(['open', link])).stdout,
  });
  const answers = await Promise.all(
    [link, 'made-of.yaml', 'opened.yaml'].map((source) =>
      runCli(['plan', source, '--json'], { cwd: folder.path }),
    ),
  );
  const [first, ...others] = answers.map(({ stdout }) =>
    (JSON.parse(stdout) as Plan).candidates.map(({ id, monthly, read }) => ({
      id,
      total: monthly.total,
      p99Ms: read.p99Ms,
    })),
  );
  expect(first?.length).toBeGreaterThan(0);
  for (const other of others) expect(other).toEqual(first);
});

describe('what a link answered', () => {
  test('is kept in it, and said beside the answer of today', async () => {
    const link = await linkOf(aPricedScenario());
    const { answered } = decodePermalink(link);
    const { stdout, stderr } = await runCli(['plan', link, '--json']);
    const { recommendation, candidates, model } = JSON.parse(stdout) as Plan;
    const best = candidates.find(({ id }) => id === recommendation?.id);
    expect(answered).toEqual({
      id: best?.id,
      total: Math.round((best?.monthly.total ?? NaN) * 100) / 100,
      sureness: best?.sureness,
      model,
    });
    expect(stderr).toMatch(/This link says the answer was S3 Standard at \$[\d,.]+\/month\./);
    expect(stderr).toMatch(/Today's answer is the same\.$/m);
    expect((await runCli(['open', link])).stderr).toBe(stderr);
  });

  test('is another than that of today: both are said, and why they differ', async () => {
    const said = { id: 'single:cloudflare/r2-standard@enam', total: 1, sureness: null, model: 1 };
    const link = encodePermalink(aPricedScenario(), said);
    const { exit, stderr } = await runCli(['plan', `#${link}`]);
    expect(exit).toBe(0);
    expect(stderr).toMatch(/was R2 Standard at \$1\.00\/month\. Today's answer is /);
    expect(stderr).toMatch(
      /the rule that recommends has changed, and rules of bills were corrected \(rate-per-month, .*\) since\.$/m,
    );
  });

  test('is nothing where nothing can be recommended', async () => {
    const link = await linkOf(aPricedScenario({ requirements: { budget: 0 } }));
    expect(decodePermalink(link).answered).toBeNull();
    expect((await runCli(['open', link])).stderr).toBe('');
  });
});

test('a dataset that this build lacks is named, and the plan is computed without it', async () => {
  const link = await linkOf(aPricedScenario({ datasets: { 'gone-2020': '0123456789abcdef' } }));
  const { stderr, stdout } = await runCli(['plan', link, '--json']);
  expect(stderr).toMatch(/without gone-2020/);
  expect((JSON.parse(stdout) as Plan).datasets).toEqual([]);
});

test('a base that is no URL is refused', async () => {
  const { exit, stderr } = await runCli(['link', '-', '--base', 'nonsense'], {
    stdin: yaml(aPricedScenario()),
  });
  expect(exit).toBe(2);
  expect(stderr).toMatch(/"nonsense" is not a URL/);
});
