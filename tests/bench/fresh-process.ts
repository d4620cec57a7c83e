/** A program run in a process of its own, and what that used. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export interface Used {
  /** Of the processor, its compiler and garbage collector included. */
  seconds: number;
  megabytes: number;
  stdout: string;
}

export const ROOT = path.resolve(import.meta.dirname, '../..');
const METER = pathToFileURL(path.join(import.meta.dirname, 'meter.mjs')).href;
const MOST_BYTES = 2 ** 30;

/** Throws where the program ends otherwise than with 0. */
export function inFreshProcess(args: readonly string[]): Used {
  const folder = mkdtempSync(path.join(tmpdir(), 'stowage-bench-'));
  try {
    const file = path.join(folder, 'used.json');
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', METER, ...args], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, BENCH_METER: file },
      maxBuffer: MOST_BYTES,
    });
    if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr.trim()}`);
    const { seconds, megabytes } = JSON.parse(readFileSync(file, 'utf8')) as Omit<Used, 'stdout'>;
    return { seconds, megabytes, stdout };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
