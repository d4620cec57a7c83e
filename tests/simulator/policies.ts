/** Placements by chance, and the same in the simulator's words. */
import type { PlacedStore, PlanContext } from '#core/placement/context/types.ts';
import { singleStore } from '#core/placement/policy.ts';
import type { Policy } from '#core/placement/policy.ts';
import { Chance } from './chance.ts';
import type { SimulatedPolicy, SimulatedStore } from './simulate.ts';

export function randomPolicy(context: PlanContext, seed: number): Policy {
  const chance = new Chance(seed + 1_000_003);
  const readers = context.workload.readers.length;
  const [hot = 0, cold = 0] = chance.some([...context.stores.keys()], 2);
  if (chance.happens(0.15) || hot === cold || context.workload.edges.length === 0)
    return singleStore(hot, readers);
  const dual = chance.happens(0.5);
  return {
    hot,
    cold,
    thresholdDays: chance.happens(0.7)
      ? chance.pick(context.workload.edges)
      : context.workload.lifeDays * chance.between(0.02, 0.98),
    entry: dual ? 'dual' : 'tier',
    coldServes: Array.from({ length: readers }, () => dual && chance.happens(0.5)),
  };
}

export function simulatedPolicy(context: PlanContext, policy: Policy): SimulatedPolicy {
  const known = (store: PlacedStore | undefined): SimulatedStore => {
    if (!store) throw new RangeError('no such store');
    return {
      store: store.store,
      region: store.region,
      transitionsTo: store.edition.transitionsTo,
      transitionAfterDays: store.edition.transitionAfterDays,
    };
  };
  const hot = known(context.stores[policy.hot]);
  if (policy.thresholdDays === null || policy.entry === null) return { hot };
  return {
    hot,
    cold: known(context.stores[policy.cold]),
    thresholdDays: policy.thresholdDays,
    entry: policy.entry,
    coldServes: policy.coldServes,
  };
}
