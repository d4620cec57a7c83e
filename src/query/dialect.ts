/** What engines say differently. All other SQL of this room means the same in each of them. */
import { textLiteral } from './database.ts';

export interface Dialect {
  text(value: string): string;
  /** 63 bits that stand for a text: no name is kept. */
  hash(text: string): string;
  /** `2026-03-01 12:00:00.5` in UTC → microseconds since 1970; null for what is none. */
  micros(text: string): string;
  /** `06/Feb/2019:00:00:38` → microseconds since 1970. */
  logMicros(text: string): string;
  /** Whole division of numbers that are not negative. */
  divided(a: string, b: string): string;
  /** The pieces of a text between the letter `by`, and one of them, counted from 1; null past the last. */
  split(text: string, by: string): string;
  item(pieces: string, n: number): string;
}

export const DUCKDB: Dialect = {
  text: textLiteral,
  hash: (text) => `CAST(hash(${text}) >> 1 AS BIGINT)`,
  micros: (text) => `epoch_us(TRY_CAST(${text} AS TIMESTAMP))`,
  logMicros: (text) => `epoch_us(try_strptime(${text}, '%d/%b/%Y:%H:%M:%S'))`,
  divided: (a, b) => `(${a}) // (${b})`,
  split: (text, by) => `string_split(${text}, ${textLiteral(by)})`,
  item: (pieces, n) => `${pieces}[${n}]`,
};
