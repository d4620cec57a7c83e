/** What is told of a latency: its quantiles, its grade, and the evidence and adjustments behind them, each named once. */
import { densityPoints } from '../../latency/distributions/density-points.ts';
import { GRADES } from '../../latency/types.ts';
import type { Distribution, Grade, Prediction } from '../../latency/types.ts';
import { memo } from '../../memo.ts';
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

/** Of the parts together, whose mixture is `one`; null where one of them is unknown. */
export type Summarise = (one: Mixed | null, parts: readonly Part[]) => LatencySummary;

/** For many summaries of the same predictions; with `curves`, each has the points of its curve. */
export function summaries(curves = false): Summarise {
  const evidence = eachOnce(
    (of) => of.evidence,
    ({ dataset, cell }) => `${dataset} ${cell}`,
  );
  const adjustments = eachOnce(
    (of) => of.adjustments,
    ({ words }) => words,
  );
  return (one, parts) => ({
    meanMs: one ? one.best.meanMs : null,
    p50Ms: one ? one.best.quantile(0.5) : null,
    p95Ms: one ? one.best.quantile(0.95) : null,
    p99Ms: one ? one.best.quantile(0.99) : null,
    p99BandMs: one ? [one.low.quantile(0.99), one.high.quantile(0.99)] : null,
    grade: one ? worstGrade(parts) : 'missing',
    evidence: evidence(parts),
    adjustments: adjustments(parts),
    ...(curves && one ? { curve: densityPoints(one.best) } : {}),
  });
}

function worstGrade(parts: readonly Part[]): Grade {
  let worst = -1;
  for (const { of } of parts) worst = Math.max(worst, GRADES.indexOf(of?.grade ?? 'missing'));
  return GRADES[worst] ?? 'missing';
}

/**
 * What parts name, each once, where the first of its like stood, as the last of them is. Likes have one number: summaries of a
 * plan compare the same few texts again and again.
 */
function eachOnce<T>(
  itemsOf: (of: Prediction) => readonly T[],
  keyOf: (item: T) => string,
): (parts: readonly Part[]) => T[] {
  const numbers = new Map<string, number>();
  const numberOf = (item: T) => {
    const key = keyOf(item);
    const known = numbers.get(key) ?? numbers.size;
    numbers.set(key, known);
    return known;
  };
  const numbersOf = memo((of: Prediction) => itemsOf(of).map(numberOf));
  return (parts) => {
    const kept: T[] = [];
    const keptNumbers: number[] = [];
    for (const { of } of parts) {
      const [items, own] = of ? [itemsOf(of), numbersOf(of)] : [[], []];
      for (let i = 0; i < items.length; i += 1) {
        const [item, number] = [items[i], own[i]];
        if (item === undefined || number === undefined) continue;
        const before = keptNumbers.indexOf(number);
        const place = before < 0 ? kept.length : before;
        kept[place] = item;
        keptNumbers[place] = number;
      }
    }
    return kept;
  };
}
