/** What the bars of rates draw, worked out from a dataset's cells; and the same in words and figures. */
import { figureOf } from '#core/answer/figures/figure.ts';
import type { MeasuredCell } from '#core/evidence/cells.ts';
import { cellNames } from '../cell-names.ts';
import { amountWords } from '#core/answer/words/measurements.ts';

export type RateBar = ReturnType<typeof rateBars>[number];

/** Throughput or operations a second, from zero; limits beside them as what they are. */
export function rateBars(cells: readonly MeasuredCell[], unit: 'bytes/s' | '1/s', most: number) {
  const rated = cells.filter((cell) => cell.unit === unit && cell.metric !== 'errors').slice(0, most);
  const apart = [false, true].flatMap((isLimit) => {
    const own = rated.filter(({ metric }) => (metric === 'limit') === isLimit);
    const names = cellNames(own);
    return own.map((cell, i) => [cell.key, `${names[i]}${isLimit ? ', published limit' : ''}`] as const);
  });
  const names = new Map(apart);
  return rated.flatMap(({ key, metric, figures }) => {
    const row = figures.get('mean') ?? figures.get('value') ?? figures.get('p50');
    if (!row) return [];
    const { value, value_low: low, value_high: high } = row;
    const words = amountWords(value, unit);
    return [{ key, name: names.get(key) ?? '', value, unit, low, high, isLimit: metric === 'limit', words }];
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
