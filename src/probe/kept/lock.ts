/** One run at a time in a folder: two would measure each other, and each would spend what the two may. */
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { messageOf } from '#core/message-of.ts';
import { RunError } from '../run-errors.ts';

const FILE = 'lock';

/**
 * Takes the folder, which is made where it is not there; the call it returns gives it back. A lock of a process that is
 * gone does not count. Throws `RunError` where another process has it.
 */
export function takeFolder(folder: string): () => void {
  const lock = path.join(folder, FILE);
  const own = `${lock}-${process.pid}`;
  let isNew: boolean;
  try {
    isNew = mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined;
    writeFileSync(own, String(process.pid), { mode: 0o600 });
  } catch (error) {
    throw new RunError(`${folder}: cannot be made or written (${messageOf(error)})`);
  }
  try {
    while (!isLinked(own, lock)) {
      const holder = holderOf(lock);
      if (holder !== null)
        throw new RunError(
          `process ${holder} is at work in ${folder}; wait for its end, or name another --out (where it is no probe, remove ${lock})`,
        );
      rmSync(lock, { force: true });
    }
  } finally {
    unlinkSync(own);
  }
  return () => {
    rmSync(lock, { force: true });
    if (isNew && existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
  };
}

/** A link is there whole or not at all. */
function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** The process that has the lock; null where it is gone. In a container begun anew, numbers of processes come again. */
function holderOf(lock: string): number | null {
  const pid = Number(readIfThere(lock));
  if (!Number.isInteger(pid) || pid < 1 || pid === process.pid) return null;
  try {
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM' ? pid : null;
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
