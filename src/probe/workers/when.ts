/** Whether one thread is enough for a cell, and how many are, where it is not. */
import type { Cell } from '../plan/cell.ts';
import type { JournalState, Stretch, WorkersBegun } from '../kept/journal.ts';
import type { Sample } from '../kept/record.ts';
import { MOST_SHARED } from '../measuring/self-check.ts';

/** Fewer requests, or less time, say nothing of how busy the thread is: much of it is warming up. */
const LEAST_REQUESTS = 1000;
const LEAST_MS = 250;
/** More is not set aside. */
const MOST_SHARE = 0.1;

/** Of one thread's stretches of a cell: the share of the time that its own work took, where that is too much. */
export function tooBusy(
  { requests, warmup }: Pick<Cell, 'requests' | 'warmup'>,
  made: number,
  stretches: readonly Pick<Stretch, 'requests' | 'wallMs' | 'cpuMs'>[],
): number | null {
  if (made > warmup + requests * MOST_SHARE) return null;
  const sum = (of: 'requests' | 'wallMs' | 'cpuMs') =>
    stretches.reduce((total, stretch) => total + stretch[of], 0);
  const [seen, wallMs] = [sum('requests'), sum('wallMs')];
  if (seen < LEAST_REQUESTS || wallMs < LEAST_MS) return null;
  const share = sum('cpuMs') / wallMs;
  return share > MOST_SHARED ? share : null;
}

export const workersIn = (
  { workers }: Pick<JournalState, 'workers'>,
  target: number,
  cell: number,
): WorkersBegun | undefined => workers.find((one) => one.target === target && one.cell === cell);

/** The first request of a cell that counts: after warming up, and after what is set aside. */
export function countedFrom(
  { cells }: { cells: readonly Cell[] },
  workers: readonly WorkersBegun[],
  target: number,
  cell: number,
): number {
  const own = workers.filter((one) => one.target === target && one.cell === cell);
  return Math.max(cells[cell]?.warmup ?? 0, ...own.map(({ from }) => from));
}

/** Says of each request of a run whether it counts. */
export function countedIn(
  plan: { cells: readonly Cell[] },
  { workers }: Pick<JournalState, 'workers'>,
): (sample: Pick<Sample, 'target' | 'cell' | 'index'>) => boolean {
  const firsts = new Map<string, number>();
  return ({ target, cell, index }) => {
    const key = `${target}|${cell}`;
    const first = firsts.get(key) ?? countedFrom(plan, workers, target, cell);
    firsts.set(key, first);
    return index >= first;
  };
}
