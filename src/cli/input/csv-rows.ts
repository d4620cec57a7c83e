/** CSV with a header of dotted paths (`workload.objects.size`, `workload.readers[0].at`) → one value per row. */
import { MOST_CELLS } from '#core/csv.ts';
import { shorten } from '#core/units.ts';
import { Misunderstood } from '../failures.ts';
import type { Item } from './item.ts';

type Key = string | number;

/** Columns whose cell is a list of words. */
const WORD_LISTS = /^(stores|copies|requirements\.exclude)$/;
/** Columns whose cell is one word, or a list of several. */
const WORD_OR_LIST = /^workload\.readers\[\d+\]\.via$/;
const BOOLEANS = /\.(reproducible|ramp)$/;

/** Empty cells are left out; cells that are numbers are numbers; `[…]` and `{…}` are JSON. Throws `Misunderstood`. */
export function parseCsvRows(text: string, name: string): Item[] {
  const rows = records(text, name);
  const header = rows.shift();
  if (!header || rows.length === 0) throw new Misunderstood(`${name}: has a header but no rows`);
  if (header.cells.length > MOST_CELLS)
    throw new Misunderstood(`${name}:1: has more than ${MOST_CELLS} columns`);
  const columns = header.cells.map((title) => ({ title: title.trim(), keys: keysOf(title.trim(), name) }));
  const seen = new Set<string>();
  for (const { title } of columns) {
    if (seen.has(title)) throw new Misunderstood(`${name}:1: two columns are called "${shorten(title)}"`);
    seen.add(title);
  }
  return rows.map(({ cells, line }) => {
    const where = `${name}:${line}`;
    if (cells.length > columns.length)
      throw new Misunderstood(
        `${where}: has ${cells.length} cells under ${columns.length} columns; quote cells that hold commas`,
      );
    const value: Record<string, unknown> = {};
    for (const [i, { title, keys }] of columns.entries()) {
      const cell = (cells[i] ?? '').trim();
      if (cell !== '') place(value, keys, cellValue(cell, title, where), where);
    }
    return { name: where, value };
  });
}

function keysOf(title: string, name: string): Key[] {
  const keys = title.split('.').flatMap((part): Key[] => {
    const [, word, indexes] = /^([^[\]]+)((?:\[\d{1,3}\])*)$/.exec(part) ?? [];
    if (word === undefined)
      throw new Misunderstood(
        `${name}:1: "${title}" is not a path; write columns like workload.objects.size or workload.readers[0].at`,
      );
    return [word, ...[...(indexes ?? '').matchAll(/\d+/g)].map(([digits]) => Number(digits))];
  });
  if (keys.some((key) => ['__proto__', 'constructor', 'prototype'].includes(String(key))))
    throw new Misunderstood(`${name}:1: "${title}" is not a path of a scenario`);
  return keys;
}

function cellValue(cell: string, title: string, where: string): unknown {
  if (/^[[{]/.test(cell)) {
    try {
      return JSON.parse(cell);
    } catch {
      throw new Misunderstood(`${where}: ${title}: "${cell.slice(0, 60)}" begins like JSON and is not`);
    }
  }
  const words = cell.split(/[\s;]+/).filter((word) => word !== '');
  if (WORD_OR_LIST.test(title)) return words.length > 1 ? words : cell;
  if (WORD_LISTS.test(title) && cell !== 'all') return words;
  if (BOOLEANS.test(title) && /^(true|false)$/.test(cell)) return cell === 'true';
  return /^-?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(cell) ? Number(cell) : cell;
}

function place(target: Record<string, unknown>, keys: readonly Key[], value: unknown, where: string): void {
  let here: Record<Key, unknown> = target;
  for (const [i, key] of keys.entries()) {
    const next = keys[i + 1];
    if (next === undefined) here[key] = value;
    else {
      here[key] ??= typeof next === 'number' ? [] : {};
      const inner = here[key];
      if (inner === null || typeof inner !== 'object')
        throw new Misunderstood(
          `${where}: ${keys.slice(0, i + 1).join('.')} is given both whole and in parts`,
        );
      here = inner as Record<Key, unknown>;
    }
  }
}

/** RFC 4180: quotes doubled inside quotes; both line ends; blank lines skipped. */
function records(text: string, name: string): { cells: string[]; line: number }[] {
  const found: { cells: string[]; line: number }[] = [];
  const body = text.replace(/^\uFEFF/, '');
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
    } else if (letter === ',') {
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
