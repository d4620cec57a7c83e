/**
 * A dataset's rows gathered into cells: what was measured under one condition in one run, with a figure for each statistic.
 * Checks, charts, merges and predictions all read these cells.
 */
import { memoWith } from '../memo.ts';
import type { Measurement } from './dataset.ts';
import { quantileOf } from './statistic.ts';

/** What the rows of one condition share, besides the run. */
const CONDITION = [
  'store',
  'store_region',
  'client_place',
  'client_runtime',
  'layer',
  'operation',
  'size_bytes',
  'concurrency',
  'loop',
  'temperature',
  'measured_at',
] as const satisfies readonly (keyof Measurement)[];

export interface MeasuredCell extends Pick<Measurement, (typeof CONDITION)[number] | 'metric' | 'unit'> {
  /** Tells it from every other cell of its dataset; the same on every day. */
  key: string;
  /** Its name, as its rows note it. */
  run: string | null;
  /** How many requests its figures are of; null where the rows do not say or disagree. */
  samples: number | null;
  /** What the rows note, each remark once. */
  notes: readonly string[];
  /** By statistic, in the order of the rows. */
  figures: ReadonlyMap<string, Measurement>;
}

/** In the order of the first row of each condition. Rows that say one statistic of a run twice are told apart by their notes. */
export const measuredCells = memoWith((measurements: readonly Measurement[]): readonly MeasuredCell[] => {
  const alike = Map.groupBy(
    measurements,
    (row) => `${conditionOf({ ...row, note: null })}${row.metric}|${row.unit}`,
  );
  return [...alike].flatMap(([key, rows]) =>
    [...Map.groupBy(rows, (row) => runOf(row) ?? '')].flatMap(([run, own]) => {
      const isOne = new Set(own.map(({ statistic }) => statistic)).size === own.length;
      const apart = isOne ? [['', own] as const] : [...Map.groupBy(own, ({ note }) => note ?? '')];
      return apart.flatMap(([note, one]) => cellFrom([key, run, note].join('|'), one));
    }),
  );
});

/** All of a row but what was measured of it, and the figure. Rows with equal text are of one condition and one run. */
export function conditionOf(row: Measurement): string {
  return [...CONDITION.map((column) => row[column] ?? ''), runOf(row) ?? ''].join('|');
}

/** Which of several measurements of one condition a row belongs to, by its note: `run NAME`, or `data set NAME` that it lay in. */
export function runOf({ note }: Pick<Measurement, 'note'>): string | null {
  return (/^run ([^;]+)/.exec(note ?? '') ?? /\bdata set ([^;]+)/.exec(note ?? ''))?.[1] ?? null;
}

function cellFrom(key: string, rows: readonly Measurement[]): MeasuredCell[] {
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
  const [samples = null, ...others] = new Set(rows.flatMap((row) => row.samples ?? []));
  return [
    {
      ...shared,
      samples: others.length === 0 ? samples : null,
      key,
      run: runOf(first),
      notes: [...new Set(rows.flatMap(({ note }) => (note === null ? [] : [note])))],
      figures: new Map(rows.map((row) => [row.statistic, row])),
    },
  ];
}

/** True where its figures are times of requests or of a whole run of them. */
export function isLatency({ metric, unit }: Pick<Measurement, 'metric' | 'unit'>): boolean {
  return (metric === 'total' || metric === 'first_byte') && (unit === 'ms' || unit === 's');
}

/** The value of a time, in ms. */
export const inMs = (row: Pick<Measurement, 'unit' | 'value'>) =>
  row.unit === 's' ? row.value * 1000 : row.value;

/** A time figure in ms; null where the cell has none of that statistic, or it is no time. */
export function figureMs(cell: MeasuredCell, statistic: string): number | null {
  const row = cell.figures.get(statistic);
  return row && isLatency(row) ? inMs(row) : null;
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
