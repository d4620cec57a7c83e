/** Groups of a replay as a plan's context, so that what bills and judges a placement bills and judges what was measured. */
import { itemAt } from '../at.ts';
import { programTerms } from '../placement/bill/programs.ts';
import { populationParts, heldStores } from '../placement/bill/parts.ts';
import type { Term } from '../placement/bill/term.ts';
import { termsOf, unreadTerms } from '../placement/bill/terms.ts';
import type { PlacedPopulation } from '../placement/context/populations.ts';
import type { PlanContext } from '../placement/context/types.ts';
import { storeParts } from '../placement/costs/store-parts.ts';
import { keptPart } from '../placement/costs/usage-parts.ts';
import { coldStore } from '../placement/placement.ts';
import type { Cache, Placement } from '../placement/placement.ts';
import { isCopied } from '../rereads/caches/cache-codes.ts';
import { flowBy, flowsIn, measuredFlows } from '../rereads/caches/flows.ts';
import type { CacheFlow } from '../rereads/caches/flows.ts';
import { cacheTerms } from '../rereads/caches/units.ts';
import type { Population } from '../workload/population.ts';
import type { SizeClass, Workload } from '../workload/workload.ts';
import type { Exits, Group } from './group.ts';

/** How much of what was measured takes the place of what the plan expects: the whole trace, or without when its reads come, … */
export const LEVELS = ['trace', 'reads', 'lives', 'births'] as const;
export type Level = (typeof LEVELS)[number];

/** What the plan expects over the period. */
export interface Ground {
  context: PlanContext;
  /** In its context. */
  placement: Placement;
  windowDays: number;
  /** A day, by operation. */
  operations: Workload['operationsPerDay'];
}

export interface Measured {
  context: PlanContext;
  placement: Placement;
  /** `lists`: with what jobs ask that look for objects to move. */
  terms(lists?: boolean): Term[];
}

/** `timelines`: of each group. */
export function measured(
  ground: Ground,
  groups: readonly Group[],
  timelines: Placement['timelines'],
  level: Level = 'trace',
): Measured {
  const { cache } = ground.placement;
  const context = contextOf(ground, groups, timelines, level);
  // For latency each group answers like the plan's size class that is nearest to it.
  const answers = {
    ...context,
    populations: context.populations.map((one, i) => ({
      ...one,
      sizeClass: itemAt(groups, i).kind.sizeClass,
    })),
  };
  const placement = { ...ground.placement, timelines };
  const exits = () => (hasRealLives(level) ? exitTerms(context, groups) : []);
  if (!cache)
    return {
      context: answers,
      placement,
      terms(lists = true) {
        const all = termsOf(context, placement, 'months', 0);
        // They are the last.
        const programs = lists ? 0 : programTerms(context, placement, 'months', 0).length;
        return [...all.slice(0, all.length - programs), ...exits()];
      },
    };
  const flows = groups.map((group) => flowOf(ground, group, level));
  measuredFlow(
    answers,
    flowBy((of) => flows.reduce((all, own) => all + own[of], 0)),
  );
  return {
    context: answers,
    placement,
    terms: () => [
      ...unreadTerms(context, placement, 'months', 0),
      ...groups.flatMap((group, i) =>
        copyTerms(ground, group, itemAt(timelines, i), itemAt(flows, i), cache),
      ),
      ...exits(),
    ],
  };
}

const hasRealLives = (level: Level) => level === 'trace' || level === 'reads';

/** Each group is a population with a size of its own. */
function contextOf(
  { context, windowDays, operations }: Ground,
  groups: readonly Group[],
  timelines: Placement['timelines'],
  level: Level,
): PlanContext {
  const { writes } = context.scenario.workload;
  const month = { ...itemAt(context.workload.months, 0).month, days: windowDays };
  const populations = groups.map((group, i) =>
    populationOf(context, group, itemAt(timelines, i), windowDays, level),
  );
  const sizes = groups.map((group) => group.sizeClass(writes.partSize));
  const only = sizes.length === 1 ? sizes[0] : undefined;
  const sum = (of: (i: number) => number) => groups.reduce((all, _, i) => all + of(i), 0);
  const daysOf = (i: number) => {
    const own = itemAt(populations, i);
    return own.objectDaysBelow(Infinity) + own.standing.objects * windowDays;
  };
  const [days, reads] = [sum(daysOf), sum((i) => itemAt(populations, i).reads)];
  const byteDays = sum((i) => daysOf(i) * itemAt(sizes, i).sizeBytes);
  const whole: Population = {
    arrivals: sum((i) => itemAt(populations, i).arrivals),
    objectDaysBelow: () => days,
    reaching: () => 0,
    reads,
    readShareBelow: () => 1,
    standing: { objects: 0, readShare: 0 },
  };
  const mean: SizeClass = only ?? {
    share: 1,
    sizeBytes: ratio(byteDays, days),
    readBytes: ratio(
      sum((i) => itemAt(populations, i).reads * itemAt(sizes, i).readBytes),
      reads,
    ),
    put: [],
  };
  const workloadWith = (one: SizeClass, population: Population): Workload => {
    const months = [{ month, population }];
    return {
      ...context.workload,
      classes: [one],
      meanSizeBytes: one.sizeBytes,
      expiryDays: hasRealLives(level) ? null : context.workload.expiryDays,
      lifeDays: Infinity,
      months,
      timeline: months,
      horizon: months,
      operationsPerDay: operations,
    };
  };
  const workload = workloadWith(mean, whole);
  const asked = context.readsAsked;
  const readsAsked: PlanContext['readsAsked'] =
    asked &&
    ((store) => ({
      repeat: (q, i) => asked(store).repeat(q, groups[i]?.kind.sizeClass ?? 0),
      away: (q, i) => asked(store).away(q, groups[i]?.kind.sizeClass ?? 0),
    }));
  const place = (store: PlanContext['stores'][number], s: number) => ({
    ...store,
    parts: storeParts(store, workload, readsAsked?.(s)),
  });
  return {
    ...context,
    workload,
    readsAsked,
    stores: context.stores.map(place),
    copies: context.copies.map((one, c) => place(one, context.stores.length + c)),
    populations: groups.map(({ kind }, i): PlacedPopulation => {
      const own = itemAt(sizes, i);
      return {
        name: `${i}`,
        stream: kind.isOld ? 'old' : 'new',
        sizeClass: i,
        slice: null,
        upTo: 1,
        workload: { ...workloadWith(own, itemAt(populations, i)), operationsPerDay: [], jobs: [] },
        objects: ratio(daysOf(i), days),
        bytes: ratio(daysOf(i) * own.sizeBytes, byteDays),
        reads: ratio(itemAt(populations, i).reads, reads),
      };
    }),
  };
}

const ratio = (part: number, of: number) => (of > 0 ? part / of : 0);

/** Of one group over the period. */
function populationOf(
  { populations, workload }: PlanContext,
  group: Group,
  timeline: Placement['timelines'][number],
  windowDays: number,
  level: Level,
): Population {
  const { kind, arrivals } = group;
  const total = (counts: Float64Array) => counts.reduce((sum, one) => sum + one, 0);
  const reads = total(group.reads);
  if (kind.isOld)
    return {
      arrivals: 0,
      objectDaysBelow: () => 0,
      reaching: () => 0,
      reads,
      readShareBelow: () => 0,
      standing: { objects: total(group.real.days) / windowDays, readShare: 1 },
      unreadHours: (_, days) => 24 * unreadFrom(group, 0, days),
    };
  const expected = itemAt(itemAt(populations, kind.population).workload.months, 0).population;
  const stages = level === 'lives' ? group.model : group.real;
  const below = (counts: Float64Array, age: number) =>
    timeline.reduce((sum, { fromDays }, k) => sum + (fromDays < age ? itemAt(counts, k) : 0), 0);
  const at = (age: number) => timeline.findIndex(({ fromDays }) => fromDays === age);
  const share = ratio(arrivals, expected.arrivals);
  const own: Population = {
    arrivals,
    objectDaysBelow: (age) =>
      hasRealLives(level)
        ? below(stages.days, age)
        : below(group.before, age) +
          (level === 'lives'
            ? below(stages.days, age)
            : share * expected.objectDaysBelow(Math.min(age, workload.lifeDays))),
    reaching: (age) => {
      const k = at(age);
      if (level === 'births') return share * expected.reaching(age);
      return k > 0 ? itemAt(stages.reached, k) : arrivals;
    },
    reads,
    readShareBelow: (age) =>
      level === 'trace' ? ratio(below(group.reads, age), reads) : expected.readShareBelow(age),
    standing: { objects: 0, readShare: 0 },
  };
  return level === 'trace'
    ? { ...own, unreadHours: (fromDays, days) => 24 * unreadFrom(group, at(fromDays), days) }
    : own;
}

function unreadFrom({ unread, unreadDays }: Group, k: number, days: number): number {
  return itemAt(unread, k * unreadDays.length + unreadDays.indexOf(days));
}

function flowOf({ context, placement }: Ground, group: Group, level: Level): CacheFlow {
  if (level === 'trace' || !placement.cache) return group.flow;
  const mean = flowsIn(context).mean(placement.cache);
  const share = ratio(group.flow.hits + group.flow.misses, mean.hits + mean.misses);
  return { ...flowBy((of) => mean[of] * share), writeFills: group.flow.writeFills };
}

function copyTerms(
  ground: Ground,
  group: Group,
  timeline: Placement['timelines'][number],
  flow: CacheFlow,
  cache: Cache,
): Term[] {
  const context = contextOf(ground, [group], [timeline], 'trace');
  measuredFlow(context, flow);
  const cold = coldStore(ground.context, ground.placement);
  const copied = isCopied(cache, group.kind.sizeClass);
  return cacheTerms(context, { ...cache, classes: copied ? null : [] }, cold, 'months', 0);
}

/** What was deleted, at the age at which it was. */
function exitTerms(context: PlanContext, groups: readonly Group[]): Term[] {
  const held = heldStores(context);
  const parts = populationParts(context);
  return groups.flatMap(({ exits }, i) =>
    [...exits].flatMap(([store, { early, late }]: [number, Exits]) => {
      const { softDeleteHours } = itemAt(held, store).edition.rules.storage;
      const { workload } = itemAt(context.populations, i);
      const ways = [
        { objects: early.objects, hours: early.hours },
        { objects: late, hours: LONG_HELD_HOURS },
      ];
      return ways.flatMap(({ objects, hours }): Term[] => {
        if (objects === 0) return [];
        const exit = parts(i, store).exit(hours, true);
        const own =
          softDeleteHours === undefined ? [exit] : [{ ...exit, deletedEarly: [] }, keptPart(workload, hours)];
        return own.map((part) => ({ store, part, times: objects, event: null, isJob: false }));
      });
    }),
  );
}

const LONG_HELD_HOURS = 1e6;

/** From now on the flows of this context are what was measured in it. */
function measuredFlow(context: PlanContext, flow: CacheFlow): void {
  measuredFlows.set(context, {
    ttls: [],
    writes: [],
    each: () => [flow],
    mean: () => flow,
    alike: () => '',
    isPastStock: () => false,
  });
}
