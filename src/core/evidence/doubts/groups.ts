/** Rows of one condition gathered: what was measured under the same circumstances in the same run. */
import type { Dataset, Measurement } from '../dataset.ts';
import { quantileOf } from '../statistic.ts';

export interface Quantile {
  p: number;
  statistic: string;
  ms: number;
}

/** The latencies of one cell. */
export interface LatencyCell {
  row: Measurement;
  /** Stated for the row, or for the whole dataset. */
  loop: Measurement['loop'];
  run: string | null;
  minMs: number | null;
  meanMs: number | null;
  maxMs: number | null;
  /** By rising p. */
  quantiles: readonly Quantile[];
}

/** Requests per second of one cell, by objects or by bytes over their size. */
export interface RateCell {
  row: Measurement;
  perSecond: number;
}

/** Which of several measurements of one cell a row belongs to, by its note: `run NAME`, or the data set it lay in. */
export function runOf(row: Measurement): string | null {
  const note = row.note ?? '';
  return (/^run ([^;]+)/.exec(note) ?? /\bdata set ([^;]+)/.exec(note))?.[1] ?? null;
}

export const inMs = (row: Measurement) => (row.unit === 's' ? row.value * 1000 : row.value);

export function latencyCells(dataset: Dataset): LatencyCell[] {
  const timed = dataset.measurements.filter(
    (row) => (row.metric === 'total' || row.metric === 'first_byte') && row.statistic !== 'value',
  );
  return groupBy(timed, (row) => `${row.metric}|${conditionOf(row)}`).flatMap(
    (rows) => cellOf(rows, dataset.method.loop) ?? [],
  );
}

function cellOf(rows: readonly Measurement[], loop: Measurement['loop']): LatencyCell | null {
  const [row] = rows;
  if (!row) return null;
  const one = (statistic: string) => {
    const found = rows.find((each) => each.statistic === statistic && each.relation !== 'lt');
    return found ? inMs(found) : null;
  };
  const quantiles = rows.flatMap((each): Quantile[] => {
    const p = quantileOf(each.statistic);
    return p === null || each.relation === 'lt' ? [] : [{ p, statistic: each.statistic, ms: inMs(each) }];
  });
  return {
    row,
    loop: row.loop ?? loop,
    run: runOf(row),
    minMs: one('min'),
    meanMs: one('mean'),
    maxMs: one('max'),
    quantiles: quantiles.sort((a, b) => a.p - b.p),
  };
}

/** Rates as printed; where none is, throughputs over the size of their objects. */
export function rateCells({ measurements }: Dataset): RateCell[] {
  const usable = measurements.filter((row) => row.relation !== 'lt' && row.value > 0);
  const printed = usable.filter(({ metric }) => metric === 'rate');
  const known = new Set(printed.map(conditionOf));
  return [
    ...printed.map((row) => ({ row, perSecond: row.value })),
    ...usable.flatMap((row): RateCell[] =>
      row.metric === 'throughput' && row.size_bytes && !known.has(conditionOf(row))
        ? [{ row, perSecond: row.value / row.size_bytes }]
        : [],
    ),
  ];
}

/** All of a row but what was measured, and the value. */
export function conditionOf(row: Measurement): string {
  return [
    row.store,
    row.store_region,
    row.client_place,
    row.client_runtime,
    row.layer,
    row.operation,
    row.size_bytes,
    row.concurrency,
    row.loop,
    row.temperature,
    row.measured_at,
    runOf(row),
  ].join('|');
}

export function groupBy<T>(items: readonly T[], key: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return [...groups.values()];
}

export const nameOfRow = (row: Measurement) => ({
  store: row.store,
  operation: row.operation,
  sizeBytes: row.size_bytes,
});

export function medianOf({ quantiles }: LatencyCell): number | null {
  return quantiles.find(({ p }) => p === 0.5)?.ms ?? null;
}
