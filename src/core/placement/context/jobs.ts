/** How long one run of each batch job takes under a placement (design §5, "Job time"). */
import { jobTime } from '../../latency/load/job-time.ts';
import { sustainedRate } from '../../latency/load/load.ts';
import type { Limit } from '../../pricing/editions/edition.ts';
import type { JobOutcome } from '../../report/plan-types.ts';
import type { LatencyGrid } from '../latency-grid.ts';
import type { PlanContext } from './types.ts';
import { storesOf } from '../chain.ts';
import type { Placement } from '../chain.ts';

/** Jobs read from the store that holds objects longest. `opsShare`: the share of its operations limit that is really reached. */
export function jobOutcomes(
  context: PlanContext,
  grid: LatencyGrid,
  placement: Placement,
  opsShare: (store: string) => number,
): JobOutcome[] {
  const last = storesOf(placement).at(-1) ?? 0;
  const store = context.stores[last];
  return context.workload.jobs.map((job, i): JobOutcome => {
    const prediction = grid.job(last, i);
    if (!prediction || !store)
      return { name: job.name, seconds: null, boundBy: null, network: null, grade: 'missing' };
    const limits = (quantity: Limit['quantity'], share = 1) => {
      const own = store.edition.limits.filter((limit) => limit.quantity === quantity);
      const perSecond = sustainedRate(own, 'read', job.sizeBytes, share);
      return Number.isFinite(perSecond) ? perSecond : null;
    };
    const readsByBandwidth = limits('bytes');
    const { seconds, bound } = jobTime({
      requests: job.reads,
      bytes: job.reads * job.sizeBytes,
      concurrency: job.concurrency,
      meanMs: prediction.best.meanMs,
      opsPerSecond: limits('operations', opsShare(store.store)),
      bytesPerSecond: readsByBandwidth === null ? null : readsByBandwidth * job.sizeBytes,
    });
    return { name: job.name, seconds, boundBy: bound, network: null, grade: prediction.grade };
  });
}
