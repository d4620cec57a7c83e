/** Requests that are left out after a log is read: later ones, to predict them, and those of most keys, where all are too many. */

export interface Cut {
  /** Of the log's time, the first part that is kept, in tenths. */
  firstShare?: number;
  /** Of its keys, by their hash. What names no key stays. */
  keyShare?: number;
}

const KEYS = 1_000_000;
export const HASH = `object // ${KEYS}`;
const SANE_US = 100_000_000_000_000_000n;

/** What stands for the table `request`. Of a time that is none, nothing is known: its row stays. */
export function keptRequests({ firstShare, keyShare }: Cut): string {
  const time = `CASE WHEN at_us BETWEEN -${SANE_US} AND ${SANE_US} THEN at_us END`;
  const conditions = [
    ...(firstShare === undefined
      ? []
      : [
          `COALESCE(10 * (${time} - first_at) <= ${Math.round(10 * firstShare)} * (last_at - first_at), true)`,
        ]),
    ...(keyShare === undefined
      ? []
      : [`COALESCE(object % ${KEYS} < ${Math.max(1, Math.round(keyShare * KEYS))}, true)`]),
  ];
  if (conditions.length === 0) return 'request';
  return `(SELECT request.* FROM request CROSS JOIN (SELECT MIN(${time}) AS first_at, MAX(${time}) AS last_at FROM request) AS ends
      WHERE ${conditions.join(' AND ')}) AS request`;
}
