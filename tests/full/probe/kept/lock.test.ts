/** Locks of processes that ended, and of those whose number says nothing here. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { SILENT_MS, takeFolder } from '#probe/kept/lock.ts';
import { Folder } from '#tests/helpers/folder.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const HOLD =
  "import { takeFolder } from '#probe/kept/lock.ts'; takeFolder(process.argv[1]); console.log('has it'); setInterval(() => {}, 1e6)";

afterEach(() => void vi.useRealTimers());

/** A folder that this process has, with the lock as another would have written it. */
function lockedBy(folder: string, changes: Record<string, unknown>) {
  const lock = path.join(folder, 'lock');
  takeFolder(folder);
  const own = JSON.parse(readFileSync(lock, 'utf8')) as Record<string, unknown>;
  writeFileSync(lock, JSON.stringify({ ...own, ...changes }));
  return lock;
}

/** As if the file system had last seen it written so long ago. */
function silentFor(lock: string, ms: number) {
  const then = new Date(Date.now() - ms);
  utimesSync(lock, then, then);
}

test('a folder is taken once, also by one process, until it is given back', () => {
  using folder = new Folder();
  const release = takeFolder(folder.path);
  expect(() => takeFolder(folder.path)).toThrow(
    `process ${process.pid} is at work in ${folder.path}; wait for its end, or name another --out (where it is no probe, remove ${path.join(folder.path, 'lock')})`,
  );
  release();
  takeFolder(folder.path)();
  expect(readdirSync(folder.path)).toEqual([]);
});

test('the lock of a process counts while it lives, and not a moment more', async () => {
  using folder = new Folder();
  const holder = spawn(process.execPath, ['--input-type=module', '-e', HOLD, folder.path], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  expect(() => takeFolder(folder.path)).toThrow(`process ${holder.pid} is at work in`);
  silentFor(path.join(folder.path, 'lock'), 10 * SILENT_MS);
  expect(() => takeFolder(folder.path)).toThrow(`process ${holder.pid} is at work in`);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  takeFolder(folder.path)();
});

test('a number that another process has by now does not lock', () => {
  using folder = new Folder();
  lockedBy(folder.path, { pid: process.ppid, began: '1' });
  takeFolder(folder.path)();
});

test.each([
  ['another machine', { host: 'elsewhere', place: 'another-boot pid:[1]' }, 'process 1 on elsewhere'],
  ['a container that has our number', { host: 'c', place: 'another-boot pid:[2]' }, 'process 1 on c'],
  ['nobody knows what', { place: 7 }, 'another process'],
])('a lock of %s counts as long as it shows life', (_, changes, who) => {
  using folder = new Folder();
  const lock = lockedBy(folder.path, { pid: 1, ...changes });
  const words = `${who} is at work in ${folder.path}; wait for its end and 60 s more, or name another --out (where it is no probe, remove ${lock})`;
  expect(() => takeFolder(folder.path)).toThrow(words);
  silentFor(lock, SILENT_MS - 20_000);
  expect(() => takeFolder(folder.path)).toThrow(words);
  silentFor(lock, SILENT_MS + 1000);
  takeFolder(folder.path)();
});

test('who has a folder shows life until it gives the folder back', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  using folder = new Folder();
  const lock = path.join(folder.path, 'lock');
  const release = takeFolder(folder.path);
  const text = readFileSync(lock, 'utf8');
  silentFor(lock, 10 * SILENT_MS);
  vi.advanceTimersByTime(SILENT_MS / 2);
  expect(Date.now() - statSync(lock).mtimeMs).toBeLessThan(SILENT_MS / 2);
  expect(readFileSync(lock, 'utf8')).toBe(text);
  release();
  expect(vi.getTimerCount()).toBe(0);
});

test('the lock of another that took the folder since is left alone', () => {
  using folder = new Folder();
  const lock = path.join(folder.path, 'lock');
  const release = takeFolder(folder.path);
  folder.write('lock', 'of another');
  release();
  expect(existsSync(lock)).toBe(true);
});
