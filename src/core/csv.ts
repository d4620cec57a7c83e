/** CSV as RFC 4180 has it, both ways: a header, commas, quotes doubled inside quotes; LF or CRLF. */
import { shorten } from './units.ts';

/** In one row: a table of requests has a dozen. */
const MOST_CELLS = 5000;

export class CsvError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.name = 'CsvError';
    this.line = line;
  }
}

/** Rows by the names of the header. Throws `CsvError` on an unclosed quote, a row of another length, or one beyond 5,000 cells. */
export function parseCsv(text: string): Record<string, string>[] {
  const stream = new CsvStream({ isStrict: true });
  const [header, ...rows] = [...stream.push(text), ...stream.end()];
  if (!header) throw new CsvError(1, 'is empty; the first line names the columns');
  const names = header.cells;
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw new CsvError(1, `column "${shorten(name)}" is named twice`);
    seen.add(name);
  }
  return rows.map(({ cells, line }) => {
    if (cells.length !== names.length)
      throw new CsvError(line, `has ${cells.length} cells where the header has ${names.length}`);
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']));
  });
}

export interface CsvRecord {
  line: number;
  cells: string[];
}

const LONGEST_RECORD = 1024 * 1024;

interface Dialect {
  separator?: ',' | ';' | '\t' | '|';
  /** By the letter of RFC 4180, and records of any length; else quotes within a cell and blanks around one in quotes do no harm. */
  isStrict?: boolean;
}

/** CSV of any length, a piece at a time, one record in memory. */
export class CsvStream {
  readonly #separator: string;
  readonly #isStrict: boolean;
  readonly #bare: RegExp;
  #cells: string[] = [];
  #cell = '';
  #state: 'start' | 'bare' | 'quoted' | 'quote' = 'start';
  #line = 1;
  #recordLine = 1;
  #length = 0;
  #first = true;

  constructor({ separator = ',', isStrict = false }: Dialect = {}) {
    this.#separator = separator;
    this.#isStrict = isStrict;
    this.#bare = new RegExp(`[^"\\r\\n${separator}]+`, 'y');
  }

  /** The records that `text` completes. Throws `CsvError` on a stray quote, or a record beyond all bounds. */
  push(text: string): CsvRecord[] {
    const done: CsvRecord[] = [];
    let at = this.#first && text.startsWith('\uFEFF') ? 1 : 0;
    if (text !== '') this.#first = false;
    while (at < text.length) at = this.#take(text, at, done);
    return done;
  }

  /** The last record, where no line end closed it. Throws `CsvError` on a quote that is not closed. */
  end(): CsvRecord[] {
    if (this.#state === 'quoted') throw new CsvError(this.#recordLine, 'a quote is opened and not closed');
    const done: CsvRecord[] = [];
    if (this.#cell !== '' || this.#cells.length > 0 || this.#state === 'quote') this.#close(done);
    return done;
  }

  /** Takes what is alike from `at` on, and gives where it ends. */
  #take(text: string, at: number, done: CsvRecord[]): number {
    if (this.#state === 'quoted') return this.#takeQuoted(text, at);
    this.#bare.lastIndex = at;
    const bare = this.#bare.exec(text)?.[0] ?? '';
    const letter = text.charAt(at);
    if (bare !== '') {
      if (this.#state !== 'quote') {
        this.#state = 'bare';
        this.#add(bare);
      } else if (this.#isStrict || bare.trim() !== '')
        throw new CsvError(this.#line, 'goes on after a closing quote; double the quotes inside a cell');
      return at + bare.length;
    }
    if (letter === this.#separator) this.#next();
    else if (letter === '\n') {
      this.#line += 1;
      this.#close(done);
    } else if (letter === '"') {
      const isText = this.#state === 'bare' && (this.#isStrict || this.#cell.trim() !== '');
      if (isText && this.#isStrict) throw new CsvError(this.#line, 'has a quote inside an unquoted cell');
      if (this.#state === 'bare' && !isText) this.#cell = '';
      if (isText || this.#state === 'quote') this.#add(letter);
      if (!isText) this.#state = 'quoted';
    }
    return at + 1;
  }

  #takeQuoted(text: string, at: number): number {
    const quote = text.indexOf('"', at);
    const end = quote < 0 ? text.length : quote;
    const inside = text.slice(at, end);
    this.#line += inside.split('\n').length - 1;
    this.#add(inside);
    if (quote >= 0) this.#state = 'quote';
    return end + 1;
  }

  #add(text: string): void {
    this.#length += text.length;
    if (this.#length > LONGEST_RECORD && !this.#isStrict)
      throw new CsvError(this.#recordLine, 'is longer than a mebibyte; is this a CSV file?');
    this.#cell += text;
  }

  #next(): void {
    if (this.#cells.push(this.#cell) > MOST_CELLS)
      throw new CsvError(this.#recordLine, `has more than ${MOST_CELLS} cells`);
    this.#cell = '';
    this.#state = 'start';
  }

  #close(done: CsvRecord[]): void {
    this.#next();
    const isBlank = this.#cells.length === 1 && this.#cells[0]?.trim() === '';
    if (!isBlank) done.push({ line: this.#recordLine, cells: this.#cells });
    this.#cells = [];
    this.#length = 0;
    this.#recordLine = this.#line;
  }
}

/** A value as a cell: unknown is empty, quoted where it must be. */
export function csvCell(value: string | number | boolean | null): string {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Like `csvCell`, for files that people open: an apostrophe disarms text that a spreadsheet would run as a formula. */
export function spreadsheetCell(value: string | number | boolean | null): string {
  return csvCell(typeof value === 'string' && /^[=+@\t\r-]/.test(value) ? `'${value}` : value);
}
