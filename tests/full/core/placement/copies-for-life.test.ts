/**
 * Two copies for as long as an object lives, each near its readers: against every pair and division of readers billed by hand.
 * `STOWAGE_COPIES=1000 vitest run tests/full/core/placement/copies-for-life.test.ts` takes more scenarios than the suite.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { chainOf } from '#core/placement/chain.ts';
import { copiesForLife } from '#core/placement/winners/copies-for-life.ts';
import { exactCost } from '#core/placement/costs/exact-cost.ts';
import { latencyGrid } from '#core/placement/latency-grid.ts';
import { planContext } from '#core/placement/context/plan-context.ts';
import { planExactly } from '#tests/helpers/core/plan-exactly.ts';
import { singleStore } from '#core/placement/policy.ts';
import { provenBest } from '#core/placement/winners/proven-best.ts';
import { plan } from '#core/placement/plan.ts';
import { search } from '#core/placement/pairs/search.ts';
import { pricedScenario } from '#core/placement/switches/priced-scenario.ts';
import { planTariffs } from '#core/placement/costs/tariffs.ts';
import { verdicts } from '#core/placement/verdicts/verdicts.ts';
import type { Archive } from '#core/pricing/archive.ts';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { emit } from '#emit/emit.ts';
import { EMIT_KIND_NAMES } from '#emit/kinds.ts';
import { placementWords } from '#cli/render/plan.ts';
import { ask } from '#core/question.ts';
import { Chance } from '#tests/simulator/chance.ts';
import type { SimulatedChain } from '#tests/simulator/chain.ts';
import { billed, simulatedStore, smallScenario } from '#tests/helpers/core/placement/brute-force.ts';
import { chainByHand, latencyVerdict } from '#tests/helpers/core/placement/judged-by-hand.ts';
import { askedBy } from '#tests/helpers/aPlan.ts';
import { allDatasets, wholeArchive } from '#tests/sources.ts';
import { isDeep } from '#tests/helpers/deep.ts';

const SCENARIOS = Number(process.env['STOWAGE_COPIES'] ?? (isDeep ? 500 : 100));
const HALF_A_CENT = 0.005;

let archive: Archive;
const none = evidenceBase([]);
beforeAll(() => {
  archive = wholeArchive();
});

/** Readers in two or three places, each asking for a latency that some stores have there and some have not. */
function scenarioOf(seed: number) {
  const { text } = smallScenario(seed);
  const chance = new Chance(seed + 9001);
  const refs = text.stores === undefined || text.stores === 'all' ? [] : text.stores;
  const places = chance.some(['aws/us-east-1', 'internet/europe', 'aws/ap-northeast-1'], chance.whole(2, 3));
  const assume: ScenarioText['assume'] = Object.fromEntries(
    refs.map((ref) => {
      const p50 = chance.around(5, 60);
      return [
        ref,
        {
          GET: { p50: `${p50.toPrecision(4)} ms`, p99: `${(p50 * chance.around(1.5, 5)).toPrecision(4)} ms` },
        },
      ];
    }),
  );
  const wanted: ScenarioText = {
    ...text,
    assume,
    workload: {
      ...text.workload,
      readers: places.map((at) => ({ at, share: 1 / places.length })),
    },
  };
  const free = planContext(ScenarioFile.parse(wanted), archive, none);
  const grid = latencyGrid(free, none);
  const latency = places.flatMap((at, q) => {
    const [, near, far] = free.stores
      .flatMap((_, s) => grid.read(s, q, 0, 'total')?.high.quantile(0.99) ?? [])
      .sort((a, b) => a - b);
    const limit = chance.happens(0.6) ? near : far;
    return limit === undefined || chance.happens(0.3)
      ? []
      : [{ of: 'read' as const, at, p99: `${(limit * chance.between(0.8, 1.1)).toPrecision(5)} ms` }];
  });
  return ScenarioFile.parse({ ...wanted, requirements: { latency } });
}

describe(`copies for life, of ${SCENARIOS} small scenarios`, () => {
  let won = 0;
  it('cost as little as any that keeps what is required, by hand and to the cent', () => {
    for (let seed = 0; seed < SCENARIOS; seed += 1) {
      const scenario = scenarioOf(seed);
      const context = planContext(scenario, archive, none);
      const grid = latencyGrid(context, none);
      const judged = verdicts(context, grid);
      const tariffs = planTariffs(context);
      const exact = exactCost(context, tariffs);
      const singles = search(context, tariffs, exact, judged).singles();
      const found =
        copiesForLife(context, tariffs, exact, judged)?.bestSplits({ yes: 1, unproven: 0, no: 0 }) ?? [];
      const least = (all: typeof singles) =>
        Math.min(
          Infinity,
          ...all.filter((one) => one.feasible === 'yes' && !one.atLeast).map(({ cost }) => cost),
        );

      const stores = context.stores.map(simulatedStore);
      const readers = context.workload.readers.length;
      const byHand = (chain: SimulatedChain) => {
        const { total, sound } = billed(scenario, archive, chain);
        const meets = latencyVerdict(scenario, context, grid, chainByHand(scenario, stores, chain)) === 'yes';
        // Rates are held against hand-made sums elsewhere.
        const { lifeDays } = context.workload;
        const [hot = 0, cold] = chain.stays.map(({ store }) => stores.indexOf(store));
        const coldServes = Array.from({ length: readers }, (_, q) => chain.answers(q, 0) === 1);
        const kept =
          cold === undefined
            ? singleStore(hot, readers)
            : { hot, cold, thresholdDays: lifeDays, entry: 'dual' as const, coldServes };
        const isInTime = context.limits.violations(chainOf(kept)).length === 0;
        return sound && meets && isInTime ? total : Infinity;
      };
      const alone = stores.map((store) =>
        byHand({ stays: [{ store, fromDays: 0, toDays: Infinity }], answers: () => 0 }),
      );
      // The first answers the scenario's other operations as well, and some reader: else it would be there for nothing.
      const both = stores.flatMap((a) =>
        stores
          .filter((b) => b !== a)
          .flatMap((b) =>
            Array.from({ length: 2 ** readers - 1 }, (_, bits) =>
              byHand({
                stays: [a, b].map((store) => ({ store, fromDays: 0, toDays: Infinity })),
                answers: (reader) => (bits >> reader) & 1,
              }),
            ),
          ),
      );
      const expected = Math.min(...alone, ...both);
      const best = Math.min(least(singles), least(found));
      if (best === expected) continue;
      expect(Math.abs(best - expected), `seed ${seed}: ${best}, by hand ${expected}`).toBeLessThan(
        HALF_A_CENT,
      );
      if (least(found) < least(singles)) won += 1;
    }
  });

  it('win often enough to show that they count', () => {
    expect(won).toBeGreaterThan(SCENARIOS / 50);
  });
});

describe('a plan of two copies', () => {
  const HERE = 'aws/s3-standard@us-east-1';
  const THERE = 'aws/s3-standard@eu-west-1';
  const text: ScenarioText = {
    stowage: 1,
    name: 'Both sides',
    asOf: '2026-11-20',
    workload: {
      objects: { size: '64 KiB', arrivals: '500k/day', retention: '60 days' },
      reads: { rate: '2M/day' },
      readers: [
        { at: 'aws/us-east-1', share: 0.4 },
        { at: 'aws/eu-west-1', share: 0.6 },
      ],
      writer: 'aws/us-east-1',
    },
    requirements: {
      latency: [
        { of: 'read', at: 'aws/us-east-1', p99: '60 ms' },
        { of: 'read', at: 'aws/eu-west-1', p99: '60 ms' },
      ],
    },
    stores: [HERE, THERE],
    assume: Object.fromEntries([HERE, THERE].map((ref) => [ref, { GET: { p50: '10 ms', p99: '40 ms' } }])),
  };
  const sources = () => ({ archive, evidence: evidenceBase(allDatasets()) });

  it('is recommended where nothing else meets what is required, each place near its own', () => {
    expect(plan(ask(text, sources())).recommendation).toBeNull();
    const answer = planExactly(ask(text, sources()));
    const best = answer.candidates.find(({ id }) => id === answer.recommendation?.id);
    expect(best?.id).toBe(`age:${HERE}>${THERE}@60d:dual`);
    expect(
      answer.candidates.filter(
        ({ segments: [only, ...more] }) => only?.holders.length === 2 && more.length === 0,
      ),
    ).toHaveLength(1);
    expect(best?.segments).toEqual([
      {
        fromDays: 0,
        toDays: 60,
        holders: expect.arrayContaining([HERE, THERE]) as string[],
        servers: { 'aws/us-east-1': HERE, 'aws/eu-west-1': THERE },
        readShare: 1,
      },
    ]);
    expect(answer.findings.map(({ code }) => code)).not.toContain('ages-unrefined');
    expect(answer.recommendation?.reasons.map(({ code }) => code)).not.toContain('hot-window');
    expect(best?.moves.map(({ kind, atDays }) => [kind, atDays])).toEqual([
      ['arrive', 0],
      ['arrive', 0],
      ['expire', 60],
      ['expire', 60],
    ]);
    expect(best && placementWords(best)).toMatch(
      /^aws\/s3-standard@.* and aws\/s3-standard@.*, every object in both$/,
    );
    const question = ask(text, sources());
    expect(pricedScenario(question.scenario, question).winner()?.id).toBe(best?.id);
    expect(provenBest(question.scenario, archive, question.evidence)).toEqual({
      recommendation: best?.id,
      total: expect.closeTo(best?.monthly.total ?? NaN, 6) as number,
    });
  });

  it('is put in place: two buckets written to, each emptied at the end by its own rule, each place sent to its own', () => {
    const answer = planExactly(ask(text, sources()));
    const { files, notes } = emit(askedBy(answer, archive), {
      id: null,
      kinds: EMIT_KIND_NAMES,
      keyDate: null,
      plan: answer,
    });
    expect(notes.filter((note) => note.includes('whole days'))).toEqual([]);
    expect(files.some(({ path }) => path.endsWith('rclone.sh'))).toBe(false);
    const lifecycles = files.filter(({ text: own }) => /"Expiration": \{\s*"Days": 60/.test(own));
    expect(lifecycles).toHaveLength(2);
    const route = files.find(({ path }) => path.endsWith('route.json'))?.text ?? '';
    expect(route).toContain('eu-west-1');
  });

  it('is none where readers are in one place or objects are kept for ever', () => {
    const one = { ...text, workload: { ...text.workload, readers: [{ at: 'aws/us-east-1', share: 1 }] } };
    const forEver = {
      ...text,
      workload: { ...text.workload, objects: { ...text.workload.objects, retention: 'forever' as const } },
    };
    for (const own of [one, forEver]) {
      const context = planContext(ScenarioFile.parse(own), archive, sources().evidence);
      const judged = verdicts(context, latencyGrid(context, sources().evidence));
      const tariffs = planTariffs(context);
      expect(copiesForLife(context, tariffs, exactCost(context, tariffs), judged)).toBeNull();
    }
  });
});
