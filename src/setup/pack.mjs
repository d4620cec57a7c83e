// npm run pack: the packages as files in dist/packages: `stowage`, the command line, and `stowage-web`, the web app that it serves.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { npmCommand } from './node.mjs';
import { root, run, runMain, SetupError } from './place.mjs';

await runMain(async () => {
  await ensureBuilt(['cli', 'library', 'web']);
  const packages = path.join(root, 'dist/packages');
  rmSync(packages, { recursive: true, force: true });
  const web = path.join(packages, 'stowage-web');
  mkdirSync(web, { recursive: true });
  cpSync(path.join(root, 'dist/web'), path.join(web, 'web'), { recursive: true });
  cpSync(path.join(root, 'LICENSE'), path.join(web, 'LICENSE'));
  const { version, license } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const description = 'The web app of Stowage, for "stowage serve"';
  const manifest = { name: 'stowage-web', version, description, license, files: ['web'] };
  writeFileSync(path.join(web, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const [npm, ...first] = npmCommand();
  for (const folder of [root, web]) {
    // Everything is built; `prepare` has nothing to do.
    const args = ['pack', '--ignore-scripts', '--pack-destination', packages, folder];
    const code = await run(npm, [...first, ...args], { cwd: packages });
    if (code !== 0) throw new SetupError(`npm pack failed in ${folder} (exit ${code}).`);
  }
  rmSync(web, { recursive: true, force: true });
});
