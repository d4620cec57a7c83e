/** Any table with a row for each request, by the names of its columns: time, operation, key, size. */
import { nearest } from '#core/nearest.ts';
import type { Database } from '../database.ts';
import { LogError, plain } from './format.ts';
import type { ColumnRole, Duration, LogFile, LogFormat, LogOptions, TimeUnit } from './format.ts';

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
  received: ['received', 'receivedbytes', 'bytesreceived', 'requestbytes', 'requestsize', 'csbytes'],
  status: ['status', 'httpstatus', 'code', 'statuscode', 'scstatus'],
  reader: ['reader', 'client', 'clientid', 'remoteip', 'ip', 'requester', 'user', 'cip'],
  latency: ['latency', 'duration', 'took', 'timetaken', 'elapsed', 'totaltime'],
  firstByte: ['firstbyte', 'ttfb', 'timetofirstbyte', 'serverlatency'],
};
const NEEDED = ['time', 'operation', 'key', 'size'] as const satisfies readonly ColumnRole[];
/** No trace that counts from its own start comes this far; every clock of this century is past it. */
const EPOCH_FROM_US = 1e15;

/** `time_ms` → ms */
function unitIn(column: string, role: ColumnRole = 'time'): TimeUnit | undefined {
  const said = /^(.*?)(seconds|secs?|millis|micros|nanos|ms|us|ns|s)$/.exec(plain(column));
  if (!said || !NAMES[role].includes(said[1] ?? '')) return undefined;
  const unit = said[2] ?? '';
  if (/^(millis|ms)$/.test(unit)) return 'ms';
  if (/^(micros|us)$/.test(unit)) return 'us';
  return /^(nanos|ns)$/.test(unit) ? 'ns' : 's';
}

/** The column of each role: the one given, else the first whose name says it. */
function columnsOf(file: LogFile, given: LogOptions['columns']): Partial<Record<ColumnRole, string>> {
  const found: Partial<Record<ColumnRole, string>> = {};
  for (const [role, names] of Object.entries(NAMES) as [ColumnRole, readonly string[]][]) {
    const own = names.map((name) => file.columns.find((column) => plain(column) === name));
    const timed = file.columns.find((column) => unitIn(column, role) !== undefined);
    const isTimed = role === 'time' || role === 'latency' || role === 'firstByte';
    const column = given[role] ?? own.find((one) => one !== undefined) ?? (isTimed ? timed : undefined);
    if (column !== undefined) found[role] = column;
  }
  return found;
}

/** The table's map of columns, or what it lacks, in words. Throws `LogError` for a column that is not there. */
export function requestTable(file: LogFile, options: LogOptions): LogFormat | string {
  if (file.columns.length === 0) return 'a CSV with a header, JSON lines, or a Parquet file';
  for (const [role, name] of Object.entries(options.columns))
    if (!file.columns.includes(name)) {
      const hint = nearest(name, file.columns);
      throw new LogError(
        `--columns ${role}=${name}: there is no such column; ${hint === undefined ? `there are ${shown(file.columns)}` : `did you mean ${hint}?`}`,
      );
    }
  const columns = columnsOf(file, options.columns);
  const { time, operation, key, size, sent, received, status, reader } = columns;
  const missing = NEEDED.filter((role) => columns[role] === undefined);
  if (time === undefined || operation === undefined || key === undefined || missing.length > 0)
    return `columns for ${NEEDED.join(', ')}, and has none for ${missing.join(', ')} among ${shown(file.columns)} (say which with --columns ${missing.map((role) => `${role}=NAME`).join(',')})`;
  // A time whose unit nobody says is none.
  const timed = (role: 'latency' | 'firstByte'): Duration | undefined => {
    const cell = columns[role];
    const unit = cell === undefined ? undefined : unitIn(cell, role);
    return cell === undefined || unit === undefined ? undefined : { cell, unit };
  };
  return {
    id: 'request-table',
    title: 'tables of requests',
    documented: '',
    wants: '',
    shape: { by: 'name', kinds: ['csv', 'parquet', 'json', 'w3c'], has: [] },
    time: { cells: [time], clock: options.timeUnit ?? unitIn(time) ?? 'any' },
    operation,
    key: [key],
    name: { key },
    size,
    sent,
    received,
    status,
    reader,
    latency: timed('latency'),
    firstByte: timed('firstByte'),
    timesLeaveOut: 'whatever lies before the clock that wrote them',
  };
}

export async function refuseBareCounts(database: Database, column: string): Promise<void> {
  const [row] = await database.run('SELECT MIN(at_us) AS first_us FROM request');
  const first = row?.['first_us'];
  if (typeof first === 'number' && first < EPOCH_FROM_US)
    throw new LogError(
      `times in "${column}" are neither dates nor seconds since 1970 (${first / 1e6} is the first); say their unit with --time-unit s, ms, us or ns`,
    );
}

function shown(columns: readonly string[]): string {
  const some = columns.slice(0, 12).map((name) => JSON.stringify(name.slice(0, 40)));
  return columns.length > some.length
    ? `${some.join(', ')} and ${columns.length - some.length} more`
    : some.join(', ');
}
