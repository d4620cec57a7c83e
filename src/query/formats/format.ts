/** A format of a log or trace is data: where each column of a request stands in it. */
import type { Cut } from '../cut.ts';

export interface LogFile {
  /** Absolute path that the database was opened for. */
  path: string;
  kind: 'parquet' | 'orc' | 'csv' | 'json' | 'w3c' | 'text';
  /** First lines that are not empty. */
  lines: readonly string[];
  /** Names of the columns, where it says them. */
  columns: readonly string[];
  /** A CSV whose columns a manifest names. */
  hasNoHeader?: boolean;
}

export interface LogOptions extends Cut {
  /** Networks of fewer readers are told together. */
  kAnonymity?: number;
  /** What a column is → its name in the file, where names do not say it themselves. */
  columns: Readonly<Partial<Record<ColumnRole, string>>>;
  timeUnit?: TimeUnit;
  /** How long requests took is asked for as well (`store-times.ts`). */
  withTimes?: boolean;
}

export const TIME_UNITS = { s: 1, ms: 1e3, us: 1e6, ns: 1e9 } as const;
export type TimeUnit = keyof typeof TIME_UNITS;

export const COLUMN_ROLES = [
  'time',
  'operation',
  'key',
  'size',
  'sent',
  'received',
  'status',
  'reader',
  'latency',
  'firstByte',
] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

/** A time as numbers of a unit, as a web server's log writes it, as a date, or as whichever of these it looks like. */
export type Clock = TimeUnit | 'log' | 'date' | 'any';

/** How a line falls into cells. */
export type Shape =
  /** Columns have names: a CSV with a header, Parquet, JSON lines, or W3C with `#Fields`. */
  | { by: 'name'; kinds: readonly LogFile['kind'][]; has: readonly string[] }
  /** Cells are counted from 1. */
  | { by: 'position'; separator: string; line: RegExp }
  /**
   * `a3` is the third word before the first quotes, `b2` the second word within them, `c4` the fourth after them. `tail`: what
   * follows the quotes, where they hold quotes themselves.
   */
  | { by: 'quotes'; line: RegExp; tail?: string };

export interface Duration {
  cell: string;
  unit: TimeUnit;
}

/** What an inventory calls an object, in the cells of a log. */
export interface ObjectName {
  bucket?: string;
  key: string;
  /** The key begins with the name of an account, which no inventory has. */
  account?: boolean;
}

export interface LogFormat {
  id: string;
  /** In the plural: `S3 server access logs`. */
  title: string;
  /** Where its provider documents it. */
  documented: string;
  /** What a person sees in it. */
  wants: string;
  shape: Shape;
  /** What it does not say, so that nothing can be derived from it. */
  lacks?: string | undefined;
  time: { cells: readonly string[]; clock: Clock };
  operation: string;
  /** Read requests alone, where the format has no operation. */
  everyRequest?: string | undefined;
  /** Together they name an object. */
  key: readonly string[];
  /** Absent: no inventory lists its objects. */
  name?: ObjectName;
  /** Of the object. */
  size?: string | undefined;
  /** Bytes that were sent, or the first and the last of a range. */
  sent?: string | undefined | readonly [first: string, last: string];
  received?: string | undefined;
  status?: string | undefined;
  reader?: string | undefined;
  /** It is an address with a port. */
  readerHasPort?: boolean;
  /** One row stands for so many requests. */
  requests?: string | undefined;
  latency?: Duration | undefined;
  firstByte?: Duration | undefined;
  /** Only these were answered by the store: times of others say nothing of it. */
  fromStore?: { cell: string; values: readonly string[] };
  /** Its clock stands at a proxy before the store: at an edge, at a load balancer. */
  isBeforeStore?: boolean;
  /** What its times leave out. */
  timesLeaveOut?: string | undefined;
  /** What must be known of it. */
  notes?: readonly string[];
}

/** A column's name as it is compared. */
export const plain = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '');

/** A log that cannot be read, with what was seen and what to try; the file's name is the caller's to add. */
export class LogError extends Error {
  override name = 'LogError';
}
