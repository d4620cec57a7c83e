/** What the programs that we write ask in a month: copy jobs, deletions, routers, and the Worker that readers outside clouds ask. Bill and search ask for it. */
import type { PlanContext } from '../context/types.ts';
import { requestsPart } from '../costs/usage-parts.ts';
import type { Placement } from '../placement.ts';
import { WORKERS, askerOf, hasWorkerPrices, isInCloud, workerUse } from '../routing.ts';
import { vainTerms } from '../vain-reads.ts';
import { jobTerms } from './lists.ts';
import { monthAt } from './month-of.ts';
import type { MonthOf } from './month-of.ts';
import { ROUTER } from './term.ts';
import type { Term, Which } from './term.ts';

export function programTerms(context: PlanContext, placement: Placement, which: Which, m: number): Term[] {
  return [...jobTerms(context, placement, which, m), ...routerTerms(context, placement, monthAt(which, m))];
}

/** What readers ask of routers, and what routers ask of stores in vain. Both grow with the reads, so a mean month is enough. */
export function routerTerms(context: PlanContext, placement: Placement, month: MonthOf): Term[] {
  return [
    ...(hasWorkerPrices(context) ? workerTerms(context, workerUse(context, placement), month) : []),
    ...vainTerms(context, placement, month),
  ];
}

/** One invocation for each read that reaches it, and its time, where a Worker has prices. What it asks of the stores is in the reads. */
export function workerTerms(
  { archive, populations, workload }: PlanContext,
  use: ReturnType<typeof workerUse>,
  month: MonthOf,
): Term[] {
  const router = archive.facts(WORKERS.store)?.router;
  if (!router || !use.reads) return [];
  const sum = (of: 'reads' | 'arrivals') =>
    populations.reduce((all, one) => all + month(one.workload, ({ population }) => population[of]), 0);
  const reaching = workload.readers.reduce(
    (share, one) => share + (isInCloud(askerOf(one)) ? 0 : one.share * (1 - one.hitRatio)),
    0,
  );
  const times = sum('reads') * reaching + (use.writes ? sum('arrivals') : 0);
  const part = requestsPart({ Invocation: 1, CpuMillisecond: router.cpuMilliseconds });
  return times > 0 ? [{ store: ROUTER, part, times, event: null, isJob: false }] : [];
}
