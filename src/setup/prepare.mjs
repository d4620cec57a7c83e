// Runs at the end of `npm ci` and `npm install`, on Node 20 too: afterwards `npm run -s stowage` works.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { stampDependencies } from './dependencies.mjs';
import { root, runMain, say } from './place.mjs';

await runMain(async () => {
  if (!existsSync(path.join(root, 'node_modules', 'rolldown'))) {
    say('stowage: the development dependencies were left out, so the command line was not built.');
    return;
  }
  stampDependencies();
  await ensureBuilt(['cli']);
});
