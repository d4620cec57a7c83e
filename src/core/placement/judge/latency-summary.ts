/** What is told of a latency: its quantiles, its grade, and the evidence and adjustments behind them, each named once. */
import { densityPoints } from '../../latency/distributions/density-points.ts';
import { GRADES } from '../../latency/types.ts';
import type { Distribution, Grade, Prediction } from '../../latency/types.ts';
import type { LatencySummary } from '../../report/plan-types.ts';

export interface Part {
  share: number;
  of: Prediction | null;
}

export interface Mixed {
  best: Distribution;
  low: Distribution;
  high: Distribution;
}

/** Of parts together, whose mixture is `one`; null where one of them is unknown. `curves`: with the points of its curve. */
export function summaryOf(one: Mixed | null, parts: readonly Part[], curves: boolean): LatencySummary {
  const known = parts.flatMap(({ of }) => of ?? []);
  return {
    meanMs: one ? one.best.meanMs : null,
    p50Ms: one ? one.best.quantile(0.5) : null,
    p95Ms: one ? one.best.quantile(0.95) : null,
    p99Ms: one ? one.best.quantile(0.99) : null,
    p99BandMs: one ? [one.low.quantile(0.99), one.high.quantile(0.99)] : null,
    grade: one ? worstGrade(parts) : 'missing',
    evidence: eachOnce(
      known.flatMap(({ evidence }) => evidence),
      ({ dataset, cell }) => `${dataset} ${cell}`,
    ),
    adjustments: eachOnce(
      known.flatMap(({ adjustments }) => adjustments),
      ({ words }) => words,
    ),
    ...(curves && one ? { curve: densityPoints(one.best) } : {}),
  };
}

function worstGrade(parts: readonly Part[]): Grade {
  let worst = -1;
  for (const { of } of parts) worst = Math.max(worst, GRADES.indexOf(of?.grade ?? 'missing'));
  return GRADES[worst] ?? 'missing';
}

/** Each once, where the first of its like stood, as the last of them is. */
function eachOnce<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
