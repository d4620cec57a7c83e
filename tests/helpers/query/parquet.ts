/** Every row of a Parquet file that the product wrote. */
import { filePattern } from '#query/database.ts';
import type { Database, Row } from '#query/database.ts';

/** In the order of the file. `file`: an absolute path that `database` was opened for. */
export function readParquet(database: Database, file: string): Promise<Row[]> {
  return database.run('SELECT * FROM read_parquet($1, hive_partitioning = false)', [filePattern(file)]);
}
