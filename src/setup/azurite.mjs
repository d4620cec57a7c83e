// Azurite, which tests run for real: installed once, into the cache folder, as its own lockfile has it.
import { copyFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { npmCommand } from './node.mjs';
import { cacheFolder, capture, oneAtATime, root, say, SetupError } from './place.mjs';

const recipe = path.join(root, 'src/setup/azurite');
const files = ['package.json', 'package-lock.json'];

/** @returns {Promise<string>} The script that Node runs. */
export async function azurite() {
  const manifest = JSON.parse(readFileSync(path.join(recipe, 'package.json'), 'utf8'));
  const folder = path.join(cacheFolder, `azurite-${manifest.dependencies.azurite}`);
  await oneAtATime('azurite', async () => {
    if (existsSync(folder)) return;
    say('Installing Azurite (once)...');
    const draft = mkdtempSync(path.join(cacheFolder, 'azurite-draft-'));
    try {
      for (const file of files) copyFileSync(path.join(recipe, file), path.join(draft, file));
      const [npm, ...first] = npmCommand();
      const args = ['ci', '--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error'];
      const { status, stderr } = await capture(npm, [...first, ...args], { cwd: draft });
      if (status !== 0)
        throw new SetupError(
          `Azurite could not be installed: ${stderr.trim()}. Check the network, then run this again.`,
        );
      renameSync(draft, folder);
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  });
  return path.join(folder, 'node_modules/azurite/dist/src/blob/main.js');
}
