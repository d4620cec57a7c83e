/** CSV with a header of dotted paths (`workload.objects.size`, `workload.readers[0].at`) → one value per row. */
import { MOST_CELLS } from '#core/csv.ts';
import { shorten } from '#core/units.ts';
import { Misunderstood } from '../failures.ts';
import type { Item } from './item.ts';
import { keysOf, place, valueOf } from './paths.ts';
import { placeNamed } from './place-given.ts';
import { WORKLOAD_KEYS } from './workload-flags.ts';

/** Short names of columns, most of them flags of `stowage plan`. */
const SHORT: Readonly<Record<string, string>> = {
  ...WORKLOAD_KEYS,
  from: 'workload.readers',
  writer: 'workload.writer',
};

/** Empty cells are left out; cells that are numbers are numbers; `[…]` and `{…}` are JSON. Throws `Misunderstood`. */
export function parseCsvRows(text: string, name: string): Item[] {
  const rows = records(text, name);
  const header = rows.shift();
  if (!header || rows.length === 0) throw new Misunderstood(`${name}: has a header but no rows`);
  if (header.cells.length > MOST_CELLS)
    throw new Misunderstood(`${name}:1: has more than ${MOST_CELLS} columns`);
  const columns = header.cells.map((cell) => {
    const title = Object.hasOwn(SHORT, cell.trim()) ? (SHORT[cell.trim()] ?? '') : cell.trim();
    return { title, keys: keysOf(title, `${name}:1: `) };
  });
  const seen = new Set<string>();
  for (const { title } of columns) {
    if (seen.has(title)) throw new Misunderstood(`${name}:1: two columns are called "${shorten(title)}"`);
    seen.add(title);
  }
  return rows.map(({ cells, line }) => {
    const where = `${name}:${line}`;
    if (cells.length > columns.length)
      throw new Misunderstood(
        `${where}: has ${cells.length} cells under ${columns.length} columns; quote cells that hold what divides cells`,
      );
    const value: Record<string, unknown> = {};
    for (const [i, { title, keys }] of columns.entries()) {
      const cell = (cells[i] ?? '').trim();
      if (cell !== '') place(value, keys, cellOf(cell, title, `${where}: ${title}`), `${where}: `);
    }
    return { name: where, value };
  });
}

function cellOf(cell: string, title: string, where: string): unknown {
  return title === 'workload.readers' && !cell.startsWith('[{')
    ? readersOf(cell, where)
    : valueOf(cell, title, where);
}

/** `internet/europe=60% aws/us-east-1=40%`; equal shares where none is said. */
function readersOf(cell: string, where: string) {
  const given = cell.split(/[\s,;]+/).filter((word) => word !== '');
  return given.map((one) => {
    const [at = '', share] = one.split('=');
    return { at: placeNamed('from', at, `${where}: `), share: share ?? 1 / given.length };
  });
}

/** Semicolons where the header has them and no comma. */
function separatorOf(header: string): string {
  return header.includes(';') && !header.includes(',') ? ';' : ',';
}

/** RFC 4180: quotes doubled inside quotes; both line ends; blank lines skipped. */
function records(text: string, name: string): { cells: string[]; line: number }[] {
  const found: { cells: string[]; line: number }[] = [];
  const body = text.replace(/^\uFEFF/, '');
  const separator = separatorOf(body.slice(0, body.search(/[\r\n]|$/)));
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  let line = 1;
  let start = 1;
  const endRow = () => {
    cells.push(cell);
    if (cells.some((one) => one.trim() !== '')) found.push({ cells, line: start });
    cells = [];
    cell = '';
  };
  for (let i = 0; i < body.length; i++) {
    const letter = body[i];
    if (letter === '\n') line++;
    if (quoted) {
      if (letter === '"' && body[i + 1] === '"') cell += body[++i];
      else if (letter === '"') quoted = false;
      else cell += letter;
    } else if (letter === '"' && cell.trim() === '') {
      quoted = true;
      cell = '';
    } else if (letter === separator) {
      cells.push(cell);
      cell = '';
    } else if (letter === '\n') {
      endRow();
      start = line;
    } else if (letter !== '\r') cell += letter;
  }
  if (quoted) throw new Misunderstood(`${name}:${start}: a quote is opened and not closed`);
  endRow();
  return found;
}
