/** Splits by age and single stores by chance, and the same in the simulator's words. */
import { agePlacement, singlePlacement } from '#core/placement/ids.ts';
import type { PlanContext } from '#core/placement/context/types.ts';
import type { Placement } from '#core/placement/placement.ts';
import { Chance } from './chance.ts';
import { simulatedStores } from './placements.ts';
import type { SimulatedPolicy } from './simulate.ts';

/** One store, or a hot one until an age and a cold one from then on. */
export interface RandomPolicy {
  hot: number;
  split: { cold: number; thresholdDays: number; entry: 'tier' | 'dual' } | null;
}

export function randomPolicy(context: PlanContext, seed: number): RandomPolicy {
  const chance = new Chance(seed + 1_000_003);
  const { edges, lifeDays } = context.workload;
  const [hot = 0, cold = 0] = chance.some([...context.stores.keys()], 2);
  if (chance.happens(0.15) || hot === cold || edges.length === 0) return { hot, split: null };
  const entry = chance.happens(0.5) ? 'dual' : 'tier';
  const thresholdDays = chance.happens(0.7) ? chance.pick(edges) : lifeDays * chance.between(0.02, 0.98);
  return { hot, split: { cold, thresholdDays, entry } };
}

export function placedBy(context: PlanContext, { hot, split }: RandomPolicy): Placement {
  return split ? agePlacement(context, { hot, ...split }) : singlePlacement(context, hot);
}

export function simulatedPolicy(context: PlanContext, { hot, split }: RandomPolicy): SimulatedPolicy {
  const stores = simulatedStores(context);
  const known = (s: number) => {
    const store = stores[s];
    if (!store) throw new RangeError('no such store');
    return store;
  };
  if (!split) return { hot: known(hot) };
  return { hot: known(hot), cold: known(split.cold), thresholdDays: split.thresholdDays, entry: split.entry };
}
