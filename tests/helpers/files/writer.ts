/** Writes into the folder it is given, in every way the commands do, until it is killed. Says once that it has begun. */
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createFiles, createFolder, replaceFile } from '#files/write-files.ts';

const [folder = ''] = process.argv.slice(2);
const at = (name: string) => path.join(folder, name);
const content = (letter: string) => letter.repeat(Number(process.argv[3]));

process.stdout.write('began\n');
for (let round = 0; ; round++) {
  replaceFile(at('doc.md'), readFileSync(at('doc.md')), content(round % 2 === 0 ? 'b' : 'a'));
  createFiles([
    { path: at(`files-${round}/one`), content: content('1') },
    { path: at(`files-${round}/two`), content: content('2') },
  ]);
  createFolder(at(`folder-${round}`), [
    { path: 'one', content: content('1') },
    { path: 'deep/two', content: content('2') },
  ]);
  rmSync(at(`files-${round - 2}`), { recursive: true, force: true });
}
