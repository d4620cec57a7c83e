/** Throughput told as latency: what a closed loop shows once something is full. */
import type { Dataset } from '../dataset.ts';
import type { EvidenceFinding } from '../../findings/evidence-findings.ts';
import { conditionOf } from '../cells.ts';
import { latencyCells, medianOf, nameOfRow, rateCells } from './groups.ts';

/** Rate × mean this near the stated concurrency: the loop was full all the time. */
const FULL = 0.15;
/** A rate that grows by less, for so much more in flight, has reached a cap. */
const FLAT = 1.1;
const MORE = 1.5;

interface Loaded {
  row: ReturnType<typeof latencyCells>[number]['row'];
  concurrency: number;
  perSecond: number;
  meanMs: number;
}

export function throughputAsLatency(dataset: Dataset): EvidenceFinding[] {
  const loaded = loadedCells(dataset);
  return [...acrossStores(loaded), ...acrossConcurrency(loaded)];
}

/** Cells with both a mean latency and a rate, from a closed loop of several. The median stands in for a mean not printed. */
function loadedCells(dataset: Dataset): Loaded[] {
  const rates = new Map(rateCells(dataset).map(({ row, perSecond }) => [conditionOf(row), perSecond]));
  return latencyCells(dataset).flatMap((cell): Loaded[] => {
    const { row, loop } = cell;
    const perSecond = rates.get(conditionOf(row));
    const meanMs = cell.meanMs ?? medianOf(cell);
    if (row.metric !== 'total' || row.concurrency === null || loop === 'open') return [];
    if (perSecond === undefined || meanMs === null) return [];
    return [{ row, concurrency: row.concurrency, perSecond, meanMs }];
  });
}

/** Two stores or more under the same full loop: their latencies are the inverse of their rates. */
function acrossStores(loaded: readonly Loaded[]): EvidenceFinding[] {
  const full = loaded.filter(
    ({ concurrency, perSecond, meanMs }) =>
      concurrency > 1 && Math.abs((perSecond * meanMs) / 1000 / concurrency - 1) <= FULL,
  );
  return [
    ...Map.groupBy(full, ({ row }) => `${row.operation}|${row.size_bytes}|${row.concurrency}`).values(),
  ].flatMap((cells): EvidenceFinding[] => {
    const [first] = cells;
    if (!first || new Set(cells.map(({ row }) => row.store)).size < 2) return [];
    return [
      {
        code: 'throughput-as-latency',
        operation: first.row.operation,
        sizeBytes: first.row.size_bytes,
        concurrency: first.concurrency,
        stores: cells.map(({ row, perSecond, meanMs }) => ({
          store: row.store,
          perSecond,
          meanMs,
          inFlight: (perSecond * meanMs) / 1000,
        })),
      },
    ];
  });
}

/** More in flight, no more done: the added latency is a queue. */
function acrossConcurrency(loaded: readonly Loaded[]): EvidenceFinding[] {
  return [...Map.groupBy(loaded, ({ row }) => conditionOf({ ...row, concurrency: null })).values()].flatMap(
    (cells) => {
      const rising = cells.toSorted((a, b) => a.concurrency - b.concurrency);
      return rising.flatMap((more, i): EvidenceFinding[] => {
        const less = rising[i - 1];
        if (!less || more.concurrency < MORE * less.concurrency) return [];
        if (more.perSecond > FLAT * less.perSecond || more.meanMs < MORE * less.meanMs) return [];
        const point = ({ concurrency, perSecond, meanMs }: Loaded) => ({
          concurrency,
          perSecond,
          ms: meanMs,
        });
        return [{ code: 'queue-as-latency', ...nameOfRow(more.row), less: point(less), more: point(more) }];
      });
    },
  );
}
