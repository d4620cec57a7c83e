/** A figure described once: its columns and rows, as people read them and as a CSV has them, for terminal, documents and page. */
import { exactMoney, overviewMoney, symbolOf } from '../../text/money.ts';
import { formatUnitPrice } from '../../text/unit-price.ts';
import { formatNumber, formatQuantity, percent } from '../../text/numbers.ts';
import { formatBytes, formatCount, formatDays, formatMs } from '../../units.ts';

export type Cell = string | number | boolean | null;

export interface TableColumn {
  title: string;
  align?: 'left' | 'right';
  /** May be broken into lines where a terminal is too narrow. */
  wrap?: boolean;
  /** Where a terminal is too narrow each cell stands under its row, after these words. */
  beneath?: string;
  /** Left out where a terminal is too narrow. */
  drop?: boolean;
}

/** What people read. */
export interface Table {
  columns: readonly TableColumn[];
  rows: readonly (readonly string[])[];
  /** Drawn under a rule, such as a total. */
  footer?: readonly string[];
}

/** What a program reads: unrounded, an unknown figure is null. */
export interface CsvFile {
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
}

/** Both are made when they are asked for. */
export interface Figure extends Table {
  readonly file: CsvFile;
}

/** How people read a number of each kind. `money` is at a glance, `cents` exact, `price` of one unit; `draws` is a share of a count. */
const WORDS = {
  plain: String,
  number: (value: number) => String(Number(value.toPrecision(4))),
  count: (value: number) => formatNumber(value, 0),
  roughly: (value: number) => formatCount(value),
  quantity: (value: number) => formatQuantity(value),
  money: (value: number, currency: string) => overviewMoney(value, currency),
  cents: (value: number, currency: string) => exactMoney(value, currency),
  price: (value: number, currency: string) => formatUnitPrice(value, currency),
  ms: (value: number) => (Number.isFinite(value) ? formatMs(value) : 'unbounded'),
  share: (value: number) => percent(value),
  draws: (value: number) => percent(value, { whole: true }),
  bytes: (value: number) => formatBytes(value),
  days: (value: number) => (Number.isFinite(value) ? formatDays(value) : 'for ever'),
} as const;

export type Kind = keyof typeof WORDS;

export interface Column<Row> extends Omit<TableColumn, 'align'> {
  /** Heading in a CSV; its title where there is none, and null where a CSV goes without. */
  key?: string | null;
  /** Of numbers, which stand on the right. */
  kind?: Kind;
  of: (row: Row) => Cell | undefined;
  /** What people read, where it is more than the cell. */
  words?: (row: Row) => string;
  /** What people read where the cell is null; nothing, unless told. */
  none?: string;
}

interface About<Row> {
  /** Of money; US dollars unless told. */
  currency?: string | ((row: Row) => string);
  /** What stands under columns, by their titles. */
  total?: Readonly<Record<string, string>>;
}

/** A column without a title is for a CSV alone. */
export function figureOf<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { currency = 'USD', total }: About<Row> = {},
): Figure {
  const shown = columns.filter(({ title }) => title !== '');
  const kept = columns.filter(({ key }) => key !== null);
  const currencyOf = typeof currency === 'string' ? () => currency : currency;
  const said = ({ of, words, kind, none = '' }: Column<Row>, row: Row) => {
    if (words) return words(row);
    const cell = of(row);
    if (cell === null || cell === undefined) return none;
    return kind && typeof cell === 'number' ? WORDS[kind](cell, currencyOf(row)) : String(cell);
  };
  return {
    columns: shown.map(({ title, kind, wrap, beneath, drop }) => ({
      title,
      ...(kind && { align: 'right' }),
      ...(wrap && { wrap }),
      ...(beneath !== undefined && { beneath }),
      ...(drop && { drop }),
    })),
    get rows() {
      return rows.map((row) => shown.map((column) => said(column, row)));
    },
    ...(total && { footer: shown.map(({ title }) => total[title] ?? '') }),
    get file() {
      return {
        columns: kept.map(({ key, title }) => key ?? title),
        rows: rows.map((row) => kept.map(({ of }) => plain(of(row)))),
      };
    },
  };
}

/** What has no end has no figure. */
const plain = (cell: Cell | undefined) =>
  cell === undefined || (typeof cell === 'number' && !Number.isFinite(cell)) ? null : cell;

/** Heading of amounts: `$/month`, `€/month`. */
export const perMonth = (currency?: string) => `${symbolOf(currency ?? 'USD').trim()}/month`;
