// node tests/run.mjs quick|full|deep [ARG...]: runs a tier of the tests; `full` runs `quick` first, while it builds and fetches.
// ARG goes to vitest. The last line on stdout is `N passed, N failed`, and the exit code agrees with it.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuilt } from '../src/setup/build.mjs';
import { root, runMain, SetupError } from '../src/setup/place.mjs';
import { provideTools } from './tools/tools.mjs';

const KILL_AFTER_MS = 10_000;

const [tier = '', ...args] = process.argv.slice(2);
const scratch = mkdtempSync(path.join(tmpdir(), 'stowage-test-'));
const total = { passed: 0, failed: 0 };
/** @type {NodeJS.Signals | undefined} */
let stoppedBy;
/** @type {import('node:child_process').ChildProcess | undefined} */
let vitest;

process.once('exit', (code) => {
  rmSync(scratch, { recursive: true, force: true });
  if (code !== 0 && total.failed === 0 && (total.passed > 0 || stoppedBy)) total.failed = 1;
  writeSync(1, `${total.passed} passed, ${total.failed} failed\n`);
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => {
    stoppedBy = signal;
    if (!vitest) process.exit(128 + constants.signals[signal]);
    stop(signal);
    setTimeout(stop, KILL_AFTER_MS, 'SIGKILL').unref();
  });

await runMain(async () => {
  if (!['quick', 'full', 'deep'].includes(tier))
    throw new SetupError(`There is no tier "${tier}" of tests; there are quick, full and deep.`);
  const tools = tier === 'quick' ? Promise.resolve([]) : setUp();
  tools.catch(() => undefined);
  if (tier !== 'deep') await runTier('quick', []);
  if (tier !== 'quick') await runTier(tier, await tools);
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
}).catch((error) => {
  total.failed += 1;
  console.error(error);
  process.exitCode = 1;
});
if (process.exitCode === 1 && total.failed === 0 && total.passed === 0) total.failed = 1;

/** Builds and fetches what the tests above `quick` need, and resolves to the names of tools that cannot be had. */
async function setUp() {
  const [missing] = await Promise.all([provideTools(tier), ensureBuilt(['cli', 'library', 'web'])]);
  for (const { name, why } of missing) console.log(`not run: ${name} (${why})`);
  if (process.env.STOWAGE_TESTS_NEED_ALL) total.failed += missing.length;
  return missing.map(({ name }) => name);
}

/**
 * Runs vitest on one tier, and adds what it counted to the total.
 * @param {string} name
 * @param {string[]} missing tools
 */
async function runTier(name, missing) {
  const tally = path.join(scratch, name);
  const silent = process.env.npm_config_loglevel === 'silent' || args.includes('--silent');
  const reporters = args.some((arg) => arg.startsWith('--reporter'))
    ? []
    : [silent ? './tests/failures-only.ts' : 'default'];
  const options = [
    ...['--project', name, '--passWithNoTests'],
    ...[...reporters, './tests/reporter.ts'].map((reporter) => `--reporter=${reporter}`),
    ...(silent ? ['--silent=passed-only'] : []),
    ...args.filter((arg) => arg !== '--silent'),
  ];
  const env = { ...process.env, STOWAGE_TESTS_TALLY: tally, STOWAGE_TESTS_WITHOUT: missing.join() };
  // A group of its own, so that servers and browsers that it leaves behind end with it.
  vitest = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...options], {
    ...{ cwd: root, env, stdio: 'inherit', detached: process.platform !== 'win32' },
  });
  const code = await new Promise((resolve) => vitest?.once('close', resolve).once('error', () => resolve(1)));
  stop('SIGKILL');
  vitest = undefined;
  const { passed, failed } = countOf(tally, code === 0);
  total.passed += passed;
  total.failed += code !== 0 && failed === 0 && passed > 0 ? 1 : failed;
  // Whatever is still being fetched or built ends with this process.
  if (stoppedBy) process.exit(128 + constants.signals[stoppedBy]);
}

/**
 * What the reporter noted: its own count at the end, or, where a run never came to its end, what it noted of each test.
 * @param {string} file
 * @param {boolean} ended well
 */
function countOf(file, ended) {
  const notes = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const [, passed, failed] =
    /^end (\d+) (\d+)$/.exec(notes.findLast((note) => note.startsWith('end')) ?? '') ?? [];
  if (passed !== undefined && failed !== undefined) return { passed: Number(passed), failed: Number(failed) };
  const count = (/** @type {string} */ state) => notes.filter((note) => note === state).length;
  return { passed: count('passed'), failed: count('failed') + (ended ? 0 : 1) };
}

/** @param {NodeJS.Signals} signal */
function stop(signal) {
  if (vitest?.pid === undefined) return;
  try {
    if (process.platform === 'win32') vitest.kill(signal);
    else process.kill(-vitest.pid, signal);
  } catch {
    // All of the group have ended.
  }
}
