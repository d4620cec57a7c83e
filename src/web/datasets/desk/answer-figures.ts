/** The answer to a question in SQL as figures, and what of it can be drawn. */
import { figureOf } from '#core/answer/figures/figure.ts';
import { formatCount } from '#core/units.ts';
import type { Answer } from '#query/duckdb-wasm.ts';

/** Cells as they are: nothing says what they are of. */
export const answerFigure = ({ columns, rows }: Answer) =>
  figureOf(
    rows,
    columns.map((title, i) => ({
      title,
      ...(rows.some((row) => typeof row[i] === 'number') && { kind: 'plain' as const }),
      of: (row: Answer['rows'][number]) => {
        const cell = row[i];
        return cell instanceof Date ? cell.toISOString() : cell;
      },
    })),
  );

const MOST_BARS = 24;

/**
 * A first column and numbers beside it: bars where it is a name, lines where it is a number itself. Null where nothing can be drawn
 * from zero, or there is one row alone.
 */
export function drawable({ columns, rows }: Answer) {
  const [label] = columns;
  const numeric = columns
    .map((name, i) => ({ name, i }))
    .filter(
      ({ i }) =>
        rows.some((row) => typeof row[i] === 'number') &&
        rows.every((row) => row[i] === null || isShown(row[i])),
    );
  const values = numeric.filter(({ i }) => i > 0).slice(0, 4);
  const [value] = values;
  if (label === undefined || !value || rows.length < 2) return null;
  if (numeric.some(({ i }) => i === 0)) {
    return {
      kind: 'lines' as const,
      x: label,
      series: values.map(({ name, i }) => ({
        name,
        points: rows
          .flatMap((row) => (isShown(row[0]) && isShown(row[i]) ? [[row[0], row[i]] as const] : []))
          .toSorted((a, b) => a[0] - b[0]),
      })),
    };
  }
  const bars = rows.flatMap((row) =>
    isShown(row[value.i]) ? [{ name: String(row[0] ?? 'not stated'), value: row[value.i] as number }] : [],
  );
  return {
    kind: 'bars' as const,
    value: value.name,
    rows: bars.slice(0, MOST_BARS),
    more: Math.max(0, bars.length - MOST_BARS),
  };
}

const isShown = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

/** The finding: from the least to the most, or how the first line goes. */
export function answerTitle(shown: ReturnType<typeof drawable>): string {
  if (shown?.kind === 'bars') {
    const sorted = shown.rows.toSorted((a, b) => b.value - a.value);
    const [most, least] = [sorted[0], sorted.at(-1)];
    return `${shown.value}: from ${formatCount(least?.value ?? 0)} (${least?.name}) to ${formatCount(most?.value ?? 0)} (${most?.name})`;
  }
  const [first] = shown?.series ?? [];
  const [from, to] = [first?.points[0], first?.points.at(-1)];
  if (!shown || !first || !from || !to) return '';
  return `${first.name} goes from ${formatCount(from[1])} to ${formatCount(to[1])} as ${shown.x} goes from ${formatCount(from[0])} to ${formatCount(to[0])}`;
}
