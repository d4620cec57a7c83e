/**
 * Rows of warp's full file. Tabs part the columns, a header names them (they changed from version to version), and what may hold
 * a tab or a line's end stands in quotes.
 */
import { ImportError } from '../../importer.ts';
import { Stamps } from './stamps.ts';

/** One request. */
export interface WarpRow {
  op: string;
  client: string;
  endpoint: string;
  thread: string;
  objects: number;
  bytes: number;
  isError: boolean;
  /** Nanoseconds since the second of the first request; 0 for an error. */
  startNs: number;
  durationNs: number;
  /** From the start; NaN where the row has none, or one before the start. */
  firstByteNs: number;
}

const MOST_COLUMNS = 64;
const MOST_ROW_LETTERS = 1024 * 1024;
const REQUIRED = ['thread', 'op', 'n_objects', 'bytes', 'error', 'start', 'duration_ns'] as const;
const OPTIONAL = ['client_id', 'endpoint', 'first_byte', 'file'] as const;
type Column = (typeof REQUIRED)[number] | (typeof OPTIONAL)[number];
const CELL_END = /[\t\n]/g;

export class WarpRows {
  readonly comments: string[] = [];
  /** Requests whose first byte came before they began: the client's clock was set. */
  clockSteps = 0;
  readonly #onRow: (row: WarpRow) => void;
  readonly #decoder = new TextDecoder();
  readonly #stamps = new Stamps();
  /** -1 for a column that the header does not name. */
  #columns: Record<Column, number> | undefined;
  #width = 0;
  #rest = '';
  #line = 1;

  constructor(onRow: (row: WarpRow) => void) {
    this.#onRow = onRow;
  }

  /** The second that `startNs` counts from, since 1970. */
  get firstSecond(): number {
    return this.#stamps.firstSecond;
  }

  push(piece: Uint8Array): void {
    const text = this.#rest + this.#decoder.decode(piece, { stream: true });
    const used = this.#rows(text);
    if (text.length - used > MOST_ROW_LETTERS)
      throw this.#wrong(`is longer than ${MOST_ROW_LETTERS} letters, or a quote in it is never closed`);
    this.#rest = text.slice(used);
  }

  /** True where the last line has no end: it was cut, and is left out. */
  end(): boolean {
    return this.#rest !== '';
  }

  /** Reads whole rows; gives where the last of them ends. */
  #rows(text: string): number {
    for (let from = 0; ;) {
      const row = this.#rowAt(text, from);
      if (row === null) return from;
      const { cells, end } = row;
      if (cells.length > MOST_COLUMNS) throw this.#wrong(`has more than ${MOST_COLUMNS} columns`);
      if (text[from] === '#') this.comments.push(text.slice(from, Math.min(end, from + 4096)));
      else if (this.#columns === undefined) this.#columns = this.#header(cells);
      else this.#request(cells, this.#columns);
      this.#line += row.lines;
      from = end + 1;
    }
  }

  /** Null where it does not end here. */
  #rowAt(text: string, from: number): { cells: string[]; end: number; lines: number } | null {
    const end = text.indexOf('\n', from);
    if (end < 0) return null;
    if (text[from] === '#') return { cells: [], end, lines: 1 };
    const line = withoutReturn(text.slice(from, end));
    if (!line.includes('"')) return { cells: line.split('\t'), end, lines: 1 };
    const cells: string[] = [];
    for (let at = from; ;) {
      const isQuoted = text[at] === '"' && cells.length !== this.#columns?.file;
      const next = isQuoted ? closingQuote(text, at) : at;
      if (next < 0) return null;
      CELL_END.lastIndex = next;
      const stop = CELL_END.exec(text)?.index;
      if (stop === undefined) return null;
      const cell = text.slice(at, stop);
      cells.push(text[stop] === '\n' ? withoutReturn(cell) : cell);
      if (text[stop] === '\n') return { cells, end: stop, lines: text.slice(from, stop).split('\n').length };
      at = stop + 1;
    }
  }

  #header(names: readonly string[]): Record<Column, number> {
    const missing = REQUIRED.filter((name) => !names.includes(name));
    if (missing.length > 0) throw this.#wrong(`names no column ${missing.join(', ')}`);
    const twice = names.find((name, i) => names.indexOf(name) !== i);
    if (twice !== undefined) throw this.#wrong(`names the column "${twice.slice(0, 40)}" twice`);
    this.#width = names.length;
    return Object.fromEntries(
      [...REQUIRED, ...OPTIONAL].map((name) => [name, names.indexOf(name)]),
    ) as Record<Column, number>;
  }

  #request(cells: readonly string[], columns: Record<Column, number>): void {
    if (cells.length !== this.#width)
      throw this.#wrong(`has ${cells.length} columns, and the header ${this.#width}`);
    const cell = (name: Column) => cells[columns[name]] ?? '';
    const isError = cell('error') !== '';
    const startNs = isError ? 0 : this.#stamp(cell('start'), 'start');
    const first = isError ? '' : cell('first_byte');
    const waited = first === '' ? NaN : this.#stamp(first, 'first_byte') - startNs;
    if (waited < 0) this.clockSteps++;
    this.#onRow({
      op: cell('op'),
      client: cell('client_id'),
      endpoint: cell('endpoint'),
      thread: cell('thread'),
      objects: this.#whole(cell('n_objects'), 'n_objects'),
      bytes: this.#whole(cell('bytes'), 'bytes'),
      isError,
      startNs,
      durationNs: isError ? 0 : this.#whole(cell('duration_ns'), 'duration_ns'),
      firstByteNs: waited < 0 ? NaN : waited,
    });
  }

  #whole(text: string, name: Column): number {
    if (/^\d{1,15}$/.test(text)) return Number(text);
    throw this.#wrong(`${name} "${text.slice(0, 80)}" is no whole number`);
  }

  #stamp(text: string, name: Column): number {
    const ns = this.#stamps.read(text);
    if (!Number.isNaN(ns)) return ns;
    throw this.#wrong(
      `${name} "${text.slice(0, 80)}" is no time such as 2026-11-20T12:08:34.367969753Z, near that of the first`,
    );
  }

  #wrong(what: string): ImportError {
    return new ImportError(`line ${this.#line}: ${what}`);
  }
}

const withoutReturn = (text: string) => (text.endsWith('\r') ? text.slice(0, -1) : text);

/** Past the quote that closes the one at `at`; a doubled one stands for itself. -1 where none does. */
function closingQuote(text: string, at: number): number {
  for (let from = at + 1; ;) {
    const quote = text.indexOf('"', from);
    if (quote < 0 || quote + 1 >= text.length) return -1;
    if (text[quote + 1] !== '"') return quote + 1;
    from = quote + 2;
  }
}
