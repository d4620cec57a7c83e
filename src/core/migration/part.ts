/** A placement of a share of all objects, as a move sees it: what it uses in a month, and which stores hold which objects when. */
import { itemAt } from '../at.ts';
import { lazily } from '../memo.ts';
import { populationParts } from '../placement/bill/parts.ts';
import { usagesOf } from '../placement/bill/usages.ts';
import { populationsOf } from '../placement/context/populations.ts';
import type { PlanContext } from '../placement/context/types.ts';
import { withinLife } from '../placement/within-life.ts';
import type { Placement } from '../placement/placement.ts';
import type { Usage } from '../pricing/bills/usage.ts';
import type { Parcel, Span } from './spans.ts';
import { addUp } from './usage-sums.ts';

export interface PlacementPart {
  share: number;
  context: PlanContext;
  placement: Placement;
  /** Of one population of the context. */
  spans(population: number): readonly Span[];
  /** In a month of the horizon. */
  usages(m: number): Usage[];
}

/** For objects that live shorter than it was made for as well. */
export function partOf(context: PlanContext, wanted: Placement, share: number): PlacementPart {
  const placement = withinLife(context, wanted);
  const held = [...context.stores, ...context.copies];
  const months = lazily(() => usagesOf(context, placement, 'horizon'));
  return {
    share,
    context,
    placement,
    spans(p) {
      const stages = placement.timelines[p] ?? [];
      return stages.map(({ fromDays, holders }, i) => ({
        fromDays,
        toDays: stages[i + 1]?.fromDays ?? context.workload.lifeDays,
        // Copies that the scenario demands are there before and after.
        holders: holders
          .filter((s) => s < context.stores.length)
          .map((s) => ({ ...itemAt(held, s), parts: populationParts(context)(p, s) })),
      }));
    },
    usages: (m) => months()[m] ?? [],
  };
}

/** The same placement where other objects are there in each month of the horizon, and none of what else the scenario asks. */
export function partWith(
  { context, placement, share }: PlacementPart,
  horizon: PlanContext['workload']['horizon'],
  { operationsPerDay, jobs }: Pick<PlanContext['workload'], 'operationsPerDay' | 'jobs'>,
): PlacementPart {
  const workload = { ...context.workload, horizon, operationsPerDay, jobs };
  const populations = populationsOf(workload, context.scenario);
  const timelines = populations.map(({ name }) => {
    // Where none is left of any kind, one stands for nothing.
    const p = context.populations.findIndex((one) => one.name === name);
    return itemAt(placement.timelines, Math.max(0, p));
  });
  return partOf({ ...context, workload, populations }, { ...placement, timelines }, share);
}

/** In a month of the horizon, of parts of the same objects. */
export function usagesOfParts(parts: readonly PlacementPart[], m: number): Usage[] {
  return addUp(parts.map((one) => ({ usages: one.usages(m), times: one.share })));
}

/** Of two placements of the same objects. */
export function parcelsOf(
  { populations }: Pick<PlanContext, 'populations'>,
  from: PlacementPart,
  to: PlacementPart,
): Parcel[] {
  return populations.map(({ workload }, p) => ({
    workload,
    standing: workload.horizon[0]?.population.standing.objects ?? 0,
    arrivalsPerDay: itemAt(workload.rates, 0).arrivalsPerDay,
    from: from.spans(p),
    to: to.spans(p),
  }));
}
