/** The requests of a `samples.parquet` by what they have in common: the samples that a dataset's rows were worked out from. */
import { filePattern, textLiteral, type Database } from './database.ts';

interface SampleGroup {
  metric: 'total' | 'first_byte';
  risingMs: Float64Array;
}

const CONDITION = [
  'store',
  'store_region',
  'client_place',
  'operation',
  'size_bytes',
  'concurrency',
  'per_second',
  'target',
  'cell',
  'cache',
];
const REPEATS = ['run', 'round'];
const TIMES = [
  ['total', 'latency_ms'],
  ['first_byte', 'first_byte_ms'],
] as const;

/** More are not held in memory at once. */
const MOST_REQUESTS = 5_000_000;

/**
 * Once all requests of a condition, and where runs or rounds repeat it, each of them apart: a dataset has rows of either.
 * None of a file of more than five million requests. `file` is an absolute path that `database` has been opened for. Throws
 * `QueryError`.
 */
export async function sampleGroups(database: Database, file: string): Promise<SampleGroup[]> {
  const from = `read_parquet(${textLiteral(filePattern(file))}, hive_partitioning = false)`;
  const [counted] = await database.run(`SELECT count(*) AS requests FROM ${from}`);
  if (Number(counted?.requests ?? 0) > MOST_REQUESTS) return [];
  const described = await database.run(`SELECT column_name FROM (DESCRIBE SELECT * FROM ${from})`);
  const columns = new Set(described.map(({ column_name: name }) => String(name)));
  const keys = CONDITION.filter((name) => columns.has(name));
  const repeats = REPEATS.filter((name) => columns.has(name));
  const found = new Map<string, SampleGroup>();
  for (const [metric, column] of TIMES) {
    if (!columns.has(column)) continue;
    for (const by of [keys, [...keys, ...repeats]]) {
      const rows = await database.run(
        `SELECT string_agg(CAST(${column} AS VARCHAR), ' ' ORDER BY ${column}) AS times FROM ${from} WHERE ${column} IS NOT NULL ${by.length > 0 ? `GROUP BY ${by.join(', ')}` : ''}`,
      );
      for (const { times } of rows)
        if (typeof times === 'string')
          found.set(`${metric} ${times}`, { metric, risingMs: Float64Array.from(times.split(' '), Number) });
    }
  }
  return [...found.values()];
}
