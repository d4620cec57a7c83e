/** What engines say differently. All other SQL of this room means the same in each of them. */
import { filePattern, textLiteral } from './database.ts';

/** A CSV with its columns. */
export interface TableFile {
  path: string;
  columns: readonly string[];
  delimiter: string;
  hasNoHeader: boolean;
}

export interface Dialect {
  /** What lines of a file are selected from, as the column `line`. `$1` in it is the parameter that `parameters` gives. */
  lines(path: string): string;
  /** What rows of a CSV are selected from, every cell as text. */
  rows(file: TableFile): string;
  /** Those of Parquet or ORC. */
  binaryRows(path: string, kind: 'parquet' | 'orc'): string;
  parameters(path: string): string[];
  /** Whether its readers leave lines out that they cannot read, and say so only when they are asked. */
  leavesOut: boolean;
  text(value: string): string;
  /** A table that is said in full. */
  constants(columns: readonly string[], rows: readonly (readonly string[])[]): string;
  column(name: string): string;
  /** 63 bits that stand for a text: no name is kept. */
  hash(text: string): string;
  /** `a%20b` → `a b`; what is no escape stays. */
  decoded(text: string): string;
  /** `2026-03-01 12:00:00.5` in UTC → microseconds since 1970; null for what is none. */
  micros(text: string): string;
  /** `06/Feb/2019:00:00:38` → microseconds since 1970. */
  logMicros(text: string): string;
  /** Whole division of numbers that are not negative. */
  divided(a: string, b: string): string;
  /** What the one group of a pattern holds; empty or null where nothing fits. */
  match(text: string, pattern: string): string;
  /** The pieces of a text between the letter `by`; where the first `most` are enough, the rest may be one piece. */
  split(text: string, by: string, most?: number): string;
  /** One of them, counted from 1; null past the last. */
  item(pieces: string, n: number): string;
}

/** The delimiter is a control character, so that a line stays whole; lines that are no text or endless are kept out. */
const DUCKDB_LINES = `read_csv($1, columns = {'line': 'VARCHAR'}, delim = '\u001f', quote = '', escape = '',
  header = false, auto_detect = false, strict_mode = false, ignore_errors = true, hive_partitioning = false, store_rejects = true,
  rejects_limit = 0)`;

/** As every engine understands it. */
export const constantRows = (columns: readonly string[], rows: readonly (readonly string[])[]) =>
  rows
    .map((row) => `SELECT ${row.map((cell, i) => `${textLiteral(cell)} AS ${columns[i]}`).join(', ')}`)
    .join(' UNION ALL ');

/** What most engines say alike. */
export const COMMON = {
  text: textLiteral,
  match: (text: string, pattern: string) => `regexp_extract(${text}, ${textLiteral(pattern)}, 1)`,
};

export const DUCKDB: Dialect = {
  ...COMMON,
  lines: () => DUCKDB_LINES,
  binaryRows: () => 'read_parquet($1, hive_partitioning = false)',
  rows: ({ columns, delimiter, hasNoHeader }) =>
    `read_csv($1, header = ${!hasNoHeader}, auto_detect = false, delim = ${textLiteral(delimiter)}, quote = '"', escape = '"',
  columns = {${columns.map((name) => `${textLiteral(name)}: 'VARCHAR'`).join(', ')}}, strict_mode = false, ignore_errors = true, hive_partitioning = false)`,
  parameters: (path) => [filePattern(path)],
  leavesOut: true,
  constants: constantRows,
  column: (name) => `"${name.replaceAll('"', '""')}"`,
  hash: (text) => `CAST(hash(${text}) >> 1 AS BIGINT)`,
  decoded: (text) => `url_decode(${text})`,
  micros: (text) => `epoch_us(TRY_CAST(${text} AS TIMESTAMP))`,
  logMicros: (text) => `epoch_us(try_strptime(${text}, '%d/%b/%Y:%H:%M:%S'))`,
  divided: (a, b) => `(${a}) // (${b})`,
  split: (text, by) => `string_split(${text}, ${textLiteral(by)})`,
  item: (pieces, n) => `${pieces}[${n}]`,
};

/** Without a reader of Parquet: a table of the file's name holds its rows. The one parameter that all files have is used for nothing. */
export const IN_PAGE: Dialect = {
  ...DUCKDB,
  binaryRows: (path) => `(SELECT * FROM ${DUCKDB.column(path)} WHERE $1 <> '') AS rows_of_file`,
};

/** A path as it is, not as a pattern, between backticks. */
const sparkPath = (path: string) => `\`${path.replace(/[*?[\]{}\\,]/g, '\\$&').replaceAll('`', '``')}\``;

/** Spark reads a path in place of a table. It runs with `spark.sql.ansi.enabled` and `escapedStringLiterals`. */
export const SPARK: Dialect = {
  ...COMMON,
  lines: (path) => `(SELECT value AS line FROM text.${sparkPath(path)})`,
  binaryRows: (path, kind) => `${kind}.${sparkPath(path)}`,
  rows: ({ path, columns, delimiter, hasNoHeader }) => {
    const fields = [...columns, MALFORMED].map((name) => `${SPARK.column(name)} STRING`).join(', ');
    const read = `from_csv(value, ${textLiteral(fields)}, map('sep', ${textLiteral(delimiter)}, 'escape', '"', 'mode', 'PERMISSIVE', 'columnNameOfCorruptRecord', '${MALFORMED}'))`;
    const header = hasNoHeader
      ? ''
      : ` AND REPLACE(REPLACE(value, '"', ''), char(65279), '') <> ${textLiteral(columns.join(delimiter))}`;
    const cells = columns.map(
      (name) =>
        `CASE WHEN row.${MALFORMED} IS NULL THEN row.${SPARK.column(name)} END AS ${SPARK.column(name)}`,
    );
    return `(SELECT ${cells.join(', ')} FROM (
      SELECT ${read} AS row FROM text.${sparkPath(path)} WHERE trim(value) <> ''${header}
    ) AS parsed) AS csv_rows`;
  },
  parameters: () => [],
  leavesOut: false,
  // A union of a hundred selects would be a hundred partitions, each a task whenever the table is read.
  constants: (columns, rows) =>
    `SELECT * FROM VALUES ${rows.map((row) => `(${row.map(textLiteral).join(', ')})`).join(', ')} AS said_rows(${columns.join(', ')})`,
  column: (name) => `\`${name.replaceAll('`', '``')}\``,
  hash: (text) => `shiftrightunsigned(xxhash64(${text}), 1)`,
  decoded: (text) =>
    `CASE WHEN ${text} RLIKE '%(?![0-9A-Fa-f]{2})' THEN ${text} ELSE url_decode(${text}) END`,
  micros: (text) => `unix_micros(TRY_CAST(${text} AS TIMESTAMP))`,
  // A cast reads digits as they come; a pattern of a date is made anew for each.
  logMicros: (text) =>
    `unix_micros(TRY_CAST(concat(substr(${text}, 8, 4), '-', find_in_set(substr(${text}, 4, 3), '${MONTHS}'), '-', substr(${text}, 1, 2), ' ', substr(${text}, 13, 8)) AS TIMESTAMP))`,
  divided: (a, b) => `(${a}) div (${b})`,
  // Of one plain letter, or one escaped, Java splits without a pattern.
  split: (text, by, most) =>
    `split(${text}, ${textLiteral(/[\w\s",;]/.test(by) ? by : `\\${by}`)}${most === undefined ? '' : `, ${most + 1}`})`,
  item: (pieces, n) => `try_element_at(${pieces}, ${n})`,
};

const MALFORMED = 'malformed_row';
const MONTHS = 'Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec';
