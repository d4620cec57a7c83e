/** Whether chains meet the requirements: sums that are asked of every chain of a search, and the verdict of one in full. */
import type { Feasible } from '../../report/verdict.ts';
import { chainSums } from './sums.ts';
import type { ChainSums } from './sums.ts';
import { chainTail, chainZones } from './tail.ts';
import { writtenTo } from '../chain.ts';
import type { Chain } from '../chain.ts';
import type { PlanContext } from '../context/types.ts';
import { holdersVerdict, SLACK, verdict, worst } from '../verdicts/requirements.ts';
import { stretchShares } from '../worked/served.ts';
import type { Verdicts } from '../verdicts/verdicts.ts';

/** One sum of read latencies: above the limit at the low end of the evidence it fails, at the high end it is not proven. */
interface TailSum {
  limit: number;
  low: ChainSums;
  high: ChainSums;
}

/** By requirement. The mean of actions that wait for several reads is bounded by that of one. */
export function tailSums(
  { workload }: PlanContext,
  { requirements, tails }: Verdicts,
  young: Float64Array,
): TailSum[] {
  return requirements.map(({ tail: limit, weights, counts }, r) => {
    const over = { weights, fanOut: counts === 'mean' ? 1 : workload.fanOut };
    const at = (end: 'low' | 'high') =>
      chainSums(
        over,
        Float64Array.from((tails[r] ?? []).flatMap((row) => row.map((tail) => tail[end]))),
        young,
      );
    return { limit: limit + SLACK, low: at('low'), high: at('high') };
  });
}

/** Of the stores and how they are entered, whatever the ages: zones, jurisdiction and writes. */
export function verdictOfStores(context: PlanContext, verdicts: Verdicts, chain: Chain): Feasible {
  return worst([
    chainZones(context, chain),
    holdersVerdict(context, storesOf(chain)),
    ...verdicts.writes.map(({ requirement, of }) => verdict(of(writtenTo(chain)), requirement)),
  ]);
}

/** Of all that is required, its cost apart. */
export function verdictOfChain(context: PlanContext, verdicts: Verdicts, chain: Chain): Feasible {
  const ofStores = verdictOfStores(context, verdicts, chain);
  return ofStores === 'no' ? 'no' : worst([ofStores, verdictOfReads(context, verdicts, chain)]);
}

/** Of each latency requirement by itself, by its name. */
export function verdictsByName(
  { workload }: Pick<PlanContext, 'workload'>,
  { requirements, tailsOf, nodesMs, writes }: Verdicts,
  chain: Chain,
): ReadonlyMap<string, Feasible> {
  const shares = stretchShares(workload, chain);
  const found = new Map<string, Feasible>();
  const note = (name: string, own: Feasible) => found.set(name, worst([found.get(name) ?? 'yes', own]));
  for (const [r, requirement] of requirements.entries()) {
    const tail = chainTail({ workload }, requirement, chain, shares, tailsOf(r, storesOf(chain)), nodesMs[r]);
    note(requirement.name, verdict(tail, requirement));
  }
  for (const { requirement, of } of writes)
    note(requirement.name, verdict(of(writtenTo(chain)), requirement));
  return found;
}

/** Of read latency and limits. */
export function verdictOfReads(context: PlanContext, verdicts: Verdicts, chain: Chain): Feasible {
  const { requirements, tailsOf, nodesMs } = verdicts;
  const shares = stretchShares(context.workload, chain);
  const stores = storesOf(chain);
  let result: Feasible = 'yes';
  for (const [r, requirement] of requirements.entries()) {
    const tail = chainTail(context, requirement, chain, shares, tailsOf(r, stores), nodesMs[r]);
    result = worst([result, verdict(tail, requirement)]);
    if (result === 'no') return 'no';
  }
  return context.limits.within(chain) ? result : 'no';
}

const storesOf = ({ stays }: Chain) => stays.map(({ store }) => store);
