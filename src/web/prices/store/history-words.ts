/** A store's prices over time: what each is now and was before, the finding, and the same as a table. */
import { figureOf, type Column } from '#core/answer/figures/figure.ts';
import { percent } from '#core/text/numbers.ts';
import { listing } from '#core/text/words.ts';
import type { PriceHistory } from './price-history.ts';
import { HEADLINE_NAMES, rateWords } from '../price-words.ts';

/** The prices of a store today, with what each was where that is known. What was never anything but free is left out. */
export function nowFigure({ series, currency }: PriceHistory) {
  const rows = series.flatMap(({ headline, points }) => {
    const last = points.at(-1);
    if (!last || points.every(({ listed }) => listed === 0)) return [];
    const changed = points.findLastIndex(({ listed }) => listed !== last.listed);
    const before = points.slice(0, changed + 1).findLast(({ listed }) => listed !== null)?.listed;
    return [{ headline, now: last.listed, since: points[changed + 1]?.date ?? last.date, before }];
  });
  type Row = (typeof rows)[number];
  const price = (title: string, of: (row: Row) => number | null | undefined): Column<Row> => ({
    title,
    kind: 'price',
    of,
    words: (row) => {
      const listed = of(row);
      return listed === undefined ? '' : rateWords({ listed }, currency);
    },
  });
  return figureOf(rows, [
    { title: 'Price', of: ({ headline }) => Object.values(HEADLINE_NAMES[headline]).join(' ') },
    price('Now', ({ now }) => now),
    ...(rows.some(({ before }) => before !== undefined) ? [price('Before', ({ before }) => before)] : []),
    { title: 'Since', of: ({ since }) => since },
  ]);
}

/** Prices that changed in per cent of the first that is known. One that began at nothing has no per cent. */
export function priceLines({ series }: Pick<PriceHistory, 'series'>) {
  return series.flatMap((one) => {
    const known = one.points.flatMap(({ listed }) => (listed === null ? [] : [listed]));
    const [first] = known;
    if (!first || known.every((listed) => listed === first)) return [];
    const shares = one.points.map(({ listed }) => (listed === null ? null : listed / first));
    return [{ series: one, name: HEADLINE_NAMES[one.headline].name, first, shares }];
  });
}

/** `Storage fell by 31% to $0.11 per GB-month`; the largest change first, at most two. */
export function historyTitle(history: PriceHistory): string {
  const moved = priceLines(history)
    .flatMap(({ series, name, first }) => {
      const now = series.points.at(-1)?.listed ?? null;
      if (now === null || now === first) return [];
      const { unit } = HEADLINE_NAMES[series.headline];
      const change = `${now < first ? 'fell' : 'rose'} by ${percent(Math.abs(now / first - 1))}`;
      const words = `${name} ${change} to ${rateWords({ listed: now }, history.currency)} ${unit}`;
      return [{ words, size: Math.abs(Math.log(now / first)) }];
    })
    .sort((a, b) => b.size - a.size)
    .map(({ words }) => words);
  if (moved.length === 0) return 'Its prices are what they were at first';
  return listing(
    moved.length > 2 ? [...moved.slice(0, 1), `${moved.length - 1} other prices changed`] : moved,
  );
}

export function historyFigure(history: PriceHistory) {
  const { currency } = history;
  const lines = priceLines(history);
  const dates = lines[0]?.series.points.map(({ date }, i) => ({ date, i })) ?? [];
  const columns = lines.flatMap(({ series, name, shares }): Column<{ i: number }>[] => {
    const unit = HEADLINE_NAMES[series.headline].unit;
    return [
      {
        title: `${name} ${unit}`,
        key: `${name}, ${currency} ${unit}`,
        kind: 'price',
        none: 'unknown',
        of: ({ i }) => series.points[i]?.listed,
      },
      { title: `${name}, share of first`, kind: 'share', of: ({ i }) => shares[i] },
    ];
  });
  return figureOf(
    dates,
    [{ title: 'price list of', key: 'edition of', of: ({ date }) => date }, ...columns],
    { currency },
  );
}
