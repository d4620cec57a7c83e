// npm start: build, show a plan, then serve the web app. `npm start -- --no-serve` stops after the plan.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { root, run, runMain, say, SetupError } from './place.mjs';

const example = 'examples/streamingco.yaml';

await runMain(async () => {
  const args = process.argv.slice(2);
  const serveArgs = args.filter((arg) => arg !== '--no-serve');
  await ensureBuilt(['cli', 'web']);
  if (!existsSync(path.join(root, example))) throw new SetupError(`${example} is missing.`);
  say(`\nstowage plan ${example}\n`);
  const planned = await stowage(['plan', example]);
  // A plan that recommends nothing (1) is still an answer worth serving.
  if (planned > 1 || serveArgs.length < args.length) return planned;
  say('');
  return stowage(['serve', ...serveArgs]);
});

/** @param {string[]} args */
function stowage(args) {
  return run(process.execPath, ['dist/cli/stowage.mjs', ...args]);
}
