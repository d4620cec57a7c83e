/** DuckDB in this process, shut in: it reads the files it was opened for, and nothing else of the machine or the network. */
import type { DuckDBConnection, DuckDBInstance, DuckDBValue } from '@duckdb/node-api';
import type * as DuckDB from '@duckdb/node-api';
import { messageOf } from '#core/message-of.ts';
import { NoEngineError, QueryError, filePattern, textLiteral, valueOf } from './database.ts';
import type { Database, Row, Value } from './database.ts';

export interface NativeOptions {
  /** Absolute paths that statements may read, and no others. */
  files: readonly string[];
  /** Folder for what does not fit in memory; null: a statement that needs more memory fails. */
  spillFolder: string | null;
  memoryBytes?: number;
  threads?: number;
}

const DEFAULT_MEMORY_BYTES = 2 ** 30;
const DEFAULT_THREADS = 2;

/** An empty database in memory. Throws `NoEngineError` where DuckDB is not installed. */
export async function openNative({
  files,
  spillFolder,
  memoryBytes = DEFAULT_MEMORY_BYTES,
  threads = DEFAULT_THREADS,
}: NativeOptions): Promise<Database> {
  const { DuckDBInstance, DuckDBTimestampValue } = await engine();
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(threads),
    memory_limit: `${Math.round(memoryBytes / 2 ** 20)}MiB`,
    temp_directory: spillFolder ?? '',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  });
  const connection = await instance.connect();
  const database = new Native(
    instance,
    connection,
    (at) => new DuckDBTimestampValue(BigInt(at.getTime()) * 1000n),
  );
  const allowed = [...new Set(files.flatMap((file) => [file, filePattern(file)]))];
  await database.run(`SET allowed_paths = [${allowed.map(textLiteral).join(', ')}]`);
  await database.run('SET enable_external_access = false');
  await database.run('SET lock_configuration = true');
  return database;
}

/** Loaded when first needed: 70 MB that no other command waits for. */
async function engine(): Promise<typeof DuckDB> {
  try {
    return await import('@duckdb/node-api');
  } catch (error) {
    throw new NoEngineError(error);
  }
}

class Native implements Database {
  constructor(
    private readonly instance: DuckDBInstance,
    private readonly connection: DuckDBConnection,
    private readonly timestamp: (at: Date) => DuckDBValue,
  ) {}

  async run(sql: string, parameters: readonly Value[] = []): Promise<Row[]> {
    try {
      const values = parameters.map((one) => (one instanceof Date ? this.timestamp(one) : one));
      const reader = await this.connection.runAndReadAll(sql, values);
      return reader.getRowObjectsJS().map((row) => rowOf(row, sql));
    } catch (error) {
      if (error instanceof QueryError) throw error;
      // After its own words the engine quotes the statement, which is ours and nobody's business.
      throw new QueryError(messageOf(error).replace(/\s+LINE \d+: [^]*$/, ''), sql, error);
    }
  }

  close(): void {
    this.connection.closeSync();
    this.instance.closeSync();
  }
}

function rowOf(row: Readonly<Record<string, unknown>>, sql: string): Row {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, valueOf(value, name, sql)]));
}
