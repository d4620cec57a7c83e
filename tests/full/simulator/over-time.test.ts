/** The product against the simulators over time: rates that change by month, and a move of the whole stock. */
import { describe, expect, it } from 'vitest';
import { moveEvents } from '#core/migration/events.ts';
import { parcelsOf, partOf } from '#core/migration/part.ts';
import { eventUsages } from '#core/migration/usage-sums.ts';
import { planContext } from '#core/placement/context/plan-context.ts';
import type { PlanContext } from '#core/placement/context/types.ts';
import { usagesOf } from '#core/placement/bill/usages.ts';
import { destinationKey } from '#core/pricing/bills/usage.ts';
import type { Usage } from '#core/pricing/bills/usage.ts';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { Chance } from '#tests/simulator/chance.ts';
import { differences, quantitiesOf } from '#tests/simulator/compare.ts';
import { simulateMove } from '#tests/simulator/move.ts';
import type { Doings } from '#tests/simulator/move.ts';
import { randomPlacement, simulatedParts } from '#tests/simulator/placements.ts';
import { placedBy, randomPolicy, simulatedPolicy } from '#tests/simulator/policies.ts';
import type { RandomPolicy } from '#tests/simulator/policies.ts';
import { randomScenario } from '#tests/simulator/random-scenario.ts';
import { simulateParts } from '#tests/simulator/simulate.ts';
import { wholeArchive } from '#tests/sources.ts';

const archive = wholeArchive();
const ALLOWED = 0.005;

/** The random scenario with a timeline and a season, over three to six months. */
function staged(seed: number): ScenarioText {
  const chance = new Chance(seed + 77);
  const text = randomScenario(seed);
  const months = chance.whole(3, 6);
  const level = () =>
    chance.happens(0.5) ? `x${chance.between(0.2, 4).toFixed(2)}` : `${chance.whole(1, 900)}k/day`;
  const at = chance.some([1, 2, 3, 4, 5, 6].slice(0, months), chance.whole(1, 3));
  const factors = Array.from({ length: 12 }, () => Number(chance.between(0.3, 2).toFixed(3)));
  return {
    ...text,
    horizon: `${months} months`,
    workload: {
      ...text.workload,
      timeline: at.map((month) => ({
        month,
        ...(text.workload.objects.arrivals === undefined ? {} : { arrivals: level() }),
        reads: level(),
        ramp: chance.happens(0.5),
      })),
      ...(chance.happens(0.5) ? { season: chance.happens(0.5) ? factors : { reads: factors } } : {}),
    },
  };
}

describe('a timeline against the simulator', () => {
  const seen = new Set<string>();
  it.each([0, 8, 16])('agrees on every quantity over the months to half a percent: from %i', (first) => {
    for (let seed = first; seed < first + 7; seed += 1) {
      const scenario = ScenarioFile.parse(staged(seed));
      const context = planContext(scenario, archive, undefined, undefined, 'horizon');
      const placement = randomPlacement(context, seed);
      const { workload, stores, copies } = context;
      const product = usagesOf(context, placement);
      const simulated = simulateParts(scenario, simulatedParts(context, placement)).map(
        ({ usages }) => usages,
      );
      expect(simulated.length).toBe(product.length);
      const hours = (usage: { store: string }) =>
        [...stores, ...copies].find((one) => one.store === usage.store)?.edition.rules.storage.minimumHours ??
        0;
      const wrong = product.flatMap((usages, m) =>
        differences(quantitiesOf([usages], hours), quantitiesOf([simulated[m] ?? []], hours))
          .filter(
            ({ relative, product: ours, simulated: theirs }) =>
              relative > ALLOWED && Math.max(ours, theirs) > LEAST,
          )
          .map((one) => ({ m, ...one })),
      );
      expect(wrong, `scenario ${seed}, ${JSON.stringify(placement)}`).toEqual([]);
      seen.add(workload.expiryDays === null ? 'for ever' : 'finite');
      for (const { ramp } of scenario.workload.timeline ?? []) seen.add(ramp ? 'ramp' : 'step');
      if (scenario.workload.season) seen.add('season');
    }
  });

  it('saw every kind', () => {
    expect([...seen].sort()).toEqual(['finite', 'for ever', 'ramp', 'season', 'step']);
  });
});

/** Object-hours and requests below which the width of a cohort shows. */
const LEAST = 1000;

describe('a move against the simulator', () => {
  it.each([100, 120])('copies, deletes and owes what every cohort by itself does: from %i', (first) => {
    let moves = 0;
    for (let seed = first; seed < first + 20; seed += 1) {
      const scenario = ScenarioFile.parse(randomScenario(seed));
      if (scenario.workload.objects.retention === 'forever' || scenario.workload.objects.standing) continue;
      const context = planContext(scenario, archive);
      const [a, b] = [randomPolicy(context, seed), randomPolicy(context, seed + 500)];
      const from: RandomPolicy = { ...a, split: a.split && { ...a.split, entry: 'tier' } };
      const part = (policy: RandomPolicy) => partOf(context, placedBy(context, policy), 1);
      const events = parcelsOf(context, part(from), part(b)).map((parcel) =>
        moveEvents(parcel, (holders) => holders[0]),
      );
      const month = context.workload.horizon[0]!.month;
      const product = doingsOf(
        context,
        eventUsages(
          context,
          events.flatMap(({ copies, leaving }) => [...copies, ...leaving]),
          month,
          1,
        ),
      );
      const minimumDays = ({ store }: { store: string }) =>
        (context.stores.find((one) => one.store === store)?.edition.rules.storage.minimumHours ?? 0) / 24;
      const simulated = simulateMove(
        scenario,
        simulatedPolicy(context, from),
        simulatedPolicy(context, b),
        minimumDays,
      );
      const total = context.workload.meanSizeBytes * context.workload.lifeDays;
      const wrong = differences(product, simulated).filter(
        ({ relative, quantity, product: ours, simulated: theirs }) =>
          relative > ALLOWED && Math.max(ours, theirs) > (quantity.endsWith('wanting') ? total : LEAST),
      );
      expect(wrong, `scenario ${seed}, ${JSON.stringify([from, b])}`).toEqual([]);
      if (simulated.size > 0) moves += 1;
    }
    expect(moves).toBeGreaterThan(4);
  });
});

const OWN_NAME = new Set(['GetObject', 'DeleteObject', 'HeadObject', 'ListObjectsV2']);

/** The usages of a move under the simulator's names. */
function doingsOf(context: PlanContext, usages: readonly Usage[]): Doings {
  const doings: Doings = new Map();
  for (const usage of usages) {
    const { rules } = context.stores.find(({ store }) => store === usage.store)!.edition;
    const note = (what: string, count: number) => {
      const name = `${usage.store}@${usage.region ?? ''} ${what}`;
      if (count > 0) doings.set(name, (doings.get(name) ?? 0) + count);
    };
    for (const { operation, count } of usage.requests)
      note(OWN_NAME.has(operation) ? operation : 'puts', count);
    for (const { to, bytes } of usage.egress) note(`egress ${JSON.stringify(to)}`, bytes);
    note('transitions in', usage.transitionsIn);
    for (const { bytes, ageHours } of usage.deletedEarly)
      note('byte-days wanting', (bytes * Math.max(0, rules.storage.minimumHours - ageHours)) / 24);
    expect(usage.egress.map(({ to }) => destinationKey(to))).toEqual([
      ...new Set(usage.egress.map(({ to }) => destinationKey(to))),
    ]);
  }
  return doings;
}
