/** Files as text or bytes, bounded, and what is said of one that cannot be read. */
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { errorCode, messageOf } from '#core/message-of.ts';

/** A file that cannot be read as data; the message names the file, what was seen and what to try. */
export class ReadError extends Error {
  readonly path: string;

  constructor(path: string, message: string) {
    super(`${path}: ${message}`);
    this.name = 'ReadError';
    this.path = path;
  }
}

export interface ReadLimits {
  bytes: number;
  /** Nodes that one document may resolve to through aliases (`*name`). */
  aliases: number;
  /** Deepest nesting. */
  depth: number;
  /** Values in all, an aliased one counted at every use. */
  values: number;
}

/** For files that a user hands us. */
export const USER_LIMITS: ReadLimits = { bytes: 1024 * 1024, aliases: 100, depth: 32, values: 200_000 };
/** For our own archive. */
export const ARCHIVE_LIMITS: ReadLimits = {
  bytes: 4 * 1024 * 1024,
  aliases: 0,
  depth: 16,
  values: 1_000_000,
};

/** The text of a file of at most `maxBytes`, without a byte order mark. Throws `ReadError`. */
export function readText(path: string, maxBytes: number): string {
  return textOf(readBytes(path, maxBytes), path).replace(/^\uFEFF/, '');
}

/** UTF-8 as text, a byte order mark included, so that writing it again gives the same bytes. Throws `ReadError`. */
export function textOf(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new ReadError(path, whyUnreadable(error));
  }
}

/** A file of at most `maxBytes`. Throws `ReadError`. */
export function readBytes(path: string, maxBytes: number): Uint8Array {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const stat = fstatSync(file);
    if (stat.isDirectory()) throw new ReadError(path, 'is a folder; name a file');
    if (stat.size > maxBytes) throw new ReadError(path, tooLarge(stat.size, maxBytes));
    const bytes = readFileSync(file);
    // A pipe has no size until it is read.
    if (bytes.length > maxBytes) throw new ReadError(path, tooLarge(bytes.length, maxBytes));
    return bytes;
  } catch (error) {
    if (error instanceof ReadError) throw error;
    throw new ReadError(path, whyUnreadable(error));
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** What is said of a file above its limit, both in bytes. */
export function tooLarge(bytes: number, limit: number): string {
  const mebibytes = (size: number) => `${Math.round((size / 1024 / 1024) * 10) / 10} MiB`;
  return `is ${mebibytes(bytes)}, and at most ${mebibytes(limit)} is read; split it, or reduce a log with "stowage derive"`;
}

/** What is wrong with a file that cannot be read, and what to try. */
export function whyUnreadable(error: unknown): string {
  const code = errorCode(error);
  if (code === 'ENOENT') return 'there is no such file; check the name and the folder';
  if (code === 'EACCES' || code === 'EPERM') return 'may not be read; check its permissions';
  if (code === 'ENAMETOOLONG') return 'is too long for a file name';
  if (code === 'EISDIR') return 'is a folder; name a file';
  if (error instanceof TypeError) return 'is not UTF-8 text; save it as UTF-8';
  return messageOf(error);
}
