/**
 * Ages between the edges of the grid, against every whole hour and day there billed by hand and judged from the latencies themselves.
 * `STOWAGE_REFINED=1000 vitest run tests/full/core/placement/refined-ages.test.ts` takes more scenarios than the suite.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { describeFinding } from '#core/findings/index.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { mixture } from '#core/latency/distributions/mixture.ts';
import { chainSearch } from '#core/placement/chains/search.ts';
import { chainOf, placementId, serverOf, storesOf } from '#core/placement/chain.ts';
import type { Placement } from '#core/placement/chain.ts';
import { exactCost } from '#core/placement/costs/exact-cost.ts';
import { latencyGrid } from '#core/placement/latency-grid.ts';
import { planContext } from '#core/placement/context/plan-context.ts';
import type { PlanContext } from '#core/placement/context/types.ts';
import { planExactly } from '#tests/helpers/core/plan-exactly.ts';
import { workedPlan } from '#core/placement/plan.ts';
import { agesOf, mayRefine, refinedAges, withAges } from '#core/placement/ages/refined.ts';
import { ageCode } from '#core/placement/policy.ts';
import { search } from '#core/placement/pairs/search.ts';
import { planTariffs } from '#core/placement/costs/tariffs.ts';
import { verdicts } from '#core/placement/verdicts/verdicts.ts';
import type { Shown } from '#core/placement/plan.ts';
import type { Archive } from '#core/pricing/archive.ts';
import { ask } from '#core/question.ts';
import type { Plan } from '#core/report/plan-types.ts';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { emit } from '#emit/emit.ts';
import { EMIT_KIND_NAMES } from '#emit/kinds.ts';
import { formatDays } from '#core/units.ts';
import { origin } from '#tests/simulator/chain.ts';
import type { SimulatedChain } from '#tests/simulator/chain.ts';
import type { SimulatedStore } from '#tests/simulator/simulate.ts';
import { Chance } from '#tests/simulator/chance.ts';
import { billed, simulatedStore, smallScenario } from '#tests/helpers/core/placement/brute-force.ts';
import { chainByHand, latencyVerdict } from '#tests/helpers/core/placement/judged-by-hand.ts';
import { askedBy } from '#tests/helpers/aPlan.ts';
import { allDatasets, wholeArchive } from '#tests/sources.ts';
import { isDeep } from '#tests/helpers/deep.ts';

const SCENARIOS = Number(process.env['STOWAGE_REFINED'] ?? (isDeep ? 300 : 60));
const EACH = 10;
/** Ages looked at for two moves at once. */
const MOST = Number(process.env['STOWAGE_REFINED_AGES'] ?? 300);
const HALF_A_CENT = 0.005;
/** Bills are steps where units are whole: a sweep of every age may find one this much lower. */
const MISSED = 0.0005;
/** Bills of one refinement. */
const MOST_BILLS = { 2: 100, 3: 400 };

let archive: Archive;
const evidence = evidenceBase([]);
beforeAll(() => {
  archive = wholeArchive();
});

/** Half of them with a limit that some mixture of two stores keeps, so that an age must not be passed. */
function scenarioOf(seed: number) {
  const { text } = smallScenario(seed);
  const chance = new Chance(seed + 4711);
  const refs = text.stores === undefined || text.stores === 'all' ? [] : text.stores;
  const latencies = refs.map((_, i) => {
    const p50 = chance.around(4, 30) * 5 ** i;
    return { p50: `${p50.toPrecision(4)} ms`, p99: `${(p50 * chance.around(1.5, 4)).toPrecision(4)} ms` };
  });
  const assume: ScenarioText['assume'] = Object.fromEntries(
    refs.map((ref, i) => [ref, { GET: latencies[i] }]),
  );
  const wanted = { ...text, assume };
  if (chance.happens(0.4)) return ScenarioFile.parse(wanted);
  const free = planContext(ScenarioFile.parse(wanted), archive, evidence);
  const grid = latencyGrid(free, evidence);
  const share = chance.between(0.5, 0.98);
  const [young, old] = chance.some([...free.stores.keys()], 2).sort((a, b) => a - b);
  const parts = [young, old].flatMap((s, i) => {
    const one = grid.read(s ?? 0, 0, 0, 'total');
    return one ? [{ share: i === 0 ? share : 1 - share, of: one.high }] : [];
  });
  const readP99 = `${(mixture(parts).quantile(0.99) * chance.between(1, 1.1)).toPrecision(6)} ms`;
  return ScenarioFile.parse({ ...wanted, requirements: { readP99 } });
}

function searched(seed: number) {
  const scenario = scenarioOf(seed);
  const context = planContext(scenario, archive, evidence);
  const grid = latencyGrid(context, evidence);
  const judged = verdicts(context, grid);
  const tariffs = planTariffs(context);
  const exact = exactCost(context, tariffs);
  const two = search(context, tariffs, exact, judged);
  const splits = two.bestSplits({ yes: 2, unproven: 0, no: 0 }).filter((one) => !one.atLeast);
  const [chain] = chainSearch(context, tariffs, exact, judged).best(
    { yes: Infinity, unproven: -Infinity },
    { yes: 1, unproven: 0 },
  );
  const starts: Shown[] = [
    ...splits,
    ...(chain ? [{ policy: chain.chain, cost: chain.cost, atLeast: false, feasible: chain.feasible }] : []),
  ];
  return { scenario, context, grid, starts, sources: { context, exact, judged } };
}

function simulated(stores: readonly SimulatedStore[], placement: Placement): SimulatedChain {
  const chain = chainOf(placement);
  return {
    stays: chain.stays.map(({ store, fromDays, toDays }) => {
      const placed = stores[store];
      if (!placed) throw new RangeError('no such store');
      return { store: placed, fromDays, toDays: toDays ?? Infinity };
    }),
    answers: (reader, age) => {
      const stretch = chain.stretches.findLast(({ fromDays }) => fromDays <= age);
      return stretch ? serverOf(stretch, reader) : 0;
    },
  };
}

const isWhole = (count: number) => Math.abs(count - Math.round(count)) < 1e-6;

/**
 * By the rules of the tools: rules count whole days since entry, the schedule runs hourly where an age is below two days. Ages of
 * the grid stay as they are.
 */
function canRun({ workload: { edges } }: PlanContext, chain: SimulatedChain): boolean {
  return chain.stays.every((stay) => {
    if (stay.toDays === Infinity || edges.includes(stay.toDays)) return true;
    const next = chain.stays.find((one) => one.fromDays === stay.toDays);
    if (next && origin(chain, next)?.byRule) return isWhole(stay.toDays - stay.fromDays);
    return isWhole(stay.toDays) || (stay.toDays < 2 && isWhole(stay.toDays * 24));
  });
}

/** All within the edges on either side of each age, thinned where there are too many. */
function agesAround({ workload }: PlanContext, ages: readonly number[], most: number): number[][] {
  const each = ages.map((age) => {
    const low = workload.edges.findLast((edge) => edge < age) ?? 1 / 24;
    const high = workload.edges.find((edge) => edge > age) ?? workload.lifeDays;
    const hours = Array.from({ length: 48 }, (_, hour) => hour / 24);
    const days = Array.from({ length: Math.ceil(workload.lifeDays) }, (_, day) => day);
    const inside = [...new Set([...hours, ...days])].filter((one) => one > low && one < high);
    const step = Math.max(1, Math.ceil(inside.length / most ** (1 / ages.length)));
    return [...new Set([low, age, ...inside.filter((_, i) => i % step === 0)])];
  });
  const [first = [], second] = each;
  if (!second) return first.map((age) => [age]);
  return first.flatMap((one) => second.filter((other) => other > one).map((other) => [one, other]));
}

describe(`ages between the edges, of ${SCENARIOS} small scenarios`, () => {
  const seen = { placements: 0, better: 0, chains: 0, bound: 0 };
  it.each(Array.from({ length: SCENARIOS / EACH }, (_, i) => [i * EACH, (i + 1) * EACH - 1]))(
    'are as cheap as any that can be run, and keep what is required (seeds %i to %i)',
    (first, last) => {
      for (let seed = first; seed <= last; seed += 1) {
        const { scenario, context, grid, starts, sources } = searched(seed);
        if (!mayRefine(context)) continue;
        const stores = context.stores.map(simulatedStore);
        for (const start of starts) {
          if (agesOf(start.policy).length === 0) continue;
          let bills = 0;
          const better = refinedAges(sources, start, () => (bills += 1));
          const name = `seed ${seed}: ${placementId(start.policy, context.stores)} → ${placementId(better.policy, context.stores)}`;
          const byHand = (placement: Placement) => {
            const chain = simulated(stores, placement);
            const { total, sound } = billed(scenario, archive, chain);
            const meets =
              latencyVerdict(scenario, context, grid, chainByHand(scenario, stores, chain)) === 'yes';
            return { total, meets: meets && sound, chain };
          };
          const own = byHand(better.policy);
          expect(
            Math.abs(own.total - better.cost),
            `${name}: ${better.cost}, by hand ${own.total}`,
          ).toBeLessThan(HALF_A_CENT);
          expect(own.meets, name).toBe(true);
          expect(better.cost).toBeLessThanOrEqual(start.cost);
          if (better !== start) expect(canRun(context, own.chain), name).toBe(true);
          expect(bills, name).toBeLessThanOrEqual(MOST_BILLS[storesOf(start.policy).length === 3 ? 3 : 2]);
          const swept = agesAround(context, agesOf(start.policy), MOST)
            .map((ages) => ({ ages, ...byHand(withAges(start.policy, ages)) }))
            .filter(({ meets, chain }) => meets && canRun(context, chain))
            .toSorted((a, b) => a.total - b.total);
          const [least] = swept;
          if (least)
            expect(
              better.cost,
              `${name}: ${better.cost}, at ${least.ages.join(' and ')} days ${least.total}`,
            ).toBeLessThanOrEqual(least.total * (1 + MISSED) + HALF_A_CENT);
          seen.placements += 1;
          if (better.cost < start.cost * 0.999) {
            seen.better += 1;
            if (storesOf(start.policy).length === 3) seen.chains += 1;
            if (scenario.requirements.readP99 !== undefined) seen.bound += 1;
          }
        }
      }
    },
    600_000,
  );

  it('are cheaper often enough to show that they count', () => {
    expect(seen.better).toBeGreaterThan(SCENARIOS / 6);
    expect(seen.chains).toBeGreaterThan(SCENARIOS / 50);
    expect(seen.bound).toBeGreaterThan(SCENARIOS / 20);
  });
});

describe('the plan at ages between the edges', () => {
  const measured = evidenceBase(allDatasets());
  const example = (name: string) => parse(readFileSync(`examples/${name}.yaml`, 'utf8')) as ScenarioText;
  const planned = (text: ScenarioText) => planExactly(ask(text, { archive, evidence: measured }));
  const remarks = (answer: Plan) =>
    answer.findings.filter(({ code }) => code === 'ages-refined' || code === 'ages-unrefined');
  const EXPRESS = 'aws/s3-express-one-zone@us-east-1';
  const TIGRIS = 'tigris/standard@global';

  it('is recommended, with what the search gave and what it rests on', () => {
    const answer = planned(example('streamingco-deliveries'));
    const quick = workedPlan(ask(example('streamingco-deliveries'), { archive, evidence: measured })).plan;
    const best = answer.candidates.find(({ id }) => id === answer.recommendation?.id);
    expect(best?.id).toBe(`age:${EXPRESS}>${TIGRIS}@38h:dual`);
    expect(best?.feasible).toBe('yes');
    expect(best?.read.p99BandMs?.[1]).toBeLessThanOrEqual(800);
    expect(best?.segments.map(({ toDays }) => toDays)).toEqual([38 / 24, 90]);
    expect(quick.recommendation?.id).toBe(`age:${EXPRESS}>${TIGRIS}@2d:dual`);
    expect(best?.monthly.total).toBeLessThan(0.9 * (quick.candidates[0]?.monthly.total ?? 0));
    expect(answer.frontier).toContain(best?.id);
    expect(answer.runnerUp?.more).toBeGreaterThan(0);
    const [remark, ...others] = remarks(answer);
    expect(others).toEqual([]);
    expect(remark && describeFinding(remark)).toMatch(
      /^Moving objects at 38 h instead of 2 days, the nearest age of the search, takes the bill from \$18\.5k \(age:.*@2d:dual\) to \$16\.5k a month \(age:.*@38h:dual\)\. The cheapest at ages of the search is age:.*, \$18\.3k\. It takes reads as spread evenly between arrival and 7 days, where 38 h lies: a point of workload\.reads\.byAge there would settle it\.$/,
    );
  });

  it('is what is put in place: the schedule runs at that age, by the hour', () => {
    const plan = planned(example('streamingco-deliveries'));
    const {
      plan: id,
      files,
      notes,
    } = emit(askedBy(plan, archive), { id: null, kinds: EMIT_KIND_NAMES, keyDate: null, plan });
    expect(id).toBe(plan.recommendation?.id);
    expect(notes.filter((note) => note.includes('whole days: objects'))).toEqual([]);
    const text = (suffix: string) => files.find((file) => file.path.endsWith(suffix))?.text ?? '';
    expect(text('rclone.sh')).toContain('--min-age 38h');
    expect(text('.timer')).toContain('OnCalendar=*-*-* *:17:00');
  });

  it('keeps to whole days where a rule of the provider moves or deletes', () => {
    const text: ScenarioText = {
      stowage: 1,
      asOf: '2026-11-20',
      workload: {
        objects: { size: '4 MB', arrivals: '100k/day', retention: '400 days' },
        reads: { rate: '400k/day', byAge: { '5 days': 0.3, '200 days': 0.995 } },
        readers: [{ at: 'aws/us-east-1', share: 1 }],
        writer: 'aws/us-east-1',
      },
      requirements: { readP99: '80 ms' },
      stores: ['aws/s3-standard@us-east-1', 'aws/s3-standard-ia@us-east-1'],
      assume: {
        'aws/s3-standard@us-east-1': { GET: { p50: '10 ms', p99: '50 ms' } },
        'aws/s3-standard-ia@us-east-1': { GET: { p50: '20 ms', p99: '200 ms' } },
      },
    };
    const plan = planned(text);
    const [remark] = remarks(plan);
    expect(remark?.code).toBe('ages-refined');
    const best = plan.candidates.find(({ id }) => id === plan.recommendation?.id);
    const age = best?.steps[0]?.leftDays ?? NaN;
    expect(best?.steps[0]?.entry).toBe('lifecycle');
    expect(Number.isInteger(age)).toBe(true);
    const emission = emit(askedBy(plan, archive), { id: null, kinds: EMIT_KIND_NAMES, keyDate: null, plan });
    expect(emission.notes.filter((note) => note.includes('whole days: objects'))).toEqual([]);
    expect(JSON.stringify(emission.files)).toContain(`\\"Days\\": ${age}`);
  });

  it.each([
    [7, '7d', '7 days'],
    [1.5, '1.5d', '1.5 days'],
    [0.5, '12h', '12 h'],
    [38 / 24, '38h', '38 h'],
    [10.0139, '10.0139d', '10.01 days'],
  ])('of %f days is written %s, and said as %s', (days, code, words) => {
    expect(ageCode(days)).toBe(code);
    expect(formatDays(days)).toBe(words);
  });

  it('is not looked for where the scenario says nothing of reads by age, and says so', () => {
    const answer = planned(example('thumbnails'));
    expect(remarks(answer).map(describeFinding)).toEqual([
      expect.stringMatching(
        /^The moves of age:.* come at ages of the search, and none between was tried: the scenario gives no reads by age/,
      ),
    ]);
  });
});
