/** Placements of holder sets by chance, and the same in the simulator's words. */
import { placed } from '#core/placement/build.ts';
import type { Held } from '#core/placement/build.ts';
import { heldStores } from '#core/placement/bill/parts.ts';
import type { PlanContext } from '#core/placement/context/types.ts';
import { staysOf } from '#core/placement/placement.ts';
import { storesOf } from '#core/placement/shape.ts';
import type { Placement } from '#core/placement/placement.ts';
import type { SimulatedChain } from './chain.ts';
import { Chance } from './chance.ts';
import type { SimulatedPart, SimulatedStore } from './simulate.ts';

/** Each population by itself in up to three stores, each held once, with at most two changes; readers, jobs and others ask any holder. */
export function randomPlacement(context: PlanContext, seed: number): Placement {
  const chance = new Chance(seed + 4_000_003);
  return placed(
    context,
    ({ stream, workload }) => {
      const stores = chance.some([...context.stores.keys()], chance.whole(1, 3));
      if (stream === 'old') return [{ fromDays: 0, holders: stores }];
      const age = () =>
        chance.happens(0.7) && workload.edges.length > 0
          ? chance.pick(workload.edges)
          : workload.lifeDays * chance.between(0.02, 0.98);
      const ages = [0, ...[age(), age()].sort((a, b) => a - b)].slice(0, chance.whole(1, 3));
      const distinct = ages.filter(
        (one, k) => k === 0 || one - (ages[k - 1] ?? 0) > 1e-6 * workload.lifeDays,
      );
      return heldByChance(chance, stores, distinct);
    },
    (_, holders) => chance.pick(holders),
  );
}

function heldByChance(chance: Chance, stores: readonly number[], ages: readonly number[]): Held[] {
  for (;;) {
    const stays = stores.map((store) => {
      const first = chance.whole(0, ages.length - 1);
      return { store, first, last: chance.whole(first, ages.length - 1) };
    });
    const stages = ages.map((fromDays, k) => ({
      fromDays,
      holders: stays.flatMap(({ store, first, last }) => (first <= k && k <= last ? [store] : [])),
    }));
    if (stages.every(({ holders }) => holders.length > 0)) return stages;
  }
}

/** Holders in the simulator's words, in their places. */
export function simulatedStores(context: PlanContext): SimulatedStore[] {
  return heldStores(context).map(({ store, region, edition }): SimulatedStore => {
    const { softDeleteHours, accessTiers } = edition.rules.storage;
    return {
      store,
      region,
      transitionsTo: edition.transitionsTo,
      transitionAfterDays: edition.transitionAfterDays,
      transitionFromBytes: edition.transitionFromBytes,
      ...(softDeleteHours === undefined ? {} : { softDeleteHours }),
      ...(accessTiers.length > 0 ? { accessTiers } : {}),
    };
  });
}

/** Slices of the standing objects are those of the scenario's curve, in its order. */
export function simulatedParts(context: PlanContext, placement: Placement): SimulatedPart[] {
  const { timelines } = placement;
  const known = simulatedStores(context);
  const order = storesOf(context, placement);
  const rankOf = (store: number) => (order.includes(store) ? order.indexOf(store) : order.length + store);
  const curve = [
    { objects: 0, reads: 0 },
    ...[context.scenario.workload.reads.skew ?? []].flat(),
    { objects: 1, reads: 1 },
  ];
  return context.populations.map(({ stream, slice, workload }, p) => {
    const timeline = timelines[p] ?? [];
    const stays = staysOf(timeline, workload.lifeDays);
    const indexOf = (store: number) => stays.findIndex(({ entry }) => entry.store === store);
    const chain: SimulatedChain = {
      stays: stays.map(({ entry, fromDays, toDays }) => {
        const store = known[entry.store];
        if (!store) throw new RangeError('no such store');
        return {
          store,
          fromDays,
          toDays: toDays ?? Infinity,
          rank: rankOf(entry.store),
          ...(entry.from === null
            ? {}
            : { filled: { from: indexOf(entry.from), byRule: entry.how === 'rule' } }),
        };
      }),
      answers: (asker, ageDays) => {
        const stage = timeline.findLast(({ fromDays }) => fromDays <= ageDays);
        return indexOf(stage?.servers[asker] ?? -1);
      },
    };
    const [from, to] = slice === null ? [curve[0], curve.at(-1)] : [curve[slice], curve[slice + 1]];
    return {
      chain,
      stream,
      sizeBytes: workload.meanSizeBytes,
      objects: (to?.objects ?? 1) - (from?.objects ?? 0),
      reads: (to?.reads ?? 1) - (from?.reads ?? 0),
    };
  });
}
