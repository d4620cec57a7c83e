/** Latency of a placement as text. */
import { gradeWords } from '../../latency/types.ts';
import type { LatencySummary } from '../../report/plan-types.ts';
import { formatMs } from '../../units.ts';

/** `p99 610 ms (444–666 ms, interpolated)`. */
export const latencyWords = (read: LatencySummary): string => `p99 ${latencyCell(read)}`;

/** `610 ms (444–666 ms, interpolated)`, where the column says that it is a p99. */
export function latencyCell(read: LatencySummary): string {
  if (read.p99Ms === null) return 'unknown';
  const [range, grade] = [rangeCell(read), gradeWords(read.grade)];
  return `${formatMs(read.p99Ms)} (${range === '' ? '' : `${range}, `}${grade})`;
}

/** Ends that are nearer are alike. */
const LEAST_APART = 1.01;

/** `444–666 ms`, `0.499–1.53 s`, and `29.1 ms–1.02 s` where the ends are far apart; empty where they are alike. */
export function rangeCell({ p99BandMs }: LatencySummary): string {
  if (!p99BandMs) return '';
  const [low, high] = p99BandMs;
  if (!Number.isFinite(high)) return `≥ ${formatMs(low)}`;
  if (formatMs(low) === formatMs(high) || high < LEAST_APART * low) return '';
  if ((high >= 1000 && low < 100) || high >= 600_000) return `${formatMs(low)}–${formatMs(high)}`;
  const [scale, unit] = high >= 1000 ? [1000, 's'] : [1, 'ms'];
  const digits = (ms: number) => String(Number((ms / scale).toPrecision(3)));
  return `${digits(low)}–${digits(high)} ${unit}`;
}
