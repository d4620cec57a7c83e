// A Node new enough for the build and the tests: the one at hand, or Node 24 from npm in a cache folder.
import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder, capture, checksumOf, madeOnce, root, say, SetupError } from './place.mjs';

const wanted = { major: 22, minor: 17 };
const binary = process.platform === 'win32' ? 'node.exe' : 'node';
const recipe = path.join(root, 'src/setup/node');

export function isGoodNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > wanted.major || (major === wanted.major && minor >= wanted.minor);
}

/** The folder of a Node >= 22.17. Fetches one the first time it is needed. */
export async function goodNodeFolder() {
  if (isGoodNode()) return path.dirname(process.execPath);
  const shelf = path.join(cacheFolder, `node-24-${checksumOf(path.join(recipe, 'package-lock.json'))}`);
  await madeOnce(shelf, (draft) => fetchNode(shelf, draft));
  return binFolder(shelf);
}

/**
 * The one package that npm installs there is that of this system.
 * @param {string} shelf
 */
function binFolder(shelf) {
  const packages = path.join(shelf, 'node_modules');
  const name = existsSync(packages)
    ? readdirSync(packages).find((one) => one.startsWith('node-'))
    : undefined;
  return path.join(packages, name ?? 'none', 'bin');
}

/**
 * @param {string} shelf
 * @param {string} draft
 */
async function fetchNode(shelf, draft) {
  const need = `Stowage needs Node ${wanted.major}.${wanted.minor} or newer and this is ${process.version}.`;
  const remedy = `Install Node ${wanted.major}.${wanted.minor} or newer, or check the network, then run this again.`;
  say(`${need} Fetching Node 24 from npm into ${shelf} (once, about 200 MB)...`);
  const { status, stderr } = await installAsLocked(recipe, draft);
  if (status !== 0) {
    const why = /^npm error (\d{3} .*|code .*|\w*Error: .*)$/m.exec(stderr)?.[1];
    throw new SetupError(`${need} npm could not fetch Node 24${why ? ` (${why})` : ''}. ${remedy}`);
  }
  const { stdout } = await capture(path.join(binFolder(draft), binary), ['--version']);
  if (!isGoodNode(stdout.trim().slice(1)))
    throw new SetupError(`${need} The Node 24 that npm fetched does not run on this system. ${remedy}`);
}

/**
 * The packages of a lockfile into another folder; no script of theirs runs.
 * @param {string} lock folder of package.json and package-lock.json
 * @param {string} folder
 */
export function installAsLocked(lock, folder) {
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(path.join(lock, file), path.join(folder, file));
  const [npm, ...first] = npmCommand();
  const args = ['ci', '--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error'];
  const shell = process.platform === 'win32' && npm === 'npm';
  return capture(npm, [...first, ...args], { cwd: folder, shell });
}

/** @returns {[string, ...string[]]} The npm that started us where there is one, else the one on PATH. */
export function npmCommand() {
  const cli = process.env.npm_execpath;
  return cli && /npm-cli\.c?js$/.test(cli) ? [process.execPath, cli] : ['npm'];
}
