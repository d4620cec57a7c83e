/** A dataset's measurements: a row for each cell, which is what was measured under one condition, and its figures. */
import { measuredCells, type MeasuredCell } from '../../evidence/cells.ts';
import type { Measurement } from '../../evidence/dataset.ts';
import { disorderOf } from '../../evidence/doubts/disorder.ts';
import type { QuantileInterval } from '../../latency/cells/quantile-band.ts';
import { formatBytes } from '../../units.ts';
import { LAYER_NAMES, METRIC_NAMES, amountWords, inOrder, valueWords } from '../words/measurements.ts';
import type { Names } from '../words/names.ts';
import { figureOf, type Column } from './figure.ts';

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

/** Rows of a table are of one operation, measured and sent in one way: other statistics are known of others. */
const kindOf = ({ operation, metric, layer }: MeasuredCell) => [operation, metric, layer].join(' ');

interface Kind {
  /** What its rows share and other tables do not: `operation: GET; measured: total time`. */
  caption: string;
  cells: MeasuredCell[];
  /** What tells its rows apart. */
  apart: Condition[];
  statistics: string[];
}

/** What all rows share, said once, and a table for each thing that was measured. */
function parted(measurements: readonly Measurement[], names: Names): { common: string[]; kinds: Kind[] } {
  const cells = measuredCells(measurements);
  const all = conditions(names);
  const everywhere = shared(cells, all);
  const others = all.filter((condition) => !everywhere.includes(condition));
  const kinds = [...Map.groupBy(cells, kindOf).values()].map((own) => {
    const alike = shared(own, others);
    return {
      caption: said(own, alike).join('; '),
      cells: own,
      apart: others.filter((condition) => !alike.includes(condition)),
      statistics: inOrder(own.flatMap(({ figures }) => [...figures.keys()])),
    };
  });
  return { common: said(cells, everywhere), kinds };
}

const shared = (cells: readonly MeasuredCell[], of: readonly Condition[]) =>
  of.filter(([, words]) => new Set(cells.map(words)).size < 2);

/** `operation: GET`; nothing of what is not stated. */
const said = (cells: readonly MeasuredCell[], of: readonly Condition[]) =>
  of.flatMap(([title, words]) => {
    const value = cells[0] ? words(cells[0]) : '';
    return value === '' ? [] : `${title.toLowerCase()}: ${value}`;
  });

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
export function cellFigures(measurements: readonly Measurement[], names: Names) {
  const { common, kinds } = parted(measurements, names);
  const figureIn = ({ cells, apart, statistics }: Kind) =>
    figureOf(cells, [
      ...apart.map(([title, of]) => ({ title, of })),
      ...(cells.some((cell) => cell.samples !== null) ? [samples] : []),
      ...statistics.map(statistic),
      ...(cells.some((cell) => notesOf(cell).length > 0)
        ? [{ title: 'Note', of: (cell: MeasuredCell) => notesOf(cell).join('; ') }]
        : []),
    ]);
  return { common, tables: kinds.map((kind) => ({ caption: kind.caption, figure: figureIn(kind) })) };
}

/** Statistics with a column of their own; the others stand under their row. */
const MAIN: ReadonlySet<string> = new Set(['value', 'mean', 'p50', 'p99']);

/** For a terminal: what differs as one name, the main statistics, and the rest beneath. */
export function narrowCellFigures(
  measurements: readonly Measurement[],
  names: Names,
  intervals: ReadonlyMap<Measurement, QuantileInterval>,
) {
  const { common, kinds } = parted(measurements, names);
  const each = ({ figures }: MeasuredCell, words: (row: Measurement) => string, of: readonly string[]) =>
    of
      .flatMap((name) => {
        const row = figures.get(name);
        const value = row ? words(row) : '';
        return value === '' ? [] : `${name} ${value}`;
      })
      .join(', ');
  const interval = (row: Measurement) => intervalWords(row, intervals.get(row));
  const figureIn = ({ cells, apart, statistics }: Kind) => {
    const nameOf = (cell: MeasuredCell) =>
      apart
        .map(([, of]) => of(cell))
        .filter(Boolean)
        .join(', ') || names.store(cell.store);
    const alike = Map.groupBy(cells, nameOf);
    const notes = (cell: MeasuredCell) =>
      (alike.get(nameOf(cell))?.length ?? 0) > 1 ? notesOf(cell).join('; ') : disorderWords(cell);
    return figureOf<MeasuredCell>(cells, [
      { title: 'measured', wrap: true, of: nameOf },
      { ...samples, title: 'samples' },
      ...statistics.filter((name) => MAIN.has(name)).map(statistic),
      {
        title: 'others',
        beneath: '',
        of: (cell) =>
          each(
            cell,
            valueWords,
            statistics.filter((name) => !MAIN.has(name)),
          ),
      },
      { title: '95% interval', beneath: '95% interval: ', of: (cell) => each(cell, interval, statistics) },
      { title: 'note', beneath: '', of: notes },
    ]);
  };
  return { common, tables: kinds.map((kind) => ({ caption: kind.caption, figure: figureIn(kind) })) };
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

/** In a few words, for the cell itself; null where its quantiles rise. */
function disorderWords({ figures, unit }: MeasuredCell): string | null {
  const disorder = disorderOf(figures.values());
  if (!disorder) return null;
  const { smallerShare, largerShare } = disorder;
  return `out of order: ${smallerShare.statistic} ${smallerShare.value} ${unit} above ${largerShare.statistic} ${largerShare.value} ${unit}`;
}
