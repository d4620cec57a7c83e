/** The plans of a scenario in one draw: the same placements, billed and judged exactly at the values drawn. */
import type { EvidenceBase } from '../latency/evidence-base.ts';
import type { CandidateStore } from '../placement/candidate-stores.ts';
import { candidateLatency } from '../placement/candidate-latency.ts';
import { chainSearch } from '../placement/chain-search.ts';
import { verdictOfChain, verdictsByName } from '../placement/chain-judge.ts';
import { chainOf, isChain, placementId, storesOf } from '../placement/chain.ts';
import type { Placement } from '../placement/chain.ts';
import { exactCost } from '../placement/exact-cost.ts';
import { latencyGrid } from '../placement/latency-grid.ts';
import type { LatencyGrid } from '../placement/latency-grid.ts';
import { planContext } from '../placement/plan-context.ts';
import type { PlanContext } from '../placement/plan-context.ts';
import { best } from '../placement/rank.ts';
import { search } from '../placement/search.ts';
import { stretchShares } from '../placement/served.ts';
import { planTariffs } from '../placement/tariffs.ts';
import { verdicts } from '../placement/verdicts.ts';
import { withinLife } from '../placement/within-life.ts';
import type { Archive } from '../pricing/archive.ts';
import type { Feasible } from '../report/plan-types.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { gridAtLevels } from './latency-levels.ts';

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
export const LIMITS = 'limits';

/** A scenario at the values drawn. */
export interface Draw {
  context: PlanContext;
  cost(placement: Placement): number;
  /** `levelOf`: by store, where its latencies lie in their band. */
  judge(levelOf: (store: number) => number): (placement: Placement) => PlanAtDraw;
  /** The cheapest placement of all that the search knows, where one is proven, and its id. */
  cheapest(levelOf: (store: number) => number): { placement: Placement; id: string } | null;
}

export function drawOf(scenario: Scenario, ground: Ground): Draw {
  const found = planContext(scenario, ground.archive, ground.evidence, {
    usable: [...ground.stores],
    excluded: [],
  });
  const context = { ...found, billing: ground.billing };
  const { budget } = scenario.requirements;
  const tariffs = planTariffs(context);
  const exact = exactCost(context, tariffs);
  let unlevelled: LatencyGrid | undefined;
  const gridAt = (levelOf: (store: number) => number) =>
    gridAtLevels((unlevelled ??= latencyGrid(context, ground.evidence)), levelOf);
  const alive = (placement: Placement) => withinLife(placement, context.workload.lifeDays);
  return {
    context,
    cost: (placement) => exact.of(alive(placement)).total,
    judge(levelOf) {
      const grid = gridAt(levelOf);
      const judged = verdicts(context, grid);
      const latency = candidateLatency(context, grid);
      return (placement) => {
        const own = alive(placement);
        const { total, atLeast } = exact.of(own);
        const each = isChain(own) ? verdictsByName(context, judged, own) : judged.each(own);
        const asked = [...each].map(([requirement, verdict]) => ({ requirement, verdict }));
        const affordable: Feasible = budget === undefined || total <= budget ? 'yes' : 'no';
        if (!context.limits.within(own)) asked.push({ requirement: LIMITS, verdict: 'no' });
        if (budget !== undefined) asked.push({ requirement: 'budget', verdict: affordable });
        return {
          cost: total,
          atLeast,
          feasible:
            affordable === 'no' ? 'no' : isChain(own) ? verdictOfChain(context, judged, own) : judged.of(own),
          requirements: asked,
          p99Ms: latency.readP99(own, stretchShares(context.workload, chainOf(own))),
        };
      };
    },
    cheapest(levelOf) {
      const judged = verdicts(context, gridAt(levelOf));
      const rivals = search(context, tariffs, exact, judged);
      const first = best(context, [
        ...rivals.singles(),
        ...rivals.bestSplits({ yes: 1, unproven: 0, no: 0 }),
      ]);
      const ofTwo = first?.feasible === 'yes' && !first.atLeast ? first : null;
      const [ofThree] = chainSearch(context, tariffs, exact, judged).best(
        { yes: ofTwo?.cost ?? Infinity, unproven: -Infinity },
        { yes: 1, unproven: 0 },
      );
      const placement = ofThree?.chain ?? ofTwo?.policy;
      return placement ? { placement, id: placementId(placement, context.stores) } : null;
    },
  };
}

/** The same ground with only the placement's own stores, and the placement among them. */
export function narrowed(placement: Placement, ground: Ground): { placement: Placement; ground: Ground } {
  const used = [...new Set(storesOf(placement))];
  const at = (store: number) => used.indexOf(store);
  return {
    placement: isChain(placement)
      ? { ...placement, stays: placement.stays.map((stay) => ({ ...stay, store: at(stay.store) })) }
      : { ...placement, hot: at(placement.hot), cold: at(placement.cold) },
    ground: { ...ground, stores: used.flatMap((store) => ground.stores[store] ?? []) },
  };
}
