/** What is asked of a plan once it stands: whether it rests on one dataset, and what hedging its reads would bring. */
import { deskOf } from '#core/placement/desk.ts';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { describeFinding } from '#core/findings/index.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { hedged } from '#core/latency/client/hedge.ts';
import { fromQuantiles } from '#core/latency/distributions/from-quantiles.ts';
import { mixture } from '#core/latency/distributions/mixture.ts';
import { hedgingPays } from '#core/placement/variations/hedged.ts';
import { restsOnDatasets, withoutDatasets as withoutSteps } from '#core/placement/variations/outcomes.ts';
import { plan as planExactly } from '#core/placement/plan.ts';
import { plan } from '#core/placement/plan.ts';
import { ask } from '#core/question.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { allSteps } from '#core/steps.ts';
import { aDataset } from '#tests/helpers/datasets.ts';
import { allDatasets, ROOT, wholeArchive } from '#tests/sources.ts';

const withoutDatasets = (...asked: Parameters<typeof withoutSteps>) => allSteps(withoutSteps(...asked));

const archive = wholeArchive();
const sources = { archive, evidence: evidenceBase(allDatasets()) };
const example = (name: string): ScenarioText =>
  parse(readFileSync(path.join(ROOT, 'examples', `${name}.yaml`), 'utf8')) as ScenarioText;

const STANDARD = 'aws/s3-standard@us-east-1';
const EXPRESS = 'aws/s3-express-one-zone@us-east-1';

describe('a plan left without one dataset', () => {
  const text: ScenarioText = {
    stowage: 1,
    asOf: '2026-11-20',
    workload: {
      objects: { size: '1 KiB', standing: '1 TB' },
      reads: { rate: '1M/day' },
      readers: [{ at: 'aws/us-east-1', share: 1 }],
      writer: 'aws/us-east-1',
    },
    requirements: { readP99: '100 ms', zones: 1 },
    stores: [STANDARD, EXPRESS],
  };
  const cell = (store: string, p50: number, p99: number) => [
    { store, statistic: 'p50', value: p50 },
    { store, statistic: 'p99', value: p99 },
  ];
  const first = aDataset('first', cell('aws/s3-standard', 20, 80));
  const second = aDataset('second', cell('aws/s3-express-one-zone', 5, 20), {
    harness: { id: 'b-harness', tool: 'b', version: '1' },
  });
  const own = { archive, evidence: evidenceBase([first, second]) };

  it('says which plan would be recommended, or that none would be', () => {
    const answer = plan(ask(text, own));
    expect(answer.recommendation?.id).toBe(`single:${STANDARD}`);
    const outcomes = withoutDatasets(deskOf(ask(text, own)), answer);
    const express = plan(ask(text, { archive, evidence: evidenceBase([second]) }));
    expect(outcomes).toEqual([
      {
        dataset: 'first',
        recommendation: `single:${EXPRESS}`,
        total: expect.closeTo(express.candidates[0]?.monthly.total ?? NaN, 6) as number,
      },
      {
        dataset: 'second',
        recommendation: `single:${STANDARD}`,
        total: expect.closeTo(answer.candidates[0]?.monthly.total ?? NaN, 6) as number,
      },
    ]);
    const [finding, ...more] = restsOnDatasets(answer, outcomes);
    expect(more).toEqual([]);
    expect(finding && describeFinding(finding)).toMatch(
      /^Single:aws\/s3-standard@us-east-1 is recommended because of the dataset first\. Without it: single:aws\/s3-express/,
    );
    const alone = { archive, evidence: evidenceBase([first]) };
    const only = { ...text, stores: [STANDARD] };
    const [none] = restsOnDatasets(
      plan(ask(only, alone)),
      withoutDatasets(deskOf(ask(only, alone)), plan(ask(only, alone))),
    );
    expect(none && describeFinding(none)).toContain('Without it nothing is recommended');
  });

  it('leaves out a dataset the user left out already, and asks nothing where nothing is recommended', () => {
    const without: ScenarioText = { ...text, datasets: ['not second'] };
    expect(
      withoutDatasets(deskOf(ask(without, own)), plan(ask(without, own))).map(({ dataset }) => dataset),
    ).toEqual(['first']);
    const none: ScenarioText = { ...text, requirements: { readP99: '1 ms', zones: 1 } };
    expect(withoutDatasets(deskOf(ask(none, own)), plan(ask(none, own)))).toEqual([]);
  });

  it('of an example is what the same scenario says with that dataset left out', () => {
    const streaming = example('streamingco-deliveries');
    const answer = planExactly(ask(streaming, sources));
    for (const { dataset, recommendation } of withoutDatasets(deskOf(ask(streaming, sources)), answer))
      expect(
        planExactly(ask({ ...streaming, datasets: [`not ${dataset}`] }, sources)).recommendation?.id ?? null,
      ).toBe(recommendation);
  });
});

describe('hedging that pays', () => {
  it('is said with its price, and planned with it comes out as said', () => {
    // 500 ms are met without.
    const text = { ...example('geo-readers'), requirements: { readP99: '100 ms' } };
    const [finding] = hedgingPays(deskOf(ask(text, sources)), plan(ask(text, sources)));
    if (finding?.code !== 'hedging-pays') throw new Error('hedging pays here');
    const { reads } = text.workload;
    const { afterMs: after, to } = finding;
    const planned = plan(
      ask(
        {
          ...text,
          workload: {
            ...text.workload,
            reads: { ...reads, rate: reads?.rate ?? 0, hedge: { after: `${after} ms`, to } },
          },
        },
        sources,
      ),
    );
    const best = planned.candidates.find(({ id }) => id === planned.recommendation?.id);
    expect(best).toMatchObject({ id: finding.id, monthly: { total: finding.total }, feasible: 'yes' });
    // The same store without is the likely answer, and a little cheaper.
    expect(finding.instead?.id).toBe(finding.id);
    expect(finding.instead?.total).toBe(finding.alone?.total);
    expect(finding.total).toBeGreaterThan(finding.alone?.total ?? Infinity);
    expect(describeFinding(finding)).toMatch(
      /^Hedging reads after \d+ ms would change the plan to single:tigris.*, \$.* Hedging adds \$\d\.\d+\/month\. Without it the same placement is less sure\./,
    );
  });

  it('is not said where latency is not required, or reads are hedged already', () => {
    const text = example('geo-readers');
    const free = { ...text, requirements: {} };
    expect(hedgingPays(deskOf(ask(free, sources)), plan(ask(free, sources)))).toEqual([]);
    const { reads } = text.workload;
    const already: ScenarioText = {
      ...text,
      workload: { ...text.workload, reads: { ...reads, rate: reads?.rate ?? 0, hedge: 'p95' } },
    };
    expect(hedgingPays(deskOf(ask(already, sources)), plan(ask(already, sources)))).toEqual([]);
  });
});

describe('a hedge to the other holder', () => {
  const R2 = 'cloudflare/r2-standard@enam';
  const text = (hedge?: { after: string; to: 'other' }): ScenarioText => ({
    stowage: 1,
    asOf: '2026-11-20',
    workload: {
      objects: { size: '1 MB', arrivals: '100k/day', retention: '30 days' },
      reads: { rate: '1M/day', byAge: { '1 day': 0.6 }, ...(hedge ? { hedge } : {}) },
      readers: [{ at: 'aws/us-east-1', share: 1 }],
      writer: 'aws/us-east-1',
    },
    // What R2 answers alone is too late: while Express has an object it is the first to be asked.
    requirements: { readP99: '290 ms', zones: 1 },
    stores: [EXPRESS, R2],
    assume: {
      [EXPRESS]: { GET: { p50: '8 ms', p99: '60 ms' } },
      [R2]: { GET: { p50: '40 ms', p99: '300 ms' } },
    },
  });
  const id = `age:${EXPRESS}>${R2}@1d:dual`;
  const also = { also: [{ hot: EXPRESS, cold: R2, thresholdDays: 1, entry: 'dual' as const }] };
  const shown = (hedge?: { after: string; to: 'other' }) => {
    const found = plan(ask(text(hedge), { archive, evidence: evidenceBase([]) }), also);
    const one = found.candidates.find((candidate) => candidate.id === id);
    if (!one) throw new Error(`${id} is not shown`);
    return one;
  };

  it('is answered by the sooner of both while both hold, and billed where it is sent', () => {
    const [plain, both] = [shown(), shown({ after: '30 ms', to: 'other' })];
    const stated = (p50: number, p99: number) =>
      fromQuantiles(0, [
        { p: 0.5, ms: p50 },
        { p: 0.99, ms: p99 },
      ]);
    const [express, r2] = [stated(8, 60), stated(40, 300)];
    const { latency, duplicates } = hedged(express, 30, r2);
    const expected = mixture([
      { share: 0.6, of: latency },
      { share: 0.4, of: r2 },
    ]);
    // R2 stands some way from its reader: what the plan says of it alone is the same in both.
    expect(both.read.p50Ms).toBeLessThanOrEqual(plain.read.p50Ms ?? 0);
    expect(both.read.adjustments.some(({ words }) => words.includes(`second request to ${R2}`))).toBe(true);
    expect(Math.abs((both.read.p99Ms ?? NaN) / expected.quantile(0.99) - 1)).toBeLessThan(0.2);
    const gets = (one: typeof plain, store: string) =>
      one.monthly.lines
        .filter((line) => line.store === store.split('@')[0] && /^requests\.(get|b)/.test(line.meter))
        .reduce((sum, line) => sum + line.quantity, 0);
    expect(gets(both, EXPRESS)).toBe(gets(plain, EXPRESS));
    const young = 1e6 * 0.6 * 30;
    const more = gets(both, R2) - gets(plain, R2);
    // R2 bills whole millions.
    expect(Math.abs(more - young * duplicates)).toBeLessThanOrEqual(1e6);
    expect(more).toBeGreaterThan(0);
  });

  it('changes nothing of plans that hold each object once', () => {
    const [plain, other] = [text(), text({ after: '30 ms', to: 'other' })].map((one) =>
      plan(ask(one, { archive, evidence: evidenceBase([]) })).candidates.find(
        ({ kind }) => kind === 'single',
      ),
    );
    expect(other?.read.p99Ms).toBe(plain?.read.p99Ms);
    expect(other?.monthly.total).toBe(plain?.monthly.total);
  });
});
