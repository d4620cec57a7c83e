/** What a command needs from outside, for real: this process, its streams, and the files beside the program: each opened when it is asked for. */
import { existsSync, fstatSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readCatalog } from '#catalog/read-catalog.ts';
import { messageOf } from '#core/message-of.ts';
import manifest from '../../package.json' with { type: 'json' };
import type { Deps, Pictures } from './deps.ts';
import { Misunderstood, Unanswerable } from './failures.ts';

const LARGEST_STDIN_BYTES = 16 * 1024 * 1024;

/** `program`: the address of what runs, dist/cli/stowage.mjs; what it reads is built beside it. */
export function nodeDeps(program: string): Deps {
  const dist = path.resolve(path.dirname(fileURLToPath(program)), '..');
  const { env } = process;
  return {
    cwd: process.cwd(),
    env,
    get home() {
      return homedir();
    },
    stdin: readStandardInput,
    print,
    say: (line) => void process.stderr.write(`${line}\n`),
    get redraw() {
      const { stderr } = process;
      return stderr.isTTY && env.TERM !== 'dumb'
        ? (line: string) => void stderr.write(`\r\u001b[K${line.slice(0, (stderr.columns || 80) - 1)}`)
        : null;
    },
    get ask() {
      return process.stdin.isTTY && process.stderr.isTTY && !env.CI ? askPerson : null;
    },
    get columns() {
      const { stdout } = process;
      return stdout.isTTY ? stdout.columns || 80 : undefined;
    },
    get styled() {
      return process.stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
    },
    catalog: readCatalog(path.join(dist, 'data')),
    get webFolder() {
      return webFolder(dist, program);
    },
    datasetsFolder: path.resolve(dist, '../datasets'),
    examplesFolder: path.resolve(dist, '../examples'),
    version: manifest.version,
    pictures: () => picturesOf(path.join(dist, 'cli/pictures.mjs')),
    program,
    today: () => dayOf(new Date()),
  };
}

/** Of a checkout, or of the package `stowage-web` beside this one; where it would be, if there is neither. */
function webFolder(dist: string, program: string): string {
  const own = path.join(dist, 'web');
  if (existsSync(own)) return own;
  try {
    return path.join(path.dirname(createRequire(program).resolve('stowage-web/package.json')), 'web');
  } catch {
    return own;
  }
}

/** Throws `Unanswerable` where they are not built. */
export async function picturesOf(file: string): Promise<Pictures> {
  if (!existsSync(file)) throw new Unanswerable(`this build draws no charts (no ${file})`);
  return (await import(pathToFileURL(file).href)) as Pictures;
}

const STDOUT = 1;

/** Throws `Unanswerable` where a file that standard output goes to cannot hold all of `text`. */
function print(text: string): void {
  if (!fstatSync(STDOUT).isFile()) return void process.stdout.write(text);
  try {
    // Node's own stream to a file writes what fits on a full disk, and is content.
    for (let rest = Buffer.from(text); rest.length > 0;) rest = rest.subarray(writeSync(STDOUT, rest));
  } catch (error) {
    throw new Unanswerable(`the answer could not be written (${messageOf(error)})`);
  }
}

/** Null once the terminal has no more lines (Ctrl + D). */
async function askPerson(question: string): Promise<string | null> {
  const { createInterface } = await import('node:readline');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve) => {
    terminal.once('close', () => resolve(null));
    terminal.question(question, (answer) => {
      resolve(answer);
      terminal.close();
    });
  });
}

/** What has been read once is empty. */
let isStdinRead = false;

async function readStandardInput(): Promise<Uint8Array> {
  if (isStdinRead) throw new Misunderstood('standard input: can be read once; name it (-) a single time');
  isStdinRead = true;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_STDIN_BYTES)
      throw new Misunderstood(
        `standard input: is more than ${LARGEST_STDIN_BYTES / 1024 / 1024} MiB; give less at a time`,
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** In UTC. Throws `Unanswerable` where a clock says a year that no date here is written with. */
export function dayOf(now: Date): string {
  const [day = ''] = now.toISOString().split('T');
  if (day.length !== 10) throw new Unanswerable(`the clock of this machine says ${day}; set it`);
  return day;
}
