/** Solutions against whole searches on a sweep of the input. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { SolveError } from '#core/placement/sensitivity/dial.ts';
import { solve } from '#core/placement/sensitivity/solve.ts';
import type { Solution } from '#core/placement/sensitivity/solve.ts';
import { deskAt, deskOf } from '#core/placement/desk.ts';
import type { FullDesk } from '#core/placement/desk.ts';
import { agePlacement } from '#core/placement/ids.ts';
import { ask } from '#core/question.ts';
import type { Scenario, ScenarioText } from '#core/scenario/scenario.ts';
import { aScenario, aWorkload } from '#tests/helpers/aScenario.ts';
import { allDatasets, ROOT, wholeArchive } from '#tests/sources.ts';

const sources = { archive: wholeArchive(), evidence: evidenceBase(allDatasets()) };
const example = (name: string) =>
  parse(readFileSync(path.join(ROOT, `examples/${name}.yaml`), 'utf8')) as ScenarioText;
const deskFor = (text: ScenarioText) => deskOf(ask(text, sources));

const covers = ({ stretches }: Solution, x: number) => stretches.some(({ from, to }) => x >= from && x <= to);

/** The best that is sure enough within a budget. */
function bestAt(desk: FullDesk, rate: number, requirements: Partial<Scenario['requirements']>) {
  const { scenario } = desk.context;
  const { workload } = scenario;
  const there = deskAt(desk, {
    ...scenario,
    doubt: 'none',
    workload: { ...workload, reads: { ...workload.reads, rate: { value: rate } } },
    requirements: { ...scenario.requirements, ...requirements },
  });
  const best = there.best();
  return best && best.judged.value < Infinity ? best : null;
}

describe('reads', () => {
  test('on a sweep something fits the budget exactly where the solution says so', () => {
    const desk = deskFor(example('headline-10pb'));
    const budget = 155_000;
    const found = solve(desk, { input: 'reads', budget });
    expect(found.largest).not.toBeNull();
    for (let i = 0; i <= 24; i += 1) {
      const rate = 1e5 * 10 ** (i / 5);
      expect(`${rate}: ${covers(found, rate)}`).toBe(`${rate}: ${bestAt(desk, rate, { budget }) !== null}`);
    }
  });

  test('just past the largest value nothing fits any more, and the plan named there does', () => {
    const desk = deskFor(example('headline-10pb'));
    const limits = { budget: 155_000, readP99: 8000 };
    const found = solve(desk, { input: 'reads', budget: limits.budget, readP99Ms: limits.readP99 });
    const largest = found.largest ?? NaN;
    const there = bestAt(desk, largest, limits);
    expect(there && desk.id(there.placement)).toBe(found.stretches.at(-1)?.atTo.id);
    expect(bestAt(desk, largest * 1.002, limits)).toBeNull();
  });
});

describe('hot days', () => {
  const [hot, cold] = ['aws/s3-standard@us-east-1', 'tigris/standard@global'];

  test('what fits is told stretch by stretch where it does not fit in between', () => {
    const desk = deskFor(example('streamingco'));
    const budget = 170_000;
    const found = solve(desk, { input: 'hot-days', budget, pair: [hot, cold] });
    expect(found.stretches.length).toBeGreaterThan(0);
    const { context } = desk;
    const strict = deskAt(desk, { ...context.scenario, doubt: 'none' });
    const indexOf = (ref: string) => context.stores.findIndex((store) => store.ref === ref);
    const fits = (thresholdDays: number) =>
      (['tier', 'dual'] as const).some((entry) => {
        const pair = { hot: indexOf(hot), cold: indexOf(cold), thresholdDays, entry };
        const { value, high } = strict.judge(agePlacement(context, pair));
        return value < Infinity && (high ?? Infinity) <= budget;
      });
    for (const days of [0.5, 1.2, 1.4, 2, 2.4, 2.6, 4, 4.5, 4.8, 9, 15, 15.3, 40])
      expect(`${days}: ${covers(found, days)}`).toBe(`${days}: ${fits(days)}`);
    expect(found.words).toHaveLength(found.stretches.length);
  });

  test('the pair must be two candidates', () => {
    const desk = deskFor(example('streamingco'));
    const refuses = (...pair: [string, string]) => {
      return () => solve(desk, { input: 'hot-days', budget: 1, pair });
    };
    expect(refuses(hot, hot)).toThrow(SolveError);
    expect(refuses(hot, 'google/standard@us')).toThrow('google/standard@us is not a candidate');
  });

  test('where one store holds everything a pair must be named', () => {
    const desk = deskFor(example('headline-10pb'));
    expect(() => solve(desk, { input: 'hot-days', budget: 1e6 })).toThrow('name a pair of stores');
  });
});

describe('the ends', () => {
  test('what costs no more than it may at any value says how far was looked', () => {
    const text = aScenario({ workload: aWorkload({ reads: { rate: '36/day' } }) });
    const found = solve(deskFor(text), { input: 'reads', budget: 1e9 });
    expect(found.stretches).toMatchObject([{ fromOpen: true, toOpen: true }]);
    expect(found.words[0]).toContain('All values tried');
  });

  test('nothing fits a dollar, and nothing is largest', () => {
    const found = solve(deskFor(example('headline-10pb')), { input: 'standing', budget: 1e-6 });
    expect(found).toMatchObject({ largest: null, stretches: [] });
    expect(found.words[0]).toMatch(/^Nothing fits/);
  });

  test('an input the scenario lacks is refused', () => {
    const desk = deskFor(example('headline-10pb'));
    expect(() => solve(desk, { input: 'cache-share', budget: 1 })).toThrow(SolveError);
  });

  test('of a CDN the hit ratios that fit are those whose plans do', () => {
    const text = aScenario({
      workload: aWorkload({
        readers: [{ at: 'internet/europe', share: 1, via: 'aws/cloudfront', hitRatio: 0.5 }],
      }),
      stores: ['aws/s3-standard@us-east-1'],
    });
    const desk = deskFor(text);
    const at = (hitRatio: number) => {
      const { scenario } = desk.context;
      const readers = scenario.workload.readers.map((one) => ({ ...one, hitRatio: { value: hitRatio } }));
      const there = deskAt(desk, { ...scenario, workload: { ...scenario.workload, readers } });
      return there.best()?.judged.low ?? NaN;
    };
    const budget = (at(0.3) + at(0.9)) / 2;
    const found = solve(desk, { input: 'cache-share', budget });
    for (const ratio of [0, 0.2, 0.4, 0.55, 0.65, 0.8, 1])
      expect(`${ratio}: ${covers(found, ratio)}`).toBe(`${ratio}: ${at(ratio) <= budget}`);
  });
});
