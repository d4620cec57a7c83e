/** CSV with a header of dotted paths (`workload.objects.size`, `workload.readers[0].at`) → one value per row. */
import { CsvError, CsvStream, type CsvRecord } from '#core/csv.ts';
import { shorten } from '#core/units.ts';
import { Misunderstood } from '../failures.ts';
import { keysOf, place, valueOf } from './paths.ts';
import { placeNamed } from './named.ts';
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
  if (title === 'workload.writer') return placeNamed('writer', cell, `${where} `);
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
function separatorOf(header: string): ',' | ';' {
  return header.includes(';') && !header.includes(',') ? ';' : ',';
}

/** Blank lines are skipped. */
function records(text: string, name: string): CsvRecord[] {
  const header = text.slice(0, text.search(/[\r\n]|$/));
  try {
    const stream = new CsvStream({ separator: separatorOf(header) });
    const all = [...stream.push(text), ...stream.end()];
    return all.filter(({ cells }) => cells.some((one) => one.trim() !== ''));
  } catch (error) {
    if (error instanceof CsvError) throw new Misunderstood(`${name}:${error.line}: ${error.message}`);
    throw error;
  }
}

/** A value that a user's file holds. */

/** One value of an input, with a name for messages and tables: `plan.yaml`, `rows.csv:3`, `list.yaml[0]`. */
export interface Item {
  name: string;
  value: unknown;
}
