/** How a file falls into cells: what to select from, and the SQL of a cell by its name. Cells are texts, null where empty. */
import type { Dialect } from '../dialect.ts';
import type { LogFile, Shape } from './format.ts';

export interface Cells {
  /** Rows of the file, with a column for each cell that was asked for before. */
  readonly from: string;
  /** Null where the file has no such cell. */
  cell(name: string): string | null;
  /** A column for what is made of cells. */
  once(expression: string): string;
}

/** Where cells stand in the rows of a file. */
type Rows = Pick<Cells, 'from' | 'cell'>;

/** The rows of a table, every cell of a CSV as text. Its delimiter is the one that its header has most of. */
export const tableRows = ({ path, kind, columns, lines, hasNoHeader = false }: LogFile, sql: Dialect) =>
  kind === 'parquet' || kind === 'orc'
    ? sql.binaryRows(path, kind)
    : sql.rows({ path, columns, delimiter: delimiterOf(lines[0] ?? ''), hasNoHeader });

const DELIMITERS = [',', '\t', ';', '|'] as const;

export const delimiterOf = (header: string): (typeof DELIMITERS)[number] =>
  DELIMITERS.reduce<(typeof DELIMITERS)[number]>(
    (a, b) => (header.split(b).length > header.split(a).length ? b : a),
    ',',
  );

/** Cells are columns of a query within: Spark works out an expression as often as it is written. */
export function cellsOf(file: LogFile, shape: Shape, sql: Dialect): Cells {
  const rows = rowsOf(file, shape, sql);
  const [cells, made] = [new Map<string, string>(), new Map<string, string>()];
  const column = (all: Map<string, string>, expression: string, name: string) => {
    const own = all.get(expression) ?? `${name}_${all.size + 1}`;
    all.set(expression, own);
    return own;
  };
  const listed = (all: Map<string, string>) =>
    [...all].map(([expression, name]) => `${expression} AS ${name}`);
  return {
    get from() {
      const own = `(SELECT ${listed(cells).join(', ')} FROM ${rows.from}) AS cut`;
      return made.size === 0 ? own : `(SELECT cut.*, ${listed(made).join(', ')} FROM ${own}) AS made`;
    },
    cell(name) {
      const expression = rows.cell(name);
      return expression === null ? null : column(cells, expression, 'cell');
    },
    once: (expression) => column(made, expression, 'made'),
  };
}

function rowsOf(file: LogFile, shape: Shape, sql: Dialect): Rows {
  switch (shape.by) {
    case 'position':
      return pieces(file, sql, shape.separator, (name) => Number(name));
    case 'quotes':
      return quoted(file, shape, sql);
    case 'name':
      return named(file, sql);
  }
}

const known = (text: string) => `CASE WHEN ${text} NOT IN ('-', '') THEN ${text} END`;

function pieces(
  { path }: LogFile,
  sql: Dialect,
  separator: string,
  numberOf: (name: string) => number,
): Rows {
  return {
    from: `(SELECT ${sql.split('line', separator)} AS cells FROM ${sql.lines(path)} WHERE line IS NOT NULL AND line NOT LIKE '#%') AS split`,
    cell: (name) => {
      const n = numberOf(name);
      return n > 0 ? known(sql.item('cells', n)) : null;
    },
  };
}

/** Each step cuts once what several cells need. */
function quoted({ path }: LogFile, { tail }: Extract<Shape, { by: 'quotes' }>, sql: Dialect): Rows {
  const words = (n: number) => sql.split(sql.item('parts', n), ' ');
  // The rule is cheap; the pattern is for the few lines that need it.
  const c =
    tail === undefined
      ? 'words'
      : `CASE WHEN TRY_CAST(${sql.item('words', 2)} AS INTEGER) IS NOT NULL THEN words
         ELSE ${sql.split(`' ' || ${sql.match('line', tail)}`, ' ')} END`;
  return {
    from: `(SELECT a, b, ${c} AS c FROM (SELECT line, ${words(1)} AS a, ${words(2)} AS b, ${words(3)} AS words
      FROM (SELECT line, ${sql.split('line', '"', 3)} AS parts FROM ${sql.lines(path)} WHERE line IS NOT NULL) AS parted) AS worded) AS split`,
    cell: (name) => known(sql.item(name.charAt(0), Number(name.slice(1)))),
  };
}

function named(file: LogFile, sql: Dialect): Rows {
  const { kind, columns } = file;
  if (kind === 'w3c')
    return pieces(
      file,
      sql,
      file.lines.some((line) => !line.startsWith('#') && line.includes('\t')) ? '\t' : ' ',
      (name) => columns.indexOf(name) + 1,
    );
  if (kind === 'json')
    return {
      from: `(SELECT line FROM ${sql.lines(file.path)} WHERE line LIKE '{%') AS split`,
      cell: (name) => (columns.includes(name) ? jsonValue(name, file, sql) : null),
    };
  return {
    from: tableRows(file, sql),
    cell: (name) => (columns.includes(name) ? known(`CAST(${sql.column(name)} AS STRING)`) : null),
  };
}

/**
 * A value by its key, at whatever depth it stands: a quote within a text of JSON is escaped, so nothing else looks like a
 * key. So engines need no JSON of their own.
 */
function jsonValue(name: string, { lines }: LogFile, sql: Dialect): string {
  const key = `"${name.replace(/[^A-Za-z0-9_]/g, (letter) => `[${letter}]`)}"[ ]*:[ ]*`;
  const text = sql.match('line', `${key}"((?:[^"\\\\]|\\\\.)*)"`);
  const bare = sql.match('line', `${key}([-+.0-9eE]+|true|false)`);
  const isText = lines.some((line) => new RegExp(`${key}"`).test(line));
  const isBare = lines.some((line) => new RegExp(`${key}[-0-9]`).test(line));
  if (isText && !isBare) return known(text);
  return isBare && !isText ? known(bare) : `COALESCE(${known(text)}, ${known(bare)})`;
}

export const FORGET_REJECTS: readonly string[] = ['DROP TABLE reject_errors', 'DROP TABLE reject_scans'];

/** Counts what the reader kept out, by `empty`: an insertion of rows of nothing. */
export const countRejects = (empty: string): readonly string[] => [
  `${empty} FROM (SELECT DISTINCT line FROM reject_errors) AS rejected`,
  ...FORGET_REJECTS,
];
