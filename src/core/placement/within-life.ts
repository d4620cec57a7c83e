/** Placements of one variation of a scenario carried to another. */
import { itemAt } from '../at.ts';
import type { PlacedPopulation } from './context/populations.ts';
import type { PlanContext } from './context/types.ts';
import { livedStages } from './placement.ts';
import type { Cache, Entry, Placement, Timeline } from './placement.ts';

/**
 * A placement made for another variation of the scenario, whose stores and readers are the same. Moves at ages that no object reaches
 * do not happen, nor those of rules that objects have become too small for. Populations that were not there are placed as those most
 * like them.
 */
export function withinLife(
  context: PlanContext,
  { timelines, cache }: Placement,
  made: PlanContext = context,
): Placement {
  return {
    ...(cache ? { cache: cacheWithinLife(cache, context) } : {}),
    timelines: context.populations.map((one) => {
      const like = [...made.populations.entries()].sort(([, a], [, b]) => unlike(one, a) - unlike(one, b))[0];
      if (!like) throw new RangeError('a plan has at least one population');
      const timeline = itemAt(timelines, like[0]);
      if (one.stream === like[1].stream) return until(context, one, timeline);
      const last = itemAt(timeline, timeline.length - 1);
      return [
        {
          ...last,
          fromDays: 0,
          entered: last.holders.map((store): Entry => ({ store, how: 'write', from: null })),
        },
      ];
    }),
  };
}

function unlike(a: PlacedPopulation, b: PlacedPopulation): number {
  return (
    (a.stream === b.stream ? 0 : 4) + (a.sizeClass === b.sizeClass ? 0 : 2) + (a.slice === b.slice ? 0 : 1)
  );
}

function until(context: PlanContext, { workload }: PlacedPopulation, timeline: Timeline): Timeline {
  const end = timeline.findIndex(({ entered }) =>
    entered.some(
      ({ how, from }) =>
        how === 'rule' &&
        from !== null &&
        workload.meanSizeBytes < itemAt(context.stores, from).edition.transitionFromBytes,
    ),
  );
  const lived = livedStages(timeline, workload.lifeDays);
  return end < 0 || end >= lived.length ? lived : lived.slice(0, end);
}

/** The same where objects live shorter than it was made for, or none arrive: a copy is gone with its object. */
function cacheWithinLife(cache: Cache, { workload, stores }: PlanContext): Cache {
  const least = stores[cache.hot]?.edition.rules.storage.minimumHours ?? 0;
  const arrives = workload.months.some(({ population }) => population.arrivals > 0);
  return {
    ...cache,
    ttlHours: Math.max(Math.min(cache.ttlHours, workload.lifeDays * 24), least),
    writes: arrives ? cache.writes : 'around',
  };
}
