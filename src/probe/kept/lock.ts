/**
 * One run at a time in a folder: two would measure each other, and each would spend what the two may. A lock names its
 * process, and its file is written again as long as that process lives: where the number of a process says nothing, as
 * between containers, machines or after a reboot, that sign of life tells whether the lock counts.
 */
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import * as z from 'zod/mini';
import { errorCode, messageOf } from '#core/message-of.ts';
import { RunError } from '../run-errors.ts';

const FILE = 'lock';
const SIGN_OF_LIFE_MS = 10_000;
/** So long after the last sign of life a lock counts no more. */
export const SILENT_MS = 60_000;

const Holder = z.strictObject({
  pid: z.int().check(z.positive()),
  host: z.string(),
  /** Where the number means this process: the machine since it was started, and the container; its name where it has no /proc. */
  place: z.string(),
  /** When the process began, as the system counts; null without /proc. */
  began: z.nullable(z.string()),
});
type Holder = z.infer<typeof Holder>;

/**
 * Takes the folder, which is made where it is not there; the call it returns gives it back. A lock of a process that is
 * gone does not count. Throws `RunError` where another process has it.
 */
export function takeFolder(folder: string): () => void {
  const lock = path.join(folder, FILE);
  // Processes of two containers may have one number.
  const own = `${lock}-${randomUUID()}`;
  const text = `${JSON.stringify(thisProcess())}\n`;
  let isNew: boolean;
  let file: number;
  try {
    isNew = mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined;
    file = openSync(own, 'wx', 0o600);
  } catch (error) {
    throw new RunError(`${folder}: cannot be made or written (${messageOf(error)})`);
  }
  try {
    writeSync(file, text, 0);
    while (!isLinked(own, lock)) {
      refuseHeld(folder, lock, statSync(own).mtimeMs);
      rmSync(lock, { force: true });
    }
  } catch (error) {
    closeSync(file);
    throw error;
  } finally {
    unlinkSync(own);
  }
  const timer = setInterval(() => {
    try {
      writeSync(file, text, 0);
    } catch {
      // A disk that fails is said where something is lost by it.
    }
  }, SIGN_OF_LIFE_MS).unref();
  return () => {
    clearInterval(timer);
    closeSync(file);
    if (readIfThere(lock) === text) rmSync(lock, { force: true });
    if (isNew && existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
  };
}

/** A link is there whole or not at all. */
function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** `nowMs`: by the clock of the file system, which may be another machine's. */
function refuseHeld(folder: string, lock: string, nowMs: number): void {
  const holder = holderOf(readIfThere(lock));
  const isAlive = holder && livesHere(holder);
  const silentMs = nowMs - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity);
  if (isAlive === false || (isAlive === null && silentMs >= SILENT_MS)) return;
  const who = holder ? `process ${holder.pid}${isAlive ? '' : ` on ${holder.host}`}` : 'another process';
  const until = isAlive ? '' : ` and ${SILENT_MS / 1000} s more`;
  throw new RunError(
    `${who} is at work in ${folder}; wait for its end${until}, or name another --out (where it is no probe, remove ${lock})`,
  );
}

function holderOf(text: string): Holder | null {
  try {
    return Holder.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Null where nobody here can tell. */
function livesHere({ pid, place, began }: Holder): boolean | null {
  if (place !== thisProcess().place) return null;
  // A number is given again: the process that has it must have begun when the holder did.
  if (began !== null) return beganOf(pid) === began;
  return isThere(pid) ? null : false;
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

function thisProcess(): Holder {
  const boot = readIfThere('/proc/sys/kernel/random/boot_id').trim();
  const container = linkIfThere('/proc/self/ns/pid');
  const host = hostname();
  return {
    pid: process.pid,
    host,
    place: boot === '' || container === '' ? host : `${boot} ${container}`,
    began: beganOf(process.pid),
  };
}

/** Clock ticks from the start of the machine (`starttime` of proc_pid_stat(5)); null where there is no such process, or no /proc. */
function beganOf(pid: number): string | null {
  const stat = readIfThere(`/proc/${pid}/stat`);
  // The second field is the name of a program, which may hold blanks and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[19] ?? null;
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function linkIfThere(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
}
