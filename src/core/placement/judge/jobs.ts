/** How long one run of each batch job takes under a placement. */
import { bump } from '../../at.ts';
import { fanOut } from '../../latency/distributions/mixture.ts';
import { worseOf } from '../../latency/estimates/estimate.ts';
import { jobTime } from '../../latency/load/job-time.ts';
import { sustainedRate } from '../../latency/load/load.ts';
import type { Grade } from '../../latency/types.ts';
import type { Limit } from '../../pricing/editions/edition.ts';
import type { JobOutcome } from '../../report/plan-types.ts';
import type { PlanContext } from '../context/types.ts';
import type { LatencyGrid } from '../latency-grid.ts';
import type { Placement } from '../placement.ts';
import { servedOf } from './served.ts';

/**
 * Jobs read what is held, in proportion to how long it is held, each object with its ranges side by side. `grid`: of the plan's
 * stores, then its copies.
 */
export function jobOutcomes(context: PlanContext, grid: LatencyGrid, placement: Placement): JobOutcome[] {
  const { jobs, readers } = context.workload;
  if (jobs.length === 0) return [];
  const stores = [...context.stores, ...context.copies];
  const stages = servedOf(context, grid.hedgesToOther).stages(placement);
  return jobs.map((job, j): JobOutcome => {
    const shares = new Map<number, number>();
    for (const { stage, held } of stages)
      if (held > 0) bump(shares, stage.servers[readers.length + j] ?? -1, held);
    const network = job.networkBytesPerSecond;
    const rangeBytes = job.sizeBytes / job.ranges;
    let meanMs = 0;
    let grade: Grade = 'measured';
    let opsPerSecond = Infinity;
    let bytesPerSecond = Infinity;
    for (const [s, share] of shares) {
      const [store, prediction] = [stores[s], s < 0 ? null : grid.job(s, j)];
      if (!store || !prediction)
        return { name: job.name, seconds: null, boundBy: null, network, grade: 'missing' };
      const perSecond = (quantity: Limit['quantity']) =>
        sustainedRate(
          store.edition.limits.filter((limit) => limit.quantity === quantity),
          'read',
          rangeBytes,
          quantity === 'operations' ? context.opsShare(store.store) : 1,
        ) / share;
      meanMs += share * fanOut(prediction.best, job.ranges).meanMs;
      grade = worseOf<Grade>(grade, prediction.grade);
      opsPerSecond = Math.min(opsPerSecond, perSecond('operations'));
      bytesPerSecond = Math.min(bytesPerSecond, perSecond('bytes') * rangeBytes);
    }
    const { seconds, bound } = jobTime({
      objects: job.reads,
      requests: job.reads * job.ranges,
      bytes: job.reads * job.sizeBytes,
      concurrency: job.concurrency,
      meanMs,
      opsPerSecond: Number.isFinite(opsPerSecond) ? opsPerSecond : null,
      bytesPerSecond: Number.isFinite(bytesPerSecond) ? bytesPerSecond : null,
      networkBytesPerSecond: network,
    });
    return { name: job.name, seconds, boundBy: bound, network, grade };
  });
}
