/** The cheapest placement found so far for each p99 of a scale. */
import type { Placement } from '../chain.ts';

/** A placement, or what else is told by its id. */
export interface RungPlan {
  placement: Placement | null;
  /** Of a candidate that is worked out already. */
  id: string | null;
  cost: number;
}

export interface RungBest {
  /** What a placement that keeps a rung must cost less than to matter. */
  ceiling(rung: number): number;
  /** The last rung at which something cheaper would matter; −1 where none. */
  lastAbove(cost: number): number;
  offer(plan: RungPlan, firstKept: number): void;
  /** Each once, the fastest first: each costs less than the one before it. */
  plans(): RungPlan[];
}

export function rungBest(rungs: number): RungBest {
  // A slower limit costs no more: what keeps one keeps all that follow.
  const costs = new Float64Array(rungs).fill(Infinity);
  const best: (RungPlan | null)[] = Array.from({ length: rungs }, () => null);
  return {
    ceiling: (rung) => costs[rung] ?? -Infinity,
    lastAbove(cost) {
      let [from, to] = [0, rungs];
      while (from < to) {
        const middle = (from + to) >> 1;
        if ((costs[middle] ?? 0) > cost) from = middle + 1;
        else to = middle;
      }
      return from - 1;
    },
    offer(plan, firstKept) {
      for (let rung = firstKept; rung < rungs && (costs[rung] ?? 0) > plan.cost; rung += 1) {
        costs[rung] = plan.cost;
        best[rung] = plan;
      }
    },
    plans: () => [...new Set(best)].filter((one) => one !== null),
  };
}
