/** A placement of a share of all objects, as a move sees it: what it uses in a month, and which stores hold what. */
import { itemAt } from '../at.ts';
import type { EvidenceBase } from '../latency/evidence-base.ts';
import { memo } from '../memo.ts';
import { latencyGrid } from '../placement/latency-grid.ts';
import { segmentsOf } from '../placement/worked/moves.ts';
import { usagesOfAny } from '../placement/not-by-age/itemised.ts';
import { aliveIn, isByAge } from '../placement/not-by-age/placement.ts';
import type { AnyPlacement } from '../placement/not-by-age/placement.ts';
import { notByAge, notByAgeGround } from '../placement/not-by-age/kinds.ts';
import { cutsOf } from '../placement/partitions/cuts.ts';
import type { CutAt } from '../placement/partitions/cuts.ts';
import type { Side } from '../placement/partitions/side.ts';
import type { PlacedStore, PlanContext } from '../placement/context/types.ts';
import { planTariffs } from '../placement/costs/tariffs.ts';
import { usagesOf } from '../placement/costs/usages.ts';
import { verdicts } from '../placement/verdicts/verdicts.ts';
import type { Usage } from '../pricing/bills/usage.ts';
import type { Month } from '../workload/months.ts';
import type { Population } from '../workload/population.ts';
import { spansOf } from './spans.ts';
import type { Span } from './spans.ts';

export interface PlacementPart {
  share: number;
  context: PlanContext;
  placement: AnyPlacement;
  /** Whole objects: of a cache its cold store, for copies come and go by themselves. Empty of a split by size or popularity. */
  spans: readonly Span[];
  /** `population`: of all objects. */
  usages(month: Month, population: Population): Usage[];
  /** Its stores as they are for either side of a cut. */
  sidesAt(at: CutAt): readonly Side[];
}

/** For objects that live shorter than it was made for as well. */
export function partOf(
  context: PlanContext,
  wanted: AnyPlacement,
  share: number,
  evidence: EvidenceBase,
): PlacementPart {
  const placement = aliveIn(wanted, context);
  const grid = memo((_once: 'grid') => latencyGrid(context, evidence));
  const cuts = memo((_once: 'cuts') => cutsOf(context, grid('grid'), evidence));
  return {
    share,
    context,
    placement,
    spans: spansIn(context, placement),
    usages: isByAge(placement)
      ? (month, population) => usagesOf(context, placement, month, population)
      : usagesOfAny(context, othersIn(context, evidence), placement),
    sidesAt: (at) => cuts('cuts').of(at)?.sides ?? [],
  };
}

function othersIn(context: PlanContext, evidence: EvidenceBase) {
  const grid = latencyGrid(context, evidence);
  const ground = notByAgeGround({ context, grid, tariffs: planTariffs(context), evidence });
  return notByAge(ground, context, verdicts(context, grid));
}

function spansIn(context: PlanContext, placement: AnyPlacement): Span[] {
  if (isByAge(placement)) return spansOf(context, segmentsOf(context, placement, []));
  return placement.kind === 'split' ? [] : [always(context.stores[placement.cold])];
}

const always = (store: PlacedStore | undefined): Span => ({
  fromDays: 0,
  toDays: Infinity,
  holders: store ? [store] : [],
});

/** What a move goes through object by object: all of them, or one side of a cut. */
export interface Parcel {
  workload: PlanContext['workload'];
  /** At the start. */
  standing: number;
  arrivalsPerDay: number;
  from: readonly Span[];
  to: readonly Span[];
}

/** Of two placements of the same objects, of which one at most is a split by size or popularity. */
export function parcelsOf(
  { workload }: Pick<PlanContext, 'workload'>,
  from: PlacementPart,
  to: PlacementPart,
): Parcel[] {
  const first = workload.horizon[0]?.population;
  const arrivalsPerDay = itemAt(workload.rates, 0).arrivalsPerDay;
  const at = cutOf(from.placement) ?? cutOf(to.placement);
  if (!at)
    return [
      { workload, standing: first?.standing.objects ?? 0, arrivalsPerDay, from: from.spans, to: to.spans },
    ];
  const [ofFrom, ofTo] = [from.sidesAt(at), to.sidesAt(at)];
  return ofFrom.flatMap((side, i): Parcel[] => {
    const other = ofTo[i];
    if (!other) return [];
    return [
      {
        workload: side.context.workload,
        standing: first ? side.of(first).standing.objects : 0,
        arrivalsPerDay: arrivalsPerDay * side.arrivals,
        from: spansOnSide(from, side, i),
        to: spansOnSide(to, other, i),
      },
    ];
  });
}

function cutOf(placement: AnyPlacement): CutAt | null {
  return isByAge(placement) || placement.kind === 'cache' ? null : placement.at;
}

/** The same stores with what an object of that side uses. */
function spansOnSide({ placement, spans }: PlacementPart, { context }: Side, i: number): Span[] {
  if (!isByAge(placement) && placement.kind === 'split')
    return [always(context.stores[placement.stores[i] ?? -1])];
  return spans.map(({ holders, ...span }) => ({
    ...span,
    holders: holders.flatMap(({ ref }) => context.stores.find((store) => store.ref === ref) ?? []),
  }));
}
