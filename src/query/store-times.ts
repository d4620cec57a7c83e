/** How long a store took, by a log's own clock: whole counts, for `cli/input/times-dataset.ts` to make a dataset of. */
import * as z from 'zod/mini';
import type { Profile } from '#core/workload/profile.ts';
import type { Database } from './database.ts';
import { DUCKDB } from './dialect.ts';
import type { Dialect } from './dialect.ts';
import { all, n, place } from './answers.ts';
import { FAILURES, times, timesOver } from './profile-sql.ts';
import type { TimeColumn } from './profile-sql.ts';

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

/** Of the tables that `deriveProfile` left. Throws `QueryError`. */
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
