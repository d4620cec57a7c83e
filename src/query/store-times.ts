/** How long a store took, by a log's own clock: whole counts, for `cli/input/times-dataset.ts` to make a dataset of. */
import * as z from 'zod/mini';
import { SIZE_EDGES_BYTES, type Profile } from '#core/workload/profile.ts';
import type { Database } from './database.ts';
import { DUCKDB, type Dialect } from './dialect.ts';
import { all, n, place } from './answers.ts';
import { US, classOf, count, total, whole } from './sql-pieces.ts';

const METRICS = { total: 'total_us', first_byte: 'first_us' } as const satisfies Record<string, TimeColumn>;

/** Upper ends of classes of time: ten a decade, from 10 µs to a hundred seconds. */
export const TOOK_EDGES_US: readonly number[] = Array.from({ length: 71 }, (_, i) =>
  Math.round(10 ** (1 + i / 10)),
);
const MOST_WINDOWS = 100;
const LEAST_WINDOW_SECONDS = 60;

const Took = z.object({ operation: z.string(), class: z.nullable(place), took_us: n, requests: n, bytes: n });
const Over = z.object({ operation: z.string(), window_index: place, class: place, requests: n });
const Failure = z.object({ operation: z.string(), requests: n, failed: n });

export interface StoreTimes {
  metrics: Record<keyof typeof METRICS, z.infer<typeof Took>[]>;
  /** Whole requests, or first bytes where there are no others. */
  over: z.infer<typeof Over>[];
  windowSeconds: number;
  failures: z.infer<typeof Failure>[];
}

/** Of the tables that `deriveProfile` left where it was asked `withTimes`. Throws `QueryError`. */
export async function storeTimes(
  database: Database,
  { source }: Profile,
  sql: Dialect = DUCKDB,
): Promise<StoreTimes> {
  const windowSeconds = Math.max(LEAST_WINDOW_SECONDS, Math.ceil(source.seconds / MOST_WINDOWS));
  const metrics = {
    total: await all(database, times(METRICS.total, sql), Took),
    first_byte: await all(database, times(METRICS.first_byte, sql), Took),
  };
  const column = metrics.total.length > 0 ? METRICS.total : METRICS.first_byte;
  return {
    metrics,
    over: await all(database, timesOver(column, windowSeconds, TOOK_EDGES_US, sql), Over),
    windowSeconds,
    failures: await all(database, FAILURES, Failure),
  };
}

/** What requests moved and how long they took. A read of a part is no read of the object. */
const TIMED_EVENTS = `(
    SELECT at_us, total_us, first_us,
      CASE WHEN kind = 'read' AND sent_bytes < size_bytes THEN 'GetObjectRange' ELSE operation END AS operation,
      CASE WHEN kind = 'read' THEN sent_bytes WHEN kind = 'write' OR operation = 'UploadPart' THEN size_bytes END AS moved
    FROM event WHERE NOT failed AND operation <> '' AND requests = 1
  ) AS moving`;

type TimeColumn = 'total_us' | 'first_us';

/** Answered requests by size and by how long they took, each time cut to four digits: to a microsecond below 10 ms. */
export const times = (column: TimeColumn, sql: Dialect) => {
  const cut = (step: number) => (step === 1 ? column : `${sql.divided(column, String(step))} * ${step}`);
  const cases = [1, 10, 100, 1000, 10_000].map(
    (step) => `WHEN ${column} < ${step * 10_000} THEN ${cut(step)}`,
  );
  return `
SELECT operation, ${whole('class')} AS class, ${whole('took_us')} AS took_us, ${whole('COUNT(*)')} AS requests,
  ${whole(total('COALESCE(moved, 0)'))} AS bytes
FROM (
  SELECT operation, moved, ${classOf('moved', SIZE_EDGES_BYTES)} AS class, CASE ${cases.join(' ')} ELSE ${cut(100_000)} END AS took_us
  FROM ${TIMED_EVENTS} WHERE ${column} IS NOT NULL
) AS timed GROUP BY operation, class, took_us ORDER BY operation, class NULLS LAST, CAST(took_us AS BIGINT)`;
};

/** The same by windows of the trace and coarse classes of time, whatever the size. */
export const timesOver = (column: TimeColumn, seconds: number, edgesUs: readonly number[], sql: Dialect) => `
SELECT operation, ${whole('window_index')} AS window_index, ${whole('class')} AS class, ${whole('COUNT(*)')} AS requests
FROM (
  SELECT operation, ${sql.divided('at_us - from_us', String(seconds * US))} AS window_index, ${classOf(column, edgesUs)} AS class
  FROM ${TIMED_EVENTS} CROSS JOIN span WHERE ${column} IS NOT NULL
) AS timed GROUP BY operation, window_index, class ORDER BY operation, CAST(window_index AS BIGINT), CAST(class AS BIGINT)`;

/** Requests by operation, and those that the service failed. */
export const FAILURES = `
SELECT operation, ${whole('COUNT(*)')} AS requests, ${whole(count('failed'))} AS failed
FROM event WHERE operation <> '' GROUP BY operation ORDER BY operation`;
