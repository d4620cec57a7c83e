/**
 * The usages of chains of three stores against the simulator's, quantity by quantity. `STOWAGE_SIMULATED=500 vitest run
 * tests/simulator/chains-against-product.test.ts` takes more scenarios than the suite does.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { chainOfSteps, entersByLifecycle, serverOf } from '#core/placement/chain.ts';
import type { Chain } from '#core/placement/chain.ts';
import { planContext } from '#core/placement/context/plan-context.ts';
import type { PlacedStore, PlanContext } from '#core/placement/context/types.ts';
import { usagesOf } from '#core/placement/costs/usages.ts';
import type { Archive } from '#core/pricing/archive.ts';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import type { SimulatedChain } from '#tests/simulator/chain.ts';
import { Chance } from '#tests/simulator/chance.ts';
import { differences, quantitiesOf } from '#tests/simulator/compare.ts';
import { RANDOM_STORES, randomScenario } from '#tests/simulator/random-scenario.ts';
import { simulate } from '#tests/simulator/simulate.ts';
import { wholeArchive } from '#tests/sources.ts';

const SCENARIOS = Number(process.env['STOWAGE_SIMULATED'] ?? 60);
const EACH = 10;
const ALLOWED = 0.005;

let archive: Archive;
beforeAll(() => {
  archive = wholeArchive();
});

function randomChain(context: PlanContext, seed: number): Chain | null {
  const chance = new Chance(seed + 2_000_003);
  const { edges, lifeDays, readers } = context.workload;
  if (context.stores.length < 3 || edges.length < 2) return null;
  const three = chance.some([...context.stores.keys()], 3);
  const age = () => (chance.happens(0.7) ? chance.pick(edges) : lifeDays * chance.between(0.02, 0.98));
  const [first, second] = [age(), age()].sort((a, b) => a - b);
  if (first === undefined || second === undefined || second - first < 1e-6 * lifeDays) return null;
  const [b, c] = chance.pick([
    ['tier', 'tier'],
    ['dual', 'tier'],
    ['tier', 'dual'],
  ] as const);
  const steps = [
    { thresholdDays: first, entry: b },
    { thresholdDays: second, entry: c },
  ];
  const older = b === 'dual' ? 1 : 2;
  return chainOfSteps(three, steps, (stretch) => readers.map(() => (chance.happens(0.5) ? older : stretch)));
}

function simulated({ stores }: PlanContext, { stays, stretches }: Chain): SimulatedChain {
  const known = (store: PlacedStore | undefined) => {
    if (!store) throw new RangeError('no such store');
    const { transitionsTo, transitionAfterDays } = store.edition;
    return { store: store.store, region: store.region, transitionsTo, transitionAfterDays };
  };
  return {
    stays: stays.map(({ store, fromDays, toDays }) => ({
      store: known(stores[store]),
      fromDays,
      toDays: toDays ?? Infinity,
    })),
    answers: (reader, ageDays) => {
      const stretch = stretches.findLast(({ fromDays }) => fromDays <= ageDays);
      return stretch ? serverOf(stretch, reader) : 0;
    },
  };
}

describe(`chains of three stores against the simulator over ${SCENARIOS} random scenarios`, () => {
  const seen = new Set<string>();
  let compared = 0;

  it.each(Array.from({ length: SCENARIOS / EACH }, (_, i) => [i * EACH, (i + 1) * EACH - 1]))(
    'agree on every usage quantity to half a percent: %i to %i',
    (first, last) => {
      for (let seed = first; seed <= last; seed += 1) {
        const text = randomScenario(seed + 5000);
        const chance = new Chance(seed + 3_000_003);
        const scenario = ScenarioFile.parse({ ...text, stores: chance.some(RANDOM_STORES, 4) });
        const context = planContext(scenario, archive);
        const chain = randomChain(context, seed);
        if (!chain) continue;
        const placed = [...context.stores, ...context.copies];
        const minimumHours = (usage: { store: string }) =>
          placed.find((store) => store.store === usage.store)?.edition.rules.storage.minimumHours ?? 0;
        const ours = context.workload.months.map(({ month, population }) =>
          usagesOf(context, chain, month, population),
        );
        const theirs = simulate(scenario, simulated(context, chain)).map(({ usages }) => usages);
        const all = differences(quantitiesOf(ours, minimumHours), quantitiesOf(theirs, minimumHours));
        compared += all.length;
        expect(
          all.filter((one) => !(one.relative <= ALLOWED)),
          `scenario ${seed}, ${JSON.stringify(chain.stays)}`,
        ).toEqual([]);
        const entered = chain.stays.map(({ fromDays }, i) =>
          fromDays === 0 ? 'arrival' : entersByLifecycle(context.stores, chain, i) ? 'lifecycle' : 'copy',
        );
        seen.add(entered.slice(1).join());
        seen.add(scenario.workload.objects.retention === 'forever' ? 'for ever' : 'finite');
      }
    },
  );

  it('compared at least ten quantities of each, entered in every way', () => {
    expect(compared).toBeGreaterThan(SCENARIOS * 10);
    for (const way of ['copy,copy', 'arrival,copy', 'copy,arrival', 'for ever', 'finite'])
      expect([...seen]).toContain(way);
  });
});
