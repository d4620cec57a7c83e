// npm run docs: references and figures in README.md and docs/, with `-- --pictures` also the pictures of the Plan page.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { drawPictures } from './page-pictures.mjs';
import { root, run, runMain } from './place.mjs';

await runMain(async () => {
  const wantsPictures = process.argv.includes('--pictures');
  await ensureBuilt(wantsPictures ? ['cli', 'web'] : ['cli']);
  const pages = ['README.md', ...globSync('docs/*.md', { cwd: root }).sort()];
  const { withReferences } = await import(pathToFileURL(path.join(root, 'src/cli/docs/reference.ts')).href);
  for (const page of pages) {
    const file = path.join(root, page);
    const text = readFileSync(file, 'utf8');
    const made = await withReferences(text);
    if (made !== text) writeFileSync(file, made);
  }
  if (wantsPictures) await drawPictures();
  return run(process.execPath, ['dist/cli/stowage.mjs', 'docs', ...pages]);
});
