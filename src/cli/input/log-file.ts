/** A log's file: there, readable, and not read; only its first bytes are looked at. */
import { closeSync, fstatSync, openSync, readSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { nearest } from '#core/nearest.ts';
import { shorten } from '#core/units.ts';
import type { LogPath } from '#query/derive.ts';
import { Misunderstood } from '../failures.ts';

/** Throws `Misunderstood`. */
export function logFile(name: string, cwd: string): LogPath {
  if (name === '-')
    throw new Misunderstood('a log is read from a file, more than once; write it to one and name that');
  const full = path.resolve(cwd, name);
  const wrong = (why: string) => new Misunderstood(`${shorten(name, 200)}: ${why}`);
  let file: number | undefined;
  try {
    file = openSync(full, 'r');
    const stat = fstatSync(file);
    if (stat.isDirectory()) throw wrong('is a folder; name the files in it, such as logs/*');
    if (!stat.isFile()) throw wrong('is no plain file');
    const head = Buffer.alloc(4);
    readSync(file, head, 0, 4, 0);
    return { path: full, name: shorten(name, 200), isParquet: head.toString('latin1') === 'PAR1' };
  } catch (error) {
    if (error instanceof Misunderstood) throw error;
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ENOENT') throw wrong(`may not be read (${String(code)}); check its permissions`);
    const hint = nearest(path.basename(full), neighbours(full));
    throw wrong(`there is no such file; ${hint ? `did you mean ${hint}?` : 'check the name and the folder'}`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function neighbours(full: string): string[] {
  try {
    return readdirSync(path.dirname(full)).slice(0, 1000);
  } catch {
    return [];
  }
}
