/** Any CSV or Parquet with a row for each request: time, operation, key, size. */
import { nearest } from '#core/nearest.ts';
import { textLiteral } from '../database.ts';
import type { Database } from '../database.ts';
import { LogError, TIME_UNITS, insertFrom, tableRows } from './format.ts';
import type { ColumnRole, LogFile, LogFormat, LogOptions, TimeUnit } from './format.ts';

/** Names that columns go by, in lower case, without `_`, `-` and blanks; a unit may follow the name of a time. */
const NAMES: Readonly<Record<ColumnRole, readonly string[]>> = {
  time: [
    'time',
    'timestamp',
    'at',
    'ts',
    'datetime',
    'date',
    'requesttime',
    'eventtime',
    'starttime',
    'start',
  ],
  operation: [
    'operation',
    'op',
    'method',
    'verb',
    'optype',
    'request',
    'action',
    'operationname',
    'csoperation',
  ],
  key: ['key', 'object', 'objectkey', 'objectid', 'id', 'path', 'name', 'file', 'blob', 'csobject'],
  size: ['size', 'sizebytes', 'objectsize', 'bytes', 'length', 'contentlength', 'filesize'],
  sent: ['sent', 'sentbytes', 'bytessent', 'responsebytes', 'responsesize', 'readbytes', 'scbytes'],
  status: ['status', 'httpstatus', 'code', 'statuscode', 'scstatus'],
  reader: ['reader', 'client', 'clientid', 'remoteip', 'ip', 'requester', 'user', 'cip'],
};
const NEEDED = ['time', 'operation', 'key', 'size'] as const satisfies readonly ColumnRole[];
/** No trace that counts from its own start comes this far; every clock of this century is past it. */
const EPOCH_FROM = 1e9;
/** Seconds since 1970 stay below this for three thousand years, and milliseconds of this century are above it. */
const LATEST = 1e11;

const plain = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '');
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The column of each role: the one given, else the first whose name says it. */
function columnsOf(file: LogFile, given: LogOptions['columns']): Partial<Record<ColumnRole, string>> {
  const found: Partial<Record<ColumnRole, string>> = {};
  for (const [role, names] of Object.entries(NAMES) as [ColumnRole, readonly string[]][]) {
    const own = names.map((name) => file.columns.find((column) => plain(column) === name));
    const timed = file.columns.find((column) => role === 'time' && unitIn(column) !== undefined);
    const column = given[role] ?? own.find((one) => one !== undefined) ?? timed;
    if (column !== undefined) found[role] = column;
  }
  return found;
}

/** `time_ms` → ms */
function unitIn(column: string): TimeUnit | undefined {
  const said = /^(.*?)(seconds|secs?|millis|micros|nanos|ms|us|ns|s)$/.exec(plain(column));
  if (!said || !NAMES.time.includes(said[1] ?? '')) return undefined;
  const unit = said[2] ?? '';
  if (/^(millis|ms)$/.test(unit)) return 'ms';
  if (/^(micros|us)$/.test(unit)) return 'us';
  return /^(nanos|ns)$/.test(unit) ? 'ns' : 's';
}

export const requestTable: LogFormat = {
  id: 'request-table',
  recognises(file, options) {
    if (file.columns.length === 0) return 'a CSV with a header, or a Parquet file';
    const columns = columnsOf(file, options.columns);
    for (const [role, name] of Object.entries(options.columns))
      if (!file.columns.includes(name)) {
        const hint = nearest(name, file.columns);
        throw new LogError(
          `--columns ${role}=${name}: there is no such column; ${hint === undefined ? `there are ${shown(file.columns)}` : `did you mean ${hint}?`}`,
        );
      }
    const missing = NEEDED.filter((role) => columns[role] === undefined);
    if (missing.length === 0) return true;
    return `columns for ${NEEDED.join(', ')}, and has none for ${missing.join(', ')} among ${shown(file.columns)} (say which with --columns ${missing.map((role) => `${role}=NAME`).join(',')})`;
  },

  async load(database, file, options) {
    const columns = columnsOf(file, options.columns);
    const text = (role: ColumnRole) => {
      const column = columns[role];
      return column === undefined
        ? 'CAST(NULL AS VARCHAR)'
        : `NULLIF(CAST(${quoted(column)} AS VARCHAR), '')`;
    };
    const number = (role: ColumnRole) => `TRY_CAST(${text(role)} AS DOUBLE)`;
    const unit = options.timeUnit ?? (columns.time === undefined ? undefined : unitIn(columns.time));
    const zone = `regexp_extract(at_text, ${textLiteral(ZONED)}, ['stamp', 'sign', 'hours', 'minutes'])`;
    await insertFrom(
      database,
      file,
      `SELECT ${timeOf(unit)}, operation, object_key, size, COALESCE(sent, size, 0), reader, 1,
         COALESCE(status >= 400, false)
       FROM (
         SELECT *, ${zone} AS zoned FROM (
           SELECT ${text('time')} AS at_text, ${text('operation')} AS operation, ${text('key')} AS object_key,
             ${number('size')} AS size, ${number('sent')} AS sent, ${number('status')} AS status,
             ${text('reader')} AS reader
           FROM ${tableRows(file)}
         ) AS named
       ) AS timed`,
    );
    if (unit === undefined) await refuseBareCounts(database, columns.time ?? '');
  },
};

/** `2026-03-01T12:00:00.5+05:30`: time zones are taken off by hand, since DuckDB-wasm knows none. */
const ZONED = String.raw`^(.*\d:\d\d(?:\.\d+)?) ?(?:([+-])(\d\d):?(\d\d)?|Z|UTC)$`;

/** `at_text` as a number in `unit`, as one since 1970 whose size tells its unit, or as a day and time (UTC if no zone). */
function timeOf(unit: TimeUnit | undefined): string {
  const number = 'TRY_CAST(at_text AS DOUBLE)';
  const guesses = Object.values(TIME_UNITS).map((one) => `WHEN ${number} < ${LATEST * one} THEN ${one}`);
  const scale = unit ? String(TIME_UNITS[unit]) : `CASE ${guesses.join(' ')} END`;
  return `COALESCE(
    ${number} / ${scale},
    epoch(TRY_CAST(COALESCE(NULLIF(zoned.stamp, ''), at_text) AS TIMESTAMP))
      - CASE zoned.sign WHEN '+' THEN 60 WHEN '-' THEN -60 ELSE 0 END
      * (60 * COALESCE(TRY_CAST(zoned.hours AS INTEGER), 0) + COALESCE(TRY_CAST(zoned.minutes AS INTEGER), 0))
  )`;
}

async function refuseBareCounts(database: Database, column: string): Promise<void> {
  const [row] = await database.run('SELECT MIN(at_s) AS first_s FROM request');
  const first = row?.['first_s'];
  if (typeof first === 'number' && first < EPOCH_FROM)
    throw new LogError(
      `times in "${column}" are neither dates nor seconds since 1970 (${first} is the first); say their unit with --time-unit s, ms, us or ns`,
    );
}

function shown(columns: readonly string[]): string {
  const some = columns.slice(0, 12).map((name) => JSON.stringify(name.slice(0, 40)));
  return columns.length > some.length
    ? `${some.join(', ')} and ${columns.length - some.length} more`
    : some.join(', ');
}
