// node_modules as package-lock.json asks for it.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { npmCommand } from './node.mjs';
import { oneAtATime, root, run, say, SetupError } from './place.mjs';

const stamp = path.join(root, 'node_modules', '.stowage-lock');

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');

const isCurrent = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash();

/** Remembers which lockfile node_modules was installed from. */
export function stampDependencies() {
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, lockHash());
}

/** @param {NodeJS.ProcessEnv} env */
export async function ensureDependencies(env) {
  // Inside `npm ci` itself there is nothing to install.
  if (process.env.npm_lifecycle_event === 'prepare' || isCurrent()) return;
  const place = createHash('sha256').update(root).digest('hex').slice(0, 12);
  await oneAtATime(`install-${place}`, async () => {
    if (isCurrent()) return;
    say('Installing dependencies (npm ci)...');
    const [npm, ...first] = npmCommand();
    // No dependency needs an install script; our own `prepare` is left to whoever needs the build.
    const args = ['ci', '--include=dev', '--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error'];
    const code = await run(npm, [...first, ...args], { env, stdio: ['ignore', 2, 2] });
    if (code !== 0) throw new SetupError(`npm ci failed (exit ${code}); its own message is above.`);
    stampDependencies();
  });
}
