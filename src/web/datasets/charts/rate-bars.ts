/** What the bars of rates draw, worked out from a dataset's cells; and the same in words and figures. */
import { figureOf } from '#core/answer/figures/figure.ts';
import type { MeasuredCell } from '#core/evidence/cells.ts';
import { cellNames } from '../cell-names.ts';
import { amountWords } from '#core/answer/words/measurements.ts';

export interface RateBar {
  key: string;
  name: string;
  value: number;
  unit: 'bytes/s' | '1/s';
  low: number | null;
  high: number | null;
  isLimit: boolean;
  words: string;
}

/** Throughput or operations a second, from zero; limits beside them as what they are. */
export function rateBars(cells: readonly MeasuredCell[], unit: RateBar['unit'], most: number): RateBar[] {
  const rated = cells.filter((cell) => cell.unit === unit && cell.metric !== 'errors').slice(0, most);
  const apart = [false, true].flatMap((isLimit) => {
    const own = rated.filter(({ metric }) => (metric === 'limit') === isLimit);
    const names = cellNames(own);
    return own.map((cell, i) => [cell.key, `${names[i]}${isLimit ? ', published limit' : ''}`] as const);
  });
  const names = new Map(apart);
  return rated.flatMap((cell) => {
    const row = cell.figures.get('mean') ?? cell.figures.get('value') ?? cell.figures.get('p50');
    return row
      ? [
          {
            key: cell.key,
            name: names.get(cell.key) ?? '',
            value: row.value,
            unit,
            low: row.value_low,
            high: row.value_high,
            isLimit: cell.metric === 'limit',
            words: amountWords(row.value, unit),
          },
        ]
      : [];
  });
}

export function rateTitle(bars: readonly RateBar[]): string {
  const measured = bars.filter(({ isLimit }) => !isLimit).toSorted((a, b) => b.value - a.value);
  const [most, least] = [measured[0], measured.at(-1)];
  if (!most || !least) return 'Published limits';
  const what = most.unit === 'bytes/s' ? 'The most bytes a second' : 'The most operations a second';
  return most === least
    ? `${what}: ${most.words}`
    : `${what}: ${most.words} (${most.name}); the least: ${least.words} (${least.name})`;
}

export const rateFigure = (bars: readonly RateBar[]) =>
  figureOf(bars, [
    { title: 'what', of: ({ name }) => name },
    { title: 'value', kind: 'number', of: ({ value }) => value, words: ({ words }) => words },
    { title: '', key: 'unit', of: ({ unit }) => unit },
    { title: '', key: 'low', of: ({ low }) => low },
    { title: '', key: 'high', of: ({ high }) => high },
    { title: 'kind', of: ({ isLimit }) => (isLimit ? 'published limit' : 'measured') },
  ]);
