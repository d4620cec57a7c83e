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
  weights: readonly number[];
  /** Reads that each late action waits for; 1 where the sum is one of reads. */
  fanOut: number;
  /** By store × readers + reader, at either end of the evidence. */
  low: Float64Array;
  high: Float64Array;
}

/** By requirement. The mean of actions that wait for several reads is bounded by that of one. */
export function tailSums({ workload }: PlanContext, { requirements, tails }: Verdicts): TailSum[] {
  return requirements.map(({ tail: limit, weights, counts }, r) => {
    const at = (end: 'low' | 'high') =>
      Float64Array.from((tails[r] ?? []).flatMap((row) => row.map((tail) => tail[end])));
    return {
      limit: limit + SLACK,
      weights,
      fanOut: counts === 'mean' ? 1 : workload.fanOut,
      low: at('low'),
      high: at('high'),
    };
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
