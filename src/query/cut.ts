/** Requests that are left out after a log is read: later ones, to predict them, and those of most keys, where all are too many. */
import type { Database } from './database.ts';

export interface Cut {
  /** Of the log's time, the first part that is kept. */
  firstShare?: number;
  /** Of its keys, by their hash. What names no key stays. */
  keyShare?: number;
}

const KEYS = 1_000_000;
export const HASH = `object // ${KEYS}`;

/** DuckDB alone does it. */
export async function cut(database: Database, { firstShare, keyShare }: Cut): Promise<void> {
  const time = 'SELECT MIN(at_us) + $1 * (MAX(at_us) - MIN(at_us)) FROM request WHERE abs(at_us) <= 1e17';
  if (firstShare !== undefined)
    await database.run(`DELETE FROM request WHERE at_us > (${time})`, [firstShare]);
  if (keyShare !== undefined)
    await database.run(`DELETE FROM request WHERE object % ${KEYS} >= $1`, [
      Math.max(1, Math.round(keyShare * KEYS)),
    ]);
}
