/** The product's usages against the simulator's, quantity by quantity, over random scenarios and policies. */
import { beforeAll, describe, expect, it } from 'vitest';
import { planContext } from '#core/placement/context/plan-context.ts';
import type { PlanContext } from '#core/placement/context/types.ts';
import type { Policy } from '#core/placement/policy.ts';
import { usagesOf } from '#core/placement/costs/usages.ts';
import type { Archive } from '#core/pricing/archive.ts';
import { bill } from '#core/pricing/bills/bill.ts';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import { differences, quantitiesOf } from '#tests/simulator/compare.ts';
import type { Difference } from '#tests/simulator/compare.ts';
import { randomPolicy, simulatedPolicy } from '#tests/simulator/policies.ts';
import { randomScenario } from '#tests/simulator/random-scenario.ts';
import { simulate } from '#tests/simulator/simulate.ts';
import type { SimulatedMonth } from '#tests/simulator/simulate.ts';
import { wholeArchive } from '#tests/sources.ts';

const SCENARIOS = 240;
const BILLED = 60;
const ALLOWED = 0.005;

let archive: Archive;
beforeAll(() => {
  archive = wholeArchive();
});

interface Trial {
  seed: number;
  context: PlanContext;
  policy: Policy;
  product: ReturnType<typeof usagesOf>[];
  simulated: SimulatedMonth[];
  differences: Difference[];
}

function trial(seed: number): Trial {
  const scenario = ScenarioFile.parse(randomScenario(seed));
  const context = planContext(scenario, archive);
  const policy = randomPolicy(context, seed);
  const product = context.workload.months.map(({ month, population }) =>
    usagesOf(context, policy, month, population),
  );
  const simulated = simulate(scenario, simulatedPolicy(context, policy));
  const placed = [...context.stores, ...context.copies];
  const minimumHours = (usage: { store: string }) =>
    placed.find((store) => store.store === usage.store)?.edition.rules.storage.minimumHours ?? 0;
  return {
    seed,
    context,
    policy,
    product,
    simulated,
    differences: differences(
      quantitiesOf(product, minimumHours),
      quantitiesOf(
        simulated.map((month) => month.usages),
        minimumHours,
      ),
    ),
  };
}

/** Tests of a few scenarios each, so that none takes long where the machine is busy. */
const EACH = 10;
const batches = (scenarios: number) =>
  Array.from({ length: scenarios / EACH }, (_, i) => [i * EACH, (i + 1) * EACH - 1] as const);
const seeds = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

describe(`the product against the simulator over ${SCENARIOS} random scenarios`, () => {
  const seen = new Set<string>();
  let compared = 0;
  let scenarios = 0;

  it.each(batches(SCENARIOS))('agrees on every usage quantity to half a percent: %i to %i', (first, last) => {
    for (const seed of seeds(first, last)) {
      const { policy, product, simulated, differences: all, context } = trial(seed);
      expect(simulated.length, `months of scenario ${seed}`).toBe(product.length);
      compared += all.length;
      scenarios += 1;
      const wrong = all.filter((one) => !(one.relative <= ALLOWED));
      expect(
        wrong,
        `scenario ${seed}, ${JSON.stringify(policy)}, ${context.stores.map((store) => store.ref).join(' ')}`,
      ).toEqual([]);
      featuresOf(context, policy).forEach((feature) => seen.add(feature));
    }
  });

  it('compared at least ten quantities of each, with every feature among them', () => {
    expect(scenarios).toBe(SCENARIOS);
    expect(compared).toBeGreaterThan(SCENARIOS * 10);
    expect([...seen].sort()).toEqual(FEATURES);
  });

  it.each(batches(BILLED))(
    'bills to the same total, month by month, to half a percent: %i to %i',
    (first, last) => {
      for (const seed of seeds(first, last)) {
        const { product, simulated, context } = trial(seed);
        const mean = (months: readonly (readonly Parameters<typeof bill>[0][number][])[]) =>
          months.reduce((sum, usages) => sum + bill([...usages], archive, context.billing).total, 0) /
          months.length;
        const [ours, theirs] = [mean(product), mean(simulated.map((month) => month.usages))];
        expect(Math.abs(ours - theirs), `scenario ${seed}: ${ours} and ${theirs}`).toBeLessThanOrEqual(
          ALLOWED * Math.max(ours, theirs) + ONE_QUANTUM,
        );
      }
    },
  );
});

/** A count that crosses a rounding step bills one more million of requests and one more GB-month. */
const ONE_QUANTUM = 12 * (9 + 0.9 + 0.02);

const FEATURES = [
  'copies',
  'curve',
  'dual',
  'early exits',
  'finite',
  'for ever',
  'growth',
  'lifecycle',
  'operations',
  'parts',
  'ranges of bytes',
  'several readers',
  'several sizes',
  'single',
  'standing',
  'through a CDN',
  'tier',
  'writer pays',
];

function featuresOf({ scenario, workload, stores, copies, writer }: PlanContext, policy: Policy): string[] {
  const { objects, reads } = scenario.workload;
  const [hot, cold] = [stores[policy.hot], stores[policy.cold]];
  const flags: Record<string, boolean> = {
    copies: copies.length > 0,
    curve: reads.byAge !== undefined,
    dual: policy.entry === 'dual',
    'early exits': (policy.thresholdDays ?? Infinity) * 24 < (hot?.edition.rules.storage.minimumHours ?? 0),
    finite: objects.retention !== 'forever',
    'for ever': objects.retention === 'forever',
    growth: objects.growth.value !== 0 && objects.retention === 'forever',
    lifecycle:
      policy.entry === 'tier' &&
      hot?.region === cold?.region &&
      (hot?.edition.transitionsTo ?? []).includes(cold?.store ?? ''),
    operations: workload.operationsPerDay.some((one) => one.perDay > 0),
    parts: workload.classes.some((one) => one.put.length > 1),
    'ranges of bytes': reads.bytes !== 'whole',
    'several readers': workload.readers.length > 1,
    'several sizes': workload.classes.length > 1,
    single: policy.thresholdDays === null,
    standing: objects.standing !== undefined,
    'through a CDN': workload.readers.some((reader) => reader.via),
    tier: policy.entry === 'tier',
    'writer pays': writer.egress === 'table',
  };
  return Object.keys(flags).filter((flag) => flags[flag]);
}
