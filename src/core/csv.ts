/** CSV as RFC 4180 has it, both ways: a header, commas, quotes doubled inside quotes; LF or CRLF. */
import { shorten } from './units.ts';

/** In one row: a table of requests has a dozen. */
export const MOST_CELLS = 5000;

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
  const [header, ...rows] = cellsOf(text);
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

interface Row {
  line: number;
  cells: string[];
}

const BARE = /[^",\r\n]*/y;

function cellsOf(text: string): Row[] {
  const rows: Row[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let line = 1;
  let row: Row = { line, cells: [] };
  while (at < text.length || row.cells.length > 0) {
    const quoteEnd = text[at] === '"' ? closingQuote(text, at, line) : null;
    if (quoteEnd === null) {
      BARE.lastIndex = at;
      const bare = BARE.exec(text)?.[0] ?? '';
      row.cells.push(bare);
      at += bare.length;
    } else {
      const quoted = text.slice(at + 1, quoteEnd).replaceAll('""', '"');
      row.cells.push(quoted);
      line += quoted.split('\n').length - 1;
      at = quoteEnd + 1;
    }
    if (row.cells.length > MOST_CELLS) throw new CsvError(row.line, `has more than ${MOST_CELLS} cells`);
    const end = text.startsWith('\r\n', at) ? '\r\n' : text.charAt(at);
    if (end !== ',' && end !== '\n' && end !== '\r\n' && end !== '') throw strayQuote(line);
    at += end.length;
    if (end === ',') continue;
    line += 1;
    if (row.cells.length > 1 || row.cells[0] !== '') rows.push(row);
    row = { line, cells: [] };
  }
  return rows;
}

/** Where the quote that opens at `start` closes. Throws `CsvError`. */
function closingQuote(text: string, start: number, line: number): number {
  let at = text.indexOf('"', start + 1);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  if (at < 0) throw strayQuote(line);
  return at;
}

const strayQuote = (line: number) =>
  new CsvError(line, 'a quote is not closed, or stands inside an unquoted cell');

/** A value as a cell: unknown is empty, quoted where it must be. */
export function csvCell(value: string | number | boolean | null): string {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Like `csvCell`, for files that people open: an apostrophe disarms text that a spreadsheet would run as a formula. */
export function spreadsheetCell(value: string | number | boolean | null): string {
  return csvCell(typeof value === 'string' && /^[=+@\t\r-]/.test(value) ? `'${value}` : value);
}
