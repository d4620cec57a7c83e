/** Whether a policy meets the requirements, apart from its cost: asked for every policy of a search. */
import type { Feasible } from '../report/plan-types.ts';
import type { LatencyGrid } from './latency-grid.ts';
import type { PlanContext } from './plan-context.ts';
import type { Policy } from './policy.ts';
import {
  jurisdictionVerdict,
  latencyRequirements,
  policyTail,
  tailOf,
  verdict,
  worst,
  zonesVerdict,
} from './requirements.ts';
import type { LatencyRequirement, Tail } from './requirements.ts';

/** Best first. */
export const VERDICTS = ['yes', 'unproven', 'no'] as const;

export interface Verdicts {
  requirements: readonly LatencyRequirement[];
  /** By requirement, store and reader. */
  tails: readonly (readonly (readonly Tail[])[])[];
  /** Share of all reads on objects younger than an age, over the billed months. */
  youngShare(thresholdDays: number | null): number;
  /** Of the stores alone, whatever the threshold: zones and jurisdiction. */
  ofStores(policy: Policy): Feasible;
  of(policy: Policy): Feasible;
}

export function verdicts(context: PlanContext, grid: LatencyGrid): Verdicts {
  const { stores, workload } = context;
  const reads = workload.months.reduce((sum, { population }) => sum + population.reads, 0);
  // Without reads there is nothing to be late.
  const requirements = reads > 0 ? latencyRequirements(context) : [];
  const tails = requirements.map((requirement) =>
    stores.map((_, s) => workload.readers.map((_reader, q) => tailOf(context, grid, requirement, s, q))),
  );
  const youngShare = (threshold: number | null) =>
    threshold === null || reads === 0
      ? 1
      : workload.months.reduce(
          (sum, { population }) => sum + population.reads * population.readShareBelow(threshold),
          0,
        ) / reads;
  const known = new Map<number, Feasible>();
  const ofStores = (policy: Policy): Feasible => {
    const key = (policy.hot * stores.length + policy.cold) * 2 + (policy.entry === 'dual' ? 1 : 0);
    const found =
      known.get(key) ?? worst([zonesVerdict(context, policy), jurisdictionVerdict(context, policy)]);
    known.set(key, found);
    return found;
  };
  return {
    requirements,
    tails,
    youngShare,
    ofStores,
    of(policy) {
      const young = youngShare(policy.thresholdDays);
      let result = ofStores(policy);
      for (let r = 0; r < requirements.length && result !== 'no'; r += 1) {
        const requirement = requirements[r];
        if (requirement)
          result = worst([result, verdict(policyTail(context, policy, young, tails[r] ?? []), requirement)]);
      }
      return result === 'no' || context.limits.within(policy) ? result : 'no';
    },
  };
}
