/** Cells as the checks read them: times by statistic, and rates. */
import type { Dataset, Measurement } from '../dataset.ts';
import { quantileOf } from '../statistic.ts';
import { conditionOf, inMs, isLatency, measuredCells } from '../cells.ts';

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

/** Where a dataset has times of requests. Bounds are no figures here. */
export function latencyCells({ measurements, method }: Dataset): LatencyCell[] {
  return measuredCells(measurements).flatMap((cell): LatencyCell[] => {
    const rows = [...cell.figures.values()].filter(({ statistic }) => statistic !== 'value');
    const [row] = rows;
    if (!row || !isLatency(cell)) return [];
    const figures = new Map(
      rows.flatMap((each) => (each.relation === 'lt' ? [] : [[each.statistic, inMs(each)] as const])),
    );
    const quantiles = [...figures].flatMap(([statistic, ms]): Quantile[] => {
      const p = quantileOf(statistic);
      return p === null ? [] : [{ p, statistic, ms }];
    });
    return [
      {
        row,
        loop: row.loop ?? method.loop,
        run: cell.run,
        minMs: figures.get('min') ?? null,
        meanMs: figures.get('mean') ?? null,
        maxMs: figures.get('max') ?? null,
        quantiles: quantiles.sort((a, b) => a.p - b.p),
      },
    ];
  });
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

/** Of each group the one that lies worst, and how many cells there are in it. */
export function worstOfEach<T>(
  found: readonly T[],
  group: (one: T) => string,
  badness: (one: T) => number,
): (T & { cells: number })[] {
  return [...Map.groupBy(found, group).values()].flatMap((own) => {
    const [worst] = own.toSorted((a, b) => badness(b) - badness(a));
    return worst ? [{ ...worst, cells: own.length }] : [];
  });
}

export const byStoreAndOperation = ({ cell }: { cell: LatencyCell }) =>
  `${cell.row.store}|${cell.row.operation}`;

export const nameOfRow = (row: Measurement) => ({
  store: row.store,
  operation: row.operation,
  sizeBytes: row.size_bytes,
});

export function medianOf({ quantiles }: LatencyCell): number | null {
  return quantiles.find(({ p }) => p === 0.5)?.ms ?? null;
}
