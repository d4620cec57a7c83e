import { closeSync, fstatSync, mkdtempSync, openSync, readSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lastRecorded } from '#core/pricing/archive.ts';
import { errorCode } from '#core/message-of.ts';
import { stringify } from 'yaml';
import { nearest } from '#core/nearest.ts';
import { parseBytes, shorten } from '#core/units.ts';
import { scenarioOf } from '#core/workload/profile-scenario.ts';
import type { Profile } from '#core/workload/profile.ts';
import { QueryError } from '#query/database.ts';
import { deriveProfile } from '#query/derive.ts';
import type { LogPath } from '#query/derive.ts';
import { COLUMN_ROLES } from '#query/formats/format.ts';
import type { ColumnRole, LogOptions } from '#query/formats/format.ts';
import { readArgs } from '../args.ts';
import type { Args } from '../args.ts';
import type { Deps, Run } from '../deps.ts';
import { Misunderstood, Unanswerable, within } from '../failures.ts';
import { jsonText } from '../formats.ts';
import { withEngine } from '../input/engine.ts';
import { placeGiven } from '../input/place-given.ts';

/** Where scenarios are read from and written to when nobody says. */
const DEFAULT_PLACE = 'aws/us-east-1';
const LEAST_MEMORY_BYTES = 64 * 2 ** 20;

/** Logs or traces → their profile, or with `--scenario` the scenario that it describes. */
export const derive: Run = async (argv, deps) => {
  const args = readArgs(argv, {
    command: 'derive',
    flags: {
      scenario: 'boolean',
      json: 'boolean',
      columns: 'string',
      'time-unit': 'string',
      'as-of': 'string',
      at: 'string',
      name: 'string',
      standing: 'string',
      memory: 'string',
    },
    operands: { name: 'a log FILE', least: 1, most: 10_000 },
  });
  const options = optionsGiven(args);
  const place = placeGiven(args, 'at') ?? DEFAULT_PLACE;
  const asOf = args.day('as-of');
  const standingBytes = await sizeGiven(args, 'standing');
  const memoryBytes = await sizeGiven(args, 'memory');
  if (memoryBytes !== null && memoryBytes < LEAST_MEMORY_BYTES)
    throw new Misunderstood('--memory: at least 64 MiB are needed');
  const files = args.operands.map((name) => logFile(name, deps.cwd));
  const profile = await derived(files, options, memoryBytes);
  sayWhatWasLeftOut(profile, deps);
  if (!args.has('scenario')) {
    deps.print(args.has('json') ? jsonText(profile) : profileText(profile));
    return { exit: 0 };
  }
  const { scenario, notes: assumed } = scenarioOf(profile, {
    // A log may be older than the archive.
    asOf: asOf ?? lastRecorded(deps.catalog.archive),
    name: args.text('name') ?? `Derived from ${path.basename(files[0]?.name ?? '')}`.slice(0, 200),
    place,
    standingBytes,
  });
  const notes = [...assumed, `A log does not say where readers are: all are assumed at ${place}.`];
  deps.print(args.has('json') ? jsonText(scenario) : `${comments(notes)}${stringify(scenario)}`);
  if (args.has('json')) notes.forEach((note) => deps.say(note));
  return { exit: 0 };
};

async function derived(
  files: readonly LogPath[],
  options: LogOptions,
  memoryBytes: number | null,
): Promise<Profile> {
  const spillFolder = mkdtempSync(path.join(tmpdir(), 'stowage-derive-'));
  try {
    const allowed = {
      files: files.map((one) => one.path),
      spillFolder,
      ...(memoryBytes === null ? {} : { memoryBytes }),
    };
    return await withEngine(allowed, (database) => deriveProfile(database, files, options));
  } catch (error) {
    if (error instanceof QueryError && error.isOutOfMemory)
      throw new Unanswerable('the logs need more memory than is allowed; allow more, such as --memory 4GiB');
    throw error;
  } finally {
    rmSync(spillFolder, { recursive: true, force: true });
  }
}

/** `time=ts,key=path` */
function optionsGiven(args: Args): LogOptions {
  const columns: Partial<Record<ColumnRole, string>> = {};
  for (const pair of (args.text('columns') ?? '').split(',').filter(Boolean)) {
    const [said = '', ...rest] = pair.split('=');
    const role = COLUMN_ROLES.find((one) => one === said.trim());
    const name = rest.join('=');
    if (!role || name === '')
      throw new Misunderstood(
        `--columns "${pair}" is not understood; write pairs such as time=ts,key=path of ${COLUMN_ROLES.join(', ')}`,
      );
    columns[role] = name;
  }
  const timeUnit = args.choice('time-unit', ['s', 'ms', 'us', 'ns']);
  return { columns, ...(timeUnit === undefined ? {} : { timeUnit }) };
}

async function sizeGiven(args: Args, flag: string): Promise<number | null> {
  const text = args.text(flag);
  return text === undefined ? null : within(`--${flag}`, () => parseBytes(text));
}

function sayWhatWasLeftOut({ requests, unsized }: Profile, deps: Deps): void {
  const left = [
    [requests.failed, 'answered with an error'],
    [requests.unlisted, 'of operations without a name here'],
    [requests.unread, 'rows or lines without a time and an operation'],
    [unsized.objects, 'objects without a size'],
  ] as const;
  const words = left.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  if (words.length > 0) deps.say(`left out: ${words.join('; ')}`);
}

/** YAML in which each class stands on a line. */
function profileText(profile: Profile): string {
  const { rereads, sizes, ages, ...rest } = profile;
  const rows = (key: string, list: readonly unknown[]) =>
    list.length === 0 ? `${key}: []\n` : `${key}:\n${list.map((one) => `  - ${flow(one)}\n`).join('')}`;
  return `${stringify(rest)}${rows('sizes', sizes)}${rows('ages', ages)}${rows('rereads', rereads)}`;
}

const flow = (value: unknown) => JSON.stringify(value).replaceAll('":', '": ').replaceAll(',', ', ');

const comments = (notes: readonly string[]) => notes.map((note) => `# ${note}\n`).join('');

/** A log's file: there and readable; only its first bytes are looked at. Throws `Misunderstood`. */
function logFile(name: string, cwd: string): LogPath {
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
    const code = errorCode(error);
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
