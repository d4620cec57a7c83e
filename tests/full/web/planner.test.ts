import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { catalogFetcher } from '#catalog/fetch-catalog.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { plan as planWhole } from '#core/placement/plan.ts';
import { ask as askCore } from '#core/question.ts';
import type { Question } from '#core/question.ts';
import type { ScenarioError } from '#core/scenario/scenario-error.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { answersFrom } from '#web/ask/answers.ts';
import type { AnswerName, Answers, PartOf, QuestionOf } from '#web/ask/answers.ts';
import type { Turn } from '#web/ask/queue.ts';
import { loosest } from '#web/ask/settle.ts';
import { COLD, HOT, aPlan } from '#tests/helpers/aPlan.ts';
import { ROOT } from '#tests/sources.ts';

const dataFolder = new URL('../../../dist/data/', import.meta.url);
const readData = async (file: string) =>
  JSON.parse(await readFile(new URL(file, dataFolder), 'utf8')) as unknown;
const answers = answersFrom(catalogFetcher(readData));
const streamingco = parse(
  await readFile(new URL('../../../examples/streamingco.yaml', import.meta.url), 'utf8'),
) as ScenarioText;

async function questionOf(scenario: ScenarioText): Promise<Question> {
  const catalog = await catalogFetcher(readData)('catalog.json', 'datasets.json');
  return askCore(scenario, { archive: catalog.archive, evidence: evidenceBase(catalog.datasets()) });
}

const freely: Turn = () => Promise.resolve();

/** The last part of an answer. */
async function ask<Name extends AnswerName>(
  name: Name,
  question: QuestionOf<Name>,
  of: Answers = answers,
): Promise<PartOf<Name>> {
  const parts: PartOf<Name>[] = [];
  const answer = of[name] as (question: QuestionOf<Name>, turn: Turn) => AsyncIterable<PartOf<Name>>;
  for await (const part of answer(question, freely)) parts.push(part);
  const last = parts.at(-1);
  if (last === undefined) throw new Error(`nothing answers ${name}`);
  return last;
}

describe('settling an unproven plan', () => {
  const [condition] = aPlan().bestIf?.conditions ?? [];
  const conditions = condition ? [{ ...condition, neededP99Ms: 100 }] : [];
  const p99Of = (assume: ScenarioText['assume']) => parseFloat(String(assume?.[HOT]?.GET?.['p99']));

  test('takes the figure asked for where that proves it', () => {
    expect(loosest({}, conditions, () => 'yes')).toEqual({ [HOT]: { GET: { p99: '100 ms' } } });
  });

  test('finds the loosest figure that does, and never writes a looser one', () => {
    const found = loosest({}, conditions, (assume) => (p99Of(assume) <= 57.3 ? 'yes' : 'no'));
    expect(p99Of(found ?? {})).toBeLessThanOrEqual(57.3);
    expect(p99Of(found ?? {})).toBeGreaterThan(55);
  });

  test('keeps what is assumed already', () => {
    const known = { [COLD]: { PUT: { p50: '9 ms' } }, [HOT]: { GET: { p50: '5 ms' } } };
    expect(loosest(known, conditions, () => 'yes')).toEqual({
      [COLD]: known[COLD],
      [HOT]: { GET: { p50: '5 ms', p99: '100 ms' } },
    });
  });

  test('gives up where no figure would', () => {
    expect(loosest({}, conditions, () => 'unproven')).toBeNull();
    expect(
      loosest(
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
    const { plan } = await ask('plan', { scenario: without, wanted: null });
    expect(plan.datasets.map(({ id }) => id)).not.toContain('prisma-2026');
  });

  test.each(globSync('examples/*.yaml', { cwd: ROOT }))('answers %s', async (file) => {
    const scenario = parse(await readFile(path.join(ROOT, file), 'utf8')) as ScenarioText;
    const { plan, without } = await ask('plan', { scenario, wanted: null });
    expect(without).toEqual([]);
    for (const { monthly } of plan.candidates) expect(monthly.total).toBeGreaterThanOrEqual(0);
    expect(plan.recommendation ?? plan.bestIf).toBeTruthy();
  });

  const { workload } = streamingco;
  const sized = { ...workload.objects, size: ['1 MB', '3 MB'].map((size) => ({ share: 0.5, size })) };
  test.each([
    ['sizes that differ', { ...workload, objects: sized }],
    ['cold connections', { ...workload, reads: { ...workload.reads!, connections: 'cold' } }],
    [
      'reads asked again',
      { ...workload, reads: { ...workload.reads!, retry: { after: '50 ms', errors: 0.01 } } },
    ],
    ['hedges', { ...workload, reads: { ...workload.reads!, hedge: 'p95' } }],
  ] satisfies [string, ScenarioText['workload']][])(
    'fetches what %s need of the planner',
    async (_, more) => {
      const scenario = { ...streamingco, workload: more };
      const { plan } = await ask('plan', { scenario, wanted: null });
      expect(plan.candidates.length).toBeGreaterThan(0);
    },
  );

  test('says afterwards on which dataset the answer rests', async () => {
    const { plan: answer } = await ask('plan', { scenario: streamingco, wanted: null });
    const findings = await ask('afterwards', { plan: answer });
    expect(findings).toContainEqual(expect.objectContaining({ code: 'winner-rests-on-one-dataset' }));
  });

  test('plans a scenario, and its link opens to the same figures and says the answer', async () => {
    const { plan } = await ask('plan', { scenario: streamingco, wanted: null });
    const answered = { id: plan.cards[0] ?? '', total: 11.11, sureness: 0.75, model: plan.model };
    const link = await ask('link', { scenario: streamingco, answered });
    const opened = await ask('open', { fragment: `#${link}` });
    expect([opened.answered, opened.note]).toEqual([answered, null]);
    const again = await ask('plan', { scenario: opened.scenario, wanted: null });
    const figures = (one: typeof plan) =>
      one.candidates.map(({ id, monthly, read }) => [id, monthly.total, read.p99Ms]);
    expect(figures(again.plan)).toEqual(figures(plan));
    expect(again.without).toEqual([]);
  });

  test('works out a threshold that a hand asks for', async () => {
    const [hot, cold] = ['aws/s3-standard@us-east-1', 'cloudflare/r2-standard@enam'];
    const wanted = { hot, cold, thresholdDays: 3.25, entry: 'tier' as const };
    const { plan } = await ask('plan', { scenario: streamingco, wanted });
    expect(
      plan.candidates.some(
        ({ stores, policy }) => stores.join() === `${hot},${cold}` && policy?.thresholdDays === 3.25,
      ),
    ).toBe(true);
  });

  test('refuses what is wrong with its place and a suggestion', async () => {
    const scenario = { ...streamingco, stores: ['aws/s3-standart@us-east-1'] };
    const refused = ask('plan', { scenario, wanted: null });
    await expect(refused).rejects.toHaveProperty('issues');
    expect(await refused.catch((error: ScenarioError) => error.issues)).toMatchObject([
      { path: 'stores[0]', suggestion: 'aws/s3-standard@us-east-1' },
    ]);
  });

  test('computes without a dataset that it lacks, and names it', async () => {
    const scenario = { ...streamingco, datasets: { 'of-another-build': 'ffffffffffffffff' } };
    const { without } = await ask('plan', { scenario, wanted: null });
    expect(without).toEqual(['of-another-build']);
  });

  test.each(['s=1.', '#s=1.AAAA', '#s=9.AAAA', 'nothing'])(
    'does not open %s, and says why',
    async (fragment) => {
      await expect(ask('open', { fragment })).rejects.toThrow(/.{20}/);
    },
  );

  test('knows the names the form suggests, the claimed ones not among them', async () => {
    const { stores, places } = await ask('known', null);
    expect(stores).toContain('aws/s3-express-one-zone@us-east-1');
    expect(stores.filter((store) => store.startsWith('claimed/'))).toEqual([]);
    expect(places.map(({ id }) => id)).toContain('internet/europe');
  });

  test('certifies once asked to, with all cards, keeps that, and shows a wanted split in it', async () => {
    const own = answersFrom(catalogFetcher(readData));
    const scenario = { ...streamingco, requirements: { readP99: '600 ms' } };
    const first = await ask('plan', { scenario, wanted: null }, own);
    expect([first.isFinished, first.plan.cards.length]).toEqual([false, 1]);
    const certified = await ask('finished', { scenario, wanted: null }, own);
    expect(certified.isFinished).toBe(true);
    expect(certified.plan).toEqual(planWhole(await questionOf(scenario), { curves: true }));
    const [hot, cold] = ['aws/s3-standard@us-east-1', 'cloudflare/r2-standard@enam'];
    const wanted = { hot, cold, thresholdDays: 3.25, entry: 'tier' as const };
    const moved = await ask('plan', { scenario, wanted }, own);
    expect(moved.isFinished).toBe(true);
    const ids = new Set(certified.plan.candidates.map(({ id }) => id));
    const others = moved.plan.candidates.filter(({ id }) => !ids.has(id));
    expect(others.map(({ policy }) => policy?.thresholdDays)).toEqual([3.25]);
    expect(moved.plan.cards).toEqual(certified.plan.cards);
  });

  test('answers a scenario that was read when the page was built as it answers its text', async () => {
    const { scenario } = await questionOf(streamingco);
    const read = JSON.parse(JSON.stringify(scenario)) as typeof scenario;
    const first = (more: { read?: typeof scenario }) =>
      ask('plan', { scenario: streamingco, wanted: null, ...more }, answersFrom(catalogFetcher(readData)));
    expect(await first({ read })).toEqual(await first({}));
  });

  test('says what failed where the data cannot be read', async () => {
    const cutOff = answersFrom(catalogFetcher(() => Promise.reject(new Error('no network'))));
    await expect(ask('plan', { scenario: streamingco, wanted: null }, cutOff)).rejects.toThrow('no network');
  });
});
