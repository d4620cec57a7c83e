/** Spark behind the port of a database: `spark-submit` runs a small program, which asks here for one statement after another. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { QueryError, type Database, type Row } from '../database.ts';
import DRIVER from './driver.py?raw';
import { InSpark } from './in-spark.ts';

export interface SparkOptions {
  /** The command, found on the PATH: `spark-submit`. */
  submit: string;
  /** What stands before the program, such as `--master yarn`. */
  options: readonly string[];
  env?: NodeJS.ProcessEnv;
}

/** Spark could not be started, with what it said last. */
export class SparkError extends Error {
  override name = 'SparkError';
}

/** Spark's methods for a statement are long, and Java runs the longest without compiling them. What a user says of Java is added. */
const COMPILED = '-XX:-DontCompileHugeMethods';
/** A third of the second compiler's time went to what reads and plans statements: it is for the loops over rows. */
const OF_ROWS =
  '-XX:Tier4InvocationThreshold=50000 -XX:Tier4MinInvocationThreshold=20000 -XX:Tier4CompileThreshold=100000 -XX:Tier4BackEdgeThreshold=200000';
/** The collector for throughput takes a fifth less processor time than Java's own choice. Of two, Java starts with none. */
const COLLECTED = '-XX:+UseParallelGC';

function javaOptions(options: readonly string[]): string[] {
  const collected = options.some((one) => /Use\w*GC/.test(one)) ? [] : [COLLECTED];
  const driver = [COMPILED, OF_ROWS, ...collected].join(' ');
  return Object.entries({ driver, executor: COMPILED }).flatMap(([of, said]) => [
    '--conf',
    `spark.${of}.defaultJavaOptions=${said}`,
  ]);
}

/** Starts Spark, in client mode: its driver runs on this machine. Throws `SparkError`. */
export async function openSpark({ submit, options, env = process.env }: SparkOptions): Promise<Database> {
  const folder = mkdtempSync(path.join(tmpdir(), 'stowage-spark-'));
  const program = path.join(folder, 'stowage-driver.py');
  writeFileSync(program, DRIVER);
  const token = randomBytes(16).toString('hex');
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const child = spawn(submit, [...javaOptions(options), ...options, program, String(port)], {
    // Spark makes a folder for tables where it is.
    cwd: folder,
    env: { ...env, STOWAGE_TOKEN: token },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said = tailOf(child);
  const close = () => {
    server.close();
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const socket = await Promise.race([callOf(server, token), failureOf(child, submit, said)]);
    return new Spark(socket, said, close);
  } catch (error) {
    close();
    throw error;
  }
}

/** The program that knows the token; who else calls is hung up on. */
function callOf(server: ReturnType<typeof createServer>, token: string): Promise<Lines> {
  return new Promise((resolve) => {
    server.on('connection', (socket) => {
      const lines = new Lines(socket);
      void lines.next().then((line) => {
        if (line === token) resolve(lines);
        else socket.destroy();
      });
    });
  });
}

async function failureOf(child: ChildProcess, submit: string, said: () => string): Promise<never> {
  // An `error` before the end is that of a command that is not there.
  await once(child, 'exit').catch((cause: unknown) => {
    throw new SparkError(
      `${submit} could not be started; Spark 3.5 or newer has it (pip install pyspark, and Java 17), or name it with --spark-submit`,
      { cause },
    );
  });
  throw new SparkError(`${submit} ended before it asked for work; it said: ${said()}`);
}

/** The last line of what a program says on standard error that is more than a log's line. */
function tailOf(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.on('data', (part: Buffer) => (text = (text + part.toString()).slice(-4000)));
  return () => text.trim().split('\n').at(-1) || 'nothing';
}

class Lines {
  readonly #socket: Socket;
  readonly #lines: AsyncIterator<string>;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  }

  /** Null where the other side hung up. */
  async next(): Promise<string | null> {
    const { value, done } = await this.#lines.next();
    return done ? null : value;
  }

  send(line: string): void {
    this.#socket.write(`${line}\n`);
  }

  end(): void {
    this.#socket.end();
  }
}

class Spark implements Database {
  readonly #lines: Lines;
  readonly #said: () => string;
  readonly #close: () => void;
  readonly #inSpark = new InSpark();

  constructor(lines: Lines, said: () => string, close: () => void) {
    this.#lines = lines;
    this.#said = said;
    this.#close = close;
  }

  async run(sql: string): Promise<Row[]> {
    let rows: Row[] = [];
    for (const statement of this.#inSpark.statements(sql)) rows = await this.#ask(statement);
    return rows;
  }

  async #ask(sql: string): Promise<Row[]> {
    this.#lines.send(JSON.stringify({ sql }));
    const line = await this.#lines.next();
    if (line === null) throw new QueryError(`Spark ended: ${this.#said()}`, sql);
    const { rows, error } = JSON.parse(line) as { rows?: Row[]; error?: string };
    if (rows === undefined) throw new QueryError(error ?? 'Spark gave no rows', sql);
    return rows;
  }

  close(): void {
    this.#lines.end();
    this.#close();
  }
}
