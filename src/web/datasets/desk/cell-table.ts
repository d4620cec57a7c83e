/** A dataset's measurements as people read them: a table for each thing that was measured, one row a cell, one column a statistic. */
import type { Measurement } from '#core/evidence/dataset.ts';
import { disorderWords } from '#core/evidence/doubts/disorder.ts';
import { measuredCells } from '#core/evidence/cells.ts';
import type { MeasuredCell } from '#core/evidence/cells.ts';
import { formatBytes } from '#core/units.ts';
import { placeName, storeName } from '#web/words/names.ts';
import { LAYER_NAMES, METRIC_NAMES, inOrder, valueWords } from '../dataset-words.ts';

export interface CellTable {
  /** What its rows share and other tables do not: `operation: GET; measured: total time`. */
  caption: string;
  columns: string[];
  /** Words of each column; an empty one where nothing is stated. */
  rows: { key: string; words: string[]; figures: string[]; notes: string[] }[];
  statistics: string[];
}

export interface CellTables {
  /** What all rows share, said once: `cache: cold`. */
  common: string[];
  tables: CellTable[];
}

const COLUMNS: readonly (readonly [title: string, of: (cell: MeasuredCell) => string])[] = [
  ['Store', ({ store }) => storeName(store)],
  ['In', ({ store_region: place }) => (place === null ? '' : placeName(place))],
  ['From', ({ client_place: place }) => (place === null ? '' : placeName(place))],
  ['On', ({ client_runtime }) => client_runtime ?? ''],
  ['Operation', ({ operation }) => operation],
  ['Measured', ({ metric }) => METRIC_NAMES[metric]],
  ['How', ({ layer }) => LAYER_NAMES[layer]],
  ['Size', ({ size_bytes }) => (size_bytes === null ? '' : formatBytes(size_bytes))],
  ['At once', ({ concurrency }) => (concurrency === null ? '' : String(concurrency))],
  ['Loop', ({ loop }) => loop ?? ''],
  ['Cache', ({ temperature }) => temperature ?? ''],
  ['Samples', ({ samples }) => (samples === null ? '' : samples.toLocaleString('en-US'))],
  ['When', ({ measured_at }) => (measured_at ?? '').replace(/T.*$/, '')],
];

/** Rows of a table are of one operation, measured and sent in one way: other statistics are known of others. */
const kindOf = ({ operation, metric, layer }: MeasuredCell) => [operation, metric, layer].join(' ');

export function cellTables(measurements: readonly Measurement[]): CellTables {
  const cells = measuredCells(measurements);
  const everywhere = shared(cells, COLUMNS);
  const others = COLUMNS.filter((column) => !everywhere.includes(column));
  return {
    common: said(cells, everywhere),
    tables: [...Map.groupBy(cells, kindOf).values()].map((own) => tableOf(own, others)),
  };
}

function tableOf(cells: readonly MeasuredCell[], columns: typeof COLUMNS): CellTable {
  const statistics = inOrder(cells.flatMap(({ figures }) => [...figures.keys()]));
  const alike = shared(cells, columns);
  const shown = columns.filter((column) => !alike.includes(column));
  return {
    caption: said(cells, alike).join('; '),
    columns: shown.map(([title]) => title),
    statistics,
    rows: cells.map((cell) => ({
      key: cell.key,
      words: shown.map(([, of]) => of(cell)),
      figures: statistics.map((name) => {
        const row = cell.figures.get(name);
        return row ? valueWords(row) : '';
      }),
      notes: [disorderWords(cell) ?? [], ...cell.notes].flat(),
    })),
  };
}

const shared = (cells: readonly MeasuredCell[], columns: typeof COLUMNS) =>
  columns.filter(([, of]) => new Set(cells.map(of)).size < 2);

/** `operation: GET`; nothing of what is not stated. */
const said = (cells: readonly MeasuredCell[], columns: typeof COLUMNS) =>
  columns.flatMap(([title, of]) => {
    const words = cells[0] ? of(cells[0]) : '';
    return words === '' ? [] : [`${title.toLowerCase()}: ${words}`];
  });
