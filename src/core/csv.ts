/** CSV as RFC 4180 has it: a header, commas, quotes doubled inside quotes; LF or CRLF. */
export class CsvError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.name = 'CsvError';
    this.line = line;
  }
}

/** Rows by the names of the header. Throws `CsvError` on an unclosed quote or a row of another length. */
export function parseCsv(text: string): Record<string, string>[] {
  const [header, ...rows] = cellsOf(text);
  if (!header) throw new CsvError(1, 'is empty; the first line names the columns');
  const names = header.cells;
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new CsvError(1, `column "${twice}" is named twice`);
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

const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;

function cellsOf(text: string): Row[] {
  const rows: Row[] = [];
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  CELL.lastIndex = 0;
  let line = 1;
  let row: Row = { line, cells: [] };
  while (CELL.lastIndex < body.length || row.cells.length > 0) {
    const match = CELL.exec(body);
    if (!match) throw new CsvError(line, 'a quote is not closed, or stands inside an unquoted cell');
    const [, quoted, bare = '', end = ''] = match;
    row.cells.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    line += quoted === undefined ? 0 : quoted.split('\n').length - 1;
    if (end === ',') continue;
    line += 1;
    if (row.cells.length > 1 || row.cells[0] !== '') rows.push(row);
    row = { line, cells: [] };
  }
  return rows;
}
