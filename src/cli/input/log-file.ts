/** Logs and traces on this machine, for `stowage derive` and `stowage init`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { shorten } from '#core/units.ts';
import type { Profile } from '#core/workload/profile.ts';
import { QueryError, NoEngineError } from '#query/database.ts';
import type { Database } from '#query/database.ts';
import { deriveProfile } from '#query/derive.ts';
import type { LogPath } from '#query/derive.ts';
import { openNative } from '#query/duckdb-native.ts';
import type { NativeOptions } from '#query/duckdb-native.ts';
import type { LogOptions } from '#query/formats/format.ts';
import { Misunderstood, Unanswerable } from '../failures.ts';
import { isParquet, plainHead } from './file-head.ts';

/** The profile of all files together. Throws `LogError`, `QueryError` and `Unanswerable`. */
export const profileOf = (
  files: readonly LogPath[],
  options: LogOptions = { columns: {} },
  memoryBytes: number | null = null,
): Promise<Profile> =>
  inLogs(files, memoryBytes, async (database) => (await deriveProfile(database, files, options)).profile);

/** Work on an engine that may read these logs. Throws `LogError`, `QueryError` and `Unanswerable`. */
export async function inLogs<T>(
  files: readonly LogPath[],
  memoryBytes: number | null,
  work: (database: Database) => Promise<T>,
  tryToo = '',
): Promise<T> {
  const spillFolder = mkdtempSync(path.join(tmpdir(), 'stowage-derive-'));
  try {
    const allowed = {
      files: files.map((one) => one.path),
      spillFolder,
      ...(memoryBytes === null ? {} : { memoryBytes }),
    };
    return await withEngine(allowed, work);
  } catch (error) {
    if (error instanceof QueryError && error.isOutOfMemory)
      throw new Unanswerable(
        'the logs need more memory than is allowed; allow more, such as --memory 4GiB' + tryToo,
      );
    throw error;
  } finally {
    rmSync(spillFolder, { recursive: true, force: true });
  }
}

/** A log's file: there and readable; only its first bytes are looked at. Throws `Misunderstood`. */
export function logFile(name: string, cwd: string): LogPath {
  if (name === '-')
    throw new Misunderstood('a log is read from a file, more than once; write it to one and name that');
  const full = path.resolve(cwd, name);
  const head = plainHead(name, full, 4, 'name files of logs, such as logs/*');
  return { path: full, name: shorten(name, 200), isParquet: isParquet(head) };
}

/** DuckDB for one piece of work, closed after it. Throws `Unanswerable` where this machine has none. */
export async function withEngine<T>(
  options: NativeOptions,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openNative(options).catch((error: unknown) => {
    throw error instanceof NoEngineError ? new Unanswerable(error.message) : error;
  });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}
