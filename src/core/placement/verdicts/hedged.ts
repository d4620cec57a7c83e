/** Verdicts of placements whose reads hedge to the other holder: worked out for those shown, not for all that are searched. */
import type { Candidate } from '../../report/plan-types.ts';
import { serversOf } from '../worked/servers.ts';
import type { Chain } from '../chain.ts';
import { chainZones } from '../chains/tail.ts';
import { storesOf, writtenTo } from '../chain.ts';
import type { LatencyGrid } from '../latency-grid.ts';
import type { PlanContext } from '../context/types.ts';
import { holdersVerdict, verdict, worst } from './requirements.ts';
import { actionTail, tailOf } from './tails.ts';
import type { Tail } from './tails.ts';
import type { Verdicts } from './verdicts.ts';
import type { Feasible } from '../../report/verdict.ts';

/** What the r-th requirement sums where each read is answered by the sooner of two. */
export function hedgedTail(
  context: PlanContext,
  grid: LatencyGrid,
  { requirements, nodesMs }: Verdicts,
  chain: Chain,
  shares: readonly number[],
  r: number,
): Tail {
  const requirement = requirements[r];
  if (!requirement) throw new RangeError('a tail is asked of a requirement of the plan');
  const { workload } = context;
  const total: Tail = { low: 0, high: 0 };
  for (const [q, weight] of requirement.weights.entries()) {
    const parts = serversOf(grid, chain, shares, q).map(({ store, second, share }) => {
      const read: LatencyGrid['read'] = (s, ...of) => grid.either(s, second, ...of);
      const own = second < 0 ? grid : { ...grid, read };
      return { share, tail: tailOf(context, own, requirement, store, q, nodesMs[r]) };
    });
    const { low, high } = actionTail(requirement, workload.fanOut, parts, nodesMs[r]);
    total.low += weight * low;
    total.high += weight * high;
  }
  return total;
}

/** What its own latency and bill say; the search knows of no hedge to the other holder. */
export function hedgedVerdict(
  context: PlanContext,
  grid: LatencyGrid,
  judged: Verdicts,
  chain: Chain,
  shares: readonly number[],
  { total, atLeast }: Pick<Candidate['monthly'], 'total' | 'atLeast'>,
): Feasible {
  const { budget } = context.scenario.requirements;
  const affordable: Feasible =
    budget === undefined ? 'yes' : total > budget ? 'no' : atLeast ? 'unproven' : 'yes';
  return worst([
    chainZones(context, chain),
    holdersVerdict(context, storesOf(chain)),
    context.limits.within(chain) ? 'yes' : 'no',
    affordable,
    ...judged.writes.map(({ requirement, of }) => verdict(of(writtenTo(chain)), requirement)),
    ...judged.requirements.map((requirement, r) =>
      verdict(hedgedTail(context, grid, judged, chain, shares, r), requirement),
    ),
  ]);
}
