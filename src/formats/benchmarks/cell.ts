/** What the figures of one cell share, and how a figure becomes a row. Every importer writes its rows here. */
import type { Measurement, Metric, Operation } from '#core/evidence/dataset.ts';
import { binnedStatistics, type Bin } from '#core/evidence/binned-statistics.ts';
import { sampleStatistics, type SampleStatistic } from '#core/evidence/sample-statistics.ts';
import { quantileOf } from '#core/evidence/statistic.ts';
import { factsOf, rounded, type ImportContext } from '../importer.ts';

type Figure = 'metric' | 'statistic' | 'value' | 'unit' | 'relation' | 'value_low' | 'value_high' | 'samples';
export type Cell = Omit<Measurement, Figure>;

/** What a person knows of every cell of a file. */
export interface Where {
  store: string;
  region: string | null;
  from: string | null;
  runtime?: string;
}

/** A cell of single requests to the store, of which nothing is known but what is given. */
export function cellOf(
  { store, region, from, runtime }: Where,
  own: Pick<Cell, 'operation'> & Partial<Cell>,
): Cell {
  return {
    store,
    store_region: region,
    client_place: from,
    client_runtime: runtime ?? null,
    layer: 'store',
    size_bytes: null,
    concurrency: null,
    loop: null,
    temperature: null,
    measured_at: null,
    note: null,
    ...own,
  };
}

/** What a person knows of every cell. Throws `ImportError` for what is missing. */
export const whereOf = (context: ImportContext): Where => ({
  ...factsOf(context, ['store', 'region', 'from']),
  runtime: context.runtime,
});

/** A cell where the person measured, of as many requests at once as the person says. */
export const placedCell = (context: ImportContext, own: Pick<Cell, 'operation'> & Partial<Cell>): Cell =>
  cellOf(whereOf(context), { concurrency: context.concurrency ?? null, ...own });

/**
 * A cell of a file that says neither where it was measured nor how large objects were: the person does. Everything that is
 * missing, `also` included, is named at once. Throws `ImportError`.
 */
export function givenCell(
  context: ImportContext,
  own: Pick<Cell, 'operation'> & Partial<Cell>,
  also: readonly 'timeUnit'[] = [],
): Cell {
  const { sizeBytes, ...where } = factsOf(context, ['store', 'region', 'from', 'sizeBytes', ...also]);
  return cellOf(
    { ...where, runtime: context.runtime },
    { size_bytes: sizeBytes, concurrency: context.concurrency ?? null, ...own },
  );
}

const UNIT_OF: Record<Metric, Measurement['unit']> = {
  total: 'ms',
  first_byte: 'ms',
  first_request: 'ms',
  throughput: 'bytes/s',
  rate: '1/s',
  errors: 'share',
  limit: '1/s',
};

type Beside = Partial<Pick<Measurement, 'samples' | 'relation' | 'value_low' | 'value_high'>>;

/** One row; times are in ms, throughput in bytes/s, errors a share. */
export function figure(
  cell: Cell,
  metric: Metric,
  statistic: string,
  value: number,
  beside: Beside = {},
): Measurement {
  const bounds = { relation: 'eq', value_low: null, value_high: null, samples: null } as const;
  return { ...cell, metric, statistic, value: rounded(value), unit: UNIT_OF[metric], ...bounds, ...beside };
}

/** Rows of requests that were kept one by one, in ms. */
export function sampledRows(cell: Cell, metric: Metric, valuesMs: readonly number[]): Measurement[] {
  return risingRows(cell, metric, Float64Array.from(valuesMs).sort(), 1);
}

/** The same of a sample that rises, in units of which `perMs` make a millisecond. */
export function risingRows(cell: Cell, metric: Metric, rising: Float64Array, perMs: number): Measurement[] {
  const ms = (value: number | null) => (value === null ? null : value / perMs);
  return sampleStatistics(rising).map(({ statistic, value, low, high }) =>
    statisticRow(
      cell,
      metric,
      { statistic, value: value / perMs, low: ms(low), high: ms(high) },
      rising.length,
    ),
  );
}

/** Rows of a histogram, in ms. `relation` is `approx` where bins are wider than anybody would round. */
export function binnedRows(
  cell: Cell,
  metric: Metric,
  bins: readonly Bin[],
  relation: 'eq' | 'approx',
): Measurement[] {
  const n = bins.reduce((sum, { count }) => sum + count, 0);
  return binnedStatistics(bins).map((one) => ({ ...statisticRow(cell, metric, one, n), relation }));
}

/** Quantiles keep every digit they were measured with. */
function statisticRow(
  cell: Cell,
  metric: Metric,
  { statistic, value, low, high }: SampleStatistic,
  samples: number,
): Measurement {
  const row = figure(cell, metric, statistic, value, { value_low: low, value_high: high, samples });
  return statistic === 'mean' || statistic === 'stddev' ? row : { ...row, value };
}

/**
 * Figures that a tool printed. A quantile beyond which none of its `samples` requests lies is left out: it is the
 * maximum under another name; one of nobody knows how many is `approx`.
 */
export function printedRows(
  cell: Cell,
  metric: Metric,
  statistics: readonly (readonly [statistic: string, value: number])[],
  samples: number | null,
): Measurement[] {
  return statistics.flatMap(([statistic, value]) => {
    if (!isSupported(statistic, samples)) return [];
    const isVague = samples === null && quantileOf(statistic) !== null;
    return [figure(cell, metric, statistic, value, { samples, relation: isVague ? 'approx' : 'eq' })];
  });
}

export function isSupported(statistic: string, samples: number | null): boolean {
  const p = quantileOf(statistic);
  // A little slack: 1000 × (1 − 0.999) is not quite 1 in floats.
  return p === null || samples === null || samples * Math.min(p, 1 - p) >= 1 - 1e-9;
}

/**
 * A time printed in steps of `stepMs`: it was within half a step of what is printed, and a printed zero is a bound, not
 * a zero.
 */
export function steppedFigure(
  cell: Cell,
  metric: Metric,
  statistic: string,
  valueMs: number,
  stepMs: number,
  samples: number | null,
): Measurement {
  if (valueMs === 0) return figure(cell, metric, statistic, stepMs / 2, { relation: 'lt', samples });
  return figure(cell, metric, statistic, valueMs, {
    relation: 'approx',
    value_low: rounded(Math.max(0, valueMs - stepMs / 2)),
    value_high: rounded(valueMs + stepMs / 2),
    samples,
  });
}

/** A figure that was rounded down to whole steps: it lies within the step above, and a zero below one step. */
export function flooredFigure(
  cell: Cell,
  metric: Metric,
  statistic: string,
  steps: number,
  step: number,
  samples: number | null,
): Measurement {
  if (steps === 0) return figure(cell, metric, statistic, step, { relation: 'lt', samples });
  return figure(cell, metric, statistic, steps * step, {
    relation: 'approx',
    value_low: rounded(steps * step),
    value_high: rounded((steps + 1) * step),
    samples,
  });
}

/** `2026-11-20T12:08:59Z`: when a cell was measured, to the second. */
export const secondOf = (at: Date | number | string): string =>
  new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');

/** Facts of cells whose requests may move no bytes of an object: then nobody need say how large objects were. */
export const sizedFor = (operation: Operation, context: ImportContext): ImportContext => ({
  ...context,
  sizeBytes: movesBytes(operation) ? context.sizeBytes : null,
});

/** Whether a request of it moves an object, whose size then matters. */
export const movesBytes = (operation: Operation): boolean => /^(GET|GET_RANGE|PUT|PUT_PART)$/.test(operation);

/** The share of requests that failed; none where there were no requests. */
export function errorRows(cell: Cell, failed: number, all: number): Measurement[] {
  return all > 0 ? [figure(cell, 'errors', 'mean', failed / all, { samples: all })] : [];
}
