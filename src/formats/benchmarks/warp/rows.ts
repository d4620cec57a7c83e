/**
 * Rows of warp's full file, byte by byte: ten million of them leave no objects behind. Tabs part the columns, a header
 * names them (they changed from version to version), and what may hold a tab or a line's end stands in quotes.
 */
import { ImportError } from '../../importer.ts';
import { joined } from '../../reading/unpack.ts';
import { Stamps } from './stamps.ts';
import { Words } from './words.ts';

/** One request. The same object each time: it is read before the next row comes. */
export interface WarpRow {
  /** Indexes into `words`. */
  op: number;
  client: number;
  endpoint: number;
  thread: number;
  objects: number;
  bytes: number;
  isError: boolean;
  /** Nanoseconds since the second of the first request; 0 for an error. */
  startNs: number;
  durationNs: number;
  /** From the start; NaN where the row has none, or one before the start. */
  firstByteNs: number;
}

const TAB = 0x09;
const LINE_END = 0x0a;
const RETURN = 0x0d;
const QUOTE = 0x22;
const HASH = 0x23;
const ZERO = 0x30;

const MOST_COLUMNS = 64;
const MOST_ROW_BYTES = 1024 * 1024;
const MOST_DIGITS = 15;
const REQUIRED = ['thread', 'op', 'n_objects', 'bytes', 'error', 'start', 'duration_ns'] as const;
const OPTIONAL = ['client_id', 'endpoint', 'first_byte', 'file'] as const;
type Column = (typeof REQUIRED)[number] | (typeof OPTIONAL)[number];

export class WarpRows {
  readonly ops = new Words('operations', 64);
  readonly clients = new Words('clients', 4096);
  readonly endpoints = new Words('endpoints', 256);
  /** The second that `startNs` counts from, since 1970. */
  get firstSecond(): number {
    return this.#stamps.firstSecond;
  }
  readonly comments: string[] = [];
  /** Requests whose first byte came before they began: the client's clock was set. */
  clockSteps = 0;

  readonly #onRow: (row: WarpRow) => void;
  readonly #stamps = new Stamps();
  readonly #starts = new Int32Array(MOST_COLUMNS);
  readonly #ends = new Int32Array(MOST_COLUMNS);
  readonly #row: WarpRow = {
    op: 0,
    client: 0,
    endpoint: 0,
    thread: 0,
    objects: 0,
    bytes: 0,
    isError: false,
    startNs: 0,
    durationNs: 0,
    firstByteNs: NaN,
  };
  #columns: Record<Column, number> | undefined;
  #count = 0;
  #rest = new Uint8Array();
  #line = 1;

  constructor(onRow: (row: WarpRow) => void) {
    this.#onRow = onRow;
  }

  push(piece: Uint8Array): void {
    const bytes = this.#rest.length > 0 ? joined([this.#rest, piece]) : piece;
    const used = this.#lines(bytes);
    if (bytes.length - used > MOST_ROW_BYTES)
      throw this.#wrong(`is longer than ${MOST_ROW_BYTES} bytes, or a quote in it is never closed`);
    this.#rest = bytes.slice(used);
  }

  /** True where the last line has no end: it was cut, and is left out. */
  end(): boolean {
    return this.#rest.length > 0;
  }

  /** Reads whole lines; gives where the last of them ends. */
  #lines(bytes: Uint8Array): number {
    let from = 0;
    for (;;) {
      const end = this.#fields(bytes, from);
      if (end < 0) return from;
      if (this.#columns === undefined) this.#columns = this.#header(bytes);
      else if (bytes[from] === HASH) this.comments.push(textAt(bytes, from, Math.min(end, from + 4096)));
      else this.#request(bytes, this.#columns);
      this.#line++;
      from = end + 1;
    }
  }

  /** Finds the columns of a line; gives where it ends, or -1 where it does not end here. */
  #fields(bytes: Uint8Array, from: number): number {
    const starts = this.#starts;
    const ends = this.#ends;
    const { length } = bytes;
    const unquoted = this.#columns?.file ?? -1;
    let count = 0;
    let at = from;
    starts[0] = from;
    if (bytes[at] === HASH) return bytes.indexOf(LINE_END, at);
    for (;;) {
      if (bytes[at] === QUOTE && at === starts[count] && count !== unquoted) {
        at = closingQuote(bytes, at);
        if (at < 0) return -1;
      }
      let byte = -1;
      while (at < length) {
        byte = bytes[at] ?? -1;
        if (byte === TAB || byte === LINE_END) break;
        at++;
      }
      if (at >= length) return -1;
      ends[count] = at;
      count++;
      if (byte === LINE_END) break;
      at++;
      if (count >= MOST_COLUMNS) throw this.#wrong(`has more than ${MOST_COLUMNS} columns`);
      starts[count] = at;
    }
    const last = count - 1;
    const end = ends[last] ?? 0;
    if (end > (starts[last] ?? 0) && bytes[end - 1] === RETURN) ends[last] = end - 1;
    this.#count = count;
    return at;
  }

  #header(bytes: Uint8Array): Record<Column, number> {
    const names = Array.from({ length: this.#count }, (_, i) => this.#text(bytes, i));
    const missing = REQUIRED.filter((name) => !names.includes(name));
    if (missing.length > 0) throw this.#wrong(`names no column ${missing.join(', ')}`);
    const twice = names.find((name, i) => names.indexOf(name) !== i);
    if (twice !== undefined) throw this.#wrong(`names the column "${twice.slice(0, 40)}" twice`);
    this.#columnCount = names.length;
    return Object.fromEntries(
      [...REQUIRED, ...OPTIONAL].map((name) => [name, names.indexOf(name)]),
    ) as Record<Column, number>;
  }
  #columnCount = 0;

  #request(bytes: Uint8Array, columns: Record<Column, number>): void {
    if (this.#count !== this.#columnCount)
      throw this.#wrong(`has ${this.#count} columns, and the header ${this.#columnCount}`);
    const row = this.#row;
    row.op = this.#word(this.ops, bytes, columns.op);
    row.client = this.#word(this.clients, bytes, columns.client_id);
    row.endpoint = this.#word(this.endpoints, bytes, columns.endpoint);
    row.thread = this.#whole(bytes, columns.thread, 'thread');
    row.objects = this.#whole(bytes, columns.n_objects, 'n_objects');
    row.bytes = this.#whole(bytes, columns.bytes, 'bytes');
    row.isError = (this.#ends[columns.error] ?? 0) > (this.#starts[columns.error] ?? 0);
    row.startNs = 0;
    row.durationNs = 0;
    row.firstByteNs = NaN;
    if (!row.isError) {
      row.startNs = this.#stamp(bytes, columns.start, 'start');
      row.durationNs = this.#whole(bytes, columns.duration_ns, 'duration_ns');
      const first = columns.first_byte;
      if (first >= 0 && (this.#ends[first] ?? 0) > (this.#starts[first] ?? 0)) {
        const waited = this.#stamp(bytes, first, 'first_byte') - row.startNs;
        if (waited >= 0) row.firstByteNs = waited;
        else this.clockSteps++;
      }
    }
    this.#onRow(row);
    // What was quoted may have held ends of lines.
    if (row.isError) this.#line += this.#lineEndsIn(bytes, columns.error);
  }

  #lineEndsIn(bytes: Uint8Array, column: number): number {
    const field = bytes.subarray(this.#starts[column], this.#ends[column]);
    return field.reduce((count, byte) => count + (byte === LINE_END ? 1 : 0), 0);
  }

  #word(words: Words, bytes: Uint8Array, column: number): number {
    return column < 0
      ? words.indexOf(bytes, 0, 0)
      : words.indexOf(bytes, this.#starts[column] ?? 0, this.#ends[column] ?? 0);
  }

  #whole(bytes: Uint8Array, column: number, name: Column): number {
    const from = this.#starts[column] ?? 0;
    const to = this.#ends[column] ?? 0;
    let value = 0;
    for (let i = from; i < to; i++) {
      const digit = (bytes[i] ?? 0) - ZERO;
      if (digit < 0 || digit > 9) return this.#noNumber(bytes, column, name);
      value = value * 10 + digit;
    }
    return to === from || to - from > MOST_DIGITS ? this.#noNumber(bytes, column, name) : value;
  }

  #noNumber(bytes: Uint8Array, column: number, name: Column): never {
    throw this.#wrong(`${name} "${this.#text(bytes, column)}" is no whole number`);
  }

  #stamp(bytes: Uint8Array, column: number, name: Column): number {
    const ns = this.#stamps.read(bytes, this.#starts[column] ?? 0, this.#ends[column] ?? 0);
    if (Number.isNaN(ns))
      throw this.#wrong(
        `${name} "${this.#text(bytes, column)}" is no time such as 2026-11-20T12:08:34.367969753Z, near that of the first`,
      );
    return ns;
  }

  #text(bytes: Uint8Array, column: number): string {
    const from = this.#starts[column] ?? 0;
    return textAt(bytes, from, Math.min(this.#ends[column] ?? 0, from + 80));
  }

  #wrong(what: string): ImportError {
    return new ImportError(`line ${this.#line}: ${what}`);
  }
}

const textAt = (bytes: Uint8Array, from: number, to: number) =>
  new TextDecoder().decode(bytes.subarray(from, to));

/** Past the quote that closes the one at `at`; a doubled one stands for itself. -1 where none does. */
function closingQuote(bytes: Uint8Array, at: number): number {
  for (let from = at + 1; ;) {
    const quote = bytes.indexOf(QUOTE, from);
    if (quote < 0 || quote + 1 >= bytes.length) return -1;
    if (bytes[quote + 1] !== QUOTE) return quote + 1;
    from = quote + 2;
  }
}
