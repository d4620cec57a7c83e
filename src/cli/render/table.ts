/** Tables and text for a terminal, for Markdown and as CSV. */
import type { Cell, CsvFile, Table, TableColumn } from '#core/answer/figures/figure.ts';
import { spreadsheetCell } from '#core/csv.ts';
import type { Deps } from '../deps.ts';
import { harmless, harmlessLines } from './harmless.ts';

const BREAKS = /(?<= )/u;

export type Block =
  | { kind: 'heading'; text: string }
  /** `strong`: what the reader came for. */
  | { kind: 'text'; text: string; strong?: boolean }
  | { kind: 'list'; title?: string; items: readonly ListItem[] }
  | { kind: 'table'; table: Table };

/** A command follows its words on a line of its own, to be copied whole. */
export type ListItem = string | { text: string; command: string };

export const heading = (text: string): Block => ({ kind: 'heading', text });

/** What the reader came for. */
export const strong = (text: string): Block => ({ kind: 'text', text, strong: true });

/** A list under a title; no block where nothing is in it. */
export const listOf = (title: string, items: readonly ListItem[]): Block[] =>
  items.length > 0 ? [{ kind: 'list', title, items }] : [];

/** No block where there is no row. */
export const tableOf = (table: Table): Block[] => (table.rows.length > 0 ? [{ kind: 'table', table }] : []);

/** No block where nothing is to be said. */
export const textOf = (text: string | false | null | undefined): Block[] =>
  text ? [{ kind: 'text', text }] : [];

interface Look {
  form: 'table' | 'md';
  /** Bold and dim by terminal codes. */
  styled?: boolean;
  /** Letters in a line of the terminal; lines are as long as they are where there is none. */
  columns?: number | undefined;
}

/** Prints blocks as Markdown where that form was asked for, else for a terminal. */
export function printBlocks(
  blocks: readonly Block[],
  format: string,
  { print, styled, columns }: Pick<Deps, 'print' | 'styled' | 'columns'>,
): void {
  print(renderBlocks(blocks, { form: format === 'md' ? 'md' : 'table', styled, columns }));
}

/** Blocks with an empty line between them; ends in a line end. */
export function renderBlocks(blocks: readonly Block[], look: Look): string {
  return `${blocks.map((block) => renderBlock(block, look)).join('\n\n')}\n`;
}

function renderBlock(block: Block, { form, styled = false, columns = Infinity }: Look): string {
  const bold = (text: string) =>
    form === 'md' ? `**${text}**` : styled ? `\u001b[1m${text}\u001b[22m` : text;
  switch (block.kind) {
    case 'heading':
      return form === 'md'
        ? `## ${escapeMarkdown(block.text)}`
        : bold(wrapped(harmless(block.text), columns).join('\n'));
    case 'text': {
      const text =
        form === 'md' ? escapeMarkdown(block.text) : wrapped(harmless(block.text), columns).join('\n');
      return block.strong ? bold(text) : text;
    }
    case 'list': {
      const items = block.items
        .map((item) => (form === 'md' ? markdownItem(item) : plainItem(item, columns)))
        .join('\n');
      if (block.title === undefined) return items;
      return form === 'md' ? `${block.title}\n\n${items}` : `${bold(block.title)}\n${items}`;
    }
    case 'table': {
      const table = withoutEmptyColumns(block.table);
      return form === 'md' ? markdownTable(table) : plainTable(table, columns, styled);
    }
  }
}

function markdownItem(item: ListItem): string {
  if (typeof item === 'string') return `- ${escapeMarkdown(item)}`;
  return `- ${escapeMarkdown(item.text)} \`${harmless(item.command)}\``;
}

function plainItem(item: ListItem, width: number): string {
  const { text, command } = typeof item === 'string' ? { text: item, command: undefined } : item;
  const lines = wrapped(harmless(text), width - 2);
  return `- ${[...lines, ...(command === undefined ? [] : [harmless(command)])].join('\n  ')}`;
}

function withoutEmptyColumns(table: Table): Table {
  const { columns, rows, footer } = table;
  return withColumns(
    table,
    columns.flatMap((_, i) =>
      [...rows, footer ?? []].some((row) => row[i]) || rows.length === 0 ? [i] : [],
    ),
  );
}

/** Without what may be left out, where cells would have to be broken or put beneath their rows otherwise. */
function fitted(table: Table, width: number): Table {
  const shorter = withColumns(
    table,
    table.columns.flatMap(({ drop }, i) => (drop ? [] : [i])),
  );
  const forms = [table, shorter];
  return (
    forms.find((one) => totalWidth(widthsOf(one)) <= width) ??
    forms.find((one) => totalWidth(widthsOf(one, COMFORT)) <= width) ??
    shorter
  );
}

/** Letters that a cell which may be broken should have for itself. */
const COMFORT = 30;

/** Of each column; `most`: cells are broken to so much, and those beneath their row take nothing. */
function widthsOf({ columns, rows, footer = [] }: Table, most = Infinity): number[] {
  const all = [columns.map(({ title }) => title), ...rows, footer];
  return columns.flatMap(({ wrap, beneath }, i) => {
    if (most < Infinity && beneath !== undefined) return [];
    const widest = Math.max(...all.map((row) => widthOf(row[i] ?? '')));
    return [wrap ? Math.min(most, widest) : widest];
  });
}

function withColumns({ columns, rows, footer }: Table, kept: readonly number[]): Table {
  const pick = <T>(row: readonly T[]) => kept.flatMap((i) => row.slice(i, i + 1));
  return { columns: pick(columns), rows: rows.map(pick), ...(footer ? { footer: pick(footer) } : {}) };
}

/** Columns two spaces apart, numbers flush right, no trailing blanks; cells that may be broken are, to fit the width. */
function plainTable(whole: Table, width: number, styled: boolean): string {
  const table = fitted(whole, width);
  const { columns } = table;
  const title = columns.map((column) => column.title);
  const rows = table.rows.map((row) => row.map(harmless));
  const footer = table.footer?.map(harmless);
  const all = [title, ...rows, ...(footer ? [footer] : [])];
  const natural = columns.map((_, i) => Math.max(...all.map((row) => widthOf(row[i] ?? ''))));
  const fits = totalWidth(natural) <= width;
  const inRow = columns.flatMap((column, i) =>
    fits || column.beneath === undefined ? [{ ...column, i }] : [],
  );
  const widths = columnWidths(
    inRow,
    inRow.map(({ i }) => all.map((row) => row[i] ?? '')),
    width,
  );
  const lines = (row: readonly string[]) => {
    const cells = inRow.map(({ i, wrap }, c) => {
      const text = row[i] ?? '';
      return wrap ? wrapped(text, widths[c] ?? 0) : [text];
    });
    return Array.from({ length: Math.max(...cells.map((cell) => cell.length)) }, (_, n) =>
      inRow
        .map(({ align }, c) => pad(cells[c]?.[n] ?? '', widths[c] ?? 0, align ?? 'left'))
        .join('  ')
        .trimEnd(),
    );
  };
  const dim = (text: string) => (styled ? `\u001b[2m${text}\u001b[22m` : text);
  const beneath = (row: readonly string[]) =>
    columns.flatMap(({ beneath: words }, i) =>
      fits || words === undefined || !row[i]
        ? []
        : wrapped(`${words}${row[i]}`, width - 4).map((line) => dim(`    ${line}`)),
    );
  const rule = dim(widths.map((width) => '─'.repeat(width)).join('──'));
  return [
    ...lines(title).map(dim),
    rule,
    ...rows.flatMap((row) => [...lines(row), ...beneath(row)]),
    ...(footer ? [rule, ...lines(footer)] : []),
  ].join('\n');
}

function totalWidth(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width + 2, -2);
}

/** Widest cells, less what must go from the columns that may be broken: the widest first. */
function columnWidths(
  columns: readonly TableColumn[],
  cells: readonly (readonly string[])[],
  most: number,
): number[] {
  const widths = cells.map((column) => Math.max(...column.map(widthOf)));
  const least = cells.map((column, c) =>
    columns[c]?.wrap ? Math.max(...column.map(leastWidth)) : (widths[c] ?? 0),
  );
  for (;;) {
    const spare = widths.map((width, c) => (width > (least[c] ?? 0) ? width : 0));
    const widest = spare.indexOf(Math.max(...spare));
    if (totalWidth(widths) <= most || !spare[widest]) return widths;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
}

function markdownTable({ columns, rows, footer }: Table): string {
  const body = [...rows, ...(footer ? [footer.map((cell) => (cell ? `**${cell}**` : ''))] : [])];
  const cells = [columns.map((column) => column.title), ...body].map((row) =>
    columns.map((_, i) => escapeMarkdown(row[i] ?? '').replaceAll('|', '\\|')),
  );
  const widths = columns.map((_, i) => Math.max(3, ...cells.map((row) => widthOf(row[i] ?? ''))));
  const line = (row: readonly string[]) =>
    `| ${columns.map(({ align }, i) => pad(row[i] ?? '', widths[i] ?? 0, align ?? 'left')).join(' | ')} |`;
  const rule = `| ${columns.map(({ align }, i) => (align === 'right' ? `${'-'.repeat((widths[i] ?? 3) - 1)}:` : '-'.repeat(widths[i] ?? 3))).join(' | ')} |`;
  const [head = [], ...rest] = cells;
  return [line(head), rule, ...rest.map(line)].join('\n');
}

/** RFC 4180 with plain line ends; unknown is an empty cell. Text that a spreadsheet would run is disarmed. */
export function csvText({ columns, rows }: CsvFile): string {
  const cell = (value: Cell) => spreadsheetCell(typeof value === 'string' ? harmlessLines(value) : value);
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\n`).join('');
}

function pad(text: string, width: number, align: 'left' | 'right'): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return align === 'right' ? space + text : text + space;
}

/** Only what would change the meaning: a user's text must not become markup, a link or a picture. Footers bring their own asterisks. */
function escapeMarkdown(text: string): string {
  return harmless(text).replaceAll('<', '&lt;').replaceAll('](', ']\\(');
}

/** `text` in lines of at most `width`, where a piece that cannot be broken does not pass it. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of text.split(BREAKS)) {
    if (line !== '' && widthOf(line) + widthOf(piece.trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += piece;
  }
  return [...lines, line.trimEnd()];
}

/** Longest piece that cannot be broken. */
function leastWidth(text: string): number {
  return Math.max(...text.split(BREAKS).map((piece) => widthOf(piece.trimEnd())));
}

/** Letters, not code units; what we print has no wide letters. */
function widthOf(text: string): number {
  return [...text].length;
}
