/** Whether chains meet the requirements: sums that are asked of every chain of a search, and the verdict of one in full. */
import type { Feasible } from '../report/plan-types.ts';
import { chainJurisdiction, chainTail, chainZones } from './chain-tail.ts';
import type { Chain } from './chain.ts';
import type { PlanContext } from './plan-context.ts';
import { SLACK, verdict, worst } from './requirements.ts';
import { stretchShares } from './served.ts';
import type { Verdicts } from './verdicts.ts';

/** One sum of read latencies: above `low` the requirement fails, above `high` it is not proven. */
export interface TailSum {
  limit: number;
  low: Tails;
  high: Tails;
}

export interface Tails {
  /** By store, of all readers; by store × readers + reader, of one of them, by its weight. */
  all: Float64Array;
  by: Float64Array;
}

/** By requirement. Of actions that wait for several reads the sum of single reads is no more than theirs. */
export function tailSums({ requirements, tails }: Verdicts): TailSum[] {
  return requirements.map(({ tail: limit, weights }, r) => {
    const at = (end: 'low' | 'high'): Tails => {
      const rows = (tails[r] ?? []).map((row) => row.map((tail, q) => tail[end] * (weights[q] ?? 0)));
      return {
        all: Float64Array.from(rows, (row) => row.reduce((sum, one) => sum + one, 0)),
        by: Float64Array.from(rows.flat()),
      };
    };
    return { limit: limit + SLACK, low: at('low'), high: at('high') };
  });
}

/** Of the stores and how they are entered, whatever the ages: zones, jurisdiction and writes. */
export function verdictOfStores(context: PlanContext, verdicts: Verdicts, chain: Chain): Feasible {
  const written = chain.stays.flatMap(({ store, fromDays }) => (fromDays === 0 ? [store] : []));
  return worst([
    chainZones(context, chain),
    chainJurisdiction(context, chain),
    ...verdicts.writes.map(({ requirement, of }) => verdict(of(written), requirement)),
  ]);
}

/** Of read latency and limits. */
export function verdictOfReads(context: PlanContext, verdicts: Verdicts, chain: Chain): Feasible {
  const { requirements, tails, nodesMs } = verdicts;
  const shares = stretchShares(context.workload, chain);
  let result: Feasible = 'yes';
  for (const [r, requirement] of requirements.entries()) {
    const tail = chainTail(context, requirement, chain, shares, tails[r] ?? [], nodesMs[r]);
    result = worst([result, verdict(tail, requirement)]);
    if (result === 'no') return 'no';
  }
  return context.limits.within(chain) ? result : 'no';
}
