/** The limits on the latency of reads that a scenario asks for, as what a router measures. */
import { quantileOf } from '#core/evidence/statistic.ts';
import { LATENCY_STATISTICS } from '#core/scenario/latency-statistics.ts';
import type { Scenario } from '#core/scenario/scenario.ts';

export interface ReadLimit {
  metric: 'total' | 'firstByte';
  /** `p99`, `mean` */
  statistic: string;
  limitMs: number;
  /** The share that may be slower; null: the limit is on the mean. */
  tail: number | null;
  /** Of readers at one place; null: of everyone. */
  at: string | null;
}

export function readLimits({ requirements }: Scenario): ReadLimit[] {
  const { readP99, firstByteP99, latency = [] } = requirements;
  const p99 = (metric: ReadLimit['metric'], limitMs: number | undefined): ReadLimit[] =>
    limitMs === undefined ? [] : [{ metric, statistic: 'p99', limitMs, tail: 0.01, at: null }];
  const others = latency
    .filter((one) => one.of === 'read')
    .flatMap((one) =>
      LATENCY_STATISTICS.flatMap((statistic): ReadLimit[] => {
        const limitMs = one[statistic];
        if (limitMs === undefined) return [];
        const p = quantileOf(statistic);
        // Percentages of a whole, without the last bits of a double.
        const tail = p === null ? null : Number((1 - p).toFixed(9));
        return [{ metric: one.metric, statistic, limitMs, tail, at: one.at ?? null }];
      }),
    );
  return [...p99('total', readP99), ...p99('firstByte', firstByteP99), ...others];
}
