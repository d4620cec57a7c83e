/** The plans of a scenario in one draw: the same placements, billed and judged exactly at the values drawn. */
import type { EvidenceBase } from '../latency/evidence-base.ts';
import type { CandidateStore } from '../placement/context/candidate-store.ts';
import { candidateLatency } from '../placement/worked/candidate-latency.ts';
import { verdictsByName } from '../placement/chains/judge.ts';
import { chainOf, isChain } from '../placement/chain.ts';
import { contestGround, contestOf } from '../placement/winners/contest.ts';
import { exactCost } from '../placement/costs/exact-cost.ts';
import { latencyGrid } from '../placement/latency-grid.ts';
import type { LatencyGrid } from '../placement/latency-grid.ts';
import { aliveIn, isByAge, storesOfAny } from '../placement/not-by-age/placement.ts';
import type { AnyPlacement } from '../placement/not-by-age/placement.ts';
import { planContext } from '../placement/context/plan-context.ts';
import type { PlanContext } from '../placement/context/types.ts';
import { planTariffs } from '../placement/costs/tariffs.ts';
import { stretchShares } from '../placement/worked/served.ts';
import type { Archive } from '../pricing/archive.ts';
import type { Feasible } from '../report/verdict.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { gridAtLevels } from '../latency/levels.ts';

/** What stays the same in every draw. */
export interface Ground {
  archive: Archive;
  evidence: EvidenceBase;
  /** Candidate stores, in the order that placements name them: which may be used does not hang on a draw. */
  stores: readonly CandidateStore[];
  billing: PlanContext['billing'];
}

export interface PlanAtDraw {
  cost: number;
  atLeast: boolean;
  feasible: Feasible;
  requirements: { requirement: string; verdict: Feasible }[];
  p99Ms: number | null;
}

/** Operations and bytes a second that a store publishes: no requirement of the scenario's, but none of its plans may pass them. */
const LIMITS = 'limits';

/** A scenario at the values drawn. */
export interface Draw {
  context: PlanContext;
  cost(placement: AnyPlacement): number;
  /** `levelOf`: by store, where its latencies lie in their band. */
  judge(levelOf: (store: number) => number): (placement: AnyPlacement) => PlanAtDraw;
  /** The cheapest placement of all that the search knows, where one is proven and its price known. */
  cheapest(levelOf: (store: number) => number): AnyPlacement | null;
}

export function drawOf(scenario: Scenario, ground: Ground): Draw {
  const found = planContext(scenario, ground.archive, ground.evidence, {
    usable: [...ground.stores],
    excluded: [],
  });
  const context = { ...found, billing: ground.billing };
  const { budget } = scenario.requirements;
  const unlevelled = once(() => latencyGrid(context, ground.evidence));
  const gridAt = (levelOf: (store: number) => number) => gridAtLevels(unlevelled(), levelOf);
  const contestAt = (grid: LatencyGrid) =>
    contestOf(contestGround(context, grid, ground.evidence), context, grid);
  const exact = once(() => exactCost(context, planTariffs(context)));
  const billed = once(() => contestAt(unlevelled()));
  return {
    context,
    cost(placement) {
      const own = aliveIn(placement, context);
      // A shape of variance asks for thousands: by age no latency is needed.
      return isByAge(own) ? exact().of(own).total : (billed().bill(own)?.total ?? NaN);
    },
    judge(levelOf) {
      const grid = gridAt(levelOf);
      const contest = contestAt(grid);
      const { judged, notByAge } = contest;
      const latency = candidateLatency(context, grid);
      return (placement) => {
        const own = aliveIn(placement, context);
        const placed = isByAge(own) ? null : notByAge.placed(own);
        const found = contest.bill(own);
        if (!found) throw new RangeError('every draw has the placements of the plan');
        const each = isByAge(own)
          ? isChain(own)
            ? verdictsByName(context, judged, own)
            : judged.each(own)
          : placed && notByAge.each(placed);
        const asked = [...(each ?? [])].map(([requirement, verdict]) => ({ requirement, verdict }));
        const { total: cost, atLeast } = found;
        const affordable: Feasible = budget === undefined || cost <= budget ? 'yes' : 'no';
        const withinLimits = isByAge(own) ? context.limits.within(own) : placed?.withinLimits();
        if (!withinLimits) asked.push({ requirement: LIMITS, verdict: 'no' });
        if (budget !== undefined) asked.push({ requirement: 'budget', verdict: affordable });
        const servers = placed?.servers();
        return {
          cost,
          atLeast,
          feasible: affordable === 'no' ? 'no' : contest.verdict(own),
          requirements: asked,
          p99Ms: isByAge(own)
            ? latency.readP99(own, stretchShares(context.workload, chainOf(own)))
            : latency.readP99From(context.workload.readers.map(() => servers ?? [])),
        };
      };
    },
    cheapest(levelOf) {
      const grid = gridAt(levelOf);
      const winner = contestAt(grid).winner();
      return winner && !winner.atLeast ? winner.placement : null;
    },
  };
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The same ground with only the placement's own stores, and the placement among them. */
export function narrowed(
  placement: AnyPlacement,
  ground: Ground,
): { placement: AnyPlacement; ground: Ground } {
  const used = [...new Set(storesOfAny(placement))];
  const at = (store: number) => used.indexOf(store);
  return {
    placement: withStores(placement, at),
    ground: { ...ground, stores: used.flatMap((store) => ground.stores[store] ?? []) },
  };
}

function withStores(placement: AnyPlacement, at: (store: number) => number): AnyPlacement {
  if (isByAge(placement) && isChain(placement))
    return { ...placement, stays: placement.stays.map((stay) => ({ ...stay, store: at(stay.store) })) };
  if (isByAge(placement) || placement.kind === 'cache')
    return { ...placement, hot: at(placement.hot), cold: at(placement.cold) };
  const [a, b] = placement.stores;
  return { ...placement, stores: [at(a), at(b)] };
}
