/** Who measured whom, and cells that look copied from one another. */
import type { Dataset, Measurement } from '../dataset.ts';
import type { EvidenceFinding } from '../../findings/evidence-findings.ts';
import { inMs } from '../cells.ts';
import { latencyCells, nameOfRow } from './groups.ts';

const providerOf = (store: string) => store.slice(0, store.indexOf('/'));

export function vendorMeasuresRival({ measuredBy, measurements }: Dataset): EvidenceFinding[] {
  const { name: vendor, sells } = measuredBy;
  const own = new Set(sells.map(providerOf));
  const stores = [...new Set(measurements.map(({ store }) => store))];
  const rivals = stores.filter((store) => !own.has(providerOf(store)));
  if (rivals.length === 0 || !stores.some((store) => own.has(providerOf(store)))) return [];
  return [{ code: 'vendor-measures-rival', vendor, sells, rivals }];
}

/** As many digits as chance does not repeat. */
const TELLING_DIGITS = 4;

/** The same figure to the last of four digits or more in cells of different products. */
export function cellsAlike({ measurements }: Dataset): EvidenceFinding[] {
  const telling = measurements.filter(
    (row) => row.metric === 'rate' || row.metric === 'throughput' || row.metric === 'total',
  );
  return [
    ...Map.groupBy(telling, (row) => `${row.metric}|${row.statistic}|${row.unit}|${row.value}`).values(),
  ].flatMap((rows): EvidenceFinding[] => {
    const [first] = rows;
    const isPrecise = first && Number(first.value.toPrecision(TELLING_DIGITS - 1)) !== first.value;
    if (!isPrecise || new Set(rows.map(({ store }) => store)).size < 2) return [];
    // Bounds are printed of another cell by their author.
    if (rows.some(({ relation }) => relation !== 'eq')) return [];
    const { metric, unit, value } = first;
    return [{ code: 'cells-alike', value, unit, metric, cells: rows.map(nameOfRow) }];
  });
}

/** A quantile that a claim prints more than once, with different values and no word on what differs. */
export function answersDiffer({ status, measurements }: Dataset): EvidenceFinding[] {
  if (status !== 'claimed') return [];
  const timed = measurements.filter(({ metric, statistic }) => metric === 'total' && statistic !== 'value');
  const cell = (row: Measurement) =>
    [row.store, row.store_region, row.client_place, row.layer, row.operation, row.size_bytes].join('|');
  return [
    ...Map.groupBy(timed, (row) => `${cell(row)}|${row.concurrency}|${row.statistic}`).values(),
  ].flatMap((rows): EvidenceFinding[] => {
    const valuesMs = [...new Set(rows.map(inMs))].sort((a, b) => a - b);
    const [first] = rows;
    if (!first || valuesMs.length < 2) return [];
    return [{ code: 'answers-differ', ...nameOfRow(first), statistic: first.statistic, valuesMs }];
  });
}

/** A claimed tail below the fastest of all requests that somebody measured, of objects no larger. */
export function belowAnotherFloor(dataset: Dataset, all: readonly Dataset[]): EvidenceFinding[] {
  if (dataset.status !== 'claimed') return [];
  const floors = all
    .filter(({ status, harness }) => status !== 'claimed' && harness.id !== dataset.harness.id)
    .flatMap((other) =>
      latencyCells(other).flatMap(({ row, minMs }) =>
        minMs === null || row.layer !== 'store' ? [] : [{ dataset: other.id, row, floorMs: minMs }],
      ),
    )
    .sort((a, b) => a.floorMs - b.floorMs);
  return latencyCells(dataset).flatMap(({ row, quantiles }): EvidenceFinding[] => {
    const top = quantiles.at(-1);
    const least = floors.find(
      (floor) =>
        floor.row.store === row.store &&
        floor.row.operation === row.operation &&
        (floor.row.size_bytes ?? 0) <= (row.size_bytes ?? 0),
    );
    if (!top || top.p < 0.95 || !least || row.size_bytes === null || top.ms >= least.floorMs) return [];
    const printed = { statistic: top.statistic, ms: top.ms };
    const other = { dataset: least.dataset, sizeBytes: least.row.size_bytes, floorMs: least.floorMs };
    return [{ code: 'below-another-floor', ...nameOfRow(row), printed, other }];
  });
}
