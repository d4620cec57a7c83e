/** The tools that read what is emitted: Go itself, and its parsers of HCL and of Prometheus rules, built once into the cache. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { goCommand } from '../../../src/setup/go-tools.mjs';
import { cacheFolder, oneAtATime } from '../../../src/setup/place.mjs';
import type { Ended } from '#tests/helpers/runProgram.ts';

const SOURCES = path.resolve(import.meta.dirname, 'tools');
const FILES = ['go.mod', 'go.sum', 'main.go'] as const;

/** Never the toolchain that a module asks for: what is installed must do. */
const GO_ENV = { GOTOOLCHAIN: 'local', GOFLAGS: '-mod=readonly', GOWORK: 'off' };

/** Runs a program to its end. */
export function run(
  command: string,
  args: readonly string[],
  { cwd, env = {}, stdin = '' }: { cwd?: string; env?: Record<string, string>; stdin?: string } = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...(cwd === undefined ? {} : { cwd }),
      env: { ...process.env, ...env },
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject);
    child.on('close', (exit) => resolve({ exit, stdout, stderr }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
  });
}

/** Runs Go, or a program beside it. Throws with what it said where it fails. */
export async function go(
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<string> {
  const { exit, stdout, stderr } = await run(await goCommand(), args, { cwd, env: { ...GO_ENV, ...env } });
  if (exit !== 0) throw new Error(`go ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout + stderr;
}

/** The program of tests/emit/tools, built the first time it is needed. */
export async function validator(): Promise<(form: 'hcl' | 'rules', file: string) => Promise<unknown>> {
  const hash = createHash('sha256');
  for (const name of FILES) hash.update(readFileSync(path.join(SOURCES, name)));
  const folder = path.join(cacheFolder, `emit-tools-${hash.digest('hex').slice(0, 16)}`);
  const program = path.join(folder, 'validate');
  await oneAtATime('emit-tools', async () => {
    if (existsSync(program)) return;
    const draft = mkdtempSync(path.join(cacheFolder, 'emit-tools-draft-'));
    try {
      for (const name of FILES) copyFileSync(path.join(SOURCES, name), path.join(draft, name));
      await go(['build', '-o', 'validate', '.'], draft);
      mkdirSync(path.dirname(folder), { recursive: true });
      renameSync(draft, folder);
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  });
  return async (form, file) => {
    const { exit, stdout, stderr } = await run(program, [form, file]);
    if (exit !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as unknown;
  };
}
