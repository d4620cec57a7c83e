/** Samples of several datasets as one Parquet file: every request of every part, in order, under the name of its part. */
import { filePattern, textLiteral, type Database } from './database.ts';

interface SamplesOfPart {
  part: string;
  /** Absolute path. */
  file: string;
}

/**
 * Writes `into`. Columns that a part lacks are null there. `database` has been opened
 * for all of these files. Throws `QueryError`.
 */
export async function mergeSamples(
  database: Database,
  parts: readonly SamplesOfPart[],
  into: string,
): Promise<void> {
  const each = parts.map(({ part, file }) => {
    const run = `concat_ws(' ', ${textLiteral(part)}, run)`;
    const from = `read_parquet(${textLiteral(filePattern(file))}, hive_partitioning = false)`;
    return `SELECT * REPLACE (${run} AS run) FROM ${from}`;
  });
  await database.run(
    `COPY (${each.join(' UNION ALL BY NAME ')}) TO ${textLiteral(into)} (FORMAT parquet, COMPRESSION zstd)`,
  );
}
