/** What a file of requests is, and its rows into the table `request`. */
import { CsvStream } from '#core/csv.ts';
import { messageOf } from '#core/message-of.ts';
import { isEmpty } from '#core/remedies.ts';
import type { Database } from '../database.ts';
import type { Dialect } from '../dialect.ts';
import { FORGET_REJECTS, delimiterOf, tableRows } from './cells.ts';
import { COLUMN_FORMATS } from './columns.ts';
import { LogError, type LogFile, type LogFormat, type LogOptions } from './format.ts';
import type { Manifest } from './manifest.ts';
import { HOURLY_LOAD, loadHours } from './hourly-load.ts';
import { loadRequests } from './load.ts';
import { refuseBareCounts, requestTable } from './request-table.ts';

const HEAD_LINES = 50;

/** What the rows of a file are. */
export type Recognised = LogFormat | typeof HOURLY_LOAD;
export const isHourly = (format: Recognised): format is typeof HOURLY_LOAD => format === HOURLY_LOAD;

/** What can be seen of a file before it is read whole. Throws `LogError` for a file that is neither text nor Parquet. */
export async function lookAt(
  database: Database,
  path: string,
  isParquet: boolean,
  sql: Dialect,
  manifest?: Manifest,
): Promise<LogFile> {
  if (manifest?.isOrc && sql.leavesOut)
    throw new LogError(
      'is ORC, which DuckDB does not read; use --engine spark, or have the inventory made as CSV or Parquet',
    );
  if (isParquet || manifest?.isOrc) {
    const file: LogFile = { path, kind: isParquet ? 'parquet' : 'orc', lines: [], columns: [] };
    return { ...file, columns: await columnsIn(database, file, sql) };
  }
  const rows = await database.run(
    `SELECT line FROM ${sql.lines(path)} WHERE trim(line) <> '' LIMIT ${HEAD_LINES}`,
    sql.parameters(path),
  );
  if (sql.leavesOut) for (const statement of FORGET_REJECTS) await database.run(statement);
  const lines = rows.map((row) => String(row['line']));
  if (lines.length === 0) throw new LogError(`is not text, or ${isEmpty('a request log or a trace')}`);
  if (manifest?.columns) return { path, kind: 'csv', lines, columns: manifest.columns, hasNoHeader: true };
  const fields = lines.find((line) => line.startsWith('#Fields:'));
  if (fields !== undefined)
    return { path, kind: 'w3c', lines, columns: fields.slice('#Fields:'.length).trim().split(/\s+/) };
  const keys = lines.flatMap(keysOf);
  if (keys.length > 0) return { path, kind: 'json', lines, columns: [...new Set(keys)] };
  const isLine = COLUMN_FORMATS.some(
    ({ shape }) => shape.by !== 'name' && lines.some((line) => shape.line.test(line)),
  );
  const columns = isLine ? [] : headerOf(lines[0] ?? '');
  return { path, kind: columns.length > 1 ? 'csv' : 'text', lines, columns };
}

/** Names of a header, each once; empty for what is none. */
function headerOf(line: string): string[] {
  try {
    const stream = new CsvStream({ separator: delimiterOf(line) });
    const [header] = [...stream.push(line.replace(/^\uFEFF/, '')), ...stream.end()];
    return (header?.cells ?? []).map((name, i, names) =>
      name === '' || names.indexOf(name) < i ? `${name}_${i + 1}` : name,
    );
  } catch {
    return [];
  }
}

/** The keys of a line of JSON, those of its maps among them. */
function keysOf(line: string): string[] {
  if (!line.startsWith('{')) return [];
  try {
    return leaves(JSON.parse(line) as object, 0);
  } catch {
    return [];
  }
}

const MOST_DEPTH = 4;

function leaves(map: object, depth: number): string[] {
  return Object.entries(map).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? depth < MOST_DEPTH && !Array.isArray(value)
        ? leaves(value, depth + 1)
        : []
      : [key],
  );
}

async function columnsIn(database: Database, file: LogFile, sql: Dialect): Promise<string[]> {
  try {
    const rows = await database.run(
      `DESCRIBE SELECT * FROM ${tableRows(file, sql)}`,
      sql.parameters(file.path),
    );
    return rows.map((row) => String(row['column_name'] ?? row['col_name']));
  } catch (error) {
    throw new LogError(
      `${file.kind === 'orc' ? 'should be ORC' : 'begins like Parquet'}, and cannot be read as such (${messageOf(error).split('\n')[0] ?? ''})`,
    );
  }
}

/** Throws `LogError` with what was tried. */
export function formatOf(file: LogFile, options: LogOptions): Recognised {
  const isNamed = Object.keys(options.columns).length > 0;
  const known = isNamed ? undefined : COLUMN_FORMATS.find((format) => isOf(file, format));
  if (known?.lacks !== undefined)
    throw new LogError(`is one of ${known.title}, which do not say ${known.lacks}`);
  if (known) return known;
  if (HOURLY_LOAD.recognises(file)) return HOURLY_LOAD;
  const table = requestTable(file, options);
  if (typeof table !== 'string') return table;
  const titles = COLUMN_FORMATS.filter(({ lacks }) => lacks === undefined).map(({ title }) => title);
  throw new LogError(
    `is of no known format: none of ${titles.join(', ')}; hourly-load wants ${HOURLY_LOAD.wants}; request-table wants ${table}`,
  );
}

function isOf({ kind, lines, columns }: LogFile, { shape }: LogFormat): boolean {
  if (shape.by !== 'name') return kind === 'text' && lines.some((line) => shape.line.test(line));
  return shape.kinds.includes(kind) && shape.has.every((name) => columns.includes(name));
}

/** Throws `QueryError` and `LogError`. */
export async function load(
  database: Database,
  file: LogFile,
  format: Recognised,
  withNames: boolean,
  sql: Dialect,
): Promise<void> {
  if (isHourly(format)) return loadHours(database, file, sql);
  await loadRequests(database, file, format, withNames, sql);
  const { cells, clock } = format.time;
  if (clock === 'any' && format.id === 'request-table') await refuseBareCounts(database, cells[0] ?? '');
}
