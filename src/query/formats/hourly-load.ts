/** Requests and bytes by the hour, as published with Macaron: no keys, so nothing about single objects. */
import type { Database } from '../database.ts';
import type { Dialect } from '../dialect.ts';
import { tableRows } from './cells.ts';
import { LogError, type LogFile } from './format.ts';
import { insertRows } from './load.ts';

const COLUMNS = ['HR', 'PutCount', 'GetCount', 'DeleteCount', 'PutBytes', 'GetBytes'] as const;
const HOUR_US = 3_600_000_000;

export const HOURLY_LOAD = {
  id: 'hourly-load',
  wants: `a table with the columns ${COLUMNS.join(', ')}`,
  recognises: ({ columns }: LogFile) => COLUMNS.every((name) => columns.includes(name)),
};

const number = (column: (typeof COLUMNS)[number]) => `TRY_CAST(${column} AS BIGINT)`;

/** Bytes are those of all requests of a row. */
const rowsOf = (operation: string, count: string, bytes: string) => `
  SELECT (${number('HR')} - 1) * ${HOUR_US} AS at_us, '${operation}' AS operation, ${bytes} AS bytes, ${count} AS requests
  FROM hour WHERE ${count} > 0`;

/** Throws `QueryError` and `LogError`. */
export async function loadHours(database: Database, file: LogFile, sql: Dialect): Promise<void> {
  const none = 'CAST(NULL AS BIGINT)';
  await insertRows(
    database,
    file,
    'request',
    {
      at_us: 'at_us',
      operation: 'operation',
      object: none,
      size_bytes: 'bytes',
      sent_bytes: 'bytes',
      received_bytes: none,
      status: none,
      reader: none,
      network: none,
      requests: 'requests',
      total_us: none,
      first_us: none,
    },
    `(WITH hour AS (SELECT * FROM ${tableRows(file, sql)})
     ${rowsOf('PutObject', number('PutCount'), number('PutBytes'))} UNION ALL
     ${rowsOf('GetObject', number('GetCount'), number('GetBytes'))} UNION ALL
     ${rowsOf('DeleteObject', number('DeleteCount'), '0')}) AS hours`,
    sql,
  );
  const [row] = await database.run('SELECT count(*) AS n FROM request WHERE at_us IS NOT NULL');
  if (!row?.['n']) throw new LogError('has the columns of an hourly load, and no hour with a request in it');
}
