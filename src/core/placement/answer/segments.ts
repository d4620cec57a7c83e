/** Where the objects of a placement are: parts that are placed alike, and the stretches of their lives. */
import { itemAt } from '../../at.ts';
import type { CandidatePart, CandidateStep, Segment } from '../../report/plan-types.ts';
import { heldStores } from '../bill/parts.ts';
import { caches } from '../caches.ts';
import type { PlacedPopulation } from '../context/populations.ts';
import type { PlanContext } from '../context/types.ts';
import { namesOf } from '../ids.ts';
import { livedStages, staysOf } from '../placement.ts';
import type { Placement, Timeline } from '../placement.ts';
import { storesOf } from '../shape.ts';
import type { Shape } from '../shape.ts';

/** The most bytes first. */
export function partsOf(context: PlanContext, placement: Placement): CandidatePart[] {
  const { timelines, cache } = placement;
  if (cache) return [caches().part(context, placement, cache)];
  const isFirst = hotFirst(context, placement);
  const alike = new Map<string, { timeline: Timeline; own: PlacedPopulation[] }>();
  for (const [p, timeline] of timelines.entries()) {
    const one = itemAt(context.populations, p);
    const lived = livedStages(timeline, one.workload.lifeDays);
    const key = JSON.stringify(lived.map(({ fromDays, holders, servers }) => [fromDays, holders, servers]));
    const part = alike.get(key) ?? { timeline: lived, own: [] };
    part.own.push(one);
    alike.set(key, part);
  }
  const sum = (own: readonly PlacedPopulation[], of: 'objects' | 'bytes' | 'reads') =>
    own.reduce((total, one) => total + one[of], 0);
  return [...alike.values()]
    .map(({ timeline, own }): CandidatePart => ({
      name: alike.size === 1 ? 'all' : namesOf(context, own).join(),
      objects: sum(own, 'objects'),
      bytes: sum(own, 'bytes'),
      reads: sum(own, 'reads'),
      segments: segmentsOf(context, timeline, own, isFirst),
    }))
    .sort((a, b) => b.bytes - a.bytes);
}

/** Compares holders: the one that is left first, then the demanded copies. */
export function hotFirst(context: PlanContext, placement: Placement): (a: number, b: number) => number {
  const order = storesOf(context, placement);
  const placeOf = (store: number) =>
    order.includes(store) ? order.indexOf(store) : context.stores.length + store;
  return (a, b) => placeOf(a) - placeOf(b);
}

function segmentsOf(
  context: PlanContext,
  timeline: Timeline,
  own: readonly PlacedPopulation[],
  isFirst: (a: number, b: number) => number,
): Segment[] {
  const { lifeDays, readers } = context.workload;
  const held = heldStores(context);
  const ref = (store: number) => (store < 0 ? '' : itemAt(held, store).ref);
  return timeline.map(({ fromDays, holders, servers }, k) => {
    const toDays = timeline[k + 1]?.fromDays;
    return {
      fromDays,
      toDays: toDays ?? lifeDays,
      holders: [...holders].sort(isFirst).map(ref),
      servers: Object.fromEntries(readers.map(({ place }, q) => [place, ref(itemAt(servers, q))])),
      readShare: own.reduce((sum, one) => sum + one.reads * shareBetween(one, fromDays, toDays), 0),
    };
  });
}

/** Of the reads of a population, those on objects of these ages. */
function shareBetween({ workload }: PlacedPopulation, fromDays: number, toDays: number | undefined): number {
  const reads = workload.months.reduce((sum, { population }) => sum + population.reads, 0);
  if (reads === 0) return 0;
  const below = (age: number) =>
    workload.months.reduce(
      (sum, { population }) => sum + population.reads * population.readShareBelow(age),
      0,
    );
  return (toDays === undefined ? 1 : below(toDays) / reads) - (fromDays === 0 ? 0 : below(fromDays) / reads);
}

/** From each store to the next. */
export function stepsOf(context: PlanContext, { timelines }: Placement, shape: Shape): CandidateStep[] {
  const held = heldStores(context);
  const ref = (store: number) => itemAt(held, store).ref;
  if (shape.kind === 'age')
    return shape.steps.map(({ leftDays, entry }, i) => ({
      from: ref(itemAt(shape.stores, i)),
      to: ref(itemAt(shape.stores, i + 1)),
      leftDays,
      entry: entry === 'life' ? 'lifecycle' : entry,
    }));
  const steps = new Map<string, CandidateStep>();
  for (const [p, timeline] of timelines.entries())
    for (const { entry, fromDays } of staysOf(timeline, itemAt(context.populations, p).workload.lifeDays)) {
      if (entry.from === null) continue;
      const step: CandidateStep = {
        from: ref(entry.from),
        to: ref(entry.store),
        leftDays: fromDays,
        entry: entry.how === 'rule' ? 'lifecycle' : 'tier',
      };
      steps.set(JSON.stringify(step), step);
    }
  return [...steps.values()];
}
