/** Rows of a Parquet file, for those who want all of them. */
import { filePattern } from './database.ts';
import type { Database, Row } from './database.ts';

/** Every row in the order of the file. `file`: an absolute path that `database` was opened for. Throws `QueryError`. */
export function readParquet(database: Database, file: string): Promise<Row[]> {
  return database.run('SELECT * FROM read_parquet($1, hive_partitioning = false)', [filePattern(file)]);
}
