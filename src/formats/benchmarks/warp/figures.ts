/** Figures that warp printed: their schemas, and the rows they are worth. */
import * as z from 'zod/mini';
import type { Measurement, Operation } from '#core/evidence/dataset.ts';
import { quantileOf } from '#core/evidence/statistic.ts';
import { cellOf, errorRows, figure, isSupported, secondOf, type Cell, type Where } from '../cell.ts';
import { SIZED, noted } from './command.ts';

export const count = z.int().check(z.nonnegative(), z.maximum(1e15));
const millis = z.number().check(z.nonnegative(), z.maximum(1e12));
const bytes = z.number().check(z.nonnegative(), z.maximum(1e18));
const percentiles = z.nullish(z.array(millis).check(z.length(101)));
const mergedEntries = z._default(z.int().check(z.positive(), z.maximum(1e9)), 1);

export const FirstByte = z.object({
  average_millis: millis,
  fastest_millis: z.optional(millis),
  p25_millis: z.optional(millis),
  median_millis: millis,
  p75_millis: z.optional(millis),
  p90_millis: z.optional(millis),
  p99_millis: z.optional(millis),
  slowest_millis: z.optional(millis),
  std_dev_millis: z.optional(millis),
  percentiles_millis: percentiles,
});

export const SingleSized = z.object({
  skipped: z._default(z.boolean(), false),
  requests: count,
  obj_size: bytes,
  merged_entries: mergedEntries,
  dur_avg_millis: millis,
  dur_median_millis: millis,
  dur_90_millis: millis,
  dur_99_millis: millis,
  fastest_millis: millis,
  slowest_millis: millis,
  std_dev_millis: z.optional(millis),
  dur_percentiles_millis: percentiles,
  first_byte: z.nullish(FirstByte),
});
type SingleSized = z.infer<typeof SingleSized>;

export const SizeRange = z.object({
  requests: count,
  min_size: bytes,
  max_size: bytes,
  avg_obj_size: bytes,
  avg_duration_millis: millis,
  merged_entries: mergedEntries,
  first_byte: z.nullish(FirstByte),
});
type SizeRange = z.infer<typeof SizeRange>;

export const Throughput = z.object({
  measure_duration_millis: z._default(millis, 0),
  bytes: z.optional(bytes),
  ops: z.optional(count),
  errors: z._default(count, 0),
  /** Before v1. */
  average_bps: z.optional(bytes),
  average_ops: z.optional(bytes),
});
type Throughput = z.infer<typeof Throughput>;

/** Sizes are summed where entries were merged, as all else is. */
const sizeOf = ({ obj_size: size, merged_entries: merged }: SingleSized) => size / merged;
const meanSizeOf = ({ avg_obj_size: size, merged_entries: merged }: SizeRange) => Math.round(size / merged);
const sizesNote = ({ min_size: least, max_size: most }: SizeRange) =>
  `sizes of ${least} to ${Math.max(least, most - 1)} bytes, at their mean`;

const STAMP = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** A time as Go writes it, to the second: `2026-11-20T12:08:59Z`. */
export const Stamp = z.pipe(
  z.string(),
  z.transform((text, context) => {
    const [, second, zone] = STAMP.exec(text) ?? [];
    const ms = Date.parse(`${second}${zone}`);
    if (!Number.isNaN(ms)) return secondOf(ms);
    context.issues.push({ code: 'custom', message: `"${text.slice(0, 40)}" is no time`, input: text });
    return z.NEVER;
  }),
);

/** What all figures of one stretch share. */
interface Stretch {
  cell: Cell;
  /** Of all its requests: failed ones are among those whose times these are, and their bytes among those counted. */
  errorShare: number;
}

const FAILED_TOO = 'failed requests included';
type Named = readonly (readonly [statistic: string, value: number | undefined])[];
const PRINTED_PERCENTS = [1, 5, 10, 25, 50, 75, 90, 95, 99];
const ofPercentiles = (list: readonly number[]): Named =>
  PRINTED_PERCENTS.map((percent) => [`p${percent}`, list[percent]] as const);

/** Requests of one stretch of time. */
interface Part {
  startTime: string;
  /** What is to be noted of it. */
  name: string | null;
  /** Null where they were of more sizes than one, or too few. */
  single: SingleSized | null;
  ranges: readonly SizeRange[];
  isMixed: boolean;
}

interface MeasuredOperation extends Omit<Part, 'single' | 'ranges' | 'isMixed'> {
  /** What warp calls it. */
  op: string;
  operation: Operation;
  concurrency: number;
  requests: number;
  errors: number;
  throughput: Throughput;
  parts: readonly Part[];
}

/** Of one operation of a run: each of its parts, and its rates and errors over all of them. */
export function operationRows(one: MeasuredOperation, where: Where): Measurement[] {
  const { op, parts, requests, errors } = one;
  const cell = (startTime: string, sizeBytes: number | null, notes: readonly (string | null)[]) =>
    cellOf(where, {
      operation: one.operation,
      size_bytes: SIZED.has(op) ? sizeBytes : null,
      concurrency: one.concurrency || null,
      loop: 'closed',
      measured_at: startTime,
      note: noted(notes),
    });
  const errorShare = errors / Math.max(1, requests);
  const [size = null, ...others] = new Set(
    parts.flatMap(({ single, isMixed }) => [...(single ? [sizeOf(single)] : []), ...(isMixed ? [null] : [])]),
  );
  const isOneSize = size !== null && others.length === 0;
  const whole = cell(one.startTime, isOneSize ? size : null, [
    one.name,
    SIZED.has(op) && !isOneSize ? 'all sizes' : null,
  ]);
  return [
    ...parts.flatMap(({ startTime, name, single, ranges }) => [
      ...(single
        ? singleSizedRows({ cell: cell(startTime, sizeOf(single), [name]), errorShare }, single)
        : []),
      ...ranges.flatMap((range) => {
        const own = cell(startTime, meanSizeOf(range), [name, sizesNote(range)]);
        return sizeRangeRows({ cell: own, errorShare }, range);
      }),
    ]),
    ...rateRows({ cell: whole, errorShare }, one.throughput, requests),
    ...errorRows(whole, errors, requests),
  ];
}

/** By statistic, where warp keeps it of a whole duration, and of a first byte. */
const DURATION = [
  ['min', 'fastest_millis'],
  ['p50', 'dur_median_millis'],
  ['p90', 'dur_90_millis'],
  ['p99', 'dur_99_millis'],
  ['max', 'slowest_millis'],
  ['stddev', 'std_dev_millis'],
] as const;
const FIRST_BYTE = [
  ['min', 'fastest_millis'],
  ['p25', 'p25_millis'],
  ['p50', 'median_millis'],
  ['p75', 'p75_millis'],
  ['p90', 'p90_millis'],
  ['p99', 'p99_millis'],
  ['max', 'slowest_millis'],
  ['stddev', 'std_dev_millis'],
] as const;

/** With `list`, its percentiles instead of the few that stand apart. */
function spreadOf<Key extends string>(
  figures: Partial<Record<Key, number>>,
  keys: readonly (readonly [statistic: string, key: Key])[],
  list: readonly number[] | null | undefined,
): Named {
  const named = keys.map(([statistic, key]) => [statistic, figures[key]] as const);
  return list ? [...named.slice(0, 1), ...ofPercentiles(list), ...named.slice(-2)] : named;
}

/** Of requests of one size. */
function singleSizedRows(stretch: Stretch, figures: SingleSized): Measurement[] {
  const { requests, merged_entries: merged, dur_percentiles_millis: list, dur_avg_millis: meanMs } = figures;
  return [
    ...latencyRows(stretch, 'total', requests, merged, meanMs, spreadOf(figures, DURATION, list)),
    ...firstByteRows(stretch, figures),
  ];
}

/** Of requests of a range of sizes: of their whole duration warp keeps the mean alone. */
function sizeRangeRows(stretch: Stretch, figures: SizeRange): Measurement[] {
  const { requests, merged_entries: merged, avg_duration_millis: meanMs } = figures;
  return [...latencyRows(stretch, 'total', requests, merged, meanMs, []), ...firstByteRows(stretch, figures)];
}

function firstByteRows(
  stretch: Stretch,
  { requests, merged_entries: merged, first_byte: first }: SingleSized | SizeRange,
): Measurement[] {
  if (!first) return [];
  const spread = spreadOf(first, FIRST_BYTE, first.percentiles_millis);
  return latencyRows(stretch, 'first_byte', requests, merged, first.average_millis, spread);
}

/**
 * Where several entries were merged every figure is a sum over them: divided, a mean of means is still about the mean,
 * and a mean of quantiles is no quantile.
 */
function latencyRows(
  { cell, errorShare }: Stretch,
  metric: 'total' | 'first_byte',
  requests: number,
  merged: number,
  meanMs: number,
  spread: Named,
): Measurement[] {
  if (requests === 0) return [];
  const isWhole = [meanMs, ...spread.map(([, value]) => value ?? 0)].every(Number.isInteger);
  const note = noted([
    cell.note,
    merged > 1 ? `mean of ${merged} means` : null,
    errorShare > 0 ? FAILED_TOO : null,
    isWhole ? 'printed in whole milliseconds' : null,
  ]);
  const relation = merged > 1 || errorShare > 0 || isWhole ? 'approx' : 'eq';
  const printed = [...(merged > 1 ? [] : spread), ['mean', meanMs / merged] as const];
  return printed.flatMap(([statistic, value]) =>
    value === undefined || !isSupported(statistic, requests) || !outweighs(statistic, errorShare)
      ? []
      : [figure({ ...cell, note }, metric, statistic, value, { relation, samples: requests })],
  );
}

/**
 * Whether failed requests are too few to move it: a tenth of those beyond a quantile, one in a thousand of a mean. The
 * least, the largest and the spread may be those of failed requests alone.
 */
function outweighs(statistic: string, errorShare: number): boolean {
  if (errorShare === 0) return true;
  const p = statistic === 'mean' ? 0.01 : quantileOf(statistic);
  return p !== null && errorShare <= Math.min(p, 1 - p) / 10;
}

/** Over the seconds that warp measured. What it counts holds failed requests too: then the figure is an upper bound. */
function rateRows({ cell, errorShare }: Stretch, figures: Throughput, requests: number): Measurement[] {
  const {
    measure_duration_millis: ms,
    bytes: total,
    ops,
    average_bps: bps,
    average_ops: perSecond,
  } = figures;
  const isBound = errorShare > 0 || figures.errors > 0;
  const bounded = { ...cell, note: noted([cell.note, isBound ? FAILED_TOO : null]) };
  const beside = { relation: isBound ? 'lt' : 'eq', samples: ops || requests || null } as const;
  const over = (sum: number | undefined) => (sum === undefined || ms === 0 ? 0 : (sum / ms) * 1000);
  const row = (metric: 'rate' | 'throughput', value: number) =>
    value > 0 ? [figure(bounded, metric, 'mean', value, beside)] : [];
  return [...row('rate', perSecond ?? over(ops)), ...row('throughput', bps ?? over(total))];
}
