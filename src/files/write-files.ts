/**
 * Writes what a command leaves behind. A file or folder is written under another name beside its place, synced to the disk and
 * then given its name, so that a full disk or a kill at any moment leaves the old file or the new one. After a failure only
 * what was made here is removed. A kill may leave a `.unfinished-…` beside the place; nothing reads it.
 */
import { randomUUID } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { errorCode, messageOf } from '#core/message-of.ts';

/** What could not be written, and why. Everything is as it was before. */
export class FileError extends Error {
  override name = 'FileError';
}

interface NewFile {
  path: string;
  content: string | Uint8Array;
  /** May be started: a script. */
  isProgram?: boolean;
}

/**
 * Creates all of `files`, or none, with the folders above them. Never writes over what is there. Throws `FileError`.
 */
export function createFiles(files: readonly NewFile[]): void {
  const made = new Made();
  try {
    const drafts = files.map((file) =>
      within(file.path, () => {
        made.foldersAbove(file.path);
        return { target: file.path, draft: made.draftOf(file.path, file.content, modeOf(file)) };
      }),
    );
    for (const { target, draft } of drafts) within(target, () => made.giveName(draft, target));
    for (const { draft } of drafts) rmSync(draft, { force: true });
    for (const folder of new Set(files.map((file) => path.dirname(file.path)))) syncFolder(folder);
  } catch (error) {
    made.undo();
    throw error;
  }
}

/**
 * Creates `folder` with `files`, whose paths are relative to it, and the folders above it. Never writes over what is there.
 * Throws `FileError`.
 */
export function createFolder(folder: string, files: readonly NewFile[]): void {
  const made = new Made();
  try {
    within(folder, () => {
      made.foldersAbove(folder);
      const draft = made.draftFolder(folder);
      const folders = new Set([draft]);
      for (const file of files) {
        const full = path.join(draft, file.path);
        mkdirSync(path.dirname(full), { recursive: true });
        for (let one = path.dirname(full); one !== draft; one = path.dirname(one)) folders.add(one);
        writeSynced(full, file.content, modeOf(file));
      }
      folders.forEach(syncFolder);
      // A rename would replace an empty folder.
      refuseStanding(folder);
      renameSync(draft, folder);
      syncFolder(path.dirname(folder));
    });
  } catch (error) {
    made.undo();
    throw error;
  }
}

/**
 * Replaces the content of `file`, which held `before` when it was read. A symbolic link stays and its target is written; mode
 * and, where permitted, owner stay. Throws `FileError` where it holds something else by now, or cannot be written.
 */
export function replaceFile(file: string, before: Uint8Array, content: string | Uint8Array): void {
  const made = new Made();
  try {
    within(file, () => {
      const target = realpathSync(file);
      const { mode, uid, gid } = statSync(target);
      accessSync(target, constants.W_OK);
      const draft = made.draftOf(target, content, 0o600);
      try {
        chownSync(draft, uid, gid);
      } catch {
        // Only root gives a file to somebody else.
      }
      chmodSync(draft, mode & 0o7777);
      if (!readFileSync(target).equals(before))
        throw new FileError(`${file}: was changed meanwhile and is left as it is; run the command again`);
      renameSync(draft, target);
      syncFolder(path.dirname(target));
    });
  } catch (error) {
    made.undo();
    throw error;
  }
}

/** What was made so far, to be removed after a failure. */
class Made {
  readonly #undo: (() => void)[] = [];

  foldersAbove(target: string): void {
    const folder = path.dirname(target);
    if (lstatSync(folder, { throwIfNoEntry: false })) return;
    const first = mkdirSync(folder, { recursive: true });
    if (first === undefined) return;
    for (let one = first; ; one = path.join(one, path.relative(one, folder).split(path.sep)[0] ?? '')) {
      // What somebody else has put a file into stays.
      this.#undo.push(() => rmdirSync(one));
      if (one === folder) return;
    }
  }

  /** A file of another name beside `target`. */
  draftOf(target: string, content: string | Uint8Array, mode: number): string {
    const draft = besideOf(target);
    this.#undo.push(() => rmSync(draft, { force: true }));
    writeSynced(draft, content, mode);
    return draft;
  }

  draftFolder(folder: string): string {
    const draft = besideOf(folder);
    mkdirSync(draft);
    this.#undo.push(() => rmSync(draft, { recursive: true, force: true }));
    return draft;
  }

  /** Gives `draft` its name, unless something of that name is there. */
  giveName(draft: string, target: string): void {
    const { dev, ino } = statSync(draft);
    try {
      linkSync(draft, target);
    } catch (error) {
      if (!HAS_NO_LINKS.has(errorCode(error))) throw error;
      refuseStanding(target);
      renameSync(draft, target);
    }
    this.#undo.push(() => {
      const standing = lstatSync(target);
      if (standing.dev === dev && standing.ino === ino) rmSync(target);
    });
  }

  undo(): void {
    for (const step of this.#undo.toReversed()) {
      try {
        step();
      } catch {
        // What cannot be removed stays; why nothing was written is what there is to say.
      }
    }
  }
}

/** What file systems without hard links say of one, FAT among them. */
const HAS_NO_LINKS = new Set<unknown>(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** In the same folder, thus on the same file system. */
const besideOf = (target: string) => path.join(path.dirname(target), `.unfinished-${randomUUID()}`);

const modeOf = ({ isProgram = false }: NewFile) => (isProgram ? 0o777 : 0o666);

function writeSynced(file: string, content: string | Uint8Array, mode: number): void {
  const handle = openSync(file, 'wx', mode);
  try {
    writeFileSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** So that a new name outlasts a power cut, where the system can promise that. */
function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // Windows syncs no folder.
  }
}

function refuseStanding(target: string): void {
  if (lstatSync(target, { throwIfNoEntry: false })) throw isThere(target);
}

const isThere = (target: string) =>
  new FileError(`${target}: is there by now, and nothing is written over it; name another`);

/** What goes wrong in `work` as a `FileError` that names `target`. */
function within<T>(target: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof FileError) throw error;
    if (IS_THERE.has(errorCode(error))) throw isThere(target);
    // The system names the draft, which nobody asked for.
    const why = messageOf(error).replace(/, \w+(?: '[^]*)?$/, '');
    throw new FileError(`${target}: cannot be written (${why})`);
  }
}

const IS_THERE = new Set<unknown>(['EEXIST', 'ENOTEMPTY']);
