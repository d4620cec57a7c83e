/** Every format of a log or trace, in the order they are tried. */
import { isEmpty } from '#core/remedies.ts';
import { filePattern } from '../database.ts';
import type { Database } from '../database.ts';
import { cosTrace } from './cos-trace.ts';
import { LINES, LogError, tableRows } from './format.ts';
import type { LogFile, LogFormat, LogOptions } from './format.ts';
import { hourlyLoad } from './hourly-load.ts';
import { requestTable } from './request-table.ts';
import { s3AccessLog } from './s3-access-log.ts';

/** Those that can be taken for no other first. */
const LOG_FORMATS: readonly LogFormat[] = [s3AccessLog, cosTrace, hourlyLoad, requestTable];

const HEAD_LINES = 50;

/** What can be seen of a file before it is read whole. Throws `LogError` for a file that is neither text nor Parquet. */
export async function lookAt(database: Database, path: string, isParquet: boolean): Promise<LogFile> {
  const pattern = filePattern(path);
  const lines = isParquet
    ? []
    : await database.run(`SELECT line FROM ${LINES} WHERE trim(line) <> '' LIMIT ${HEAD_LINES}`, [pattern]);
  const file = {
    path,
    lines: lines.map((row) => String(row['line'])),
    isParquet,
  };
  if (!isParquet && lines.length === 0)
    throw new LogError(`is not text, or ${isEmpty('a request log or a trace')}`);
  return { ...file, columns: await columnsIn(database, file) };
}

/** Empty where the file is no table. */
async function columnsIn(database: Database, file: Omit<LogFile, 'columns'>): Promise<string[]> {
  try {
    const rows = await database.run(`DESCRIBE SELECT * FROM ${tableRows(file)}`, [filePattern(file.path)]);
    return rows.map((row) => String(row['column_name']));
  } catch (error) {
    if (file.isParquet)
      throw new LogError(`begins like Parquet, and cannot be read as such (${reason(error)})`);
    return [];
  }
}

const reason = (error: unknown) =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);

/** Throws `LogError` with each format that was tried and what it wanted. */
export function formatOf(file: LogFile, options: LogOptions): LogFormat {
  const tried: string[] = [];
  for (const format of LOG_FORMATS) {
    const verdict = format.recognises(file, options);
    if (verdict === true) return format;
    tried.push(`${format.id} wants ${verdict}`);
  }
  throw new LogError(`is of no known format; ${tried.join('; ')}`);
}
