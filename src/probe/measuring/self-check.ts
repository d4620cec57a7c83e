/** Was it the store that was slow, or this machine? */
import { PerformanceObserver, monitorEventLoopDelay } from 'node:perf_hooks';
import { formatMs } from '#core/units.ts';

/** What measuring took of this machine while it ran. */
export interface Effort {
  /** CPU time of the process. */
  cpuMs: number;
  /** How late the event loop turned. */
  loopDelayP99Ms: number;
  /** Time in which it stood still to collect garbage. */
  gcMs: number;
}

/** One request at a time: this share of its time may be our own work. */
const MOST_ALONE = 0.2;
/** Many at a time: beyond it they queue for the one thread. */
export const MOST_SHARED = 0.7;
/** Beyond it the slowest requests are those that a collection of garbage held up. */
const MOST_GC = 0.05;
/** So late the event loop may turn, of the median latency or in any case: an answer waits that long to be seen. */
const MOST_LATE = 0.1;
const MOST_LATE_MS = 2;

const RESOLUTION_MS = 5;

/** Starts to watch; the call it returns ends that. */
export type WatchEffort = () => () => Effort;

export const watchEffort: WatchEffort = () => {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let gcMs = 0;
  const count = (entries: readonly { duration: number }[]) => {
    for (const { duration } of entries) gcMs += duration;
  };
  const collections = new PerformanceObserver((list) => count(list.getEntries()));
  collections.observe({ entryTypes: ['gc'] });
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    delay.disable();
    count(collections.takeRecords());
    collections.disconnect();
    return {
      cpuMs: (user + system) / 1000,
      // It counts the pause between two looks as well.
      loopDelayP99Ms: Math.max(0, Math.round(delay.percentile(99) / 1000) / 1000 - RESOLUTION_MS),
      gcMs: Math.round(gcMs * 1000) / 1000,
    };
  };
};

/** How a cell went, over all of its stretches. */
export interface Spent extends Effort {
  wallMs: number;
  /** Of the requests that ended well; null of none. */
  medianMs: number | null;
  /** One request at a time. */
  isAlone: boolean;
}

/** Why the client was the bottleneck, in words; null where it was not. */
export function clientLimit({
  cpuMs,
  gcMs,
  loopDelayP99Ms,
  wallMs,
  medianMs,
  isAlone,
}: Spent): string | null {
  const share = (ms: number) => (wallMs > 0 ? ms / wallMs : 0);
  const most = isAlone ? MOST_ALONE : MOST_SHARED;
  const words = (what: string, of: number, limit: number) =>
    `client-limited: ${what} took ${Math.round(of * 100)} % of the time, and at most ${limit * 100} % says something of the store`;
  if (share(cpuMs) > most) return words('its own work', share(cpuMs), most);
  if (share(gcMs) > MOST_GC) return words('collecting garbage', share(gcMs), MOST_GC);
  const mostLateMs = Math.max(MOST_LATE_MS, MOST_LATE * (medianMs ?? 0));
  return medianMs !== null && loopDelayP99Ms > mostLateMs
    ? `client-limited: its event loop turned ${formatMs(loopDelayP99Ms)} late (p99), and at most ${formatMs(mostLateMs)} says something of the store`
    : null;
}
