// A Node new enough for the build and the tests: the one at hand, or Node 24 from npm in a cache folder.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder, oneAtATime, say, SetupError } from './place.mjs';

const wanted = { major: 22, minor: 17 };
const binary = process.platform === 'win32' ? 'node.exe' : 'node';
const shelf = path.join(cacheFolder, 'node-24');
const binFolder = path.join('node_modules', 'node', 'bin');

export function isGoodNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > wanted.major || (major === wanted.major && minor >= wanted.minor);
}

/** The folder of a Node >= 22.17. Fetches one the first time it is needed. */
export async function goodNodeFolder() {
  if (isGoodNode()) return path.dirname(process.execPath);
  const folder = path.join(shelf, binFolder);
  if (existsSync(path.join(folder, binary))) return folder;
  await oneAtATime('node-24', async () => {
    if (!existsSync(path.join(folder, binary))) await fetchNode();
  });
  return folder;
}

async function fetchNode() {
  const need = `Stowage needs Node ${wanted.major}.${wanted.minor} or newer and this is ${process.version}.`;
  const remedy = `Install Node ${wanted.major}.${wanted.minor} or newer, or check the network, then run this again.`;
  say(`${need} Fetching Node 24 from npm into ${shelf} (once, about 200 MB)...`);
  // Into a folder of its own first: what carries the final name is always complete.
  const draft = mkdtempSync(path.join(cacheFolder, 'node-24-'));
  try {
    const [npm, ...first] = npmCommand();
    // The package "node" puts its binary in place with an install script.
    const args = ['install', '--no-save', '--ignore-scripts=false', '--no-fund', '--no-audit'];
    const loglevel = '--loglevel=error';
    const fetched = spawnSync(npm, [...first, ...args, loglevel, '--prefix', draft, 'node@24'], {
      encoding: 'utf8',
      shell: process.platform === 'win32' && npm === 'npm',
    });
    if (fetched.status !== 0) {
      const why = /^npm error (\d{3} .*|code .*|\w*Error: .*)$/m.exec(fetched.stderr ?? '')?.[1];
      throw new SetupError(`${need} npm could not fetch Node 24${why ? ` (${why})` : ''}. ${remedy}`);
    }
    const probe = spawnSync(path.join(draft, binFolder, binary), ['--version'], { encoding: 'utf8' });
    if (!isGoodNode(probe.stdout?.trim().slice(1) ?? '')) {
      throw new SetupError(`${need} The Node 24 that npm fetched does not run on this system. ${remedy}`);
    }
    rmSync(shelf, { recursive: true, force: true });
    renameSync(draft, shelf);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** @returns {[string, ...string[]]} The npm that started us where there is one, else the one on PATH. */
export function npmCommand() {
  const cli = process.env.npm_execpath;
  return cli && /npm-cli\.c?js$/.test(cli) ? [process.execPath, cli] : ['npm'];
}
