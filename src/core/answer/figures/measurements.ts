/** A dataset's measurements: a row for each cell, which is what was measured under one condition, and its figures. */
import { measuredCells } from '../../evidence/cells.ts';
import type { MeasuredCell } from '../../evidence/cells.ts';
import type { Measurement } from '../../evidence/dataset.ts';
import { disorderWords } from '../../evidence/doubts/disorder.ts';
import type { QuantileInterval } from '../../latency/cells/quantile-band.ts';
import { formatBytes } from '../../units.ts';
import { LAYER_NAMES, METRIC_NAMES, amountWords, inOrder, valueWords } from '../words/measurements.ts';
import type { Names } from '../words/names.ts';
import { figureOf } from './figure.ts';
import type { Column } from './figure.ts';

type Condition = readonly [title: string, of: (cell: MeasuredCell) => string];

const conditions = (names: Names): Condition[] => [
  ['Store', ({ store }) => names.store(store)],
  ['In', ({ store_region: place }) => (place === null ? '' : names.place(place))],
  ['From', ({ client_place: place }) => (place === null ? '' : names.place(place))],
  ['On', ({ client_runtime }) => client_runtime ?? ''],
  ['Operation', ({ operation }) => operation],
  ['Measured', ({ metric }) => METRIC_NAMES[metric]],
  ['How', ({ layer }) => LAYER_NAMES[layer]],
  ['Size', ({ size_bytes }) => (size_bytes === null ? '' : formatBytes(size_bytes))],
  ['At once', ({ concurrency }) => (concurrency === null ? '' : String(concurrency))],
  ['Loop', ({ loop }) => loop ?? ''],
  ['Cache', ({ temperature }) => temperature ?? ''],
  ['When', ({ measured_at }) => (measured_at ?? '').replace(/T.*$/, '')],
];

/** The cells, and their conditions: those that all share are said once, such as `operation: GET`. */
function parted(measurements: readonly Measurement[], names: Names) {
  const cells = measuredCells(measurements);
  const all = conditions(names).map(([title, of]) => ({ title, of, values: new Set(cells.map(of)) }));
  const apart = all.filter(({ values }) => values.size > 1);
  const common = all
    .filter(({ values }) => values.size === 1 && !values.has(''))
    .map(({ title, values }) => `${title.toLowerCase()}: ${[...values].join()}`);
  return { cells, apart, common, statistics: inOrder(cells.flatMap(({ figures }) => [...figures.keys()])) };
}

const notesOf = (cell: MeasuredCell) => [disorderWords(cell) ?? [], ...cell.notes].flat();

const samples: Column<MeasuredCell> = { title: 'Samples', kind: 'count', of: ({ samples: count }) => count };

const statistic = (name: string): Column<MeasuredCell> => ({
  title: name,
  kind: 'number',
  of: ({ figures }) => figures.get(name)?.value,
  words: ({ figures }) => {
    const row = figures.get(name);
    return row ? valueWords(row) : '';
  },
});

/** With a column for each condition that differs, and for each statistic. */
export function cellsFigure(measurements: readonly Measurement[], names: Names) {
  const { cells, apart, common, statistics } = parted(measurements, names);
  const columns: Column<MeasuredCell>[] = [
    ...apart.map(({ title, of }) => ({ title, of })),
    samples,
    ...statistics.map(statistic),
    { title: 'Note', of: (cell) => notesOf(cell).join('; ') },
  ];
  return { common, figure: figureOf(cells, columns) };
}

/** Statistics with a column of their own; the others stand under their row. */
const MAIN: ReadonlySet<string> = new Set(['value', 'mean', 'p50', 'p99']);

/** For a terminal: what differs as one name, the main statistics, and the rest beneath. */
export function narrowCellsFigure(
  measurements: readonly Measurement[],
  names: Names,
  intervals: ReadonlyMap<Measurement, QuantileInterval>,
) {
  const { cells, apart, common, statistics } = parted(measurements, names);
  const main = statistics.filter((name) => MAIN.has(name));
  const others = statistics.filter((name) => !MAIN.has(name));
  const each = ({ figures }: MeasuredCell, words: (row: Measurement) => string, of: readonly string[]) =>
    of
      .flatMap((name) => {
        const row = figures.get(name);
        const said = row ? words(row) : '';
        return said === '' ? [] : `${name} ${said}`;
      })
      .join(', ');
  const interval = (row: Measurement) => intervalWords(row, intervals.get(row));
  const nameOf = (cell: MeasuredCell) =>
    apart
      .map(({ of }) => of(cell))
      .filter(Boolean)
      .join(', ') || names.store(cell.store);
  const alike = Map.groupBy(cells, nameOf);
  const notes = (cell: MeasuredCell) =>
    (alike.get(nameOf(cell))?.length ?? 0) > 1 ? notesOf(cell).join('; ') : disorderWords(cell);
  const columns: Column<MeasuredCell>[] = [
    { title: 'measured', wrap: true, of: nameOf },
    { ...samples, title: 'samples' },
    ...main.map(statistic),
    { title: 'others', beneath: '', of: (cell) => each(cell, valueWords, others) },
    { title: '95% interval', beneath: '95% interval: ', of: (cell) => each(cell, interval, statistics) },
    { title: 'note', beneath: '', of: notes },
  ];
  return { common, figure: figureOf(cells, columns) };
}

/** Read off the printed quantiles; where they are too few, the quantiles of the sample between which it is. */
function intervalWords({ unit }: Measurement, interval: QuantileInterval | undefined): string {
  if (!interval) return '';
  const end = (value: number | null, share: number | null) => {
    if (value !== null) return amountWords(value, unit);
    return share === null ? 'open' : `p${Number((100 * share).toPrecision(3))}`;
  };
  const [low, high] = [end(interval.low, interval.lowShare), end(interval.high, interval.highShare)];
  return low === 'open' && high === 'open' ? 'open' : `${low} – ${high}`;
}
