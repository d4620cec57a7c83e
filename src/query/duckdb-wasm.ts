/** DuckDB in a page, shut in like the native one: it reads what it is handed, and nothing of the network. */
import type { AsyncDuckDB, AsyncDuckDBConnection } from '@duckdb/duckdb-wasm';
import type { Field, RecordBatch } from 'apache-arrow';
import { messageOf } from '#core/message-of.ts';
import { QueryError, textLiteral, valueOf, type Database, type Row, type Value } from './database.ts';

interface WasmOptions {
  /** Addresses on our own origin. */
  wasm: string;
  worker: string;
  /** Bytes of the engine so far. */
  onprogress?: (loaded: number) => void;
}

/** Rows as they come, up to a limit. */
export interface Answer {
  columns: string[];
  rows: Value[][];
  /** More rows were there than asked for. */
  isCut: boolean;
}

export interface WasmDatabase extends Database {
  /** The first `most` rows of any one statement. Throws `QueryError`. */
  ask(sql: string, most: number): Promise<Answer>;
  /** Runs `sql`, which reads this text as the file `IN_FILE`. */
  load(text: string, sql: string): Promise<void>;
  /** Does `work`, which reads each of these as the file at its path, in pieces. At most `MOST_FILES`. */
  withFiles<T>(contents: readonly Blob[], work: (paths: readonly string[]) => Promise<T>): Promise<T>;
  /** A new table of an Arrow IPC stream. */
  insertArrow(stream: Uint8Array, table: string): Promise<void>;
}

/** The file that statements may read; `load` says what is in it. */
export const IN_FILE = 'in.csv';
/** Files that somebody dropped, at once. */
export const MOST_FILES = 200;
const droppedPath = (i: number) => `dropped-${i}`;

/** A worker that loads but cannot compile the engine says nothing at all. */
const SILENCE_MS = 60_000;

/** An empty database in memory. Rejects where the browser cannot load or run the engine. */
export async function openWasm({ wasm, worker: address, onprogress }: WasmOptions): Promise<WasmDatabase> {
  const duckdb = await import('@duckdb/duckdb-wasm');
  const worker = new Worker(address);
  const db = new duckdb.AsyncDuckDB(new duckdb.VoidLogger(), worker);
  try {
    await spoken(worker, (heard) =>
      db.instantiate(wasm, null, ({ bytesLoaded }) => {
        heard();
        onprogress?.(bytesLoaded);
      }),
    );
    await db.open({
      path: ':memory:',
      query: { castDecimalToDouble: true, castTimestampToDate: true },
    });
    const connection = await db.connect();
    const database = new Wasm(db, connection);
    for (const setting of [
      'autoinstall_known_extensions = false',
      'autoload_known_extensions = false',
      `allowed_paths = [${[IN_FILE, ...Array.from({ length: MOST_FILES }, (_, i) => droppedPath(i))].map(textLiteral).join(', ')}]`,
      'enable_external_access = false',
      'lock_configuration = true',
    ])
      await database.run(`SET ${setting}`);
    return database;
  } catch (error) {
    worker.terminate();
    throw error;
  }
}

/** Rejects when the worker breaks, or has said nothing for too long. */
async function spoken(worker: Worker, start: (heard: () => void) => Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await new Promise<unknown>((resolve, reject) => {
      const heard = () => {
        clearTimeout(timer);
        timer = setTimeout(() => reject(new Error('the engine did not start within a minute')), SILENCE_MS);
      };
      worker.addEventListener('error', ({ message }) =>
        reject(new Error(message || 'the worker of the engine could not be loaded')),
      );
      heard();
      start(heard).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
  }
}

class Wasm implements WasmDatabase {
  constructor(
    private readonly db: AsyncDuckDB,
    private readonly connection: AsyncDuckDBConnection,
  ) {}

  async run(sql: string, parameters: readonly Value[] = []): Promise<Row[]> {
    return said(sql, async () => {
      if (parameters.length === 0) return rowsOf(await this.connection.query(sql), sql);
      const statement = await this.connection.prepare(sql);
      try {
        return rowsOf(await statement.query(...parameters), sql);
      } finally {
        await statement.close();
      }
    });
  }

  async ask(sql: string, most: number): Promise<Answer> {
    return said(sql, async () => {
      const reader = await this.connection.send(sql, true);
      const rows: Value[][] = [];
      let columns: string[] = [];
      let isCut = false;
      for await (const batch of reader) {
        columns = batch.schema.fields.map(({ name }: Field) => name);
        const room = most - rows.length;
        isCut = batch.numRows > room;
        rows.push(...cellsOf(batch, Math.min(room, batch.numRows), sql));
        if (isCut) break;
      }
      if (columns.length === 0) columns = reader.schema?.fields.map(({ name }: Field) => name) ?? [];
      if (isCut) await this.connection.cancelSent();
      return { columns, rows, isCut };
    });
  }

  async load(text: string, sql: string): Promise<void> {
    await this.db.registerFileText(IN_FILE, text);
    try {
      await this.run(sql);
    } finally {
      await this.db.dropFile(IN_FILE);
    }
  }

  async withFiles<T>(contents: readonly Blob[], work: (paths: readonly string[]) => Promise<T>): Promise<T> {
    const { DuckDBDataProtocol } = await import('@duckdb/duckdb-wasm');
    const paths = contents.map((_, i) => droppedPath(i));
    for (const [i, content] of contents.entries())
      await this.db.registerFileHandle(droppedPath(i), content, DuckDBDataProtocol.BROWSER_FILEREADER, true);
    try {
      return await work(paths);
    } finally {
      for (const path of paths) await this.db.dropFile(path);
    }
  }

  async insertArrow(stream: Uint8Array, table: string): Promise<void> {
    await said(`the rows of ${table}`, () =>
      this.connection.insertArrowFromIPCStream(stream, { name: table, create: true }),
    );
  }

  close(): void {
    void this.db.terminate();
  }
}

async function said<T>(sql: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof QueryError) throw error;
    throw new QueryError(wordsOf(error), sql, error);
  }
}

/** Some of the engine's errors come as JSON; the sentence is in it. */
function wordsOf(error: unknown): string {
  const text = messageOf(error);
  const sentence = /"exception_message":("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
  return sentence === undefined ? text : String(JSON.parse(sentence));
}

interface Batches {
  schema: { fields: readonly Field[] };
  batches: readonly RecordBatch[];
}

function rowsOf(table: Batches, sql: string): Row[] {
  const names = table.schema.fields.map(({ name }) => name);
  return table.batches
    .flatMap((batch) => cellsOf(batch, batch.numRows, sql))
    .map((cells) => Object.fromEntries(cells.map((cell, i) => [names[i] ?? '', cell])));
}

function cellsOf(batch: RecordBatch, count: number, sql: string): Value[][] {
  const columns = batch.schema.fields.map((field, i) => ({ field, values: batch.getChildAt(i) }));
  return Array.from({ length: count }, (_, row) =>
    columns.map(({ field, values }) => cellOf(values?.get(row), field, sql)),
  );
}

function cellOf(value: unknown, { name, type }: Field, sql: string): Value {
  if (value === null || value === undefined) return null;
  return valueOf(/^(Date|Timestamp)/.test(String(type)) ? new Date(Number(value)) : value, name, sql);
}
