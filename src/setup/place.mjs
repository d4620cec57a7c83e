// Where things are, and how to run a command: shared by every script in this folder.
// Plain JavaScript on Node's own modules, because it runs before anything is installed, on Node 20.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { constants, homedir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const cacheFolder = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'stowage');

/** Something the reader can act on: shown as one message, without a stack. */
export class SetupError extends Error {}

/** @param {string} message The conversation goes to stderr; stdout is for answers. */
export const say = (message) => void process.stderr.write(`${message}\n`);

/** @param {() => Promise<number | void>} main */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    say(`stowage: ${error.message}`);
    process.exitCode = 1;
  }
}

/**
 * Runs a command to its end, passing on our stdio and the signals we receive; resolves to its exit code.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, stdio?: import('node:child_process').StdioOptions }} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, options = {}) {
  const windows = process.platform === 'win32';
  const shell = windows && command !== process.execPath && command !== 'node';
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', shell, ...options });
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    // Ctrl-C in a terminal reaches the child by itself.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of signals) process.on(signal, pass);
  return new Promise((resolve, reject) => {
    child.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      for (const signal of signals) process.off(signal, pass);
      const why = error.code === 'ENOENT' ? 'the command was not found' : error.message;
      reject(new SetupError(`Could not run ${command}: ${why}.`));
    });
    child.on('exit', (code, signal) => {
      for (const name of signals) process.off(name, pass);
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

/**
 * Runs a command to its end without showing what it prints. Does not throw: a command that is not there has the status `null`.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ status: number | null, stdout: string, stderr: string }>}
 */
export function capture(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, stderr] = ['', ''];
    child.stdout?.setEncoding('utf8').on('data', (text) => (stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text) => (stderr += text));
    child.on('error', (error) => resolve({ status: null, stdout, stderr: error.message }));
    child.on('close', (status) => resolve({ status, stdout, stderr }));
  });
}

/** @param {string} text What a program said at last: mostly why it failed. */
export const lastLine = (text) => text.trim().split('\n').at(-1) ?? '';

/**
 * One process at a time: the others wait for the holder to finish, or to have died.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function oneAtATime(name, work) {
  mkdirSync(cacheFolder, { recursive: true });
  const lock = path.join(cacheFolder, `${name}.lock`);
  while (!take(lock)) {
    if (!holderLives(lock)) rmSync(lock, { force: true });
    else await wait(300);
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/**
 * A folder that is made once, whoever asks. It is made under another name first: what carries the final name is always complete.
 * @param {string} folder in the cache folder
 * @param {(draft: string) => Promise<void>} make
 * @returns {Promise<string>} The folder.
 */
export async function madeOnce(folder, make) {
  if (existsSync(folder)) return folder;
  await oneAtATime(path.basename(folder), async () => {
    if (existsSync(folder)) return;
    mkdirSync(path.dirname(folder), { recursive: true });
    const draft = mkdtempSync(`${folder}-draft-`);
    try {
      await make(draft);
      renameSync(draft, folder);
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  });
  return folder;
}

/** @param {string[]} files What tells one content of them from another, for the name of a folder. */
export function checksumOf(...files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}

/** @param {string} lock */
function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/** @param {string} lock */
function holderLives(lock) {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    // An empty file belongs to a process between creating it and writing its number.
    if (pid > 0) process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
