/** Requests that are left out after a log is read: later ones, to predict them, and those of most keys, where all are too many. */
import type { Database } from './database.ts';

export interface Cut {
  /** Of the log's time, the first part that is kept. */
  firstShare?: number;
  /** Of its keys, by their hash. What names no key stays. */
  keyShare?: number;
}

const KEYS = 1_000_000;
export const HASH = `hash(object_key) // ${KEYS}`;

export async function cut(database: Database, { firstShare, keyShare }: Cut): Promise<void> {
  const times = 'SELECT MIN(at_s) + $1 * (MAX(at_s) - MIN(at_s)) FROM request WHERE abs(at_s) <= 1e11';
  if (firstShare !== undefined)
    await database.run(`DELETE FROM request WHERE at_s > (${times})`, [firstShare]);
  if (keyShare !== undefined)
    await database.run(
      `DELETE FROM request WHERE hash(object_key) % ${KEYS} >= $1 AND object_key IS NOT NULL`,
      [Math.max(1, Math.round(keyShare * KEYS))],
    );
}
