/** Tables and text for a terminal, for Markdown and as CSV. */

export interface Table {
  columns: readonly { title: string; align?: 'left' | 'right' }[];
  rows: readonly (readonly string[])[];
  /** Drawn under a rule, such as a total. */
  footer?: readonly string[];
}

export type Block =
  | { kind: 'heading'; text: string }
  /** `strong`: what the reader came for. */
  | { kind: 'text'; text: string; strong?: boolean }
  | { kind: 'list'; title?: string; items: readonly string[] }
  | { kind: 'table'; table: Table };

export interface Look {
  form: 'table' | 'md';
  /** Bold and dim by terminal codes. */
  styled?: boolean;
}

/** Blocks with an empty line between them; ends in a line end. */
export function renderBlocks(blocks: readonly Block[], look: Look): string {
  return `${blocks.map((block) => renderBlock(block, look)).join('\n\n')}\n`;
}

function renderBlock(block: Block, { form, styled = false }: Look): string {
  const bold = (text: string) =>
    form === 'md' ? `**${text}**` : styled ? `\u001b[1m${text}\u001b[22m` : text;
  switch (block.kind) {
    case 'heading':
      return form === 'md' ? `## ${escapeMarkdown(block.text)}` : bold(block.text);
    case 'text': {
      const text = form === 'md' ? escapeMarkdown(block.text) : block.text;
      return block.strong ? bold(text) : text;
    }
    case 'list': {
      const items = block.items.map((item) => `- ${form === 'md' ? escapeMarkdown(item) : item}`).join('\n');
      if (block.title === undefined) return items;
      return form === 'md' ? `${block.title}\n\n${items}` : `${bold(block.title)}\n${items}`;
    }
    case 'table': {
      const table = withoutEmptyColumns(block.table);
      return form === 'md' ? markdownTable(table) : plainTable(table, styled);
    }
  }
}

function withoutEmptyColumns({ columns, rows, footer }: Table): Table {
  const kept = columns.flatMap((_, i) =>
    [...rows, footer ?? []].some((row) => row[i]) || rows.length === 0 ? [i] : [],
  );
  const pick = <T>(row: readonly T[]) => kept.flatMap((i) => row.slice(i, i + 1));
  return { columns: pick(columns), rows: rows.map(pick), ...(footer ? { footer: pick(footer) } : {}) };
}

/** Columns two spaces apart, numbers flush right, no trailing blanks. */
export function plainTable(table: Table, styled = false): string {
  const { columns, rows, footer } = table;
  const all = [columns.map((column) => column.title), ...rows, ...(footer ? [footer] : [])];
  const widths = columns.map((_, i) => Math.max(...all.map((row) => widthOf(row[i] ?? ''))));
  const line = (row: readonly string[]) =>
    columns
      .map(({ align }, i) => pad(row[i] ?? '', widths[i] ?? 0, align ?? 'left'))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '─'.repeat(width)).join('──');
  const dim = (text: string) => (styled ? `\u001b[2m${text}\u001b[22m` : text);
  const head = line(columns.map((column) => column.title));
  return [dim(head), dim(rule), ...rows.map(line), ...(footer ? [dim(rule), line(footer)] : [])].join('\n');
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
export function csvText(
  columns: readonly string[],
  rows: readonly (readonly (string | number | boolean | null)[])[],
): string {
  const cell = (value: string | number | boolean | null) => {
    if (value === null) return '';
    const text = typeof value === 'string' && /^[=+@\t\r-]/.test(value) ? `'${value}` : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\n`).join('');
}

function pad(text: string, width: number, align: 'left' | 'right'): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return align === 'right' ? space + text : text + space;
}

/** Letters, not code units; what we print has no wide letters. */
function widthOf(text: string): number {
  return [...text].length;
}

/** Only what would change the meaning: a user's text must not become markup. Footers bring their own asterisks. */
function escapeMarkdown(text: string): string {
  return text.replaceAll('\n', ' ').replaceAll('<', '&lt;');
}
