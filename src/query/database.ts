/** The port to a SQL engine: DuckDB on this machine now, in the page and elsewhere behind the same words. */

export type Value = string | number | boolean | null | Date;
/** Column name → value. */
export type Row = Readonly<Record<string, Value>>;

export interface Database {
  /** The rows of one statement. What comes from outside is handed in as `parameters` (`$1`, `$2`, …), never in the text. Throws `QueryError`. */
  run(sql: string, parameters?: readonly Value[]): Promise<Row[]>;
  /** Frees the memory and whatever was spilt to disk. */
  close(): void;
}

/** A statement that failed, with its text; the engine's own words are the cause. */
export class QueryError extends Error {
  readonly sql: string;

  constructor(message: string, sql: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'QueryError';
    this.sql = sql;
  }

  get isOutOfMemory(): boolean {
    return this.message.startsWith('Out of Memory');
  }
}

/** A cell as the port gives it. Counts arrive as 64-bit integers, wider than a number holds exactly. Throws `QueryError`. */
export function valueOf(value: unknown, name: string, sql: string): Value {
  if (typeof value === 'bigint') {
    if (value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER))
      return Number(value);
    throw new QueryError(`${name} is ${value}, too large to be exact; CAST it AS DOUBLE`, sql);
  }
  if (value === null || value instanceof Date) return value;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  throw new QueryError(`${name} is neither number, text, truth nor time; CAST it`, sql);
}

/** This machine has no engine: it was left out at installation. */
export class NoEngineError extends Error {
  constructor(cause: unknown) {
    super(
      'reading logs and Parquet needs DuckDB, which is not installed here; install it beside stowage with "npm install @duckdb/node-api@1.5.5-r.5" (it has builds for Linux, macOS and Windows)',
      { cause },
    );
    this.name = 'NoEngineError';
  }
}

/** A SQL text literal: quotes doubled, nothing else has a meaning. For the few places that take no parameter. */
export function textLiteral(text: string): string {
  if (text.includes('\0')) throw new RangeError('a text with a zero byte has no SQL literal');
  return `'${text.replaceAll("'", "''")}'`;
}

/** A file's name as table functions take it: as itself, not as a pattern. */
export function filePattern(file: string): string {
  return file.replace(/[*?[]/g, (letter) => `[${letter}]`);
}
