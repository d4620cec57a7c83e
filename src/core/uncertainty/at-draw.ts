/** The plans of a scenario in one draw: the same placements, billed and judged exactly at the values drawn. */
import type { EvidenceBase } from '../latency/evidence-base.ts';
import type { CandidateStore } from '../placement/candidate-stores.ts';
import { candidateLatency } from '../placement/candidate-latency.ts';
import { chainOf } from '../placement/chain.ts';
import { exactCost } from '../placement/exact-cost.ts';
import { latencyGrid } from '../placement/latency-grid.ts';
import type { LatencyGrid } from '../placement/latency-grid.ts';
import { planContext } from '../placement/plan-context.ts';
import type { PlanContext } from '../placement/plan-context.ts';
import { policyId, singleStore } from '../placement/policy.ts';
import type { Policy } from '../placement/policy.ts';
import { best } from '../placement/rank.ts';
import { search } from '../placement/search.ts';
import { stretchShares } from '../placement/served.ts';
import { planTariffs } from '../placement/tariffs.ts';
import { verdicts } from '../placement/verdicts.ts';
import type { Archive } from '../pricing/archive.ts';
import type { Feasible } from '../report/plan-types.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { gridAtLevels } from './latency-levels.ts';

/** What stays the same in every draw. */
export interface Ground {
  archive: Archive;
  evidence: EvidenceBase;
  /** Candidate stores, in the order that policies name them: which may be used does not hang on a draw. */
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
  cost(policy: Policy): number;
  /** `levelOf`: by store, where its latencies lie in their band. */
  judge(levelOf: (store: number) => number): (policy: Policy) => PlanAtDraw;
  /** The cheapest placement of all that the search knows, where one is proven, and its id. */
  cheapest(levelOf: (store: number) => number): { policy: Policy; id: string } | null;
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
  const alive = (policy: Policy) => withinLife(policy, context.workload.lifeDays);
  return {
    context,
    cost: (policy) => exact.of(alive(policy)).total,
    judge(levelOf) {
      const grid = gridAt(levelOf);
      const judged = verdicts(context, grid);
      const latency = candidateLatency(context, grid);
      return (policy) => {
        const own = alive(policy);
        const { total, atLeast } = exact.of(own);
        const asked = [...judged.each(own)].map(([requirement, verdict]) => ({ requirement, verdict }));
        const affordable: Feasible = budget === undefined || total <= budget ? 'yes' : 'no';
        if (!context.limits.within(own)) asked.push({ requirement: LIMITS, verdict: 'no' });
        if (budget !== undefined) asked.push({ requirement: 'budget', verdict: affordable });
        return {
          cost: total,
          atLeast,
          feasible: affordable === 'no' ? 'no' : judged.of(own),
          requirements: asked,
          p99Ms: latency.readP99(own, stretchShares(context.workload, chainOf(own))),
        };
      };
    },
    cheapest(levelOf) {
      const rivals = search(context, tariffs, exact, verdicts(context, gridAt(levelOf)));
      const first = best(context, [
        ...rivals.singles(),
        ...rivals.bestSplits({ yes: 1, unproven: 0, no: 0 }),
      ]);
      if (first?.feasible !== 'yes' || first.atLeast) return null;
      const id = policyId(first.policy, (store) => context.stores[store]?.ref ?? '');
      return { policy: first.policy, id };
    },
  };
}

/** The same ground with only the policy's own stores, and the policy among them. */
export function narrowed(policy: Policy, ground: Ground): { policy: Policy; ground: Ground } {
  const used = [...new Set([policy.hot, policy.cold])];
  const [hot, cold] = [used.indexOf(policy.hot), used.indexOf(policy.cold)];
  return {
    policy: { ...policy, hot, cold },
    ground: { ...ground, stores: used.flatMap((store) => ground.stores[store] ?? []) },
  };
}

/** A move at an age that no object reaches does not happen; a copy dropped then is kept for life. */
function withinLife(policy: Policy, lifeDays: number): Policy {
  if (policy.thresholdDays === null || policy.thresholdDays < lifeDays) return policy;
  return policy.entry === 'dual'
    ? { ...policy, thresholdDays: lifeDays }
    : singleStore(policy.hot, policy.coldServes.length);
}
