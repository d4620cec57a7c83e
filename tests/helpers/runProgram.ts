/** The built command line as a shell runs it: a real process, in a folder of its own. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '#tests/sources.ts';

export const PROGRAM = path.join(ROOT, 'dist/cli/stowage.mjs');

export interface Ended {
  exit: number | null;
  stdout: string;
  stderr: string;
}

export interface CliOptions {
  cwd?: string;
  stdin?: string;
  env?: Record<string, string>;
  /** Another copy of it. */
  program?: string;
}

/** Runs `stowage ARGS`. Neither a terminal nor colour, unless `env` says so. */
export function runProgram(
  args: readonly string[],
  { cwd = ROOT, stdin = '', env = {}, program = PROGRAM }: CliOptions = {},
): Promise<Ended> {
  if (!existsSync(program)) throw new Error(`${program} is not built; run npm run build`);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { cwd, env: { ...process.env, ...env } });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject);
    child.on('close', (exit) => resolve({ exit, stdout, stderr }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
  });
}
