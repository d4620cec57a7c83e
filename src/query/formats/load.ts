/** The rows of a file into the table `request`, by the format's map of columns. */
import type { Database } from '../database.ts';
import type { Dialect } from '../dialect.ts';
import { COUNT_REJECTS, cellsOf } from './cells.ts';
import type { Cells } from './cells.ts';
import { TIME_UNITS } from './format.ts';
import type { Clock, Duration, LogFile, LogFormat, TimeUnit } from './format.ts';

const REQUEST = [
  'at_us',
  'operation',
  'object',
  'size_bytes',
  'sent_bytes',
  'received_bytes',
  'status',
  'reader',
  'requests',
  'total_us',
  'first_us',
] as const;
type Column = (typeof REQUEST)[number];

/** Seconds since 1970 stay below this for three thousand years, and milliseconds of this century are above it. */
const LATEST = 100_000_000_000n;
/** Ten days; so its microseconds fit into 18 digits with six places. */
const LONGEST_SECONDS = 864_000;

/** Adds the rows of the file. Throws `QueryError`. */
export async function loadRequests(
  database: Database,
  file: LogFile,
  format: LogFormat,
  sql: Dialect,
): Promise<void> {
  const cells = cellsOf(file, format.shape, sql);
  const columns = requestColumns(format, cells, sql);
  const rows = await insertRequests(
    database,
    file,
    `SELECT ${REQUEST.map((one) => columns[one]).join(', ')} FROM ${cells.from}`,
    sql,
  );
  if (!sql.leavesOut) return;
  if (file.kind === 'csv') await countKeptOut(database, file, rows, sql);
  else if (file.kind !== 'parquet') for (const statement of COUNT_REJECTS) await database.run(statement);
}

/** How many rows they were. */
export async function insertRequests(
  database: Database,
  file: LogFile,
  select: string,
  sql: Dialect,
): Promise<number> {
  const [row] = await database.run(
    `INSERT INTO request (${REQUEST.join(', ')}) ${select}`,
    sql.parameters(file.path),
  );
  return Number(row?.['Count'] ?? 0);
}

/** Lines of a table that its reader left out: all but the header and the `rows`. */
async function countKeptOut(
  database: Database,
  { path }: LogFile,
  rows: number,
  sql: Dialect,
): Promise<void> {
  const [row] = await database.run(
    `SELECT count(*) AS n FROM ${sql.lines(path)} WHERE trim(line) <> ''`,
    sql.parameters(path),
  );
  const keptOut = Number(row?.['n'] ?? 0) - 1 - rows;
  if (keptOut > 0) await database.run(`INSERT INTO request (at_us) SELECT NULL FROM range(${keptOut})`);
}

function requestColumns(format: LogFormat, { cell }: Cells, sql: Dialect): Record<Column, string> {
  // A table may hold `1e3` or `12.0`; lines of logs hold whole numbers.
  const whole = (text: string) =>
    format.shape.by === 'name'
      ? `TRY_CAST(FLOOR(TRY_CAST(${text} AS DECIMAL(18, 3))) AS BIGINT)`
      : `TRY_CAST(${text} AS BIGINT)`;
  const number = (name: string | undefined) => {
    const text = name === undefined ? null : cell(name);
    return text === null ? 'CAST(NULL AS BIGINT)' : whole(text);
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
    object: hashed(format.key),
    size_bytes: number(format.size),
    sent_bytes: format.sent === undefined ? number(format.size) : sent(),
    received_bytes: number(format.received),
    status: number(format.status),
    reader: hashed(format.reader === undefined ? [] : [format.reader]),
    requests: format.requests === undefined ? '1' : number(format.requests),
    total_us: duration(format.latency),
    first_us: duration(format.firstByte),
  };
}

/** Microseconds since 1970, or since the start of a trace. */
function timeOf(cells: readonly string[], clock: Clock, sql: Dialect): string {
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
