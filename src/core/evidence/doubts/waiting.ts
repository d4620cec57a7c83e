/** Coordinated omission: a client that waits for an answer does not send what others would have sent meanwhile. */
import type { Dataset } from '../dataset.ts';
import type { EvidenceFinding } from '../../findings/evidence-findings.ts';
import { conditionOf } from '../cells.ts';
import { byStoreAndOperation, latencyCells, medianOf, nameOfRow, rateCells, worstOfEach } from './groups.ts';
import type { LatencyCell } from './groups.ts';

/** Below so many requests left out, a tail is hardly changed by them. */
const NOTABLE = 10;

/** The worst cell of each store and operation; a tail that nobody printed misleads nobody. */
export function coordinatedOmission(dataset: Dataset): EvidenceFinding[] {
  const waiting = latencyCells(dataset).flatMap((cell) => {
    const slowest = slowestOf(cell);
    const medianMs = medianOf(cell);
    const shows = cell.row.layer === 'store' && cell.loop === 'closed';
    if (!shows || !slowest || medianMs === null) return [];
    const unsent = Math.floor(slowest.ms / medianMs) - 1;
    return unsent < NOTABLE ? [] : [{ cell, slowest, medianMs, unsent }];
  });
  return worstOfEach(waiting, byStoreAndOperation, unsentOf).flatMap(
    ({ cell, slowest, medianMs, unsent, cells }): EvidenceFinding[] => {
      const { concurrency } = cell.row;
      const name = nameOfRow(cell.row);
      return [{ code: 'coordinated-omission', ...name, concurrency, slowest, medianMs, unsent, cells }];
    },
  );
}

/**
 * Where rows cannot say: an open loop whose times may count from sending and not from when a request was due, and a client
 * of which nobody says whether it waits for answers. The worst cell of each store and operation.
 */
export function omissionNotRuledOut(dataset: Dataset): EvidenceFinding[] {
  // A claim says little of its method; what else is wrong with it is said elsewhere.
  if (dataset.status === 'claimed' || dataset.method.timedFrom === 'due') return [];
  const rates = new Map(rateCells(dataset).map(({ row, perSecond }) => [conditionOf(row), perSecond]));
  const found = latencyCells(dataset).flatMap((cell) => {
    const slowest = slowestOf(cell);
    if (cell.row.layer !== 'store' || cell.loop === 'closed' || !slowest) return [];
    const perSecond = rates.get(conditionOf(cell.row)) ?? null;
    const medianMs = medianOf(cell);
    const unsent =
      cell.loop === 'open'
        ? perSecond && Math.floor((perSecond * slowest.ms) / 1000)
        : medianMs && Math.floor(slowest.ms / medianMs) - 1;
    return unsent === null || unsent < NOTABLE ? [] : [{ cell, slowest, perSecond, medianMs, unsent }];
  });
  return worstOfEach(found, byStoreAndOperation, unsentOf).flatMap(
    ({ cell, slowest, perSecond, medianMs, unsent, cells }): EvidenceFinding[] => {
      const name = nameOfRow(cell.row);
      return cell.loop === 'open'
        ? [
            {
              code: 'due-times-unsaid',
              ...name,
              perSecond: perSecond ?? 0,
              slowest,
              due: unsent,
              cells,
            },
          ]
        : [{ code: 'loop-unsaid', ...name, slowest, medianMs: medianMs ?? 0, unsent, cells }];
    },
  );
}

const unsentOf = ({ unsent }: { unsent: number }) => unsent;

/** The maximum, or the highest quantile where that is of the tail; null where no tail was printed. */
function slowestOf({ quantiles, maxMs }: LatencyCell): { statistic: string; ms: number } | null {
  const top = quantiles.at(-1);
  if (!top || top.p < 0.95) return null;
  return maxMs === null
    ? { statistic: top.statistic, ms: top.ms }
    : { statistic: 'max', ms: Math.max(maxMs, top.ms) };
}
