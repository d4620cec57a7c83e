/** A dataset's measurements as people read them: one row a cell, one column a statistic. */
import type { Measurement } from '#core/evidence/dataset.ts';
import { disorderWords } from '#core/evidence/doubts/disorder.ts';
import { measuredCells } from '#core/evidence/cells.ts';
import type { MeasuredCell } from '#core/evidence/cells.ts';
import { formatBytes } from '#core/units.ts';
import { LAYER_NAMES, METRIC_NAMES, inOrder, valueWords } from '../dataset-words.ts';

export interface CellTable {
  /** What all rows share, said once: `GET`, `from aws/us-east-1`. */
  common: string[];
  columns: string[];
  /** Words of each column; an empty one where nothing is stated. */
  rows: { key: string; words: string[]; figures: string[]; notes: string[] }[];
  statistics: string[];
}

const COLUMNS: readonly (readonly [title: string, of: (cell: MeasuredCell) => string])[] = [
  ['Store', ({ store }) => store],
  ['In', ({ store_region }) => store_region ?? ''],
  ['From', ({ client_place }) => client_place ?? ''],
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

export function cellTable(measurements: readonly Measurement[]): CellTable {
  const cells = measuredCells(measurements);
  const statistics = inOrder(cells.flatMap(({ figures }) => [...figures.keys()]));
  const split = COLUMNS.map(([title, of]) => {
    const values = new Set(cells.map(of));
    const [only = ''] = values;
    return { title, of, isShared: values.size < 2, only };
  });
  const shown = split.filter(({ isShared }) => !isShared);
  return {
    common: split
      .filter(({ isShared, only }) => isShared && only !== '')
      .map(({ title, only }) => `${title.toLowerCase()}: ${only}`),
    columns: shown.map(({ title }) => title),
    statistics,
    rows: cells.map((cell) => ({
      key: cell.key,
      words: shown.map(({ of }) => of(cell)),
      figures: statistics.map((name) => {
        const row = cell.figures.get(name);
        return row ? valueWords(row) : '';
      }),
      notes: [disorderWords(cell) ?? [], ...cell.notes].flat(),
    })),
  };
}
