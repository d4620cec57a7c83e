/** A dataset's rows gathered by what was measured: the rows of one cell differ in their statistic alone. */
import type { Measurement } from './dataset.ts';
import { quantileOf } from './statistic.ts';

/** What the rows of one cell share, and its figures by statistic. */
export interface MeasuredCell extends Pick<
  Measurement,
  | 'store'
  | 'store_region'
  | 'client_place'
  | 'client_runtime'
  | 'layer'
  | 'operation'
  | 'metric'
  | 'size_bytes'
  | 'concurrency'
  | 'loop'
  | 'temperature'
  | 'unit'
  | 'samples'
  | 'measured_at'
> {
  /** Tells it from every other cell of its dataset; the same on every day. */
  key: string;
  /** What the rows note, each remark once. */
  notes: readonly string[];
  figures: ReadonlyMap<string, Measurement>;
}

const SHARED = [
  'store',
  'store_region',
  'client_place',
  'client_runtime',
  'layer',
  'operation',
  'metric',
  'size_bytes',
  'concurrency',
  'loop',
  'temperature',
  'unit',
  'samples',
  'measured_at',
] as const satisfies readonly (keyof Measurement)[];

/** In the order of the first row of each. Rows that say one statistic twice are told apart by their notes. */
export function measuredCells(measurements: readonly Measurement[]): MeasuredCell[] {
  const alike = groups(measurements, (row) => SHARED.map((column) => row[column] ?? '').join('|'));
  return [...alike].flatMap(([key, rows]) => {
    const isOne = new Set(rows.map(({ statistic }) => statistic)).size === rows.length;
    const apart = isOne ? new Map([['', rows]]) : groups(rows, ({ note }) => runOf(note) ?? note ?? '');
    return [...apart].flatMap(([run, own]) => cellOf(run === '' ? key : `${key}|${run}`, own));
  });
}

function cellOf(key: string, rows: readonly Measurement[]): MeasuredCell[] {
  const [first] = rows;
  if (!first) return [];
  const {
    statistic: _s,
    value: _v,
    relation: _r,
    value_low: _l,
    value_high: _h,
    note: _n,
    ...shared
  } = first;
  return [
    {
      ...shared,
      key,
      notes: [...new Set(rows.flatMap(({ note }) => (note === null ? [] : [note])))],
      figures: new Map(rows.map((row) => [row.statistic, row])),
    },
  ];
}

/** A cell measured more than once tells its runs apart by a note that begins `run NAME`. */
export function runOf(note: string | null): string | null {
  return /^run [^;]+/.exec(note ?? '')?.[0] ?? null;
}

function groups<T>(values: readonly T[], key: (value: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const value of values) {
    const own = found.get(key(value));
    if (own) own.push(value);
    else found.set(key(value), [value]);
  }
  return found;
}

/** True where its figures are times of requests or of a whole run of them. */
export function isLatency({ metric, unit }: Pick<Measurement, 'metric' | 'unit'>): boolean {
  return (metric === 'total' || metric === 'first_byte') && (unit === 'ms' || unit === 's');
}

/** A time figure in ms; null where the cell has none of that statistic, or it is no time. */
export function figureMs(cell: MeasuredCell, statistic: string): number | null {
  const row = cell.figures.get(statistic);
  if (!row || !isLatency(row)) return null;
  return row.unit === 's' ? row.value * 1000 : row.value;
}

/** The quantiles a cell prints, rising in p; none for anything but times. */
export function quantilesOf(cell: MeasuredCell): { p: number; ms: number }[] {
  return [...cell.figures.keys()]
    .flatMap((statistic) => {
      const p = quantileOf(statistic);
      const ms = figureMs(cell, statistic);
      return p === null || ms === null ? [] : [{ p, ms }];
    })
    .sort((a, b) => a.p - b.p);
}
