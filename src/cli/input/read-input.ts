/** What the user names (a file, `-`, a permalink) → plain data. */
import path from 'node:path';
import { USER_LIMITS, readBytes, textOf } from '#catalog/read-text.ts';
import { parseYaml } from '#catalog/read-yaml.ts';
import { isEmpty } from '#core/remedies.ts';
import { shorten } from '#core/units.ts';
import { Misunderstood, Unanswerable } from '../failures.ts';
import type { Deps } from '../deps.ts';
import { namesIn, noSuchFile } from './file-head.ts';
import { isInside, realPlace } from './inside.ts';
import { parseCsvRows, type Item } from './csv-rows.ts';

/**
 * The values in a file (YAML, JSON, or CSV with one per row) or on standard input (`-`). A list gives one item for each
 * of its entries where `split` is set. Throws `Misunderstood` or `ReadError`.
 */
export async function readInput(file: string, deps: Deps, { split }: { split: boolean }): Promise<Item[]> {
  const text = await inputText(file, deps);
  const name = file === '-' ? 'standard input' : file;
  if (text.includes('\0')) throw new Misunderstood(`${name}: is a binary file; give YAML, JSON or CSV`);
  if (text.trim() === '') throw new Misunderstood(`${name}: ${isEmpty('YAML, JSON or CSV')}`);
  if (/\.csv$/i.test(file)) return parseCsvRows(text, name);
  const value = parseYaml(text, name);
  if (value === null || value === undefined) throw new Misunderstood(`${name}: holds nothing but comments`);
  if (!Array.isArray(value)) return [{ name, value }];
  if (value.length === 0) throw new Misunderstood(`${name}: is an empty list`);
  return split ? value.map((one: unknown, i) => ({ name: `${name}[${i}]`, value: one })) : [{ name, value }];
}

/** The text of a file. Throws `Misunderstood` with the name as given, and a neighbour's where it may be meant. */
export function fileText(file: string, deps: Pick<Deps, 'cwd' | 'readsWithin'>, maxBytes: number): string {
  const full = path.resolve(deps.cwd, file);
  const bytes = fileBytes(file, deps, maxBytes);
  return readable(file, full, () => textOf(bytes, full)).replace(/^\uFEFF/, '');
}

/** The bytes of a file. Throws as `fileText`, and `Unanswerable` for a file outside `deps.readsWithin`. */
export function fileBytes(
  file: string,
  { cwd, readsWithin }: Pick<Deps, 'cwd' | 'readsWithin'>,
  maxBytes: number,
): Uint8Array {
  const full = path.resolve(cwd, file);
  if (readsWithin !== undefined && !isInside(readsWithin, realPlace(full)))
    throw new Unanswerable(
      `${shorten(file, 200)} lies outside ${readsWithin}, so it is not read; name the folder that holds it and the document with --root`,
    );
  return readable(file, full, () => readBytes(full, maxBytes));
}

function readable<T>(file: string, full: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Misunderstood(`${shorten(file, 200)}: ${unreadable(error, full)}`);
  }
}

async function inputText(file: string, deps: Deps): Promise<string> {
  if (file !== '-') return fileText(file, deps, USER_LIMITS.bytes);
  const bytes = await deps.stdin();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Misunderstood('standard input: is not UTF-8 text');
  }
}

function unreadable(error: unknown, full: string): string {
  if (!(error instanceof Error) || error.name !== 'ReadError') throw error;
  const why = error.message.slice(full.length + 2);
  if (why.startsWith('there is no such file')) return noSuchFile(full);
  if (why.startsWith('is a folder')) {
    const inside = namesIn(full).filter((name) => /\.(ya?ml|json|csv)$/i.test(name));
    if (inside.length > 0) return `is a folder; name a file in it, such as ${inside.slice(0, 3).join(', ')}`;
  }
  return why;
}

/** A scenario says so with its first key; a usage names a store. */
export function isScenario(value: unknown): boolean {
  return value !== null && typeof value === 'object' && ('stowage' in value || 'workload' in value);
}

export function isUsage(value: unknown): boolean {
  return value !== null && typeof value === 'object' && 'store' in value && !isScenario(value);
}
