/** Read latency of the chains that are searched: what each store and reader adds to the sums that requirements limit. */
import { SLACK } from './requirements.ts';
import type { PlanContext } from './plan-context.ts';
import type { Verdicts } from './verdicts.ts';

/** One sum, additive over stretches and readers as far as an action waits for one read; a lower bound of it where for more. */
export interface TailSum {
  limit: number;
  /** By store: all readers; by store × readers + reader: one of them, by its weight. */
  all: Float64Array;
  by: Float64Array;
}

/** By requirement, at either end of the evidence. */
export function tailSums(
  { workload }: PlanContext,
  { requirements, tails }: Verdicts,
): { low: TailSum; high: TailSum }[] {
  const { readers } = workload;
  return requirements.map((requirement, r) => {
    const at = (end: 'low' | 'high'): TailSum => {
      const rows = (tails[r] ?? []).map((row) => row.map((tail, q) => tail[end] * (readers[q]?.share ?? 0)));
      return {
        limit: requirement.tail + SLACK,
        all: Float64Array.from(rows, (row) => row.reduce((sum, one) => sum + one, 0)),
        by: Float64Array.from(rows.flat()),
      };
    };
    return { low: at('low'), high: at('high') };
  });
}
