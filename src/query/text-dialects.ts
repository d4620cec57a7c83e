/** Engines that Stowage writes statements for and does not run. Their table `log` has the columns of the file, or its lines as `line`. */
import { textLiteral } from './database.ts';
import { COMMON, constantRows, type Dialect } from './dialect.ts';

const ELSEWHERE = {
  lines: () => 'log',
  rows: () => 'log',
  binaryRows: () => 'log',
  /** Inventories are refused before. */
  decoded: (text: string) => text,
  parameters: () => [],
  leavesOut: false,
  constants: constantRows,
} as const;

/** Trino and Athena: https://trino.io/docs/current/functions.html */
export const TRINO: Dialect = {
  ...COMMON,
  ...ELSEWHERE,
  column: (name) => `"${name.replaceAll('"', '""')}"`,
  hash: (text) => `bitwise_right_shift(from_big_endian_64(xxhash64(to_utf8(${text}))), 1)`,
  micros: (text) => `CAST(to_unixtime(TRY_CAST(${text} AS TIMESTAMP(6))) * 1000000 AS BIGINT)`,
  logMicros: (text) =>
    `CAST(to_unixtime(TRY(parse_datetime(${text}, 'dd/MMM/yyyy:HH:mm:ss'))) * 1000000 AS BIGINT)`,
  divided: (a, b) => `(${a}) / (${b})`,
  split: (text, by) => `split(${text}, ${textLiteral(by)})`,
  item: (pieces, n) => `element_at(${pieces}, ${n})`,
};

const bigQueryText = (text: string) => `'${text.replace(/['\\]/g, '\\$&').replaceAll('\n', '\\n')}'`;

/** https://cloud.google.com/bigquery/docs/reference/standard-sql/functions-all */
export const BIGQUERY: Dialect = {
  ...ELSEWHERE,
  text: bigQueryText,
  column: (name) => `\`${name.replace(/[`\\]/g, '\\$&')}\``,
  hash: (text) => `(FARM_FINGERPRINT(${text}) & 0x7FFFFFFFFFFFFFFF)`,
  micros: (text) => `UNIX_MICROS(SAFE_CAST(${text} AS TIMESTAMP))`,
  logMicros: (text) => `UNIX_MICROS(SAFE.PARSE_TIMESTAMP('%d/%b/%Y:%H:%M:%S', ${text}))`,
  divided: (a, b) => `DIV(${a}, ${b})`,
  match: (text, pattern) => `REGEXP_EXTRACT(${text}, ${bigQueryText(pattern)})`,
  split: (text, by) => `SPLIT(${text}, ${bigQueryText(by)})`,
  item: (pieces, n) => `${pieces}[SAFE_ORDINAL(${n})]`,
};

type Words = Readonly<Record<string, string>>;
const TRINO_WORDS: Words = { STRING: 'VARCHAR' };
const BIGQUERY_WORDS: Words = { BIGINT: 'INT64', INTEGER: 'INT64', TRY_CAST: 'SAFE_CAST' };

/** Other names for types, outside of texts and quoted names. */
function renamed(sql: string, words: Words, literal: RegExp): string {
  return sql.replace(literal, (part) => words[part] ?? part);
}

export const inTrino = (sql: string) => renamed(sql, TRINO_WORDS, /'(?:[^']|'')*'|"(?:[^"]|"")*"|\w+/g);
export const inBigQuery = (sql: string) =>
  renamed(sql, BIGQUERY_WORDS, /'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|\w+/g);
