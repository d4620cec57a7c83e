/** Solutions against plans on a sweep of the input. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { plan } from '#core/placement/plan.ts';
import { SolveError } from '#core/placement/switches/dial.ts';
import { solve } from '#core/placement/switches/solve.ts';
import type { Solution } from '#core/placement/switches/solve.ts';
import { ask } from '#core/question.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { aScenario, aWorkload } from '#tests/helpers/aScenario.ts';
import { allDatasets, ROOT, wholeArchive } from '#tests/sources.ts';

const sources = { archive: wholeArchive(), evidence: evidenceBase(allDatasets()) };
const example = (name: string) =>
  parse(readFileSync(path.join(ROOT, `examples/${name}.yaml`), 'utf8')) as ScenarioText;

const covers = ({ stretches }: Solution, x: number) => stretches.some(({ from, to }) => x >= from && x <= to);

function readsAt(text: ScenarioText, rate: number): ScenarioText {
  return { ...text, workload: { ...text.workload, reads: { ...text.workload.reads, rate: `${rate}/day` } } };
}

describe('reads', () => {
  test('on a sweep the proven best fits the budget exactly where the solution says so', () => {
    const text = example('headline-10pb');
    const budget = 155_000;
    const found = solve(ask(text, sources), { input: 'reads', budget });
    expect(found.largest).not.toBeNull();
    for (let i = 0; i <= 60; i += 1) {
      const rate = 1e5 * 10 ** (i / 12);
      const answer = plan(ask(readsAt(text, rate), sources));
      const best = answer.candidates.find(({ id }) => id === answer.recommendation?.id);
      expect(`${rate}: ${covers(found, rate)}`).toBe(
        `${rate}: ${(best?.monthly.total ?? Infinity) <= budget}`,
      );
    }
  });

  test('a millionth past the largest value nothing fits any more, and the plan named there does', () => {
    const text = example('headline-10pb');
    const found = solve(ask(text, sources), { input: 'reads', budget: 155_000, readP99Ms: 3000 });
    const requirements = { ...text.requirements, budget: 155_000, readP99: 3000 };
    const at = (rate: number) =>
      plan(ask({ ...readsAt(text, rate), requirements }, sources)).recommendation?.id ?? null;
    const largest = found.largest ?? NaN;
    expect(at(largest)).toBe(found.stretches.at(-1)?.atTo.id);
    expect(at(largest * (1 + 1e-6))).toBeNull();
  });
});

describe('hot days', () => {
  test('what fits is told stretch by stretch where it does not fit in between', () => {
    const text = example('streamingco');
    const found = solve(ask(text, sources), { input: 'hot-days', budget: 170_000 });
    expect(found.stretches.length).toBeGreaterThan(1);
    const [hot, cold] = ['aws/s3-standard@us-east-1', 'tigris/standard@global'];
    const fits = (days: number) => {
      const also = (['tier', 'dual'] as const).map((entry) => ({ hot, cold, thresholdDays: days, entry }));
      const { candidates } = plan(ask(text, sources), { also });
      return candidates.some(
        (one) =>
          one.stores.join() === `${hot},${cold}` &&
          Math.abs((one.policy?.thresholdDays ?? 0) - days) < 1e-9 &&
          one.feasible === 'yes' &&
          one.monthly.total <= 170_000,
      );
    };
    for (const days of [0.5, 1.2, 1.4, 2, 2.4, 2.6, 4, 4.5, 4.8, 9, 15, 15.3, 40])
      expect(`${days}: ${covers(found, days)}`).toBe(`${days}: ${fits(days)}`);
    expect(found.words).toHaveLength(found.stretches.length);
  });

  test('the pair can be named, and must be two candidates', () => {
    const text = example('streamingco');
    const pair = ['aws/s3-express-one-zone@us-east-1', 'tigris/standard@global'] as const;
    const { stretches } = solve(ask(text, sources), { input: 'hot-days', budget: 250_000, pair });
    expect(stretches.at(-1)?.atTo.id).toMatch(
      /^age:aws\/s3-express-one-zone@us-east-1>tigris\/standard@global@/,
    );
    const refuses = (hot: string, cold: string) => () =>
      solve(ask(text, sources), { input: 'hot-days', budget: 1, pair: [hot, cold] });
    expect(refuses(pair[0], pair[0])).toThrow(SolveError);
    expect(refuses(pair[0], 'google/standard@us')).toThrow('google/standard@us is not a candidate');
  });

  test('where one store holds everything a pair must be named', () => {
    expect(() => solve(ask(example('headline-10pb'), sources), { input: 'hot-days', budget: 1e6 })).toThrow(
      'name a pair of stores',
    );
  });
});

describe('the ends', () => {
  test('what costs no more than it may at any value says how far was looked', () => {
    const text = aScenario({ workload: aWorkload({ reads: { rate: '36/day' } }) });
    const found = solve(ask(text, sources), { input: 'reads', budget: 1e9 });
    expect(found.stretches).toMatchObject([{ fromOpen: true, toOpen: true }]);
    expect(found.words[0]).toContain('Everything looked at fits');
  });

  test('nothing fits a dollar, and nothing is largest', () => {
    const found = solve(ask(example('headline-10pb'), sources), { input: 'standing', budget: 1e-6 });
    expect(found).toMatchObject({ largest: null, stretches: [] });
    expect(found.words[0]).toMatch(/^Nothing fits/);
  });

  test('an input the scenario lacks is refused', () => {
    expect(() => solve(ask(example('headline-10pb'), sources), { input: 'cache-share', budget: 1 })).toThrow(
      SolveError,
    );
  });

  test('of a CDN the hit ratios that fit are those whose plans do', () => {
    const text = aScenario({
      workload: aWorkload({
        readers: [{ at: 'internet/europe', share: 1, via: 'aws/cloudfront', hitRatio: 0.5 }],
      }),
      stores: ['aws/s3-standard@us-east-1'],
    });
    const at = (hitRatio: number) => {
      const readers = [{ at: 'internet/europe', share: 1, via: 'aws/cloudfront', hitRatio }];
      const { candidates } = plan(ask({ ...text, workload: { ...text.workload, readers } }, sources));
      return candidates[0]?.monthly.total ?? NaN;
    };
    const budget = (at(0.3) + at(0.9)) / 2;
    const found = solve(ask(text, sources), { input: 'cache-share', budget });
    for (const ratio of [0, 0.2, 0.4, 0.55, 0.65, 0.8, 1])
      expect(`${ratio}: ${covers(found, ratio)}`).toBe(`${ratio}: ${at(ratio) <= budget}`);
  });
});
