// Azurite, which tests run for real: installed once, into the cache folder, as its own lockfile has it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { installAsLocked } from '../../src/setup/node.mjs';
import { cacheFolder, madeOnce, root, say, SetupError } from '../../src/setup/place.mjs';

const recipe = path.join(root, 'tests/tools/azurite');

/** @returns {Promise<string>} The script that Node runs. */
export async function azurite() {
  const manifest = JSON.parse(readFileSync(path.join(recipe, 'package.json'), 'utf8'));
  const folder = path.join(cacheFolder, `azurite-${manifest.dependencies.azurite}`);
  await madeOnce(folder, async (draft) => {
    say('Installing Azurite (once)...');
    const { status, stderr } = await installAsLocked(recipe, draft);
    if (status !== 0)
      throw new SetupError(
        `Azurite could not be installed: ${stderr.trim()}. Check the network, then run this again.`,
      );
  });
  return path.join(folder, 'node_modules/azurite/dist/src/blob/main.js');
}
