/** Coordinated omission: a client that waits for an answer does not send what others would have sent meanwhile. */
import type { Dataset } from '../dataset.ts';
import type { EvidenceFinding } from '../../findings/evidence-findings.ts';
import { groupBy, latencyCells, medianOf, nameOfRow } from './groups.ts';

/** Below so many requests left out, a tail is hardly changed by them. */
const NOTABLE = 10;

/** The worst cell of each store and operation; a tail that nobody printed misleads nobody. */
export function coordinatedOmission(dataset: Dataset): EvidenceFinding[] {
  const waiting = latencyCells(dataset).flatMap((cell) => {
    const top = cell.quantiles.at(-1);
    const medianMs = medianOf(cell);
    const shows = cell.row.layer === 'store' && cell.loop === 'closed';
    if (!shows || !top || top.p < 0.95 || medianMs === null) return [];
    const slowest =
      cell.maxMs === null
        ? { statistic: top.statistic, ms: top.ms }
        : { statistic: 'max', ms: Math.max(cell.maxMs, top.ms) };
    const unsent = Math.floor(slowest.ms / medianMs) - 1;
    return unsent < NOTABLE ? [] : [{ cell, slowest, medianMs, unsent }];
  });
  const ofStore = groupBy(waiting, ({ cell }) => `${cell.row.store}|${cell.row.operation}`);
  return ofStore.flatMap((cells): EvidenceFinding[] => {
    const [worst] = cells.toSorted((a, b) => b.unsent - a.unsent);
    if (!worst) return [];
    const { cell, slowest, medianMs, unsent } = worst;
    const { concurrency } = cell.row;
    return [
      {
        code: 'coordinated-omission',
        ...nameOfRow(cell.row),
        concurrency,
        slowest,
        medianMs,
        unsent,
        cells: cells.length,
      },
    ];
  });
}
