/** What a form of a monitor's export is: by one key its JSON is known. */
import * as z from 'zod/mini';
import type { LatencyBounds, MetricSeries, Metrics } from '#core/start/metrics.ts';

export interface MetricsFormat {
  title: string;
  /** Of the outermost map. */
  key: string;
  /** Throws `ImportError`. */
  read(value: unknown): Metrics;
}

/** An ISO time → milliseconds since 1970. */
export const Time = z.pipe(
  z.string().check(
    z.maxLength(40),
    z.refine((text) => !Number.isNaN(Date.parse(text)), 'a time is written like 2026-03-01T00:00:00Z'),
  ),
  z.transform((text) => Date.parse(text)),
);

export const pointsOf = (times: readonly number[], values: readonly number[]): MetricSeries['points'] =>
  times.flatMap((atMs, i) => {
    const value = values[i];
    return value === undefined || value < 0 ? [] : [{ atMs, value }];
  });

/** `values` are not empty. */
export const boundsOf = (what: string, values: readonly number[], highs = values): LatencyBounds => ({
  what,
  windows: values.length,
  low: values.reduce((a, b) => Math.min(a, b)),
  high: highs.reduce((a, b) => Math.max(a, b)),
});
