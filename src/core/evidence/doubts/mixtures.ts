/** Two kinds of request under one name: cold beside warm, and retries counted as requests. */
import type { Dataset } from '../dataset.ts';
import type { EvidenceFinding } from '../../findings/evidence-findings.ts';
import { byStoreAndOperation, latencyCells, medianOf, nameOfRow, worstOfEach } from './groups.ts';
import type { LatencyCell, Quantile } from './groups.ts';

/** A gap this wide between two neighbouring quantiles … */
const GAP = 3;
/** … with no more spread than this on either side of it. */
const TIGHT = 1.5;

const TIMEOUTS_S = [1, 2, 3, 5, 10, 15, 20, 30, 60, 120];

export function mixedTemperatures(dataset: Dataset): EvidenceFinding[] {
  const rows = dataset.measurements.filter(
    ({ temperature }) => (temperature ?? dataset.method.temperature) === 'mixed',
  ).length;
  const declared: EvidenceFinding[] = rows > 0 ? [{ code: 'temperatures-mixed', rows }] : [];
  const gaps = latencyCells(dataset).flatMap((cell) => gapIn(cell) ?? []);
  const named = ({ statistic, ms }: Quantile) => ({ statistic, ms });
  const widest = worstOfEach(gaps, byStoreAndOperation, ({ below, above }) => above.ms / below.ms);
  return [
    ...declared,
    ...widest.map(({ cell, below, above, cells }): EvidenceFinding => ({
      code: 'two-populations',
      ...nameOfRow(cell.row),
      below: named(below),
      above: named(above),
      cells,
    })),
  ];
}

interface Gap {
  cell: LatencyCell;
  below: Quantile;
  above: Quantile;
}

/** Seen in the body of the distribution alone, where noise makes no gaps. */
function gapIn(cell: LatencyCell): Gap | null {
  const body = cell.quantiles.filter(({ p }) => p >= 0.05 && p <= 0.95);
  const i = body.findIndex((above, j) => above.ms > GAP * (body[j - 1]?.ms ?? Infinity));
  const [below, above] = [body[i - 1], body[i]];
  const spread = (part: readonly Quantile[]) => (part.at(-1)?.ms ?? NaN) / (part[0]?.ms ?? NaN);
  const parts = [body.slice(0, i), body.slice(i)];
  if (!below || !above || parts.some((part) => part.length < 2 || spread(part) > TIGHT)) return null;
  return { cell, below, above };
}

/** A slowest request of a round time-out plus one more request, far above everything else. */
export function hiddenRetries(dataset: Dataset): EvidenceFinding[] {
  return latencyCells(dataset).flatMap((cell): EvidenceFinding[] => {
    const medianMs = medianOf(cell) ?? cell.meanMs;
    const max: Quantile[] = cell.maxMs === null ? [] : [{ p: 1, statistic: 'max', ms: cell.maxMs }];
    const tail = [...cell.quantiles.filter(({ p }) => p >= 0.95), ...max];
    if (medianMs === null || cell.row.layer === 'end_to_end') return [];
    for (const { statistic, ms } of tail) {
      const timeoutMs = TIMEOUTS_S.map((s) => 1000 * s).find(
        (timeout) => timeout >= 10 * medianMs && Math.abs(ms - timeout - medianMs) <= 0.01 * timeout,
      );
      if (timeoutMs !== undefined)
        return [
          { code: 'retry-inside', ...nameOfRow(cell.row), slowest: { statistic, ms }, timeoutMs, medianMs },
        ];
    }
    return [];
  });
}
