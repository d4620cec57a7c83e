/** Measurements of one dataset gathered by what was measured: one cell per store, place, operation and size. */
import type { Dataset, Measurement } from '../../evidence/dataset.ts';
import { disorderOf } from '../../evidence/doubts/disorder.ts';
import { quantileOf } from '../../evidence/statistic.ts';
import { formatBytes } from '../../units.ts';
import type { QuantilePoint } from '../distributions/from-quantiles.ts';
import { regionOf, roundTrip } from '../client/round-trip.ts';
import type { EvidenceRef } from '../types.ts';

export interface Cell {
  dataset: Dataset;
  store: string;
  operation: Measurement['operation'];
  metric: 'total' | 'first_byte';
  /** Place of the store and of the client; null where not named. */
  region: string | null;
  client: string | null;
  /** Null: not stated, and small by the context. */
  sizeBytes: number | null;
  quantiles: QuantilePoint[];
  /** They fall somewhere as printed, and are sorted here. */
  isRearranged: boolean;
  /** Range of the printed median, where it was printed as one. */
  medianRange: readonly [number, number] | null;
  /** The printed value is an upper bound. */
  isBound: boolean;
  minMs: number | null;
  meanMs: number | null;
  samples: number | null;
  note: string | null;
  /** Round trip between client and store; 0 where no place is named. */
  rttMs: number;
}

/** Throughput of large objects, one at a time. */
export interface Bulk {
  dataset: Dataset;
  store: string;
  operation: Measurement['operation'];
  sizeBytes: number;
  bytesPerSecond: number;
  /** Slowest and fastest sample. */
  range: readonly [number, number] | null;
  samples: number | null;
  rttMs: number;
  region: string | null;
  client: string | null;
}

/** A store's mean request through a file system, by one harness: never a quantile of requests. */
export interface MeanOfMeans {
  dataset: Dataset;
  store: string;
  operation: Measurement['operation'];
  /** Median over the runs. */
  ms: number;
  runs: number;
}

export interface Cells {
  cells: readonly Cell[];
  bulks: readonly Bulk[];
  means: readonly MeanOfMeans[];
  /** Cells whose quantiles had to be sorted, in the words of `cellWords`. */
  rearranged: ReadonlySet<string>;
}

/** A cell with this many quantiles shows its own shape. */
export const RICH = 5;

const known = new WeakMap<Dataset, Cells>();

/** Cells of a dataset, gathered once. */
export function cellsOf(dataset: Dataset): Cells {
  const before = known.get(dataset);
  if (before) return before;
  const found = gather(dataset);
  known.set(dataset, found);
  return found;
}

function gather(dataset: Dataset): Cells {
  const timed = dataset.measurements.filter(
    (row) => isLatency(row) && (row.unit === 'ms' || row.unit === 's') && row.statistic !== 'value',
  );
  const ofStore = grouped(
    timed.filter((row) => row.layer === 'store'),
    (row) =>
      [
        row.store,
        row.operation,
        row.metric,
        row.store_region,
        row.client_place,
        row.client_runtime,
        row.size_bytes,
        row.concurrency,
        runOf(row.note),
      ].join('|'),
  );
  // Rows of mixed temperature were partly answered from a cache.
  const means = timed.filter(
    (row) => row.layer === 'filesystem' && row.statistic === 'mean' && row.temperature !== 'mixed',
  );
  const cells = ofStore.map((rows) => cellFrom(dataset, rows));
  return {
    cells,
    rearranged: new Set(cells.filter(({ isRearranged }) => isRearranged).map(cellWords)),
    bulks: dataset.measurements.flatMap((row) => bulkFrom(dataset, row)),
    means: grouped(means, (row) => `${row.store}|${row.operation}`).map((rows) => meanFrom(dataset, rows)),
  };
}

/** A cell measured more than once tells its runs apart by a note that begins `run NAME`. */
function runOf(note: string | null): string {
  return /^run [^;]+/.exec(note ?? '')?.[0] ?? '';
}

function isLatency({ metric }: Measurement): boolean {
  return metric === 'total' || metric === 'first_byte';
}

function grouped(rows: readonly Measurement[], key: (row: Measurement) => string): Measurement[][] {
  const found = new Map<string, Measurement[]>();
  for (const row of rows) {
    const group = found.get(key(row));
    if (group) group.push(row);
    else found.set(key(row), [row]);
  }
  return [...found.values()];
}

const inMs = (row: Measurement) => (row.unit === 's' ? row.value * 1000 : row.value);

function cellFrom(dataset: Dataset, rows: readonly Measurement[]): Cell {
  const [first] = rows;
  if (!first) throw new RangeError('a cell has rows');
  const one = (statistic: string) => {
    const row = rows.find((candidate) => candidate.statistic === statistic);
    return row ? inMs(row) : null;
  };
  const median = rows.find((row) => row.statistic === 'p50');
  const range = median?.value_low != null && median.value_high != null;
  return {
    dataset,
    store: first.store,
    operation: first.operation,
    metric: first.metric === 'first_byte' ? 'first_byte' : 'total',
    region: first.store_region,
    client: first.client_place,
    sizeBytes: first.size_bytes,
    quantiles: rearranged(rows),
    isRearranged: disorderOf(rows) !== null,
    medianRange: range ? [median.value_low ?? 0, median.value_high ?? 0] : null,
    isBound: rows.some((row) => row.relation === 'lt'),
    minMs: one('min'),
    meanMs: one('mean'),
    samples: first.samples,
    note: first.note,
    rttMs: rttOf(first),
  };
}

/** Rising in p and in ms (V. Chernozhukov, I. Fernández-Val, A. Galichon, Econometrica 78, 2010). */
function rearranged(rows: readonly Measurement[]): QuantilePoint[] {
  const points = rows.flatMap((row) => {
    const p = quantileOf(row.statistic);
    return p === null ? [] : [{ p, ms: inMs(row) }];
  });
  const ms = points.map((point) => point.ms).sort((a, b) => a - b);
  return points.toSorted((a, b) => a.p - b.p).map(({ p }, i) => ({ p, ms: ms[i] ?? NaN }));
}

function rttOf(row: Measurement): number {
  if (row.client_place === null || row.store_region === null) return 0;
  return roundTrip(row.store_region, row.client_place)?.ms ?? 0;
}

function bulkFrom(dataset: Dataset, row: Measurement): Bulk[] {
  const { size_bytes: sizeBytes, value_low: slowest, value_high: fastest } = row;
  const isSingleStream = row.metric === 'throughput' && row.layer === 'store' && row.concurrency === 1;
  if (!isSingleStream || row.unit !== 'bytes/s' || row.relation === 'lt' || sizeBytes === null) return [];
  return [
    {
      dataset,
      store: row.store,
      operation: row.operation,
      sizeBytes,
      bytesPerSecond: row.value,
      range: slowest !== null && fastest !== null ? [slowest, fastest] : null,
      samples: row.samples,
      rttMs: rttOf(row),
      region: row.store_region,
      client: row.client_place,
    },
  ];
}

function meanFrom(dataset: Dataset, rows: readonly Measurement[]): MeanOfMeans {
  const sorted = rows.map(inMs).sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return {
    dataset,
    store: rows[0]?.store ?? '',
    operation: rows[0]?.operation ?? 'MIXED',
    ms: sorted.length % 2 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2,
    runs: sorted.length,
  };
}

/** The measurement behind a prediction, in a few words: `GET 1 KiB aws/us-east-1 → aws/us-east-1`. */
export function refOf(cell: Cell): EvidenceRef {
  const known = refs.get(cell);
  if (known) return known;
  const { dataset, samples } = cell;
  const ref = { dataset: dataset.id, cell: cellWords(cell), status: dataset.status, samples };
  refs.set(cell, ref);
  return ref;
}

const refs = new WeakMap<Cell, EvidenceRef>();

export function cellWords({ operation, sizeBytes, region, client, note, isRearranged }: Cell): string {
  const size = sizeBytes === null ? 'size not stated' : formatBytes(sizeBytes);
  const way =
    region === null && client === null
      ? 'places not named'
      : `${region ?? 'not named'} → ${client ?? 'not named'}`;
  const run = runOf(note);
  const order = isRearranged ? ', quantiles sorted' : '';
  return `${operation} ${size}, ${way}${run ? `, ${run}` : ''}${order}`;
}

/** Same region of the same provider, whatever the zone. */
export function samePlace(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && regionOf(a) === regionOf(b);
}
