/** Lines at the end of a journal, written as things happen. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { messageOf } from '#core/message-of.ts';
import { JournalError, journalFile, lineOf } from './journal.ts';
import type { JournalHead, Stretch, WorkersBegun } from './journal.ts';
import type { Sample } from './record.ts';

const LINES_AT_ONCE = 500;

/** What a full disk or a kill left of a journal that was only just begun. */
const hasNoLine = (file: string) => existsSync(file) && !readFileSync(file).includes('\n');

/** Appends to a journal. What is noted in one turn of the event loop is written at its end. */
export class JournalWriter {
  readonly #file: string;
  readonly #handle: number;
  #lines: string[] = [];
  #scheduled: NodeJS.Immediate | undefined;
  #failure: JournalError | null = null;

  /** Begins a journal, or goes on with the one that is there. */
  constructor(folder: string, head: JournalHead | null) {
    this.#file = journalFile(folder);
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw new JournalError(this.#file, `cannot be made (${messageOf(error)})`);
    }
    if (head) {
      if (hasNoLine(this.#file)) rmSync(this.#file);
      this.#handle = openSync(this.#file, 'wx', 0o600);
      this.#note(head);
      this.flush();
    } else {
      const text = readFileSync(this.#file);
      this.#handle = openSync(this.#file, 'r+');
      // A torn line would swallow the next one.
      ftruncateSync(this.#handle, text.lastIndexOf('\n') + 1);
      closeSync(this.#handle);
      this.#handle = openSync(this.#file, 'a');
    }
  }

  /** Why it cannot be written any more. */
  get failure(): JournalError | null {
    return this.#failure;
  }

  sample(sample: Sample): void {
    this.#note(lineOf('r', sample));
  }

  made(target: number, name: string, tag: string | null = null): void {
    this.#note(lineOf('made', { target, name, tag: tag ?? undefined }));
  }

  stretch(stretch: Stretch): void {
    this.#note(lineOf('stretch', stretch));
  }

  workers(begun: WorkersBegun): void {
    this.#note(lineOf('workers', begun));
  }

  swept(): void {
    this.#note(lineOf('swept', {}));
    this.flush();
  }

  /** Throws `JournalError` where it cannot be written, now or earlier: a full disk, say. */
  flush(): void {
    clearImmediate(this.#scheduled);
    this.#scheduled = undefined;
    if (this.#failure) throw this.#failure;
    if (this.#lines.length === 0) return;
    const text = this.#lines.join('');
    this.#lines = [];
    try {
      let rest = Buffer.from(text);
      while (rest.length > 0) rest = rest.subarray(writeSync(this.#handle, rest));
    } catch (error) {
      const why = messageOf(error);
      this.#failure = new JournalError(
        this.#file,
        `cannot be written (${why}); free some space and run again`,
      );
      throw this.#failure;
    }
  }

  close(): void {
    try {
      this.flush();
      fsyncSync(this.#handle);
    } finally {
      closeSync(this.#handle);
    }
  }

  #note(value: unknown): void {
    this.#lines.push(`${JSON.stringify(value)}\n`);
    if (this.#lines.length >= LINES_AT_ONCE) this.#tryFlush();
    else this.#scheduled ??= setImmediate(() => this.#tryFlush());
  }

  /** A failure waits for the next `flush`: nobody would catch it here. */
  #tryFlush(): void {
    try {
      this.flush();
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
    }
  }
}
