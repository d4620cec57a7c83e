/**
 * The plan on screen against the best at every third hour below two days and up to sixty whole days after: of all splits and chains,
 * sought on a grid of those ages. `STOWAGE_BETWEEN=300 vitest run tests/full/core/placement/between-ages.test.ts` takes more than the suite.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import type { EvidenceBase } from '#core/latency/evidence-base.ts';
import { mixture } from '#core/latency/distributions/mixture.ts';
import { canBeLeft } from '#core/placement/ages/runnable.ts';
import { mayRefine } from '#core/placement/ages/refined.ts';
import { chainOf, placementId } from '#core/placement/chain.ts';
import type { Placement } from '#core/placement/chain.ts';
import { chainSearch } from '#core/placement/chains/search.ts';
import { exactCost } from '#core/placement/costs/exact-cost.ts';
import { planTariffs } from '#core/placement/costs/tariffs.ts';
import { latencyGrid } from '#core/placement/latency-grid.ts';
import { search } from '#core/placement/pairs/search.ts';
import { pricedScenario } from '#core/placement/switches/priced-scenario.ts';
import { planContext } from '#core/placement/context/plan-context.ts';
import type { PlanContext } from '#core/placement/context/types.ts';
import { exactly } from '#core/placement/plan-exactly.ts';
import { workedPlan } from '#core/placement/plan.ts';
import { verdicts } from '#core/placement/verdicts/verdicts.ts';
import type { Archive } from '#core/pricing/archive.ts';
import { ask } from '#core/question.ts';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { Chance } from '#tests/simulator/chance.ts';
import { smallScenario } from '#tests/helpers/core/placement/brute-force.ts';
import { allDatasets, wholeArchive } from '#tests/sources.ts';
import { isDeep } from '#tests/helpers/deep.ts';

const SCENARIOS = Number(process.env['STOWAGE_BETWEEN'] ?? (isDeep ? 50 : 10));
const EACH = 10;
/** An age the grid has not is shown from this gain on, and found to within the rest. */
const WITHIN = 0.001 + 0.0005;
/** So many whole days of a life are looked at. */
const MOST_DAYS = 60;
/** Ages of the grid stay where others gain less. */
const WITHIN_AGES = 1.001;
const HALF_A_CENT = 0.005;
const STORES = [
  'aws/s3-express-one-zone@us-east-1',
  'aws/s3-standard@us-east-1',
  'aws/s3-standard-ia@us-east-1',
  'cloudflare/r2-standard@enam',
  'cloudflare/r2-infrequent-access@enam',
  'tigris/standard@global',
  'backblaze/b2@us-east',
  'wasabi/pay-as-you-go@us-east-1',
];

let archive: Archive;
beforeAll(() => {
  archive = wholeArchive();
});

/** Five stores, the dearer the faster as a rule, and a limit that a mixture of two keeps: an age must not be passed. */
function limited(seed: number): ScenarioText {
  const { text } = smallScenario(seed);
  const chance = new Chance(seed + 90_210);
  const stores = chance.some(STORES, 5);
  const assume = Object.fromEntries(
    stores.map((ref) => {
      const p50 = chance.around(4, 30) * 2 ** STORES.indexOf(ref);
      const p99 = p50 * chance.around(1.5, 4);
      return [ref, { GET: { p50: `${p50.toPrecision(4)} ms`, p99: `${p99.toPrecision(4)} ms` } }];
    }),
  );
  const wanted: ScenarioText = { ...text, stores, assume };
  const free = planContext(ScenarioFile.parse(wanted), archive, evidenceBase([]));
  const grid = latencyGrid(free, evidenceBase([]));
  const share = chance.between(0.5, 0.98);
  const [young, old] = chance.some([...free.stores.keys()], 2).sort((a, b) => a - b);
  const parts = [young, old].flatMap((s, i) => {
    const one = grid.read(s ?? 0, 0, 0, 'total');
    return one ? [{ share: i === 0 ? share : 1 - share, of: one.high }] : [];
  });
  const readP99 = `${(mixture(parts).quantile(0.99) * chance.between(1, 1.1)).toPrecision(6)} ms`;
  return { ...wanted, requirements: { readP99 } };
}

/** The cheapest proven at any of the ages; null where nothing is proven, or that cannot be put into practice. */
function swept(context: PlanContext, evidence: EvidenceBase): { cost: number; id: string } | null {
  const { workload, stores } = context;
  const hours = Array.from({ length: 16 }, (_, hour) => hour / 8);
  const step = Math.ceil(workload.lifeDays / MOST_DAYS);
  const days = Array.from({ length: MOST_DAYS }, (_, day) => day * step);
  const inside = [...workload.edges, ...hours, ...days].filter((age) => age > 0 && age < workload.lifeDays);
  const edges = [...new Set(inside)].sort((a, b) => a - b);
  const dense = { ...context, workload: { ...workload, edges, ages: [0, ...edges, workload.lifeDays] } };
  const judged = verdicts(dense, latencyGrid(dense, evidence));
  const tariffs = planTariffs(dense);
  const exact = exactCost(dense, tariffs);
  const two = search(dense, tariffs, exact, judged);
  const ofTwo = [...two.singles(), ...two.bestSplits({ yes: 1, unproven: 0, no: 0 })]
    .filter((one) => one.feasible === 'yes' && !one.atLeast)
    .toSorted((a, b) => a.cost - b.cost)[0];
  const [chain] = chainSearch(dense, tariffs, exact, judged).best(
    { yes: ofTwo?.cost ?? Infinity, unproven: -Infinity },
    { yes: 1, unproven: 0 },
  );
  const best: { policy: Placement; cost: number } | undefined = chain
    ? { policy: chain.chain, cost: chain.cost }
    : ofTwo;
  if (!best) return null;
  const own = chainOf(best.policy);
  const runs = own.stays.every(
    ({ toDays }, k) => toDays === null || workload.edges.includes(toDays) || canBeLeft(stores, own, k),
  );
  return runs ? { cost: best.cost, id: placementId(best.policy, stores) } : null;
}

function held(text: ScenarioText, evidence: EvidenceBase) {
  const worked = workedPlan(ask(text, { archive, evidence }));
  if (!mayRefine(worked.context)) return null;
  const { candidates, recommendation } = exactly(worked).plan;
  const best = candidates.find(({ id }) => id === recommendation?.id);
  const least = swept(worked.context, evidence);
  if (!best || !least) return null;
  const priced = pricedScenario(ScenarioFile.parse(text), { archive, evidence });
  const winner = priced.winner();
  return {
    best,
    least,
    grid: worked.plan.candidates.find(({ feasible }) => feasible === 'yes'),
    winner,
    again: winner && priced.atBestAges(winner.placement),
  };
}

describe('the plan on screen and the best of every age', () => {
  const seen = { held: 0, between: 0 };
  it.each(Array.from({ length: Math.ceil(SCENARIOS / EACH) }, (_, i) => [i * EACH, (i + 1) * EACH - 1]))(
    'cost the same where a limit binds (seeds %i to %i)',
    (first, last) => {
      for (let seed = first; seed <= last; seed += 1) {
        const found = held(limited(seed), evidenceBase([]));
        if (!found) continue;
        const { best, least, grid, winner, again } = found;
        expect(
          best.monthly.total,
          `seed ${seed}: ${best.id} ${best.monthly.total}, ${least.id} ${least.cost}`,
        ).toBeLessThanOrEqual(least.cost * (1 + WITHIN) + HALF_A_CENT);
        // What switch points compare is the plan, and it knows its own ages.
        const contest = `seed ${seed}: ${best.id} ${best.monthly.total}, ${winner?.id}, again ${again?.cost}`;
        expect(Math.abs((winner?.total ?? NaN) - best.monthly.total), contest).toBeLessThan(HALF_A_CENT);
        expect(again?.cost, contest).toBeLessThanOrEqual(best.monthly.total * WITHIN_AGES + HALF_A_CENT);
        seen.held += 1;
        if (best.monthly.total < 0.999 * (grid?.monthly.total ?? 0)) seen.between += 1;
      }
    },
    600_000,
  );

  it('which happens often enough to show that it counts', () => {
    expect(seen.held).toBeGreaterThan(SCENARIOS / 4);
    expect(seen.between).toBeGreaterThan(SCENARIOS / 20);
  });

  it.each([
    ['streamingco', 715],
    ['streamingco', 740],
    ['streamingco', 760],
    ['streamingco-deliveries', 740],
    ['streamingco-deliveries', 760],
  ])(
    'cost the same in %s with a p99 of %i ms, where a chain that is dearer at ages of the search is the cheapest between',
    (name, readP99) => {
      const text = parse(readFileSync(`examples/${name}.yaml`, 'utf8')) as ScenarioText;
      const found = held(
        { ...text, requirements: { readP99: `${readP99} ms` } },
        evidenceBase(allDatasets()),
      );
      expect(found?.best.monthly.total).toBeLessThanOrEqual((found?.least.cost ?? 0) * (1 + WITHIN));
      expect(found?.best.steps).toHaveLength(2);
    },
    120_000,
  );
});
