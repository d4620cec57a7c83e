import { stringify } from 'yaml';
import { decodePermalink } from '#permalink/permalink.ts';
import { readArgs } from '../args.ts';
import type { Run } from '../deps.ts';
import { within } from '../failures.ts';
import { jsonText } from '../formats.ts';

/** The scenario in a permalink, with every default spelt out, as a file that `plan` reads. */
export const open: Run = async (argv, deps) => {
  const args = readArgs(argv, {
    command: 'open',
    flags: { json: 'boolean' },
    operands: { name: 'a LINK', least: 1, most: 1 },
  });
  const scenario = await within('link', () => decodePermalink(args.operands[0] ?? ''));
  deps.print(args.has('json') ? jsonText(scenario) : stringify(scenario, { lineWidth: 0 }));
  return { exit: 0 };
};
