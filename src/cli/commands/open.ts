import { stringify } from 'yaml';
import { withoutDefaults } from '#core/scenario/difference.ts';
import { decodePermalink } from '#permalink/permalink.ts';
import { readArgs } from '../args.ts';
import type { Run } from '../deps.ts';
import { within } from '../failures.ts';
import { jsonText } from '../formats.ts';
import { isHarmless } from '../render/harmless.ts';

/** The scenario in a permalink, as a file that `plan` reads: what is not the default, and what a file must say. */
export const open: Run = async (argv, deps) => {
  const args = readArgs(argv, {
    command: 'open',
    flags: { json: 'boolean' },
    operands: { name: 'a LINK', least: 1, most: 1 },
  });
  const opened = await within('link', () => decodePermalink(args.operands[0] ?? ''));
  if (opened.note !== null) deps.say(`stowage: ${opened.note}`);
  const text = withoutDefaults(opened.text);
  const yaml = stringify(text, { lineWidth: 0 });
  // YAML's writer leaves some characters raw that a terminal obeys; JSON is YAML too, with escapes.
  deps.print(args.has('json') || !isHarmless(yaml) ? jsonText(text) : yaml);
  return { exit: 0 };
};
