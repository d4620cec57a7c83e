/** Was it the store that was slow, or this machine? */
const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks');

/** What measuring took of this machine while it ran. */
export interface Effort {
  /** CPU time of the process. */
  cpuMs: number;
  /** How late the event loop turned. */
  loopDelayP99Ms: number;
}

/** One request at a time: this share of its time may be our own work. */
const MOST_ALONE = 0.2;
/** Many at a time: beyond it they queue for the one thread. */
const MOST_SHARED = 0.7;

const RESOLUTION_MS = 5;

/** Starts to watch; the call it returns ends that. */
export function watchEffort(): () => Effort {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    delay.disable();
    return {
      cpuMs: (user + system) / 1000,
      // It counts the pause between two looks as well.
      loopDelayP99Ms: Math.max(0, Math.round(delay.percentile(99) / 1000) / 1000 - RESOLUTION_MS),
    };
  };
}

/** Why the client was the bottleneck, in words; null where it was not. `isAlone`: one request at a time. */
export function clientLimit(cpuMs: number, wallMs: number, isAlone: boolean): string | null {
  const share = wallMs > 0 ? cpuMs / wallMs : 0;
  const most = isAlone ? MOST_ALONE : MOST_SHARED;
  return share > most
    ? `client-limited: its own work took ${Math.round(share * 100)} % of the time, and at most ${most * 100} % says something of the store`
    : null;
}
