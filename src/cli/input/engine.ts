import { NoEngineError } from '#query/database.ts';
import type { Database } from '#query/database.ts';
import { openNative } from '#query/duckdb-native.ts';
import type { NativeOptions } from '#query/duckdb-native.ts';
import { Unanswerable } from '../failures.ts';

/** DuckDB for one piece of work, closed after it. Throws `Unanswerable` where this machine has none. */
export async function withEngine<T>(
  options: NativeOptions,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openNative(options).catch((error: unknown) => {
    throw error instanceof NoEngineError ? new Unanswerable(error.message) : error;
  });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}
