/** How sure a plan is, against closed forms on artificial prices, and on the examples against the plan itself. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { normalCdf, normalQuantile } from '#core/latency/distributions/normal.ts';
import { plan } from '#core/placement/plan.ts';
import { wantedPlacement } from '#core/placement/answer/answered.ts';
import { answered } from '#core/placement/answer/certified.ts';
import { deskOf } from '#core/placement/desk.ts';
import type { Sources } from '#core/sources.ts';
import { ask } from '#core/question.ts';
import type { Uncertainty } from '#core/report/uncertainty-types.ts';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { drawOf } from '#core/uncertainty/at-draw.ts';
import { withValues } from '#core/placement/variations/ranges.ts';
import { uncertaintySteps } from '#core/uncertainty/plan-uncertainty.ts';
import { planUncertainty } from '#tests/helpers/core/asked.ts';
import { anArchive } from '#tests/helpers/an-archive.ts';
import { aRegion, anEditionFile } from '#tests/helpers/an-edition.ts';
import { allDatasets, ROOT, wholeArchive } from '#tests/sources.ts';

/** Prices that make costs linear: by the TB stored, and by the million reads. */
function linear(stores: Record<string, { perTb: number; perMillion: number }>): Sources {
  const files = Object.entries(stores).map(([name, { perTb, perMillion }]) => [
    `acme/${name}/2026-01-01`,
    anEditionFile({
      gigabyte: 1e9,
      month: '720 h',
      regions: {
        north: aRegion({
          storage: `${perTb / 1000} per GB-month`,
          requests: { put: '0 per 1000 requests', get: `${perMillion / 1000} per 1000 requests` },
          egress: { internet: '0 per GB' },
        }),
      },
    }),
  ]);
  return { archive: anArchive(Object.fromEntries(files)), evidence: evidenceBase([]) };
}

function kept(standing: string, reads: string, stores: string[]): ScenarioText {
  return {
    stowage: 1,
    name: 'Linear',
    asOf: '2026-03-01',
    month: '720 h',
    horizon: '1 month',
    workload: {
      objects: { size: '1 GB', standing },
      reads: { rate: reads },
      readers: [{ at: 'internet/US', share: 1 }],
      writer: 'internet/US',
    },
    stores: stores.map((store) => `acme/${store}@north`),
  };
}

const found = (text: ScenarioText, sources: Sources, draws?: number): Uncertainty => {
  const answer = planUncertainty(ask(text, sources), draws === undefined ? {} : { draws });
  if (!answer) throw new Error('nothing is a range');
  return answer;
};
const of = (answer: Uncertainty, id: string) => {
  const one = answer.candidates.find((candidate) => candidate.id === id);
  if (!one) throw new Error(`no ${id}`);
  return one;
};

/** A 90 % interval as a log-normal. */
function logNormal(low: number, high: number) {
  const mu = Math.log(low * high) / 2;
  const sigma = Math.log(high / low) / 2 / normalQuantile(0.95);
  return {
    mean: Math.exp(mu + sigma ** 2 / 2),
    quantile: (p: number) => Math.exp(mu + sigma * normalQuantile(p)),
    cdf: (x: number) => normalCdf((Math.log(x) - mu) / sigma),
    /** E max(0, X − k) (F. Black and M. Scholes, 1973, without interest). */
    excess: (k: number) => {
      const d = (mu - Math.log(k)) / sigma;
      return Math.exp(mu + sigma ** 2 / 2) * normalCdf(d + sigma) - k * normalCdf(d);
    },
  };
}

describe('a cost that is linear in one log-normal input', () => {
  const sources = linear({ only: { perTb: 20, perMillion: 0 } });
  const stored = logNormal(1, 16);
  const answer = (draws: number) =>
    of(found(kept('1 TB to 16 TB', '0/day', ['only']), sources, draws), 'single:acme/only@north');

  test('has the quantiles and the mean of the closed form', () => {
    const { cost, meanCost, wins, meets, regret } = answer(1024);
    expect(cost.p10 / (20 * stored.quantile(0.1))).toBeCloseTo(1, 2);
    expect(cost.p50 / (20 * stored.quantile(0.5))).toBeCloseTo(1, 2);
    expect(cost.p90 / (20 * stored.quantile(0.9))).toBeCloseTo(1, 2);
    expect(meanCost / (20 * stored.mean)).toBeCloseTo(1, 2);
    expect([wins, meets, regret]).toEqual([1, 1, 0]);
  });

  test('comes closer with more draws', () => {
    const off = [16, 256, 4096].map((draws) => Math.abs(answer(draws).meanCost / (20 * stored.mean) - 1));
    expect(off[1]).toBeLessThan(off[0] ?? 0);
    expect(off[2]).toBeLessThan(off[1] ?? 0);
    expect(off[2]).toBeLessThan(0.002);
  });

  test('has a tornado of the ends as bills, and all of the variance', () => {
    const { tornado } = found(kept('1 TB to 16 TB', '0/day', ['only']), sources);
    expect(tornado?.cost).toBeCloseTo(80, 6);
    const [bar] = tornado?.bars ?? [];
    expect(bar?.low.cost).toBeCloseTo(20, 6);
    expect(bar?.high.cost).toBeCloseTo(320, 6);
    expect(bar?.variance).toEqual({ first: 1, firstError: 0, total: 1, totalError: 0 });
    expect(tornado?.runnerUp).toBeNull();
  });
});

/** 20 a TB without reads to pay, against 10 a TB and 10 a million reads. */
describe('two plans whose difference is linear', () => {
  const sources = linear({ flat: { perTb: 20, perMillion: 0 }, metered: { perTb: 10, perMillion: 10 } });
  const [flat, metered] = ['single:acme/flat@north', 'single:acme/metered@north'];
  const stored = logNormal(1, 16);

  test('in one input: wins, regret and the worth of knowing it are those of the closed form', () => {
    // 4M reads of a billed month cost 40: the metered store is dearer below 4 TB.
    const answer = found(kept('1 TB to 16 TB', '4M/month', ['flat', 'metered']), sources, 4096);
    const turn = 4;
    expect(of(answer, flat).wins).toBeCloseTo(stored.cdf(turn), 2);
    expect(of(answer, metered).wins).toBeCloseTo(1 - stored.cdf(turn), 2);
    const ofFlat = 10 * stored.excess(turn);
    const ofMetered = ofFlat - 10 * (stored.mean - turn);
    expect((of(answer, flat).regret ?? 0) / ofFlat).toBeCloseTo(1, 1);
    expect((of(answer, metered).regret ?? 0) / ofMetered).toBeCloseTo(1, 2);
    expect(answer.information?.best).toBe(metered);
    expect((answer.information?.everything ?? 0) / ofMetered).toBeCloseTo(1, 2);
    expect((answer.information?.inputs[0]?.worth ?? 0) / ofMetered).toBeCloseTo(1, 1);
    expect(answer.information?.inputs[0]).toMatchObject({ path: 'workload.objects.standing', clear: true });
  });

  test('in two inputs: each is worth what it is worth alone, and no more than both', () => {
    const reads = logNormal(1, 9);
    const answer = found(kept('2 TB to 8 TB', '1M/day to 9M/day', ['flat', 'metered']), sources, 4096);
    // At their means: 20 a TB against 10 a TB and 10 a million reads in 30 days; it is all about 30 × reads against stored.
    const [x, y] = [logNormal(2, 8), 30];
    const { information } = answer;
    expect(information?.best).toBe(flat);
    const worth = (input: string) => information?.inputs.find((one) => one.path === input)?.worth ?? NaN;
    // Knowing what is stored: max(0, 10 X − 300 E[Y]) is what switching saves.
    expect(worth('workload.objects.standing')).toBeCloseTo(10 * x.excess(y * reads.mean), 0);
    expect(worth('workload.reads.rate')).toBeLessThanOrEqual((information?.everything ?? 0) + 1e-9);
    expect(worth('workload.objects.standing')).toBeLessThanOrEqual((information?.everything ?? 0) + 1e-9);
  });

  test('a log of requests measures sizes and rates, nothing of ours measures what stands', () => {
    const { information } = found(
      kept('2 TB to 8 TB', '100k/day to 200k/day', ['flat', 'metered']),
      sources,
      64,
    );
    const measures = new Map(information?.inputs.map(({ path: at, measure }) => [at, measure]));
    expect(measures.get('workload.reads.rate')).toMatchObject({ price: 0 });
    expect(measures.get('workload.objects.standing')).toBeNull();
  });

  test('the order of the stores changes no figure', () => {
    const odds = (stores: string[]) =>
      new Map(
        found(kept('1 TB to 16 TB', '4M/month', stores), sources, 128).candidates.map((one) => [one.id, one]),
      );
    expect(odds(['metered', 'flat'])).toEqual(odds(['flat', 'metered']));
  });

  test('the same question has the same answer', () => {
    const text = kept('1 TB to 16 TB', '1M/day to 3M/day', ['flat', 'metered']);
    expect(found(text, sources, 64)).toEqual(found(text, sources, 64));
  });

  test('a budget holds in the share of draws that the closed form gives', () => {
    const text = { ...kept('1 TB to 16 TB', '0/day', ['flat']), requirements: { budget: 160 } };
    const one = of(found(text, sources, 1024), flat);
    const holds = stored.cdf(8);
    expect(one.requirements).toMatchObject([{ requirement: 'budget', unknown: 0 }]);
    expect(one.requirements[0]?.holds).toBeCloseTo(holds, 2);
    expect(one.wins).toBe(one.meets);
    expect(found(text, sources, 1024).noneWins).toBeCloseTo(1 - holds, 2);
  });

  test('a range about nothing leaves every cost where the plan has it', () => {
    const text = kept('3 TB', '4M/month', ['flat', 'metered']);
    const [reader] = text.workload.readers;
    const wide: ScenarioText = {
      ...text,
      workload: { ...text.workload, readers: [{ ...reader!, lastMile: '5 ms to 9 ms' }] },
    };
    const own = plan(ask(text, sources));
    for (const { id, monthly } of own.candidates) {
      const { cost } = of(found(wide, sources, 32), id);
      expect(cost).toEqual({ p10: cost.p50, p50: cost.p50, p90: cost.p50 });
      expect(cost.p50).toBeCloseTo(monthly.total, 9);
    }
  });

  test('without a range, or with one whose ends are equal, there is nothing to be unsure of', () => {
    expect(planUncertainty(ask(kept('3 TB', '4M/month', ['flat']), sources))).toBeNull();
    expect(planUncertainty(ask(kept('3 TB to 3 TB', '4M/month', ['flat']), sources))).toBeNull();
  });

  test('numbers of draws that are none are refused', () => {
    for (const draws of [0, 1.5, -4, 1e9])
      expect(() => planUncertainty(ask(kept('1 TB to 2 TB', '0/day', ['flat']), sources), { draws })).toThrow(
        RangeError,
      );
  });

  test('is worked out in pieces', () => {
    let pauses = 0;
    const desk = deskOf(ask(kept('1 TB to 2 TB', '0/day', ['flat']), sources));
    const steps = uncertaintySteps(desk, answered(desk), { draws: 64 });
    while (!steps.next().done) pauses += 1;
    expect(pauses).toBeGreaterThan(64);
  });
});

describe('the examples', () => {
  let sources: Sources;
  const example = (name: string) =>
    parse(readFileSync(path.join(ROOT, `examples/${name}.yaml`), 'utf8')) as ScenarioText;
  beforeAll(() => {
    sources = { archive: wholeArchive(), evidence: evidenceBase(allDatasets()) };
  });

  /** The plan of an example, and its costs in the draw whose objects are kept for so many days. */
  const keptFor = (days: number, text: ScenarioText) => {
    const desk = deskOf(ask(text, sources));
    const drawn = withValues(ScenarioFile.parse(text), new Map([['workload.objects.retention', days]]));
    return { ...answered(desk), at: drawOf(desk, drawn, sources.archive) };
  };

  test('a store that is proven meets its requirement in every draw of the evidence, a plan that fails in none', () => {
    const text = example('streamingco');
    const { candidates, recommendation } = plan(ask(text, sources));
    const answer = found(text, sources, 64);
    const latencyOf = (id: string) =>
      of(answer, id).requirements.find((one) => one.requirement === 'readP99');
    expect(new Set(candidates.map(({ feasible }) => feasible))).toEqual(new Set(['yes', 'no', 'unproven']));
    for (const { id, kind, sureness, feasible, violations } of candidates) {
      // A single store has one level, drawn evenly: it meets in as many draws as it is sure.
      if (feasible === 'yes' && kind === 'single')
        expect(Math.abs(of(answer, id).meets - (sureness ?? 1))).toBeLessThan(0.06);
      if (violations.some((one) => one.requirement === 'readP99')) expect(latencyOf(id)?.holds).toBe(0);
    }
    for (const one of answer.candidates) {
      expect(
        one.requirements.every(({ holds, fails, unknown }) => Math.abs(holds + fails + unknown - 1) < 1e-12),
      ).toBe(true);
      expect(one.wins).toBeLessThanOrEqual(one.meets);
      expect(one.cost.p10).toBeLessThanOrEqual(one.cost.p50);
      expect(one.cost.p50).toBeLessThanOrEqual(one.cost.p90);
    }
    expect(answer.candidates.reduce((sum, { wins }) => sum + wins, answer.noneWins)).toBeCloseTo(1, 12);
    expect(of(answer, recommendation?.id ?? '').winsOfSure).toBeGreaterThan(0);
    const { everything = 0, inputs = [] } = answer.information ?? {};
    expect(inputs.length).toBe(answer.inputs.length);
    for (const { worth } of inputs) {
      expect(worth).toBeGreaterThanOrEqual(0);
      expect(worth).toBeLessThanOrEqual(everything + 1e-6);
    }
    expect(inputs.some(({ measure }) => measure?.command.includes('stowage probe run'))).toBe(true);
  });

  test('a draw is billed as the scenario written with its values, to the last digit that sums of lines leave', () => {
    const text = example('streamingco');
    const { at, placements, plan: own } = keptFor(41, text);
    const written = structuredClone(text);
    written.workload.objects.retention = '41 days';
    const there = plan(ask(written, sources), { all: true }).candidates;
    let compared = 0;
    for (const [i, { id }] of own.candidates.entries()) {
      const same = there.find((one) => one.id === id);
      const policy = placements[i];
      if (!same || !policy) continue;
      compared += 1;
      expect(at.cost(policy) / same.monthly.total).toBeCloseTo(1, 9);
    }
    expect(compared).toBeGreaterThan(12);
  });

  test('a move at an age that no object reaches in a draw does not happen', () => {
    const text = example('prisma-accelerated-fs');
    const desk = deskOf(ask(text, sources));
    const drawn = withValues(ScenarioFile.parse(text), new Map([['workload.objects.retention', 0.5]]));
    const at = drawOf(desk, drawn, sources.archive);
    const refs = desk.context.stores.map(({ ref }) => ref);
    for (const [i, single] of desk.singles().entries())
      for (const cold of refs.filter((ref) => ref !== refs[i])) {
        const moved = wantedPlacement(desk, { hot: refs[i]!, cold, thresholdDays: 7, entry: 'tier' });
        expect(moved && at.cost(moved)).toBeCloseTo(at.cost(single), 9);
      }
  });

  test.each(['geo-readers', 'headline-10pb', 'thumbnails', 'vultr-ai-ingest', 'backup-restore'])(
    '%s: every share is a share',
    (name) => {
      const answer = found(example(name), sources, 16);
      expect(answer.candidates.reduce((sum, { wins }) => sum + wins, answer.noneWins)).toBeCloseTo(1, 12);
      for (const { variance } of answer.tornado?.bars ?? []) expect(variance?.total).toBeLessThan(1.5);
    },
  );
});
