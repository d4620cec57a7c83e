/** What threads may share, and how many there may be. */
import type { Cell } from '../plan/cell.ts';

/** More than so many the thread that keeps the journal does not follow. */
export const MOST_BY_ITSELF = 8;

/** What a thread does with one request at a time, or with a cache that has an order, it does alone. */
export const isSharable = ({ concurrency, cacheBytes }: Cell): boolean =>
  cacheBytes === null && (concurrency === null || concurrency > 1);
