/** What the charts of a dataset draw, worked out from its cells; and the same in words and figures. */
import { figureMs, isLatency } from '#core/evidence/measured-cells.ts';
import type { MeasuredCell } from '#core/evidence/measured-cells.ts';
import { cellCurve } from '#core/latency/cell-curve.ts';
import type { SampledCurve } from '#core/latency/cell-curve.ts';
import { normalCdf } from '#core/latency/normal.ts';
import { quantileBand } from '#core/latency/quantile-band.ts';
import type { QuantileBand } from '#core/latency/quantile-band.ts';
import { formatBytes } from '#core/units.ts';
import type { Figures } from '#web/words/csv.ts';
import { latency } from '#web/words/format.ts';
import { cellNames } from './cell-names.ts';
import { amountWords } from './dataset-words.ts';

export interface SpreadRow {
  key: string;
  name: string;
  samples: number | null;
  minMs: number | null;
  meanMs: number | null;
  p50Ms: number | null;
  p95Ms: number | null;
  p99Ms: number | null;
  curve: SampledCurve | null;
  p50Band: QuantileBand | null;
  p95Band: QuantileBand | null;
  p99Band: QuantileBand | null;
}

/** Cells that are times, as far as they fit; the order is that of the cells. */
export function spreadRows(cells: readonly MeasuredCell[], most: number): SpreadRow[] {
  const timed = cells.filter(isLatency).slice(0, most);
  const names = cellNames(timed);
  return timed.map((cell, i) => {
    const curve = cellCurve(cell);
    return {
      key: cell.key,
      name: names[i] ?? '',
      samples: cell.samples,
      minMs: figureMs(cell, 'min'),
      meanMs: figureMs(cell, 'mean') ?? figureMs(cell, 'value'),
      p50Ms: figureMs(cell, 'p50'),
      p95Ms: figureMs(cell, 'p95'),
      p99Ms: figureMs(cell, 'p99'),
      curve,
      p50Band: curve && quantileBand(curve, 0.5),
      p95Band: curve && quantileBand(curve, 0.95),
      p99Band: curve && quantileBand(curve, 0.99),
    };
  });
}

const HEADS = [
  ['p99', 'p99Ms'],
  ['p95', 'p95Ms'],
  ['median', 'p50Ms'],
  ['mean', 'meanMs'],
] as const;

/** The finding, about the highest percentile that most rows have. */
export function spreadTitle(rows: readonly SpreadRow[]): string {
  const counted = HEADS.map(([word, key]) => ({
    word,
    values: rows.flatMap((row) => (row[key] === null ? [] : [{ row, ms: row[key] }])),
  })).filter(({ values }) => values.length > 0);
  const most = Math.max(0, ...counted.map(({ values }) => values.length));
  const head = counted.find(({ values }) => values.length === most);
  const [one, ...others] = head?.values.toSorted((a, b) => a.ms - b.ms) ?? [];
  if (!head || !one) return 'No times were measured here';
  const last = others.at(-1);
  if (!last) return `The ${head.word} of ${one.row.name} is ${latency(one.ms)}`;
  const times = last.ms / one.ms;
  if (times < 1.1) return `All have about the same ${head.word}, ${latency(one.ms)} to ${latency(last.ms)}`;
  return `The ${head.word} lies between ${latency(one.ms)} (${one.row.name}) and ${Number(times.toPrecision(2))} times that, ${latency(last.ms)} (${last.row.name})`;
}

export function spreadDescription(rows: readonly SpreadRow[]): string {
  return rows
    .map(({ name, samples, p99Band, ...row }) => {
      const said =
        [['floor', row.minMs], ['mean', row.meanMs], ['p50', row.p50Ms], ['p95', row.p95Ms], ['p99', row.p99Ms]] // prettier-ignore
          .flatMap(([word, ms]) => (typeof ms === 'number' ? [`${word} ${latency(ms)}`] : []));
      const band = p99Band
        ? `, the p99 between ${latency(p99Band.lowMs)} and ${latency(p99Band.highMs)}`
        : '';
      return `${name}: ${said.join(', ')}${band}; ${samples ?? 'an unstated number of'} samples.`;
    })
    .join(' ');
}

export function spreadFigures(rows: readonly SpreadRow[]): Figures {
  return {
    columns: ['what', 'samples', 'min ms', 'mean ms', 'p50 ms', 'p50 low', 'p50 high', 'p95 ms', 'p95 low', 'p95 high', 'p99 ms', 'p99 low', 'p99 high'], // prettier-ignore
    rows: rows.map((row) => [
      row.name,
      row.samples,
      ...[row.minMs, row.meanMs, row.p50Ms, row.p50Band?.lowMs ?? null, row.p50Band?.highMs ?? null, row.p95Ms, row.p95Band?.lowMs ?? null, row.p95Band?.highMs ?? null, row.p99Ms, row.p99Band?.lowMs ?? null, row.p99Band?.highMs ?? null].map(short), // prettier-ignore
    ]),
  };
}

export const short = (value: number | null) => (value === null ? null : Number(value.toPrecision(4)));

/** Where a curve is read: from −3 to 3.3 deviations, so from 0.13 % to 99.95 %. */
export const READ_AT: readonly number[] = Array.from({ length: 64 }, (_, i) => normalCdf(-3 + i * 0.1));

export interface Line {
  key: string;
  name: string;
  points: { p: number; ms: number; lowMs: number | null; highMs: number | null; isKnown: boolean }[];
}

/** Cells that print enough quantiles to be a curve. */
export function curveLines(cells: readonly MeasuredCell[], most: number): Line[] {
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

export function linesTitle(lines: readonly Line[], p: number): string {
  const word = p === 0.5 ? 'Half' : `${Number((p * 100).toPrecision(3))} %`;
  const at = lines.map((line) => ({ name: line.name, ms: readAt(line, p) })).sort((a, b) => a.ms - b.ms);
  const [one, last] = [at[0], at.at(-1)];
  if (!one || !last) return 'No cell here prints two quantiles';
  if (at.length === 1) return `${word} of the requests took at most ${latency(one.ms)}`;
  return `${word} of the requests took at most ${latency(one.ms)} (${one.name}) to ${latency(last.ms)} (${last.name})`;
}

/** A line's ms at p, straight between its points in z. */
export function readAt({ points }: Line, p: number): number {
  const i = points.findIndex((point) => point.p >= p);
  const [before, after] = [points[i - 1], points[i]];
  if (!after) return points.at(-1)?.ms ?? NaN;
  if (!before) return after.ms;
  return before.ms + ((after.ms - before.ms) * (p - before.p)) / (after.p - before.p);
}

/** The share of a line's requests within `ms`. */
export function shareWithin({ points }: Line, ms: number): number {
  const i = points.findIndex((point) => point.ms >= ms);
  const [before, after] = [points[i - 1], points[i]];
  if (!after) return 1;
  if (!before) return 0;
  return before.p + ((after.p - before.p) * (ms - before.ms)) / (after.ms - before.ms);
}

export function linesFigures(lines: readonly Line[]): Figures {
  const at = [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999];
  return {
    columns: ['share of requests', ...lines.map(({ name }) => `${name}, ms`)],
    rows: at.map((p) => [p, ...lines.map((line) => short(readAt(line, p)))]),
  };
}

export function linesDescription(lines: readonly Line[]): string {
  return lines
    .map(
      (line) =>
        `${line.name}: ${[0.5, 0.9, 0.99].map((p) => `${p * 100} % within ${latency(readAt(line, p))}`).join(', ')}.`,
    ) // prettier-ignore
    .join(' ');
}

export interface SizeSeries {
  key: string;
  name: string;
  points: { key: string; size: number; p: 'p50' | 'p99' | 'mean'; ms: number; band: QuantileBand | null }[];
}

/** Cells alike but for their size, as one series with each of p50 and p99, or of means where nothing else is known. */
export function sizeSeries(cells: readonly MeasuredCell[], most: number): SizeSeries[] {
  const groups = new Map<string, MeasuredCell[]>();
  for (const cell of cells.filter(isLatency)) {
    if (cell.size_bytes === null) continue;
    const alike = [cell.store, cell.store_region, cell.client_place, cell.client_runtime, cell.layer, cell.operation, cell.metric, cell.concurrency, cell.temperature, cell.notes.find((note) => note.startsWith('run '))].join('|'); // prettier-ignore
    groups.set(alike, [...(groups.get(alike) ?? []), cell]);
  }
  const series = [...groups]
    .filter(([, own]) => new Set(own.map(({ size_bytes }) => size_bytes)).size > 1)
    .slice(0, most);
  const names = cellNames(series.flatMap(([, own]) => own.slice(0, 1).map((cell) => ({ ...cell, size_bytes: null })))); // prettier-ignore
  return series.map(([key, own], i) => ({
    key,
    name: names[i] ?? '',
    points: own
      .toSorted((a, b) => (a.size_bytes ?? 0) - (b.size_bytes ?? 0))
      .flatMap((cell): SizeSeries['points'] => {
        const curve = cellCurve(cell);
        const quantiles = (['p50', 'p99'] as const).flatMap((p) => {
          const ms = figureMs(cell, p);
          const band = curve && quantileBand(curve, p === 'p50' ? 0.5 : 0.99);
          return ms === null ? [] : [{ key: `${cell.key} ${p}`, size: cell.size_bytes ?? 0, p, ms, band }];
        });
        const mean = figureMs(cell, 'mean');
        return quantiles.length > 0 || mean === null
          ? quantiles
          : [{ key: `${cell.key} mean`, size: cell.size_bytes ?? 0, p: 'mean', ms: mean, band: null }]; // prettier-ignore
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

export function sizeFigures(series: readonly SizeSeries[]): Figures {
  return {
    columns: ['what', 'size bytes', 'statistic', 'ms', 'low', 'high'],
    rows: series.flatMap(
      ({ name, points }) =>
      points.map(({ size, p, ms, band }) => [name, size, p, short(ms), short(band?.lowMs ?? null), short(band?.highMs ?? null)]), // prettier-ignore
    ),
  };
}

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

export function rateFigures(bars: readonly RateBar[]): Figures {
  return {
    columns: ['what', 'value', 'unit', 'low', 'high', 'kind'],
    rows: bars.map((bar) => [bar.name, bar.value, bar.unit, bar.low, bar.high, bar.isLimit ? 'published limit' : 'measured']), // prettier-ignore
  };
}
