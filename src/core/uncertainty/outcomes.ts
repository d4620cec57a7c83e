/** What becomes of every plan in every draw, and what that says of choosing one: spreads, wins, regret. */
import { addAt, itemAt, numberAt } from '../at.ts';
import type { Spread } from '../report/uncertainty-types.ts';

/** Plans in the order of their ranking; each array has one entry a draw. */
export interface Outcomes {
  draws: number;
  /** Monthly cost by plan. */
  costs: readonly Float64Array[];
  /** 1 where the plan meets every requirement and its price is known. */
  meets: readonly Uint8Array[];
}

export function spreadOf(values: ArrayLike<number>): Spread {
  const sorted = Float64Array.from(values).sort();
  return {
    p10: sortedQuantile(sorted, 0.1),
    p50: sortedQuantile(sorted, 0.5),
    p90: sortedQuantile(sorted, 0.9),
  };
}

/** A quantile of equally likely values, each the middle of its slice, straight lines between (Hazen, 1914). NaN without values. */
function sortedQuantile(sorted: Float64Array, p: number): number {
  const last = sorted.length - 1;
  const at = Math.min(Math.max(p * sorted.length - 0.5, 0), Math.max(last, 0));
  const [low, high] = [sorted[Math.floor(at)] ?? NaN, sorted[Math.ceil(at)] ?? NaN];
  const part = at - Math.floor(at);
  return part === 0 ? low : low + part * (high - low);
}

/** Index of the cheapest plan that meets the requirements in each draw; −1 where none does. Equal costs go to the better ranked. */
export function winners({ draws, costs, meets }: Outcomes): Int32Array {
  const best = new Int32Array(draws).fill(-1);
  for (const [p, cost] of costs.entries())
    for (let d = 0; d < draws; d += 1) {
      const rival = best[d] ?? -1;
      if (meets[p]?.[d] === 1 && (rival < 0 || (cost[d] ?? Infinity) < (costs[rival]?.[d] ?? Infinity)))
        best[d] = p;
    }
  return best;
}

/** Share of draws that each plan wins, and the share that none does: together 1. */
export function winShares(outcomes: Outcomes, best = winners(outcomes)): { wins: number[]; none: number } {
  const counts = new Uint32Array(outcomes.costs.length);
  let none = 0;
  for (const p of best)
    if (p < 0) none += 1;
    else addAt(counts, p, 1);
  return { wins: Array.from(counts, (count) => count / outcomes.draws), none: none / outcomes.draws };
}

/** The same with only the plans that meet the requirements in every draw in which `chosen` does. */
export function whereverMet(outcomes: Outcomes, chosen: number): Outcomes {
  const { costs, meets, draws } = outcomes;
  const own = meets[chosen];
  return {
    draws,
    costs,
    meets: meets.map((one) =>
      own?.every((met, d) => met === 0 || one[d] === 1) ? one : new Uint8Array(draws),
    ),
  };
}

/**
 * What choosing a plan costs more, on average, than the cheapest that meets the requirements in the same draw. Only draws in which
 * the plan meets them itself count: what a failure costs is not known. Null where there is none.
 */
export function regretOf(outcomes: Outcomes, plan: number, best = winners(outcomes)): number | null {
  const { draws, costs, meets } = outcomes;
  let [sum, counted] = [0, 0];
  for (let d = 0; d < draws; d += 1) {
    if (meets[plan]?.[d] !== 1) continue;
    counted += 1;
    sum += numberAt(itemAt(costs, plan), d) - numberAt(itemAt(costs, itemAt(best, d)), d);
  }
  return counted === 0 ? null : sum / counted;
}

export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += itemAt(values, i);
  return sum / values.length;
}
