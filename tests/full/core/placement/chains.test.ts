/**
 * Chains of up to three stores against brute force over the same class. `STOWAGE_CHAINS=10000 vitest run
 * tests/full/core/placement/chains.test.ts` takes more scenarios than any tier does.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { chainSearch } from '#core/placement/chains/search.ts';
import { exactCost } from '#core/placement/costs/exact-cost.ts';
import { latencyGrid } from '#core/placement/latency-grid.ts';
import { planContext } from '#core/placement/context/plan-context.ts';
import { search } from '#core/placement/pairs/search.ts';
import { planTariffs } from '#core/placement/costs/tariffs.ts';
import { verdicts } from '#core/placement/verdicts/verdicts.ts';
import type { Archive } from '#core/pricing/archive.ts';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import {
  billed,
  everyChain,
  simulatedStore,
  smallScenario,
} from '#tests/helpers/core/placement/brute-force.ts';
import { isDeep } from '#tests/helpers/deep.ts';
import { wholeArchive } from '#tests/sources.ts';

const SCENARIOS = Number(process.env['STOWAGE_CHAINS'] ?? (isDeep ? 1000 : 200));
const EACH = 50;
const HALF_A_CENT = 0.005;
/** Met among 10,000: fees of the idle beneath dearer servers. */
const FOUND = [5051];
const NO_EVIDENCE = { datasets: [], named: [] };

let archive: Archive;
beforeAll(() => {
  archive = wholeArchive();
});

function searched(seed: number) {
  const { text, edges } = smallScenario(seed);
  const scenario = ScenarioFile.parse(text);
  const whole = planContext(scenario, archive);
  const few = edges(whole.workload.edges);
  const context = {
    ...whole,
    workload: { ...whole.workload, edges: few, ages: [0, ...few, whole.workload.lifeDays] },
  };
  const grid = latencyGrid(context, NO_EVIDENCE);
  const judged = verdicts(context, grid);
  const tariffs = planTariffs(context);
  const exact = exactCost(context, tariffs);
  const two = search(context, tariffs, exact, judged);
  const known = [...two.singles(), ...two.bestSplits({ yes: 1, unproven: 0, no: 0 })].filter(
    (one) => one.feasible === 'yes' && !one.atLeast,
  );
  const ofTwo = Math.min(Infinity, ...known.map(({ cost }) => cost));
  const [chain] = chainSearch(context, tariffs, exact, judged).best(
    { yes: ofTwo, unproven: -Infinity },
    { yes: 1, unproven: 0 },
  );
  return { scenario, context, ofTwo, chain, best: Math.min(ofTwo, chain?.cost ?? Infinity) };
}

describe(`the cheapest placement of ${SCENARIOS} small scenarios`, () => {
  let ofThree = 0;
  it.each([
    ...Array.from({ length: SCENARIOS / EACH }, (_, i) => [i * EACH, (i + 1) * EACH - 1] as const),
    ...FOUND.map((seed) => [seed, seed] as const),
  ])('is that of brute force, to the cent (seeds %i to %i)', (first, last) => {
    for (let seed = first; seed <= last; seed += 1) {
      const { scenario, context, chain, best } = searched(seed);
      const { edges, readers } = context.workload;
      const all = everyChain(context.stores.map(simulatedStore), edges, readers.length)
        .map((one) => billed(scenario, archive, one))
        .filter((one) => one.sound);
      const [least] = all.toSorted((a, b) => a.total - b.total);
      if (least)
        expect(
          Math.abs(best - least.total),
          `seed ${seed}: ${best}, by hand ${least.total}: ${least.name}`,
        ).toBeLessThan(HALF_A_CENT);
      else expect(best).toBe(Infinity);
      if (chain) ofThree += 1;
    }
  });

  it('has three stores often enough to show that they count', () => {
    expect(ofThree).toBeGreaterThan(SCENARIOS / 50);
  });
});
