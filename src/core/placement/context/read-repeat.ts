/** What one read comes to in requests, and whether a scenario asks that it be more than one. */
import type { Scenario } from '../../scenario/scenario.ts';

/** What one read comes to at the store that answers it. */
export interface ReadRepeat {
  /** GETs for each read. */
  requests: number;
  /** Bodies for each read: one that fails has none, one that is beaten is billed whole. */
  bodies: number;
  /** Sessions asked for. */
  sessions: number;
  /** How often a hedge is sent rests on a latency that nobody measured: the figures are the least. */
  isLeast: boolean;
}

export const ONE_READ: ReadRepeat = { requests: 1, bodies: 1, sessions: 0, isLeast: false };

export const NO_READ: ReadRepeat = { requests: 0, bodies: 0, sessions: 0, isLeast: false };

/** Share of reads that open a connection first. */
export function coldShareOf({ connections = 'warm' }: Scenario['workload']['reads']): number {
  return connections === 'warm' ? 0 : connections === 'cold' ? 1 : connections.coldShare;
}

/** Whether the scenario has cold connections, failures asked again, or hedges. */
export function hasReadOptions({ workload: { reads } }: Scenario): boolean {
  return coldShareOf(reads) > 0 || reads.hedge !== undefined || reads.retry !== undefined;
}
