/** The first bytes of a file, which tell what it is; and what may have been meant by a name that is none. */
import { closeSync, fstatSync, openSync, readSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '#core/message-of.ts';
import { nearest } from '#core/nearest.ts';
import { shorten } from '#core/units.ts';
import { Misunderstood } from '../failures.ts';

/** Of a file that is there and readable; `name` as a person gave it, `remedy`: what to name instead of anything else. Throws `Misunderstood`. */
export function plainHead(name: string, full: string, bytes: number, remedy: string): Buffer {
  const wrong = (why: string) => new Misunderstood(`${shorten(name, 200)}: ${why}`);
  let file: number | undefined;
  try {
    file = openSync(full, 'r');
    const stat = fstatSync(file);
    if (!stat.isFile()) throw wrong(`is ${stat.isDirectory() ? 'a folder' : 'no plain file'}; ${remedy}`);
    const head = Buffer.alloc(bytes);
    return head.subarray(0, readSync(file, head, 0, bytes, 0));
  } catch (error) {
    if (error instanceof Misunderstood) throw error;
    const code = errorCode(error);
    throw wrong(
      code === 'ENOENT' ? noSuchFile(full) : `may not be read (${String(code)}); check its permissions`,
    );
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

export const isGzip = (head: Buffer) => head[0] === 0x1f && head[1] === 0x8b;
export const isParquet = (head: Buffer) => head.toString('latin1', 0, 4) === 'PAR1';

/** `there is no such file; did you mean plan.yaml?` */
export function noSuchFile(full: string): string {
  const hint = nearest(path.basename(full), namesIn(path.dirname(full)));
  return `there is no such file; ${hint ? `did you mean ${hint}?` : 'check the name and the folder'}`;
}

/** Empty where nothing can be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).slice(0, 1000);
  } catch {
    return [];
  }
}
