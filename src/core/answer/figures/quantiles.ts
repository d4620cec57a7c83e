/** Times of requests at a glance: the quantiles of each cell, the interval of its p99, and a drawing in letters on one scale. */
import { figureMs, isLatency, measuredCells, quantilesOf, type MeasuredCell } from '../../evidence/cells.ts';
import type { Measurement } from '../../evidence/dataset.ts';
import type { QuantileInterval } from '../../latency/cells/quantile-band.ts';
import { formatBytes, formatMs } from '../../units.ts';
import {
  LAYER_NAMES,
  METRIC_NAMES,
  OPERATION_NAMES,
  amountWords,
  valueWords,
} from '../words/measurements.ts';
import type { Names } from '../words/names.ts';
import { figureOf, type Column, type Figure } from './figure.ts';

const SHOWN = ['p50', 'p90', 'p99'] as const;
/** Letters of a drawing. */
const WIDE = 24;

export function quantileFigure(
  measurements: readonly Measurement[],
  intervals: ReadonlyMap<Measurement, QuantileInterval>,
  names: Names,
): Figure {
  const cells = measuredCells(measurements).filter(isLatency);
  const nameOf = namesOf(cells, names, true);
  const points = cells.flatMap((cell) => quantilesOf(cell).map(({ ms }) => ms)).filter((ms) => ms > 0);
  const [least, most] = [Math.min(...points), Math.max(...points)];
  const place = (ms: number) =>
    most > least
      ? Math.round((Math.log(Math.max(ms, least) / least) / Math.log(most / least)) * (WIDE - 1))
      : 0;
  return figureOf<MeasuredCell>(cells, [
    { title: 'measured', wrap: true, of: nameOf },
    { title: 'requests', kind: 'count', none: 'not stated', of: ({ samples }) => samples },
    ...SHOWN.map((name): Column<MeasuredCell> => ({
      title: name,
      kind: 'ms',
      none: '–',
      of: (cell) => figureMs(cell, name),
      words: ({ figures }) => {
        const row = figures.get(name);
        return row ? valueWords(row) : '–';
      },
    })),
    {
      title: 'p99, 95% interval',
      of: ({ figures }) => {
        const row = figures.get('p99');
        const { low = null, high = null } = (row && intervals.get(row)) ?? {};
        return row === undefined || low === null || high === null
          ? 'not known'
          : `${amountWords(low, row.unit)} – ${amountWords(high, row.unit)}`;
      },
    },
    {
      title: points.length > 0 ? `${formatMs(least)} ${'·'.repeat(6)} ${formatMs(most)} (log)` : '',
      key: null,
      drop: true,
      of: (cell) => drawing(cell, place),
    },
  ]);
}

/** A line from the lowest quantile to the highest, `┃` at the median and `┤` at the p99. */
function drawing(cell: MeasuredCell, place: (ms: number) => number): string {
  const points = quantilesOf(cell);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return '';
  const letters: string[] = Array.from({ length: WIDE }, (_, i) =>
    i >= place(first.ms) && i <= place(last.ms) ? '─' : ' ',
  );
  for (const [name, letter] of [
    ['p99', '┤'],
    ['p50', '┃'],
  ] as const) {
    const ms = figureMs(cell, name);
    if (ms !== null) letters[place(ms)] = letter;
  }
  return letters.join('').trimEnd();
}

/** What else was measured, by what it was measured of: `GET 1 MiB, 8 at once: throughput 371 MB/s, errors 0%`. */
export function rateWords(measurements: readonly Measurement[], names: Names): string[] {
  const cells = measuredCells(measurements).filter((cell) => !isLatency(cell));
  const nameOf = namesOf(cells, names, false);
  return [...Map.groupBy(cells, nameOf)].map(([name, own]) => {
    const figures = own.flatMap((cell) =>
      [...cell.figures].map(
        ([statistic, row]) =>
          `${METRIC_NAMES[cell.metric]} ${MEANT.has(statistic) ? '' : `${statistic} `}${valueWords(row)}`,
      ),
    );
    return `${name}: ${figures.join(', ')}`;
  });
}

/** Statistics that a rate has when it has one. */
const MEANT: ReadonlySet<string> = new Set(['mean', 'value']);

/** By what tells it from the others: operation, size and requests at once, and its store where there are several. */
function namesOf(
  cells: readonly MeasuredCell[],
  names: Names,
  withMetric: boolean,
): (cell: MeasuredCell) => string {
  const differ = (of: (cell: MeasuredCell) => unknown) => new Set(cells.map(of)).size > 1;
  const hasStores = differ(({ store }) => store);
  const hasPlaces = differ(({ store_region, client_place }) => `${store_region} ${client_place}`);
  const hasMetrics = withMetric && differ(({ metric }) => metric);
  const hasLayers = differ(({ layer }) => layer);
  const hasRuns = differ(({ run }) => run);
  const place = (one: string | null) => (one === null ? 'not stated' : names.place(one));
  return (cell) =>
    [
      ...(hasStores ? [names.store(cell.store)] : []),
      ...(hasPlaces ? [`${place(cell.store_region)} → ${place(cell.client_place)}`] : []),
      [OPERATION_NAMES[cell.operation], cell.size_bytes === null ? '' : formatBytes(cell.size_bytes)]
        .filter(Boolean)
        .join(' '),
      ...(cell.concurrency === null ? [] : [`${cell.concurrency} at once`]),
      ...(hasMetrics ? [METRIC_NAMES[cell.metric]] : []),
      ...(hasLayers ? [LAYER_NAMES[cell.layer]] : []),
      ...(hasRuns && cell.run !== null ? [`run ${cell.run}`] : []),
    ].join(', ');
}
