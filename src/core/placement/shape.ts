/** What a placement is by its holders: one store, copies, stores by age, by size or popularity, or a mix of them. */
import { itemAt } from '../at.ts';
import { leftBehind } from './build.ts';
import type { Held } from './build.ts';
import { shareCode, sizeCode } from './context/populations.ts';
import type { PlacedPopulation } from './context/populations.ts';
import type { PlanContext } from './context/types.ts';
import { coldStore, livedStages } from './placement.ts';
import type { Cache, Placement } from './placement.ts';

/** Stores left one after the other. */
interface Chain {
  stores: number[];
  steps: { leftDays: number; entry: 'tier' | 'dual' | 'life' }[];
}

/** What a placement is called by. Parts are populations in the same chosen stores at the same ages. */
export type Shape =
  | { kind: 'single' | 'copies'; stores: readonly number[] }
  | ({ kind: 'age' } & Chain)
  | { kind: 'popularity' | 'size'; stores: [number, number]; code: string; first: PlacedPopulation[] }
  | { kind: 'cache'; stores: [hot: number, cold: number]; cache: Cache }
  | { kind: 'mixed'; parts: Part[] };

export interface Part {
  populations: PlacedPopulation[];
  stages: readonly Held[];
}

export function shapeOf(context: PlanContext, placement: Placement): Shape {
  const { cache } = placement;
  if (cache) return { kind: 'cache', stores: [cache.hot, coldStore(context, placement)], cache };
  const parts = partsOf(context, placement, (stages) => JSON.stringify(stages));
  const [first, second] = parts;
  if (parts.every(({ stages }) => stages.length === 1)) {
    if (first && !second) {
      const { holders } = itemAt(first.stages, 0);
      return { kind: holders.length === 1 ? 'single' : 'copies', stores: holders };
    }
    const cut = parts.length === 2 ? (cutBySize(parts) ?? cutByPopularity(parts)) : null;
    if (cut) return cut;
  }
  const chain = ageChain(context, placement, parts);
  return chain ? { kind: 'age', ...chain } : { kind: 'mixed', parts };
}

/** Chosen stores, not the demanded copies: in the order in which they are left, of new objects first. */
export function storesOf({ stores, populations }: PlanContext, { timelines, cache }: Placement): number[] {
  const found = new Set<number>(cache ? [cache.hot] : []);
  for (const [p, timeline] of timelines.entries()) {
    const lived = livedStages(timeline, itemAt(populations, p).workload.lifeDays);
    for (const [k, { holders }] of lived.entries())
      for (const store of holders)
        if (store < stores.length && !lived[k + 1]?.holders.includes(store)) found.add(store);
  }
  return [...found];
}

export function partsOf(
  context: PlanContext,
  { timelines }: Placement,
  keyOf: (stages: readonly Held[]) => string,
): Part[] {
  const parts = new Map<string, Part>();
  for (const [p, timeline] of timelines.entries()) {
    const one = itemAt(context.populations, p);
    const stages = livedStages(timeline, one.workload.lifeDays).map(({ fromDays, holders }): Held => ({
      fromDays,
      holders: holders.filter((store) => store < context.stores.length),
    }));
    const key = keyOf(stages);
    const part = parts.get(key) ?? { populations: [], stages };
    part.populations.push(one);
    parts.set(key, part);
  }
  return [...parts.values()];
}

export const sizeOf = ({ workload }: PlacedPopulation): number => workload.meanSizeBytes;

/** Two parts, each for life in one store, that a size tells apart: the small ones first. */
function cutBySize(parts: readonly Part[]): Shape | null {
  const [small, large] = [...parts].sort(
    (a, b) => Math.min(...a.populations.map(sizeOf)) - Math.min(...b.populations.map(sizeOf)),
  );
  const upTo = Math.max(...(small?.populations ?? []).map(sizeOf));
  if (!small || !large || large.populations.some((one) => sizeOf(one) <= upTo)) return null;
  return cut('size', small, large, sizeCode(upTo));
}

function cutByPopularity(parts: readonly Part[]): Shape | null {
  const popular = parts.find(
    ({ populations }) =>
      populations.every(({ slice }) => slice !== null) && populations.some(({ slice }) => slice === 0),
  );
  const rest = parts.find((part) => part !== popular);
  if (!popular || !rest?.populations.some(({ stream }) => stream === 'old')) return null;
  const upTo = Math.max(...popular.populations.map((one) => one.upTo));
  return rest.populations.some((one) => one.slice !== null && one.upTo <= upTo)
    ? null
    : cut('popularity', popular, rest, shareCode(upTo));
}

function cut(kind: 'popularity' | 'size', one: Part, other: Part, code: string): Shape | null {
  const [a, b] = [one, other].map(({ stages }) => itemAt(stages, 0).holders);
  if (a?.length !== 1 || b?.length !== 1) return null;
  return { kind, stores: [itemAt(a, 0), itemAt(b, 0)], code, first: one.populations };
}

/** Where all new objects go from store to store, but those that a rule leaves behind, and standing ones are in the last. */
function ageChain(context: PlanContext, { timelines }: Placement, parts: readonly Part[]): Chain | null {
  const main = parts
    .filter(({ populations }) => populations.some(({ stream }) => stream === 'new'))
    .reduce<Part | null>((best, one) => (best && best.stages.length >= one.stages.length ? best : one), null);
  const chain = main && main.stages.length > 1 ? chainOf(main.stages) : null;
  if (!main || !chain) return null;
  const last = chain.stores.slice(-1);
  const isSo = parts.every(({ populations, stages }) =>
    populations.every((one) =>
      one.stream === 'old'
        ? JSON.stringify(stages) === JSON.stringify([{ fromDays: 0, holders: last }])
        : same(stages, leftBehind(context, one, main.stages)),
    ),
  );
  if (!isSo) return null;
  const entered = timelines[context.populations.indexOf(itemAt(main.populations, 0))]?.flatMap(
    (stage) => stage.entered,
  );
  return {
    ...chain,
    steps: chain.steps.map((step, i) => {
      const how = entered?.find(({ store }) => store === chain.stores[i + 1])?.how;
      return how === 'rule' ? { ...step, entry: 'life' } : step;
    }),
  };
}

/** The same stores at the same ages, though one may list a stage that changes nothing. */
function same(a: readonly Held[], b: readonly Held[]): boolean {
  const changes = (stages: readonly Held[]) =>
    JSON.stringify(
      stages
        .map(({ fromDays, holders }) => ({ fromDays, holders: [...holders].sort((x, y) => x - y) }))
        .filter(
          ({ holders }, k, all) => k === 0 || JSON.stringify(holders) !== JSON.stringify(all[k - 1]?.holders),
        ),
    );
  return changes(a) === changes(b);
}

/** Null where a store is entered neither at arrival nor as the one before it is left. */
function chainOf(stages: readonly Held[]): Chain | null {
  const stores = [...new Set(stages.flatMap(({ holders }) => holders))];
  const stays = stores
    .map((store) => {
      const first = stages.findIndex(({ holders }) => holders.includes(store));
      const left = stages.findIndex(({ holders }, k) => k > first && !holders.includes(store));
      return { store, fromDays: itemAt(stages, first).fromDays, leftAt: left < 0 ? stages.length : left };
    })
    .sort((a, b) => a.leftAt - b.leftAt);
  if (stays.length !== stages.length || stays.some(({ leftAt }, i) => leftAt !== i + 1)) return null;
  const steps = stays.slice(1).map(({ fromDays }, i) => {
    const { fromDays: leftDays } = itemAt(stages, i + 1);
    return {
      leftDays,
      entry: fromDays === 0 ? ('dual' as const) : ('tier' as const),
      isRight: fromDays === 0 || fromDays === leftDays,
    };
  });
  if (itemAt(stays, 0).fromDays !== 0 || steps.some(({ isRight }) => !isRight)) return null;
  return { stores: stays.map(({ store }) => store), steps };
}
