import path from 'node:path';
import { checkPrices } from '#catalog/check-files.ts';
import type { Run } from '../../command.ts';
import { jsonText } from '../../formats.ts';
import { counted } from '../../render/counted.ts';

/** Exit 1 when a file of the archive is not as it should be. */
export const check: Run = (args, deps) => {
  const root = path.resolve(deps.cwd, args.text('root') ?? '.');
  const { files, problems } = checkPrices(root, { fix: args.has('fix') });
  if (args.has('json')) deps.print(jsonText({ files, problems }));
  else {
    for (const { at, place, message, remedy } of problems)
      deps.print(`${at}${place ? `: ${place}` : ''}: ${message}; ${remedy}\n`);
    deps.print(`${files} price files, ${counted(problems.length, 'problem')}\n`);
  }
  return Promise.resolve({ exit: problems.length > 0 ? 1 : 0 });
};
