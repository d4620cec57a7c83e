import { oneOf } from '../choices.ts';
import type { Run } from '../command.ts';
import { completionsOf, type Completion } from '../completion/completions.ts';
import { SCRIPTS } from '../completion/scripts.ts';
import { keysToSet } from '../input/settings.ts';

type Shell = keyof typeof SCRIPTS;

/** The script of a shell; with the words of a line, as the scripts ask, what may stand at its end: one a line. */
export const completion: Run = async (args, { catalog, print }, all) => {
  const [name = '', ...words] = args.operands;
  const shell = oneOf('completion', name, Object.keys(SCRIPTS) as Shell[]);
  if (words.length === 0) print(SCRIPTS[shell]);
  else {
    const paths = /(^| )--set[ =]\S*$/.test(words.join(' ')) ? await keysToSet() : [];
    print(
      completionsOf(words, all, { catalog, paths })
        .map((one) => `${LINES[shell](one)}\n`)
        .join(''),
    );
  }
};

const LINES: Record<Shell, (one: Completion) => string> = {
  bash: ([word]) => word,
  zsh: ([word, meaning]) => `${word.replaceAll(':', '\\:')}${meaning === '' ? '' : `:${meaning}`}`,
  fish: ([word, meaning]) => `${word}\t${meaning}`,
};
