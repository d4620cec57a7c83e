import { lstatSync } from 'node:fs';
import path from 'node:path';
import { createFiles } from '#files/write-files.ts';
import type { Run } from '../../command.ts';
import { Misunderstood } from '../../failures.ts';
import { give } from '../../formats.ts';
import { datasetFolder } from '../../input/dataset-folder.ts';
import { packFolder } from '../../input/whole-dataset.ts';

/** A dataset's folder as one file, which `stowage import` and the Datasets page read back. */
export const exportOne: Run = (args, deps) => {
  const out = args.text('out');
  if (out === undefined) throw new Misunderstood('say where the file goes: --out acme-2026.dataset.json');
  const file = path.resolve(deps.cwd, out);
  if (lstatSync(file, { throwIfNoEntry: false }))
    throw new Misunderstood(`${file}: is there already; name a new file`);
  const { id, hash, names, text } = packFolder(datasetFolder(args.operands[0] ?? '', deps));
  createFiles([{ path: file, content: text }]);
  const bytes = Buffer.byteLength(text);
  give(args, deps, {
    json: { file, id, hash, bytes, files: names },
    blocks: () => `${file}: ${id} as one file (${names.join(', ')})\n`,
  });
};
