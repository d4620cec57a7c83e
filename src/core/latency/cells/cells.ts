/** Measurements of one dataset gathered by what was measured: one cell per store, place, operation and size. */
import type { Dataset, Measurement } from '../../evidence/dataset.ts';
import { figureMs, isLatency, measuredCells, quantilesOf } from '../../evidence/cells.ts';
import type { MeasuredCell } from '../../evidence/cells.ts';
import { disorderOf } from '../../evidence/doubts/disorder.ts';
import { placeName } from '../../answer/words/names.ts';
import { itemAt } from '../../at.ts';
import { memo, memoWith } from '../../memo.ts';
import { PROVIDER_NAMES } from '../../places.ts';
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
  /** A printed value is a bound. */
  isBound: boolean;
  minMs: number | null;
  meanMs: number | null;
  samples: number | null;
  /** Requests in flight at once. */
  concurrency: number | null;
  /** The same objects were read again and again, which stores answer faster than others. */
  isHot: boolean;
  /** The client was in the region or zone of the store, which need not be named, as its rows note. */
  isBeside: boolean;
  /** Its requests look as if they opened a connection first, as its rows note. */
  opensConnection: boolean;
  /** Its name, where the dataset has several. */
  run: string | null;
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

export interface Cells {
  cells: readonly Cell[];
  bulks: readonly Bulk[];
}

/** Cells of a dataset, gathered once. */
export const cellsOf = memoWith((dataset: Dataset): Cells => {
  const timed = measuredCells(dataset.measurements).filter(isLatency);
  const cells = timed.flatMap((cell) => (cell.layer === 'store' ? cellFrom(dataset, cell) : []));
  return {
    cells,
    bulks: dataset.measurements.flatMap((row) => bulkFrom(dataset, row)),
  };
});

function cellFrom(dataset: Dataset, cell: MeasuredCell): Cell[] {
  const rows = [...cell.figures.values()].filter(({ statistic }) => statistic !== 'value');
  const [first] = rows;
  if (!first) return [];
  const { value_low: low = null, value_high: high = null } = cell.figures.get('p50') ?? {};
  return [
    {
      dataset,
      store: cell.store,
      operation: cell.operation,
      metric: cell.metric === 'first_byte' ? 'first_byte' : 'total',
      region: cell.store_region,
      client: cell.client_place,
      sizeBytes: cell.size_bytes,
      quantiles: rearranged(quantilesOf(cell)),
      isRearranged: disorderOf(rows) !== null,
      medianRange: low !== null && high !== null ? [low, high] : null,
      isBound: rows.some(({ relation }) => relation === 'lt' || relation === 'gt'),
      minMs: figureMs(cell, 'min'),
      meanMs: figureMs(cell, 'mean'),
      samples: cell.samples,
      concurrency: cell.concurrency,
      isHot: (first.temperature ?? dataset.method.temperature) === 'warm',
      isBeside: cell.notes.some((note) => /\bclient in the (region|zone) of the store\b/.test(note)),
      opensConnection: cell.notes.some((note) => note.includes('opened a connection')),
      run: cell.run,
      rttMs: rttOf(first),
    },
  ];
}

/** Rising in p and in ms (V. Chernozhukov, I. Fernández-Val, A. Galichon, Econometrica 78, 2010). */
function rearranged(points: readonly QuantilePoint[]): QuantilePoint[] {
  const ms = points.map((point) => point.ms).sort((a, b) => a - b);
  return points.map(({ p }, i) => ({ p, ms: itemAt(ms, i) }));
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

/** The measurement behind a prediction, in a few words: `GET 1 KiB, AWS us-east-1 → AWS us-east-1`. */
export const refOf = memoWith((cell: Cell): EvidenceRef => {
  const { dataset, samples } = cell;
  return { dataset: dataset.id, cell: cellWords(cell), status: dataset.status, samples };
});

type Named = Pick<Cell, 'operation' | 'sizeBytes' | 'region' | 'client' | 'run' | 'isRearranged'>;

export function cellWords({ operation, sizeBytes, region, client, run, isRearranged }: Named): string {
  const size = sizeBytes === null ? 'size not stated' : formatBytes(sizeBytes);
  const way =
    region === null && client === null ? 'places not named' : `${placeWords(region)} → ${placeWords(client)}`;
  const order = isRearranged ? ', quantiles sorted' : '';
  return `${operation} ${size}, ${way}${run === null ? '' : `, run ${run}`}${order}`;
}

/** `AWS us-east-1`, as sentences name it. */
export const placeWords = memo((place: string | null) =>
  place === null ? 'not named' : placeName(place, (provider) => PROVIDER_NAMES[provider]),
);

/** Same region of the same provider, whatever the zone. */
export function samePlace(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && regionOf(a) === regionOf(b);
}
