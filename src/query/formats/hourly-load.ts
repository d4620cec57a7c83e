/** Requests and bytes by the hour, as published with Macaron: no keys, so nothing about single objects. */
import { LogError, insertFrom, tableRows } from './format.ts';
import type { LogFormat } from './format.ts';

const COLUMNS = ['HR', 'PutCount', 'GetCount', 'DeleteCount', 'PutBytes', 'GetBytes'] as const;
const HOUR_SECONDS = 3600;

const number = (column: (typeof COLUMNS)[number]) => `TRY_CAST("${column}" AS DOUBLE)`;
const rowsOf = (operation: string, count: string, size: string, sent: string) => `
  SELECT (${number('HR')} - 1) * ${HOUR_SECONDS}, '${operation}', NULL, ${size}, ${sent}, NULL, ${count}, false
  FROM hour WHERE ${count} > 0`;

export const hourlyLoad: LogFormat = {
  id: 'hourly-load',
  isHourly: true,
  recognises: ({ columns }) =>
    COLUMNS.every((name) => columns.includes(name)) || `a table with the columns ${COLUMNS.join(', ')}`,
  async load(database, file) {
    const mean = (bytes: 'PutBytes' | 'GetBytes', count: 'PutCount' | 'GetCount') =>
      `${number(bytes)} / ${number(count)}`;
    const puts = number('PutCount');
    const gets = number('GetCount');
    await insertFrom(
      database,
      file,
      `WITH hour AS (SELECT * FROM ${tableRows(file)})
       ${rowsOf('PutObject', puts, mean('PutBytes', 'PutCount'), '0')} UNION ALL
       ${rowsOf('GetObject', gets, mean('GetBytes', 'GetCount'), mean('GetBytes', 'GetCount'))} UNION ALL
       ${rowsOf('DeleteObject', number('DeleteCount'), 'NULL', '0')}`,
    );
    const [row] = await database.run('SELECT count(*) AS n FROM request WHERE at_s IS NOT NULL');
    if (!row?.['n'])
      throw new LogError('has the columns of an hourly load, and no hour with a request in it');
  },
};
