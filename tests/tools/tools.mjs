// What tests run for real: fetched or built into the cache folder, each once.
import { azurite } from './azurite.mjs';
import { findBrowser } from '../../src/setup/browser.mjs';
import { goCommand, goTool, goToolNames } from './go-tools.mjs';
import { capture, SetupError } from '../../src/setup/place.mjs';
import {
  pythonPackage,
  pythonTool,
  pythonToolNames,
  wheelProgram,
  wheelProgramNames,
} from './python-tools.mjs';
import { sparkSubmit } from './spark.mjs';

/**
 * @typedef {'browser' | 'azurite' | 'go' | 'jq' | 'flock' | 'spark' | 'sqlglot' | 'tmpfs' | import('./go-tools.mjs').GoTool | import('./python-tools.mjs').PythonTool
 *   | import('./python-tools.mjs').WheelProgram} ToolName
 */

/** @type {(readonly [ToolName, () => Promise<unknown>])[]} */
const tools = [
  ['browser', findBrowser],
  ['azurite', azurite],
  ...pythonToolNames.map((name) => /** @type {const} */ ([name, () => pythonTool(name)])),
  ...wheelProgramNames.map((name) => /** @type {const} */ ([name, () => wheelProgram(name)])),
  ['spark', sparkSubmit],
  ['sqlglot', () => pythonPackage('sqlglot')],
  ['jq', () => systemTool('jq')],
  ['flock', () => systemTool('flock')],
];

/** @param {string} name What the system's own packages have. */
async function systemTool(name) {
  const { status } = await capture(name, ['--version']);
  if (status !== 0) throw new SetupError(`install ${name}, then run this again`);
}

/** A process that may mount a file system of its own, on Linux. */
async function mayMount() {
  const { status } = await capture('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/tmp']);
  if (status !== 0) throw new SetupError('this process may not mount a file system of its own');
}

/**
 * Provides all tools, downloads side by side and builds one after another.
 * @param {string} tier
 * @returns {Promise<{ name: ToolName, why: string }[]>} Those that cannot be had.
 */
export async function provideTools(tier) {
  /** @type {{ name: ToolName, why: string }[]} */
  const missing = [];
  /** @type {(name: ToolName, provide: () => Promise<unknown>) => Promise<void>} */
  const attempt = async (name, provide) => {
    try {
      await provide();
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      missing.push({ name, why: error.message });
    }
  };
  const goTools = async () => {
    await attempt('go', goCommand);
    for (const name of goToolNames) await attempt(name, () => goTool(name));
  };
  await Promise.all([...tools.map(([name, provide]) => attempt(name, provide)), goTools()]);
  if (tier === 'deep') await attempt('tmpfs', mayMount);
  return missing;
}
