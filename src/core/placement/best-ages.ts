/**
 * Plans at the ages that are best for them: which wins, and by how much, is asked of all of them so. `plan` and all that is
 * asked beside it look through the same: the cheapest of the grid, as many and as far up as `LOOKED_AT` says.
 */
import { isChain, placementId } from './chain.ts';
import type { Placement } from './chain.ts';
import { verdictOfChain } from './chain-judge.ts';
import type { PlanContext } from './plan-context.ts';
import type { LatencyGrid } from './latency-grid.ts';
import { agesOf, mayRefine, refinedAges, withAges } from './refined-ages.ts';
import type { RefineSources } from './refined-ages.ts';
import type { Shown } from './worked-plan.ts';

/**
 * Where a requirement decides the ages, the grid may cost a tenth more than the ages between, of one plan more than of another: in
 * trials over the examples and random scenarios the winner was among the first three of either kind on the grid.
 */
export const LOOKED_AT = { splits: 6, chains: 4 };
/** Two stores are looked at up to this many times the cost of one of them alone. */
export const REACH = 1.05;
/** Chains of three are, up to so many times the cost of the best in one or two, and further where better ages gain those more. */
const CHAINS_REACH = { least: 1.05, byGain: 2, most: 1.15 };
/** Of the plan's currency, a month: an age that the grid has not is worth a cent at least. */
const WORTH = 0.01;

export interface BestAges {
  /** Whether ages between those of the grid are looked at in this scenario. */
  isAsked: boolean;
  /** No dearer than it is on the grid. */
  of(grid: Shown): Shown;
  /** The cheapest of those that are proven and known, each at its best ages; undefined where there is none. */
  least(grid: readonly Shown[]): Shown | undefined;
  /** The same stores moved to as they are in the placement, at the best ages near its own. Null where none are proven. */
  near(placement: Placement): Shown | null;
}

/** `context`: without its budget, which a plan may keep between the ages of the grid alone. */
export function bestAges(
  sources: RefineSources,
  grid: Pick<LatencyGrid, 'hedgesToOther'>,
  count?: () => void,
): BestAges {
  const { context, exact, judged } = sources;
  const { workload, stores } = context;
  // What a hedge to the other holder adds to the bill is worked out for what is shown alone.
  const isAsked = mayRefine(context) && !grid.hedgesToOther;
  const known = new Map<string, Shown>();
  const of = (one: Shown): Shown => {
    if (!isAsked || one.atLeast || one.feasible === 'no' || agesOf(one.policy).length === 0) return one;
    const id = placementId(one.policy, stores);
    const found = known.get(id);
    if (found) return found;
    const better = refinedAges(sources, one, count);
    const made = one.cost - better.cost >= WORTH ? better : one;
    known.set(id, made);
    return made;
  };
  const least = (all: readonly Shown[]): Shown | undefined => {
    let best: Shown | undefined;
    for (const one of all) {
      if (one.feasible !== 'yes' || one.atLeast) continue;
      const own = of(one);
      if (!best || own.cost < best.cost) best = own;
    }
    return best;
  };
  const at = (policy: Placement): Shown => {
    const { total: cost, atLeast } = exact.of(policy);
    const feasible = isChain(policy) ? verdictOfChain(context, judged, policy) : judged.of(policy);
    return { policy, cost, atLeast, feasible };
  };
  return {
    isAsked,
    of,
    least,
    near(placement) {
      let around: number[][] = [[]];
      for (const age of agesOf(placement)) {
        const edges =
          age >= workload.lifeDays
            ? [age]
            : [
                workload.edges.findLast((edge) => edge <= age),
                workload.edges.find((edge) => edge > age),
              ].filter((edge) => edge !== undefined);
        around = around.flatMap((ages) =>
          edges.filter((edge) => edge > (ages.at(-1) ?? 0)).map((edge) => [...ages, edge]),
        );
      }
      const best = around
        .map((ages) => at(withAges(placement, ages)))
        .filter(({ feasible, atLeast }) => feasible === 'yes' && !atLeast)
        .sort((a, b) => a.cost - b.cost)[0];
      return best ? of(best) : null;
    },
  };
}

/** Of plans in one store or two, those whose ages are looked at. */
export function lookedAt(ofTwo: readonly Shown[]): Shown[] {
  return ofTwo
    .filter(({ policy, feasible, atLeast }) => feasible === 'yes' && !atLeast && agesOf(policy).length > 0)
    .toSorted((a, b) => a.cost - b.cost)
    .slice(0, LOOKED_AT.splits);
}

/** What chains of three are looked for below. */
export function reachOf(ofTwo: readonly Shown[], ages: BestAges): number {
  const known = ofTwo.filter(({ feasible, atLeast }) => feasible === 'yes' && !atLeast);
  const least = Math.min(Infinity, ...known.map(({ cost }) => cost));
  const better = ages.isAsked ? ages.least(lookedAt(ofTwo)) : undefined;
  if (!better) return least;
  const gain = Math.max(0, least / better.cost - 1);
  return least * Math.min(CHAINS_REACH.most, CHAINS_REACH.least + CHAINS_REACH.byGain * gain);
}

/** The same scenario with no budget: what all plans cost decides which keeps it. */
export function withoutBudget(context: PlanContext): PlanContext {
  const { scenario } = context;
  if (scenario.requirements.budget === undefined) return context;
  return {
    ...context,
    scenario: { ...scenario, requirements: { ...scenario.requirements, budget: undefined } },
  };
}
