/** Logs and traces on this machine, for `stowage derive` and `stowage init`. */
import { existsSync, globSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { shorten } from '#core/units.ts';
import { QueryError, type Database } from '#query/database.ts';
import { derive, deriveProfile, type Derived, type Listed } from '#query/derive.ts';
import { openNative, type NativeOptions } from '#query/duckdb-native.ts';
import type { LogOptions } from '#query/formats/format.ts';
import type { LogPath } from '#query/sources.ts';
import { storeTimes, type StoreTimes } from '#query/store-times.ts';
import { Misunderstood, Unanswerable } from '../failures.ts';
import type { Deps } from '../deps.ts';
import { isParquet, plainHead } from './file-head.ts';
import { withInventories } from './inventory-files.ts';
import { onWholeFiles } from './packing.ts';

/** What logs and inventories say together. Throws `LogError`, `QueryError` and `Unanswerable`. */
export const foundInFiles = (files: readonly LogPath[]): Promise<Derived | Listed> =>
  inLogs(files, null, (database) => derive(database, files, { columns: {} }));

/** The profile of all files together, and with `withTimes` how long the store took. */
export const derived = (
  files: readonly LogPath[],
  options: LogOptions,
  memoryBytes: number | null,
  withTimes = false,
): Promise<Derived & { times: StoreTimes | null }> =>
  inLogs(files, memoryBytes, async (database) => {
    const found = await deriveProfile(database, files, { ...options, withTimes });
    return { ...found, times: withTimes ? await storeTimes(database, found.profile) : null };
  });

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
    return await onWholeFiles(files, () => withEngine(allowed, work));
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

/** The files that a person named: themselves, those that a pattern fits, and all in a folder that hold a byte, in order. Throws `Misunderstood` and `LogError`. */
export function logFiles(names: readonly string[], deps: Pick<Deps, 'cwd' | 'say'>): LogPath[] {
  const { cwd } = deps;
  const named = names.flatMap((name) => fitting(name, cwd));
  const files = named.flatMap((name) => {
    const full = path.resolve(cwd, name);
    if (!statSync(full, { throwIfNoEntry: false })?.isDirectory()) return [logFile(name, cwd)];
    const inside = readdirSync(full, { recursive: true, encoding: 'utf8' })
      .filter((one) => !one.split(path.sep).some((part) => /^[._]/.test(part)))
      .map((one) => path.join(name, one))
      .filter((one) => statSync(path.resolve(cwd, one)).isFile())
      .toSorted();
    const filled = inside.filter((one) => statSync(path.resolve(cwd, one)).size > 0);
    const empty = inside.length - filled.length;
    if (empty > 0)
      deps.say(`${shorten(name, 200)}: ${empty} empty ${empty === 1 ? 'file is' : 'files are'} left out`);
    if (filled.length === 0)
      throw new Misunderstood(
        `${shorten(name, 200)}: is a folder without files; name files of logs, such as logs/*`,
      );
    if (filled.length > MOST_FILES)
      throw new Misunderstood(
        `${shorten(name, 200)}: holds ${filled.length} files, more than ${MOST_FILES}; name fewer, such as logs/2026-03-*`,
      );
    return filled.map((one) => logFile(one, cwd));
  });
  return withInventories(files, deps);
}

const MOST_FILES = 10_000;

/** What a pattern in quotes stands for, and on Windows any: no shell has looked. */
function fitting(name: string, cwd: string): string[] {
  if (!/[*?[{]/.test(name) || existsSync(path.resolve(cwd, name))) return [name];
  const found = globSync(name, { cwd }).toSorted();
  return found.length > 0 ? found : [name];
}

/** A log's file: there and readable; only its first bytes are looked at. Throws `Misunderstood`. */
function logFile(name: string, cwd: string): LogPath {
  if (name === '-')
    throw new Misunderstood('a log is read from a file, more than once; write it to one and name that');
  const full = path.resolve(cwd, name);
  const head = plainHead(name, full, 4, 'name files of logs, such as logs/*');
  return { path: full, name: shorten(name, 200), isParquet: isParquet(head) };
}

/** DuckDB for one piece of work, closed after it. Throws `NoEngineError` where this machine has none. */
export async function withEngine<T>(
  options: NativeOptions,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openNative(options);
  try {
    return await work(database);
  } finally {
    database.close();
  }
}
