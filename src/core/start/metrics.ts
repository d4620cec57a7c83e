/** Metrics of a provider's monitor as the beginning of a scenario: a month's totals of them, and what they do not say is asked for. */
import {
  DAYS_PER_MONTH,
  SECONDS_PER_DAY,
  UnitError,
  formatBytes,
  formatCount,
  formatDays,
} from '../units.ts';
import { bump, itemAt } from '../at.ts';
import { significant } from '../workload/counts.ts';
import type { Ask, Found } from './found.ts';
import { scenarioOfTotals } from './totals.ts';

/** What a series counts: bytes or objects at a time, or what happened since the time before. Requests go by their S3 operation. */
export type Figure = 'stored' | 'objects' | 'sent' | Operation;
export const OPERATIONS = ['GetObject', 'PutObject', 'HeadObject', 'DeleteObject', 'ListObjectsV2'] as const;
type Operation = (typeof OPERATIONS)[number];

export interface MetricSeries {
  figure: Figure;
  points: readonly { atMs: number; value: number }[];
}

/** A statistic of each of some windows, in milliseconds. The least and the highest bound it: a mean of quantiles is none. */
export interface LatencyBounds {
  /** `First byte p99` */
  what: string;
  windows: number;
  low: number;
  high: number;
}

export interface Metrics {
  title: string;
  series: readonly MetricSeries[];
  latencies: readonly LatencyBounds[];
  notes: readonly string[];
}

/** A series whose last value is so much older than the newest is of something that is gone. */
const FRESH_MS = 3 * SECONDS_PER_DAY * 1000;

interface Totals {
  months: ReadonlyMap<Figure, number>;
  days: number;
  asOf: string;
}

/** Of a month of mean length. Throws `UnitError` where counts are of one moment. */
function totalsOf({ series }: Metrics): Totals {
  const newest = series.reduce(
    (last, { points }) => points.reduce((a, { atMs }) => Math.max(a, atMs), last),
    0,
  );
  const counted = series.filter(({ figure }) => figure !== 'stored' && figure !== 'objects');
  const days = counted.length > 0 ? spanDays(counted) : 0;
  const months = new Map<Figure, number>();
  for (const { figure, points } of series) {
    if (figure === 'stored' || figure === 'objects') {
      const last = points.reduce((a, b) => (b.atMs > a.atMs ? b : a), { atMs: -Infinity, value: 0 });
      if (newest - last.atMs <= FRESH_MS) bump(months, figure, last.value);
    } else {
      const sum = points.reduce((all, one) => all + one.value, 0);
      bump(months, figure, (sum / days) * DAYS_PER_MONTH);
    }
  }
  return { months, days, asOf: new Date(newest).toISOString().slice(0, 10) };
}

/** From the first value to the end of the last one, which lasts as long as the shortest step between two. */
function spanDays(series: readonly MetricSeries[]): number {
  const times = [...new Set(series.flatMap(({ points }) => points.map(({ atMs }) => atMs)))].sort(
    (a, b) => a - b,
  );
  const steps = times.slice(1).map((at, i) => at - itemAt(times, i));
  if (steps.length === 0)
    throw new UnitError('counts requests at one moment alone, so no rate follows; ask for a day or more');
  const span = itemAt(times, steps.length) - itemAt(times, 0);
  return (span + Math.min(...steps)) / 1000 / SECONDS_PER_DAY;
}

/** Throws `UnitError`. */
export function foundIn(metrics: Metrics): Found {
  const { months, days, asOf } = totalsOf(metrics);
  const [stored, objects, sent, reads] = (['stored', 'objects', 'sent', 'GetObject'] as const).map((one) =>
    months.get(one),
  );
  if (stored === undefined && reads === undefined && sent === undefined)
    throw new UnitError('has neither bytes stored nor requests nor bytes sent of an object store');
  const known = {
    stored: formatted(stored),
    reads: reads === undefined ? undefined : `${Math.round(reads)}/month`,
    sent: formatted(sent),
  };
  const size =
    stored !== undefined && objects ? formatBytes(Math.max(1, Math.round(stored / objects)), 6) : undefined;
  const missing = (['stored', 'reads', 'sent'] as const).filter((one) => known[one] === undefined);
  const others = OPERATIONS.flatMap((one) => {
    const count = months.get(one) ?? 0;
    return one !== 'GetObject' && count >= 1 ? [[one, `${significant(count)}/month`] as const] : [];
  });
  const said = [
    ...(stored === undefined
      ? []
      : [`${formatBytes(stored)}${objects ? ` in ${formatCount(objects)} objects` : ''} on ${asOf}`]),
    ...(reads === undefined ? [] : [`${formatCount(reads)} reads`]),
    ...(sent === undefined ? [] : [`${formatBytes(sent)} sent`]),
  ];
  return {
    words: `${metrics.title}: ${said.join(', ')}${reads === undefined && sent === undefined ? '' : ` a month, from ${formatDays(days)}`}.`,
    asks: [...missing, 'from'] satisfies Ask[],
    scenarioWith(answers) {
      const of = (one: 'stored' | 'reads' | 'sent') => known[one] ?? answers[one] ?? '';
      const started = scenarioOfTotals({
        stored: of('stored'),
        reads: of('reads'),
        sent: of('sent'),
        size,
        from: answers.from ?? '',
      });
      const { workload, ...rest } = started.scenario;
      return {
        scenario: {
          ...rest,
          name: `From ${metrics.title}`,
          workload: { ...workload, ...(others.length > 0 ? { operations: Object.fromEntries(others) } : {}) },
        },
        notes: [
          ...started.notes,
          ...metrics.notes,
          ...(size === undefined
            ? []
            : ['Sizes: all objects have the mean size; an inventory says how they differ.']),
          ...(months.has('PutObject')
            ? ['Writes count as requests. Which of them are new objects, no metric says.']
            : []),
          'Ages at reads: no metric says them; a log does.',
          ...metrics.latencies.map(
            (one) =>
              `${one.what}: ${bound(one.low)} to ${bound(one.high)} ms over ${formatCount(one.windows)} windows. No mean of them is a quantile.`,
          ),
        ],
      };
    },
  };
}

const formatted = (bytes: number | undefined) => (bytes === undefined ? undefined : formatBytes(bytes, 6));
const bound = (ms: number) => String(significant(ms));
