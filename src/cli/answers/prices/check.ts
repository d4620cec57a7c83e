import path from 'node:path';
import { checkPrices } from '#catalog/check-files.ts';
import type { Run } from '../../command.ts';
import { give } from '../../formats.ts';
import { counted } from '../../render/counted.ts';

/** Exit 1 when a file of the archive is not as it should be. */
export const check: Run = (args, deps) => {
  const root = path.resolve(deps.cwd, args.text('root') ?? '.');
  const asOf = args.day('as-of') ?? deps.today();
  const { files, problems, askAgain } = checkPrices(root, { fix: args.has('fix'), asOf });
  const lines = problems.map(
    ({ at, place, message, remedy }) => `${at}${place ? `: ${place}` : ''}: ${message}; ${remedy}\n`,
  );
  const again = [...Map.groupBy(askAgain, ({ url }) => url)].map(
    ([url, of]) =>
      `ask again, read a year ago or longer (${of[0]?.seen}): ${url}, for ${[...new Set(of.map(({ store }) => store))].join(', ')}\n`,
  );
  give(args, deps, {
    json: { files, problems, askAgain },
    blocks: () =>
      `${lines.join('')}${again.join('')}${files} price files, ${counted(problems.length, 'problem')}\n`,
  });
  return { exit: problems.length > 0 ? 1 : 0 };
};
