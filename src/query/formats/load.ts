/** The rows of a file into the table `request`, by the format's map of columns. */
import type { Database } from '../database.ts';
import type { Dialect } from '../dialect.ts';
import { cellsOf, countRejects, type Cells } from './cells.ts';
import { TIME_UNITS } from './format.ts';
import type { Clock, Duration, LogFile, LogFormat, ObjectName, TimeUnit } from './format.ts';

/** Seconds since 1970 stay below this for three thousand years, and milliseconds of this century are above it. */
const LATEST = 100_000_000_000n;
/** Ten days; so its microseconds fit into 18 digits with six places. */
const LONGEST_SECONDS = 864_000;

/** Adds the rows of the file. `withNames`: objects are hashed by the names that an inventory has. Throws `QueryError`. */
export async function loadRequests(
  database: Database,
  file: LogFile,
  format: LogFormat,
  withNames: boolean,
  sql: Dialect,
): Promise<void> {
  const cells = cellsOf(file, format.shape, sql);
  const columns = requestColumns(format, cells, withNames, sql);
  await countLeftOut(
    database,
    file,
    'request',
    await insertRows(database, file, 'request', columns, cells.from, sql),
    sql,
  );
}

/** Adds a row of `columns` for each row of `from`, and says how many they were. Throws `QueryError`. */
export async function insertRows(
  database: Database,
  file: LogFile,
  table: string,
  columns: Readonly<Record<string, string>>,
  from: string,
  sql: Dialect,
): Promise<number> {
  const [row] = await database.run(
    `INSERT INTO ${table} (${Object.keys(columns).join(', ')}) SELECT ${Object.values(columns).join(', ')} FROM ${from}`,
    sql.parameters(file.path),
  );
  return Number(row?.['Count'] ?? 0);
}

/** Adds an empty row for each line that the reader left out beside `rows`. Throws `QueryError`. */
export async function countLeftOut(
  database: Database,
  file: LogFile,
  table: 'request' | 'listed',
  rows: number,
  sql: Dialect,
): Promise<void> {
  if (!sql.leavesOut || file.kind === 'parquet') return;
  const empty = `INSERT INTO ${table} (object) SELECT NULL`;
  if (file.kind !== 'csv') {
    for (const statement of countRejects(empty)) await database.run(statement);
    return;
  }
  const left = await linesBeside(database, file, rows, sql);
  if (left > 0) await database.run(`${empty} FROM range(${left})`);
}

/** Lines of a table that are neither its header nor among the `rows`. */
async function linesBeside(
  database: Database,
  { path, hasNoHeader = false }: LogFile,
  rows: number,
  sql: Dialect,
): Promise<number> {
  const [row] = await database.run(
    `SELECT count(*) AS n FROM ${sql.lines(path)} WHERE trim(line) <> ''`,
    sql.parameters(path),
  );
  return Number(row?.['n'] ?? 0) - (hasNoHeader ? 0 : 1) - rows;
}

/** 63 bits that stand for an object's name, however its letters are escaped. */
export const nameHash = (texts: readonly string[], sql: Dialect) =>
  sql.hash(
    texts
      .map((text) => `TRIM(LEADING '/' FROM REPLACE(${sql.decoded(sql.decoded(text))}, '+', ' '))`)
      .join(" || '/' || "),
  );

/** A table may hold `1e3` or `12.0`; lines of logs hold whole numbers. */
export const numberIn = (text: string, isTable: boolean) =>
  isTable ? `TRY_CAST(FLOOR(TRY_CAST(${text} AS DECIMAL(18, 3))) AS BIGINT)` : `TRY_CAST(${text} AS BIGINT)`;

/** In the order of the table's columns. */
function requestColumns(
  format: LogFormat,
  { cell, once }: Cells,
  withNames: boolean,
  sql: Dialect,
): Record<string, string> {
  const number = (name: string | undefined) => {
    const text = name === undefined ? null : cell(name);
    return text === null ? 'CAST(NULL AS BIGINT)' : numberIn(text, format.shape.by === 'name');
  };
  const hashed = (names: readonly string[]) => {
    const texts = names.map(cell).filter((text) => text !== null);
    return texts.length === 0 ? 'CAST(NULL AS BIGINT)' : sql.hash(texts.join(` || '/' || `));
  };
  const duration = (one: Duration | undefined) => {
    const text = one && cell(one.cell);
    if (!one || !text) return 'CAST(NULL AS BIGINT)';
    const number = `TRY_CAST(${text} AS DECIMAL(18, 6))`;
    const us =
      one.unit === 'ns'
        ? sql.divided(`TRY_CAST(${text} AS BIGINT)`, '1000')
        : `CASE WHEN ${number} BETWEEN 0 AND ${LONGEST_SECONDS * TIME_UNITS[one.unit]} THEN CAST(FLOOR(${number} * ${1e6 / TIME_UNITS[one.unit]}) AS BIGINT) END`;
    const by = format.fromStore && cell(format.fromStore.cell);
    if (!format.fromStore || !by) return us;
    return `CASE WHEN ${by} IN (${format.fromStore.values.map(sql.text).join(', ')}) THEN ${us} END`;
  };
  const reader = format.reader === undefined ? null : cell(format.reader);
  const address = reader !== null && format.readerHasPort ? sql.item(sql.split(reader, ':'), 1) : reader;
  const sent = () => {
    if (format.sent === undefined || typeof format.sent === 'string') return number(format.sent);
    const [first, last] = format.sent.map((name) => number(name));
    return `COALESCE(TRY_CAST(CAST(${last} AS DECIMAL(20, 0)) - CAST(${first} AS DECIMAL(20, 0)) + 1 AS BIGINT), ${number(format.size)})`;
  };
  return {
    at_us: timeOf(
      format.time.cells.map((name) => cell(name) ?? 'NULL'),
      format.time.clock,
      sql,
    ),
    operation:
      format.everyRequest === undefined ? (cell(format.operation) ?? 'NULL') : sql.text(format.everyRequest),
    object: withNames && format.name ? nameHash(namesOf(format.name, cell, sql), sql) : hashed(format.key),
    size_bytes: number(format.size),
    sent_bytes: format.sent === undefined ? number(format.size) : sent(),
    received_bytes: number(format.received),
    status: number(format.status),
    reader: address === null ? 'CAST(NULL AS BIGINT)' : sql.hash(address),
    network: address === null ? 'CAST(NULL AS BIGINT)' : networkOf(once(sql.split(address, '.')), sql),
    requests: format.requests === undefined ? '1' : number(format.requests),
    total_us: duration(format.latency),
    first_us: duration(format.firstByte),
  };
}

/** Of a path alone, what a request asked of it is left out. */
function namesOf({ bucket, key, account }: ObjectName, cell: Cells['cell'], sql: Dialect): string[] {
  const text = cell(key) ?? 'NULL';
  const path = account ? sql.match(text, '^/[^/]*/(.*)$') : bucket ? text : sql.item(sql.split(text, '?'), 1);
  return [...(bucket ? [cell(bucket) ?? 'NULL'] : []), path];
}

/** Of the pieces of an IPv4 address, its first 16 bits: where readers are, and not who they are. Null for any other. */
function networkOf(pieces: string, sql: Dialect): string {
  const piece = (n: number) => sql.item(pieces, n);
  const byte = (n: number) => `TRY_CAST(${piece(n)} AS BIGINT)`;
  return `CASE WHEN ${piece(4)} <> '' AND ${byte(1)} BETWEEN 0 AND 255 AND ${byte(2)} BETWEEN 0 AND 255 THEN 256 * ${byte(1)} + ${byte(2)} END`;
}

/** Microseconds since 1970, or since the start of a trace. */
export function timeOf(cells: readonly string[], clock: Clock, sql: Dialect): string {
  const [first = 'NULL', second] = cells;
  const text = second === undefined ? first : `${first} || ' ' || ${second}`;
  switch (clock) {
    case 'log':
      return `${sql.logMicros(`substr(${first}, 2, 20)`)} - ${zoneMicros(second ?? 'NULL')}`;
    case 'date':
      return dateMicros(text, sql);
    case 'any':
      return `COALESCE(${numberMicros(text, sql)}, ${dateMicros(text, sql)})`;
    default:
      return numberMicros(text, sql, clock);
  }
}

/** `+0530]` or `+05:30` */
function zoneMicros(zone: string): string {
  const plain = `REPLACE(${zone}, ':', '')`;
  return `CASE substr(${zone}, 1, 1) WHEN '-' THEN -60000000 ELSE 60000000 END
    * (60 * TRY_CAST(substr(${plain}, 2, 2) AS BIGINT) + TRY_CAST(substr(${plain}, 4, 2) AS BIGINT))`;
}

/** Read into 18 digits, which is a hundred times faster than into more, and widened for what is multiplied by it. */
const decimalOf = (text: string, places: number) =>
  `CAST(TRY_CAST(${text} AS DECIMAL(18, ${places})) AS DECIMAL(26, ${places}))`;

/** Of numbers in `unit`, or since 1970 in the unit that their size tells. */
function numberMicros(text: string, sql: Dialect, unit?: TimeUnit): string {
  const decimal = (places: number) => decimalOf(text, places);
  const micros: Record<TimeUnit, string> = {
    s: `${decimal(6)} * 1000000`,
    ms: `${decimal(3)} * 1000`,
    us: decimal(1),
    ns: sql.divided(`TRY_CAST(${text} AS BIGINT)`, '1000'),
  };
  if (unit) return `TRY_CAST(FLOOR(${micros[unit]}) AS BIGINT)`;
  const below = (places: number, one: TimeUnit) =>
    `WHEN ${decimal(places)} < ${LATEST * BigInt(TIME_UNITS[one])} THEN TRY_CAST(FLOOR(${micros[one]}) AS BIGINT)`;
  return `CASE ${below(6, 's')} ${below(3, 'ms')} ${below(1, 'us')} ELSE ${micros.ns} END`;
}

/** `2026-03-01T12:00:00.5+05:30`, in UTC where it says no zone: zones are taken off by hand, since not every engine knows them. */
function dateMicros(text: string, sql: Dialect): string {
  const zoned = sql.match(text, '^.*[0-9]:[0-9][0-9](?:[.][0-9]+)? ?([+-][0-9][0-9]:?[0-9]?[0-9]?|Z|UTC)$');
  const clock = sql.match(
    text,
    '^(.*[0-9]:[0-9][0-9](?:[.][0-9]+)?) ?(?:[+-][0-9][0-9]:?[0-9]?[0-9]?|Z|UTC)$',
  );
  return `CASE
    WHEN ${text} LIKE '%Z' THEN ${sql.micros(`substr(${text}, 1, length(${text}) - 1)`)}
    WHEN ${zoned} = 'UTC' THEN ${sql.micros(clock)}
    WHEN ${zoned} <> '' THEN ${sql.micros(clock)} - ${zoneMicros(`substr(${zoned} || '00', 1, 6)`)}
    ELSE ${sql.micros(text)} END`;
}
