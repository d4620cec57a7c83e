/** What the chart of quantiles draws, worked out from a dataset's cells; and the same in words and figures. */
import { figureOf } from '#core/answer/figures/figure.ts';
import { isLatency, type MeasuredCell } from '#core/evidence/cells.ts';
import { cellCurve } from '#core/latency/cells/cell-curve.ts';
import { normalCdf } from '#core/latency/distributions/normal.ts';
import { quantileBand } from '#core/latency/cells/quantile-band.ts';
import { percent } from '#core/text/numbers.ts';
import { latency } from '#web/words/format.ts';
import { cellNames } from '../cell-names.ts';

/** Where a curve is read: from −3 to 3.3 deviations, so from 0.13 % to 99.95 %. */
const READ_AT: readonly number[] = Array.from({ length: 64 }, (_, i) => normalCdf(-3 + i * 0.1));

export type Line = ReturnType<typeof curveLines>[number];

/** Cells that print enough quantiles to be a curve. */
export function curveLines(cells: readonly MeasuredCell[], most: number) {
  const curves = cells.flatMap((cell) => {
    const curve = isLatency(cell) ? cellCurve(cell) : null;
    return curve ? [{ cell, curve }] : [];
  });
  const shown = curves.slice(0, most);
  const names = cellNames(shown.map(({ cell }) => cell));
  return shown.map(({ cell, curve }, i) => ({
    key: cell.key,
    name: names[i] ?? '',
    points: READ_AT.map((p) => {
      const band = quantileBand(curve, p);
      return {
        p,
        ms: curve.quantile(p),
        lowMs: band?.lowMs ?? null,
        highMs: band?.highMs ?? null,
        isKnown: p >= curve.knownFrom && p <= curve.knownTo,
      };
    }),
  }));
}

export function linesTitle(lines: readonly Line[]): string {
  const at = lines.map((line) => ({ name: line.name, ms: readAt(line, 0.99) })).sort((a, b) => a.ms - b.ms);
  const [one, last] = [at[0], at.at(-1)];
  if (!one || !last) return 'No cell here prints two quantiles';
  if (at.length === 1) return `99 % of the requests took at most ${latency(one.ms)}`;
  return `99 % of the requests took at most ${latency(one.ms)} (${one.name}) to ${latency(last.ms)} (${last.name})`;
}

/** A line's ms at p, straight between its points in z. */
export function readAt({ points }: Line, p: number): number {
  const i = points.findIndex((point) => point.p >= p);
  const [before, after] = [points[i - 1], points[i]];
  if (!after) return points.at(-1)?.ms ?? NaN;
  if (!before) return after.ms;
  return before.ms + ((after.ms - before.ms) * (p - before.p)) / (after.p - before.p);
}

const SHARES = [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999];

export const linesFigure = (lines: readonly Line[]) =>
  figureOf(SHARES, [
    { title: 'share of requests', of: (p) => p, words: (p) => percent(p, { figures: 3 }) },
    ...lines.map((line) => ({
      title: line.name,
      key: `${line.name}, ms`,
      kind: 'ms' as const,
      of: (p: number) => readAt(line, p),
    })),
  ]);
