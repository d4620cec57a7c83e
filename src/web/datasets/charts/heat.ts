/** Requests over time, worked out from the rectangles of `over-time.csv`: what the heat map draws and says. */
import { figureOf } from '#core/answer/figures/figure.ts';
import type { OverTime } from '#core/evidence/over-time.ts';
import { formatCount } from '#core/units.ts';
import { counted } from '#core/text/numbers.ts';
import { latency } from '#web/words/format.ts';
import { storeName } from '#web/words/names.ts';

/** What was measured side by side: one heat map. */
type Heat = ReturnType<typeof heats>[number];

/** All requests that began in one stretch of time. */
export type Stretch = ReturnType<typeof stretchesOf>[number];

/** Shades from few to many. */
export const SHADES = 5;

export function heats(rows: readonly OverTime[]) {
  const groups = Map.groupBy(rows, ({ store, operation, run }) => JSON.stringify([store, operation, run]));
  const stores = new Set(rows.map(({ store }) => store));
  return [...groups].map(([key, own]) => {
    const [first] = own;
    const stretches = stretchesOf(own);
    const name = [
      stores.size > 1 && first ? storeName(first.store) : '',
      first?.operation ?? '',
      first?.run ?? '',
    ];
    return {
      key,
      name: name.filter(Boolean).join(', '),
      rows: own,
      // From the first to the end of the last stretch, ms since 1970.
      fromMs: Math.min(...stretches.map(({ startMs }) => startMs)),
      toMs: Math.max(...stretches.map(({ startMs, seconds }) => startMs + 1000 * seconds)),
      stretches,
    };
  });
}

function stretchesOf(rows: readonly OverTime[]) {
  const each = Map.groupBy(rows, ({ startMs }) => startMs);
  return [...each]
    .sort(([a], [b]) => a - b)
    .map(([startMs, own]) => {
      const rising = own.toSorted((a, b) => a.toMs - b.toMs);
      const requests = own.reduce((sum, one) => sum + one.requests, 0);
      /** The upper edge of the bin in which the quantile lies. */
      const within = (share: number) => {
        let below = 0;
        const found = rising.find((one) => (below += one.requests) >= share * requests);
        return found?.toMs ?? NaN;
      };
      const seconds = Math.max(...own.map((one) => one.seconds));
      return { startMs, seconds, requests, p50Ms: within(0.5), p99Ms: within(0.99), slowestMs: within(1) };
    });
}

/** 0 for the fewest requests in a rectangle, `SHADES` − 1 for the most; steps are equal in the logarithm. */
export function shadeOf(requests: number, most: number): number {
  if (most <= 1) return 0;
  return Math.min(SHADES - 1, Math.floor((SHADES * Math.log(requests)) / Math.log(most)));
}

/** The fewest requests of each shade, for the legend. */
export function shadeEdges(most: number): number[] {
  return Array.from({ length: SHADES }, (_, shade) => Math.ceil(most ** (shade / SHADES)));
}

export function heatTitle({ stretches }: Heat): string {
  const medians = stretches.map(({ p50Ms }) => p50Ms);
  const [least, most] = [Math.min(...medians), Math.max(...medians)];
  const [slowest] = stretches.toSorted((a, b) => b.slowestMs - a.slowestMs);
  const drift =
    least === most
      ? `Half of each stretch took at most ${latency(least)} all along`
      : `Half of a stretch took at most ${latency(least)} to ${latency(most)}`;
  return slowest
    ? `${drift}; the slowest request, up to ${latency(slowest.slowestMs)}, began at ${clock(slowest.startMs)}`
    : drift;
}

/** `12:08:34`, in UTC. */
export const clock = (ms: number) => new Date(ms).toISOString().slice(11, 19);

export function stretchWords({ startMs, seconds, requests, p50Ms, p99Ms, slowestMs }: Stretch): string {
  return `${clock(startMs)}, ${seconds} s: ${counted(requests, 'request')}, half within ${latency(p50Ms)}, 99% within ${latency(p99Ms)}, all within ${latency(slowestMs)}`;
}

export function heatDescription(heat: Heat): string {
  const all = heat.stretches.reduce((sum, { requests }) => sum + requests, 0);
  return `${formatCount(all)} requests from ${clock(heat.fromMs)} to ${clock(heat.toMs)} UTC, by when they began and how long they took. ${heatTitle(heat)}.`;
}

/** What people read; the rectangles are for the CSV. */
export const stretchFigure = ({ stretches }: Heat) =>
  figureOf(stretches, [
    { title: 'start', of: ({ startMs }) => new Date(startMs).toISOString() },
    { title: 'seconds', kind: 'count', of: ({ seconds }) => seconds },
    { title: 'half within', kind: 'ms', of: ({ p50Ms }) => p50Ms },
    { title: '99% within', kind: 'ms', of: ({ p99Ms }) => p99Ms },
    { title: 'all within', kind: 'ms', of: ({ slowestMs }) => slowestMs },
    { title: 'requests', kind: 'count', of: ({ requests }) => requests },
  ]);

export const heatFigure = ({ rows }: Heat) =>
  figureOf(rows, [
    { title: 'start', of: ({ startMs }) => new Date(startMs).toISOString() },
    { title: 'seconds', of: ({ seconds }) => seconds },
    { title: 'from ms', of: ({ fromMs }) => fromMs },
    { title: 'to ms', of: ({ toMs }) => toMs },
    { title: 'requests', of: ({ requests }) => requests },
  ]);
