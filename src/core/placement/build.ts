/** Placements made by hand. */
import { itemAt } from '../at.ts';
import { listPrices } from './bill/list-prices.ts';
import { heldStores, populationParts } from './bill/parts.ts';
import { lifecycleReaches } from './context/candidate-store.ts';
import type { PlacedPopulation } from './context/populations.ts';
import type { PlanContext } from './context/types.ts';
import type { Entry, Placement, Stage, Timeline } from './placement.ts';
import { cheapestServe } from './serve.ts';
import type { Serve } from './serve.ts';

/** From an age on, the chosen stores that hold the objects. */
export interface Held {
  fromDays: number;
  holders: readonly number[];
}

/** Everything in one store, and in the demanded copies. */
export function singlePlacement(context: PlanContext, store: number, serve?: Serve): Placement {
  return placed(context, () => [{ fromDays: 0, holders: [store] }], serve);
}

interface AgeSplit {
  hot: number;
  cold: number;
  thresholdDays: number;
  entry: 'tier' | 'dual';
}

/** New objects in one store until an age and in another from then on; standing ones in the other. */
export function agePlacement(
  context: PlanContext,
  { hot, cold, thresholdDays, entry }: AgeSplit,
  serve?: Serve,
): Placement {
  return chainPlacement(context, [hot, cold], [{ leftDays: thresholdDays, entry }], serve);
}

/** Stores left one after the other, each entered as the one before is left or written at arrival; standing objects in the last. */
export function chainPlacement(
  context: PlanContext,
  stores: readonly number[],
  steps: readonly { leftDays: number; entry: 'tier' | 'dual' }[],
  serve?: Serve,
): Placement {
  const enteredAt = (i: number) => (steps[i - 1]?.entry === 'tier' ? itemAt(steps, i - 1).leftDays : 0);
  const stages = [0, ...steps.map(({ leftDays }) => leftDays)].map((fromDays, k): Held => ({
    fromDays,
    holders: stores.filter((_, i) => i >= k && enteredAt(i) <= fromDays),
  }));
  const last = stores.slice(-1);
  return placed(
    context,
    (one) => (one.stream === 'old' ? [{ fromDays: 0, holders: last }] : leftBehind(context, one, stages)),
    serve,
  );
}

/** Each population in the stores that are said for it. */
export function placed(
  context: PlanContext,
  stagesOf: (one: PlacedPopulation) => readonly Held[],
  serve: Serve = cheapestServe(context),
): Placement {
  return {
    timelines: context.populations.map((one, p) => timelineOf(context, p, stagesOf(one), serve)),
  };
}

/** A lifecycle rule moves no objects below its size: they stay where it would take them from. */
export function leftBehind(
  context: PlanContext,
  { workload }: PlacedPopulation,
  stages: readonly Held[],
): Held[] {
  const stays = new Map<number, number>();
  let before: readonly number[] = [];
  let since = new Map<number, number>();
  return stages.map(({ fromDays, holders }, k) => {
    const wanted = holders.map((store) => stays.get(store) ?? store);
    if (k > 0)
      for (const store of holders) {
        if (before.includes(stays.get(store) ?? store)) continue;
        const rule = ruleInto(context, before, wanted, since, store, fromDays);
        if (
          rule !== null &&
          workload.meanSizeBytes < itemAt(context.stores, rule).edition.transitionFromBytes
        )
          stays.set(store, rule);
      }
    const held = [...new Set(holders.map((store) => stays.get(store) ?? store))];
    since = new Map(held.map((store) => [store, since.get(store) ?? fromDays]));
    before = held;
    return { fromDays, holders: held };
  });
}

/** The store that is left and whose lifecycle moves objects into another; null: none. */
function ruleInto(
  context: PlanContext,
  before: readonly number[],
  after: readonly number[],
  since: ReadonlyMap<number, number>,
  into: number,
  atDays: number,
): number | null {
  const found = before.find(
    (from) =>
      !after.includes(from) &&
      lifecycleReaches(
        itemAt(context.stores, from),
        itemAt(context.stores, into),
        atDays - (since.get(from) ?? 0),
      ),
  );
  return found ?? null;
}

/** By reader, job and the other operations, as in `Stage.servers`. */
export function serversOf(
  { workload: { readers, jobs, operationsPerDay } }: PlanContext,
  population: number,
  holders: readonly number[],
  serve: Serve,
): number[] {
  const askers = readers.length + jobs.length;
  return Array.from({ length: askers + 1 }, (_, asker) =>
    asker === askers && operationsPerDay.length === 0 ? -1 : serve(population, holders, asker),
  );
}

/** Demanded copies hold from the start. A new holder is filled by the rule that may, else by the copy that is cheapest at list price. */
function timelineOf(context: PlanContext, p: number, stages: readonly Held[], serve: Serve): Timeline {
  const { workload } = itemAt(context.populations, p);
  const copies = context.copies.map((_, c) => context.stores.length + c);
  const parts = populationParts(context);
  const price = listPrices(context);
  const held = heldStores(context);
  const copyOut = (from: number, to: number) => price(from, parts(p, from).copyOut(itemAt(held, to)));
  const timeline: Stage[] = [];
  let before: readonly number[] = [];
  let since = new Map<number, number>();
  for (const { fromDays, holders } of stages) {
    if (fromDays > 0 && fromDays >= workload.lifeDays) break;
    const all = [...new Set([...holders, ...copies])].sort((a, b) => a - b);
    if (before.length === all.length && all.every((store) => before.includes(store))) continue;
    const entered = all
      .filter((store) => !before.includes(store))
      .map((store): Entry => {
        if (timeline.length === 0) return { store, how: 'write', from: null };
        const sources = before.filter((from) => from < context.stores.length);
        const rule = ruleInto(context, sources, all, since, store, fromDays);
        if (
          rule !== null &&
          workload.meanSizeBytes >= itemAt(context.stores, rule).edition.transitionFromBytes
        )
          return { store, how: 'rule', from: rule };
        // Of two that cost the same, the one that is left.
        const from = [...before]
          .sort((a, b) => Number(all.includes(a)) - Number(all.includes(b)))
          .reduce((best, one) => (copyOut(one, store) < copyOut(best, store) * (1 - 1e-12) ? one : best));
        return { store, how: 'copy', from };
      });
    timeline.push({
      fromDays,
      holders: all,
      servers: serversOf(context, p, all, serve),
      entered,
    });
    since = new Map(all.map((store) => [store, since.get(store) ?? fromDays]));
    before = all;
  }
  return timeline;
}
