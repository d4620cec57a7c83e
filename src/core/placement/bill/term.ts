/** One kind of event of a month: so often a part of what a store bills, and why. */
import type { UsagePart } from '../costs/usage-parts.ts';
import type { MoveEvent } from './events.ts';

/** Which months of a workload. */
export type Which = 'months' | 'timeline' | 'horizon';

/** Whose transfer is billed rather than a store's. */
export const WRITER = -1;
/** The Worker that `emit` writes for readers outside clouds. */
export const ROUTER = -2;

export interface Term {
  /** Place among the holders, `WRITER` or `ROUTER`. */
  store: number;
  part: UsagePart;
  times: number;
  /** A job is asked of what is held, at no rate that limits know. */
  isJob: boolean;
  event: MoveEvent | null;
}
