import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { catalogFetcher } from '#catalog/fetch-catalog.ts';
import { parseScenario } from '#core/scenario/parse-scenario.ts';
import type { Scenario, ScenarioText } from '#core/scenario/scenario.ts';
import { Planner } from '#web/worker/planner.ts';
import { settle } from '#web/worker/settle.ts';
import { COLD, HOT, aPlan } from '#tests/helpers/aPlan.ts';
import type { Question } from '#web/worker/messages.ts';

const dataFolder = new URL('../../../dist/data/', import.meta.url);
const planner = new Planner(
  catalogFetcher(async (file) => JSON.parse(await readFile(new URL(file, dataFolder), 'utf8')) as unknown),
);
const streamingco = parse(
  await readFile(new URL('../../../examples/streamingco.yaml', import.meta.url), 'utf8'),
) as ScenarioText;

async function ask<Kind extends string>(question: Question, kind: Kind) {
  const answer = await planner.answer(question);
  if (answer.kind !== kind) throw new Error(`expected ${kind}, got ${JSON.stringify(answer).slice(0, 400)}`);
  return answer as Extract<typeof answer, { kind: Kind }>;
}

describe('settling an unproven plan', () => {
  const [condition] = aPlan().bestIf?.conditions ?? [];
  const conditions = condition ? [{ ...condition, neededP99Ms: 100 }] : [];
  const p99Of = (assume: ScenarioText['assume']) => parseFloat(String(assume?.[HOT]?.GET?.['p99']));

  test('takes the figure asked for where that proves it', () => {
    expect(settle({}, conditions, () => 'yes')).toEqual({ [HOT]: { GET: { p99: '100 ms' } } });
  });

  test('finds the loosest figure that does, and never writes a looser one', () => {
    const found = settle({}, conditions, (assume) => (p99Of(assume) <= 57.3 ? 'yes' : 'no'));
    expect(p99Of(found ?? {})).toBeLessThanOrEqual(57.3);
    expect(p99Of(found ?? {})).toBeGreaterThan(55);
  });

  test('keeps what is assumed already', () => {
    const known = { [COLD]: { PUT: { p50: '9 ms' } }, [HOT]: { GET: { p50: '5 ms' } } };
    expect(settle(known, conditions, () => 'yes')).toEqual({
      [COLD]: known[COLD],
      [HOT]: { GET: { p50: '5 ms', p99: '100 ms' } },
    });
  });

  test('gives up where no figure would', () => {
    expect(settle({}, conditions, () => 'unproven')).toBeNull();
    expect(
      settle(
        {},
        conditions.map((one) => ({ ...one, neededP99Ms: null })),
        () => 'yes',
      ),
    ).toBeNull();
  });
});

describe('the worker behind the page', () => {
  test('leaves out a dataset that the scenario leaves out', async () => {
    const without = { ...streamingco, datasets: ['not prisma-2026'] };
    const { plan } = await ask({ kind: 'plan', scenario: without, wanted: null }, 'plan');
    expect(plan.datasets.map(({ id }) => id)).not.toContain('prisma-2026');
  });

  test('plans what the build of the page has read as it plans the text', async () => {
    const read = JSON.parse(JSON.stringify(parseScenario(streamingco))) as Scenario;
    const { plan } = await ask({ kind: 'plan', scenario: streamingco, wanted: null, read }, 'plan');
    const again = await ask({ kind: 'plan', scenario: streamingco, wanted: null }, 'plan');
    expect(plan).toStrictEqual(again.plan);
  });

  const { workload } = streamingco;
  const sized = { ...workload.objects, size: ['1 MB', '3 MB'].map((size) => ({ share: 0.5, size })) };
  test.each([
    ['sizes that differ', { ...workload, objects: sized }],
    ['cold connections', { ...workload, reads: { ...workload.reads!, connections: 'cold' } }],
    ['reads asked again', { ...workload, reads: { ...workload.reads!, retry: { after: 50, errors: 0.01 } } }],
    ['hedges', { ...workload, reads: { ...workload.reads!, hedge: 'p95' } }],
  ] satisfies [string, ScenarioText['workload']][])(
    'fetches what %s need of the planner',
    async (_, more) => {
      const scenario = { ...streamingco, workload: more };
      const { plan } = await ask({ kind: 'plan', scenario, wanted: null }, 'plan');
      expect(plan.candidates.length).toBeGreaterThan(0);
    },
  );

  test('says afterwards on which dataset the answer rests', async () => {
    const { plan: answer } = await ask({ kind: 'plan', scenario: streamingco, wanted: null }, 'plan');
    const { findings } = await ask({ kind: 'afterwards', answer }, 'afterwards');
    expect(findings).toContainEqual(
      expect.objectContaining({ code: 'winner-rests-on-one-dataset', dataset: 'prisma-2026', without: null }),
    );
  });

  test('plans a scenario, and its link opens to the same figures', async () => {
    const { plan } = await ask({ kind: 'plan', scenario: streamingco, wanted: null }, 'plan');
    const { link } = await ask({ kind: 'link', scenario: streamingco }, 'link');
    const { scenario } = await ask({ kind: 'open', fragment: `#${link}` }, 'opened');
    const again = await ask({ kind: 'plan', scenario, wanted: null }, 'plan');
    const figures = (one: typeof plan) =>
      one.candidates.map(({ id, monthly, read }) => [id, monthly.total, read.p99Ms]);
    expect(figures(again.plan)).toEqual(figures(plan));
    expect(again.without).toEqual([]);
  });

  test('works out a threshold that a hand asks for', async () => {
    const [hot, cold] = ['aws/s3-standard@us-east-1', 'cloudflare/r2-standard@enam'];
    const wanted = { hot, cold, thresholdDays: 3.25, entry: 'tier' as const };
    const { plan } = await ask({ kind: 'plan', scenario: streamingco, wanted }, 'plan');
    expect(
      plan.candidates.some(
        ({ stores, policy }) => stores.join() === `${hot},${cold}` && policy?.thresholdDays === 3.25,
      ),
    ).toBe(true);
  });

  test('refuses what is wrong with its place and a suggestion', async () => {
    const scenario = { ...streamingco, stores: ['aws/s3-standart@us-east-1'] };
    const { issues } = await ask({ kind: 'plan', scenario, wanted: null }, 'refused');
    expect(issues).toMatchObject([{ path: 'stores[0]', suggestion: 'aws/s3-standard@us-east-1' }]);
  });

  test('computes without a dataset that it lacks, and names it', async () => {
    const scenario = { ...streamingco, datasets: { 'of-another-build': 'ffffffffffffffff' } };
    const { without } = await ask({ kind: 'plan', scenario, wanted: null }, 'plan');
    expect(without).toEqual(['of-another-build']);
  });

  test.each(['s=1.', '#s=1.AAAA', '#s=9.AAAA', 'nothing'])(
    'does not open %s, and says why',
    async (fragment) => {
      const { message } = await ask({ kind: 'open', fragment }, 'failed');
      expect(message.length).toBeGreaterThan(20);
    },
  );

  test('knows the names the form suggests, the claimed ones not among them', async () => {
    const { stores, places } = await ask({ kind: 'known' }, 'known');
    expect(stores).toContain('aws/s3-express-one-zone@us-east-1');
    expect(stores.filter((store) => store.startsWith('claimed/'))).toEqual([]);
    expect(places).toContain('internet/europe');
  });

  test('says what failed where the data cannot be read', async () => {
    const cutOff = new Planner(catalogFetcher(() => Promise.reject(new Error('no network'))));
    expect(await cutOff.answer({ kind: 'plan', scenario: streamingco, wanted: null })).toEqual({
      kind: 'failed',
      message: 'no network',
    });
  });
});
