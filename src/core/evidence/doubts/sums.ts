/** How long many requests in turn take, against how long they are printed to take. */
import type { Dataset, Measurement } from '../dataset.ts';
import type { EvidenceFinding } from '../../findings/evidence-findings.ts';
import { inMs, runOf } from '../cells.ts';
import { latencyCells, nameOfRow } from './groups.ts';
import type { LatencyCell } from './groups.ts';

/** Requests wait for nothing else in a loop of one; twice their sum is another experiment, or a slip. */
const FACTOR = 2;
/** A floor that explains less than this of a phase does not set its pace. */
const PACE = 0.5;

/** `family`: the dataset and those of its harness. */
export function sums(dataset: Dataset, family: readonly Dataset[]): EvidenceFinding[] {
  const cells = family.flatMap((one) => latencyCells(one)).filter(({ row }) => row.layer === 'store');
  return dataset.measurements.flatMap((row) => {
    const requests = requestsOf(row);
    if (row.metric !== 'total' || row.statistic === 'p50' || requests === null || row.concurrency !== 1)
      return [];
    return row.operation === 'MIXED' ? pace(row, requests, cells) : mismatch(row, requests, cells);
  });
}

/** How many requests a printed sum is of, by its note: `1000 reads and 1000 writes`. */
function requestsOf({ note }: Measurement): number | null {
  const counts = [...(note ?? '').matchAll(/\b(\d+) (?:reads|writes)\b/g)].map(([, digits]) =>
    Number(digits),
  );
  return counts.length > 0 ? counts.reduce((sum, one) => sum + one, 0) : null;
}

function mismatch(row: Measurement, requests: number, cells: readonly LatencyCell[]): EvidenceFinding[] {
  const one = cells.find(
    (cell) =>
      cell.row.store === row.store &&
      cell.row.operation === row.operation &&
      cell.row.size_bytes === row.size_bytes &&
      cell.row.store_region === row.store_region &&
      cell.meanMs !== null,
  );
  if (!one || one.meanMs === null) return [];
  const factor = inMs(row) / (requests * one.meanMs);
  if (factor < FACTOR && factor > 1 / FACTOR) return [];
  return [
    {
      code: 'sum-mismatch',
      ...nameOfRow(row),
      requests,
      eachMs: one.meanMs,
      printedSeconds: inMs(row) / 1000,
      relation: row.relation,
    },
  ];
}

/** A whole phase beside the floor and mean of the same store and run, where places are named for neither. */
function pace(row: Measurement, requests: number, cells: readonly LatencyCell[]): EvidenceFinding[] {
  const run = runOf(row);
  const beneath = cells.find(
    (cell) =>
      cell.row.store === row.store &&
      cell.run === run &&
      cell.row.client_runtime === row.client_runtime &&
      cell.row.client_place === row.client_place,
  );
  if (run === null || !beneath || beneath.minMs === null) return [];
  const printedSeconds = inMs(row) / 1000;
  if ((requests * beneath.minMs) / 1000 > PACE * printedSeconds) return [];
  return [
    {
      code: 'floor-is-not-the-pace',
      store: row.store,
      run,
      requests,
      floorMs: beneath.minMs,
      meanMs: beneath.meanMs,
      printedSeconds,
    },
  ];
}
