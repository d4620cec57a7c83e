/** The tools that read what is emitted: Go itself, and a program with its parsers of HCL and of Prometheus rules. */
import { spawn } from 'node:child_process';
import { goCommand, goTool } from '../../tools/go-tools.mjs';
import type { Ended } from '#tests/helpers/runProgram.ts';

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

/** Reads HCL and rules of Prometheus with their own parsers. */
export async function validator(): Promise<(form: 'hcl' | 'rules', file: string) => Promise<unknown>> {
  const program = await goTool('emit-validator');
  return async (form, file) => {
    const { exit, stdout, stderr } = await run(program, [form, file]);
    if (exit !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as unknown;
  };
}
