/** What every format of a log or trace is told, and what it does: its rows into the table `request`. */
import type { Cut } from '../cut.ts';
import { filePattern, textLiteral } from '../database.ts';
import type { Database } from '../database.ts';

export interface LogFile {
  /** Absolute path that the database was opened for. */
  path: string;
  /** First lines that are not empty. */
  lines: readonly string[];
  /** Names of the columns, where it is a table with a header. */
  columns: readonly string[];
  isParquet: boolean;
}

export interface LogOptions extends Cut {
  /** What a column is → its name in the file, where names do not say it themselves. */
  columns: Readonly<Partial<Record<ColumnRole, string>>>;
  timeUnit?: TimeUnit;
}

export const TIME_UNITS = { s: 1, ms: 1e3, us: 1e6, ns: 1e9 } as const;
export type TimeUnit = keyof typeof TIME_UNITS;

export const COLUMN_ROLES = ['time', 'operation', 'key', 'size', 'sent', 'status', 'reader'] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

export interface LogFormat {
  id: string;
  /** Sums by the hour rather than requests. */
  isHourly?: boolean;
  /** True, or what it wants and does not find, in words. */
  recognises(file: LogFile, options: LogOptions): true | string;
  /** Adds the rows of the file. Throws `QueryError` or `LogError`. */
  load(database: Database, file: LogFile, options: LogOptions): Promise<void>;
}

/** A log that cannot be read, with what was seen and what to try; the file's name is the caller's to add. */
export class LogError extends Error {
  override name = 'LogError';
}

/**
 * The lines of the file `$1` as the column `line`. The delimiter is a control character, so that a line stays whole;
 * lines that are no text or endless are kept out.
 */
const linesOf = (
  more: string,
) => `read_csv($1, columns = {'line': 'VARCHAR'}, delim = '\u001f', quote = '', escape = '',
  header = false, auto_detect = false, strict_mode = false, ignore_errors = true, hive_partitioning = false${more})`;

export const LINES = linesOf('');

/** The rows of a table `$1`, every cell as text. */
export const tableRows = (file: Pick<LogFile, 'isParquet'>) =>
  file.isParquet
    ? 'read_parquet($1, hive_partitioning = false)'
    : 'read_csv($1, header = true, all_varchar = true, hive_partitioning = false)';

const insertRequests = (select: string) =>
  `INSERT INTO request (at_s, operation, object_key, size_bytes, sent_bytes, reader, requests, failed) ${select}`;

export async function insertFrom(database: Database, file: LogFile, select: string): Promise<void> {
  await database.run(insertRequests(select), [filePattern(file.path)]);
}

/** The columns of a request from `f`, the groups of `pattern` by name in each line. What is kept out counts as unread. */
export async function insertFromLines(
  database: Database,
  file: LogFile,
  columns: string,
  pattern: string,
  names: readonly string[],
): Promise<void> {
  const groups = `[${names.map(textLiteral).join(', ')}]`;
  const lines = linesOf(', store_rejects = true, rejects_limit = 0');
  await insertFrom(
    database,
    file,
    `SELECT ${columns} FROM (
       SELECT regexp_extract(line, ${textLiteral(pattern)}, ${groups}) AS f FROM ${lines} WHERE line IS NOT NULL
     ) AS read_lines`,
  );
  await database.run(
    'INSERT INTO request (at_s) SELECT NULL FROM (SELECT DISTINCT line FROM reject_errors) AS rejected',
  );
  await database.run('DROP TABLE reject_errors');
  await database.run('DROP TABLE reject_scans');
}
