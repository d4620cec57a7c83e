/** What the chart of times by size draws, worked out from a dataset's cells; and the same in words and figures. */
import { figureOf } from '#core/answer/figures/figure.ts';
import { figureMs, isLatency, type MeasuredCell } from '#core/evidence/cells.ts';
import { cellCurve } from '#core/latency/cells/cell-curve.ts';
import { quantileBand } from '#core/latency/cells/quantile-band.ts';
import { formatBytes } from '#core/units.ts';
import { latency } from '#web/words/format.ts';
import { cellNames } from '../cell-names.ts';

export type SizeSeries = ReturnType<typeof sizeSeries>[number];

/** Cells alike but for their size, as one series with each of p50 and p99, or of means where nothing else is known. */
export function sizeSeries(cells: readonly MeasuredCell[], most: number) {
  const groups = Map.groupBy(
    cells.filter((cell) => isLatency(cell) && cell.size_bytes !== null),
    (cell) =>
      [
        cell.store,
        cell.store_region,
        cell.client_place,
        cell.client_runtime,
        cell.layer,
        cell.operation,
        cell.metric,
        cell.concurrency,
        cell.temperature,
        cell.run,
      ].join('|'),
  );
  const series = [...groups]
    .filter(([, own]) => new Set(own.map(({ size_bytes }) => size_bytes)).size > 1)
    .slice(0, most);
  const names = cellNames(
    series.flatMap(([, own]) => own.slice(0, 1).map((cell) => ({ ...cell, size_bytes: null }))),
  );
  return series.map(([key, own], i) => ({
    key,
    name: names[i] ?? '',
    points: own
      .toSorted((a, b) => (a.size_bytes ?? 0) - (b.size_bytes ?? 0))
      .flatMap((cell) => {
        const curve = cellCurve(cell);
        const pointAt = (p: 'p50' | 'p99' | 'mean', share: number | null) => {
          const ms = figureMs(cell, p);
          const band = curve && share !== null ? quantileBand(curve, share) : null;
          return ms === null ? [] : [{ key: `${cell.key} ${p}`, size: cell.size_bytes ?? 0, p, ms, band }];
        };
        const quantiles = [...pointAt('p50', 0.5), ...pointAt('p99', 0.99)];
        return quantiles.length > 0 ? quantiles : pointAt('mean', null);
      }),
  }));
}

export function sizeTitle(series: readonly SizeSeries[]): string {
  const grown = series.flatMap(({ name, points }) => {
    const kind = points.some(({ p }) => p === 'p50') ? 'p50' : 'mean';
    const own = points.filter(({ p }) => p === kind);
    const [first, last] = [own[0], own.at(-1)];
    return first && last && first.size < last.size ? [{ name, kind, first, last }] : [];
  });
  const [one] = grown.toSorted((a, b) => b.last.ms / b.first.ms - a.last.ms / a.first.ms);
  if (!one) return 'Time by size of object';
  const word = one.kind === 'p50' ? 'median' : 'mean';
  const who = one.name === '' || series.length === 1 ? '' : ` (${one.name})`;
  return `From ${formatBytes(one.first.size)} to ${formatBytes(one.last.size)} the ${word} grows from ${latency(one.first.ms)} to ${latency(one.last.ms)}${who}`;
}

export const sizeFigure = (series: readonly SizeSeries[]) =>
  figureOf(
    series.flatMap(({ name, points }) => points.map((point) => ({ ...point, name }))),
    [
      { title: 'what', of: ({ name }) => name },
      { title: 'size', key: 'size bytes', kind: 'bytes', of: ({ size }) => size },
      { title: 'statistic', of: ({ p }) => p },
      { title: 'time', key: 'ms', kind: 'ms', of: ({ ms }) => ms },
      { title: 'low', kind: 'ms', of: ({ band }) => band?.lowMs },
      { title: 'high', kind: 'ms', of: ({ band }) => band?.highMs },
    ],
  );

/** One line for each statistic of each series, in the hue of the series. */
export function namedSeries(series: readonly SizeSeries[]) {
  return series.flatMap(({ key, name, points }, i) =>
    (['p50', 'p99', 'mean'] as const).flatMap((p) => {
      const own = points.filter((point) => point.p === p && point.size > 0);
      const line = {
        key: `${key} ${p}`,
        name: [p, name].filter(Boolean).join(' '),
        hue: i % 6,
        isDashed: p === 'p99',
        points: own,
      };
      return own.length === 0 ? [] : [line];
    }),
  );
}
