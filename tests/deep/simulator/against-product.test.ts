/**
 * The product's usages against the simulator's, quantity by quantity, over random scenarios and placements of holder sets.
 * `STOWAGE_SIMULATED=1000 vitest run --project deep tests/deep/simulator` takes more scenarios than the suite does.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { usagesOf } from '#core/placement/bill/usages.ts';
import { planContext } from '#core/placement/context/plan-context.ts';
import type { PlanContext } from '#core/placement/context/types.ts';
import type { Placement } from '#core/placement/placement.ts';
import type { Archive } from '#core/pricing/archive.ts';
import { bill } from '#core/pricing/bills/bill.ts';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { Chance } from '#tests/simulator/chance.ts';
import { differences, quantitiesOf } from '#tests/simulator/compare.ts';
import type { Difference } from '#tests/simulator/compare.ts';
import { randomPlacement, simulatedParts } from '#tests/simulator/placements.ts';
import { RANDOM_STORES, randomScenario } from '#tests/simulator/random-scenario.ts';
import { simulateParts } from '#tests/simulator/simulate.ts';
import type { SimulatedMonth } from '#tests/simulator/simulate.ts';
import { wholeArchive } from '#tests/sources.ts';

const SCENARIOS = Number(process.env['STOWAGE_SIMULATED'] ?? 270);
const BILLED = 60;
const ALLOWED = 0.005;

const STORES = [
  ...RANDOM_STORES,
  'aws/s3-glacier-instant-retrieval@us-east-1',
  'google/standard@us-east4',
  'google/nearline@us-east4',
];

let archive: Archive;
beforeAll(() => {
  archive = wholeArchive();
});

/** The random scenario, with a popularity of standing objects and jobs now and then. */
function withMore(seed: number): ScenarioText {
  const chance = new Chance(seed + 6_000_003);
  const text = randomScenario(seed, STORES);
  const { workload } = text;
  const skewed = workload.objects.standing !== undefined && chance.happens(0.5);
  const job = { at: 'aws/us-east-1', size: '8 MB', concurrency: 8 };
  return {
    ...text,
    workload: {
      ...workload,
      ...(skewed ? { reads: { ...workload.reads, rate: workload.reads?.rate ?? 0, skew: SKEW } } : {}),
    },
    ...(chance.happens(0.4)
      ? { jobs: [{ ...job, name: 'scan', read: chance.whole(1, 9e5), perMonth: chance.whole(1, 40) }] }
      : {}),
  };
}

const SKEW = [
  { objects: 0.1, reads: 0.7 },
  { objects: 0.4, reads: 0.95 },
];

interface Trial {
  context: PlanContext;
  placement: Placement;
  product: ReturnType<typeof usagesOf>;
  simulated: SimulatedMonth[];
  differences: Difference[];
}

function trial(seed: number): Trial {
  const scenario = ScenarioFile.parse(withMore(seed));
  const context = planContext(scenario, archive);
  const placement = randomPlacement(context, seed);
  const product = usagesOf(context, placement);
  const simulated = simulateParts(scenario, simulatedParts(context, placement));
  const held = [...context.stores, ...context.copies];
  const minimumHours = (usage: { store: string }) =>
    held.find((store) => store.store === usage.store)?.edition.rules.storage.minimumHours ?? 0;
  return {
    context,
    placement,
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
      const { placement, product, simulated, differences: all, context } = trial(seed);
      expect(simulated.length, `months of scenario ${seed}`).toBe(product.length);
      compared += all.length;
      scenarios += 1;
      const largest = Math.max(...context.workload.classes.map(({ sizeBytes }) => sizeBytes));
      const wrong = all.filter(
        (one) => !(one.relative <= ALLOWED) && Math.max(one.product, one.simulated) > least(one, largest),
      );
      expect(
        wrong,
        `scenario ${seed}, ${JSON.stringify(placement)}, ${context.stores.map((store) => store.ref).join(' ')}`,
      ).toEqual([]);
      featuresOf(context, placement, product).forEach((feature) => seen.add(feature));
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

/** Of less than one request, or the bytes of one object, the width of a cohort shows. */
function least({ quantity }: Difference, largestBytes: number): number {
  return quantity.includes('egress') ? largestBytes : 1;
}

const FEATURES = [
  'copies',
  'copy',
  'curve',
  'deleted and kept',
  'early exits',
  'finite',
  'for ever',
  'growth',
  'jobs',
  'one holder',
  'operations',
  'parts',
  'popularity',
  'ranges of bytes',
  'rule',
  'several readers',
  'several sizes',
  'standing',
  'three holders',
  'through a CDN',
  'two changes',
  'two holders',
  'write',
  'writer pays',
];

function featuresOf(
  { scenario, workload, copies, writer }: PlanContext,
  { timelines }: Placement,
  product: ReturnType<typeof usagesOf>,
): string[] {
  const { objects, reads } = scenario.workload;
  const stages = timelines.flat();
  const holding = (count: number) => stages.some(({ holders }) => holders.length === count + copies.length);
  const flags: Record<string, boolean> = {
    copies: copies.length > 0,
    curve: reads.byAge !== undefined,
    'deleted and kept': product.flat().some(({ softDeleted }) => softDeleted !== undefined),
    'early exits': product.flat().some(({ deletedEarly }) => deletedEarly.length > 0),
    finite: objects.retention !== 'forever',
    'for ever': objects.retention === 'forever',
    growth: objects.growth.value !== 0 && objects.retention === 'forever',
    jobs: workload.jobs.length > 0,
    operations: workload.operationsPerDay.some((one) => one.perDay > 0),
    parts: workload.classes.some((one) => one.put.length > 1),
    popularity: reads.skew !== undefined,
    'ranges of bytes': reads.bytes !== 'whole',
    'several readers': workload.readers.length > 1,
    'several sizes': workload.classes.length > 1,
    standing: objects.standing !== undefined,
    'through a CDN': workload.readers.some((reader) => reader.via),
    'two changes': timelines.some((timeline) => timeline.length === 3),
    'one holder': holding(1),
    'two holders': holding(2),
    'three holders': holding(3),
    'writer pays': writer.egress === 'table',
  };
  const entered = stages.flatMap((stage) => stage.entered.map(({ how }) => how));
  return [...Object.keys(flags).filter((flag) => flags[flag]), ...entered];
}
