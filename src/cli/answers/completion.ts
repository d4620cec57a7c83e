import { oneOf } from '../choices.ts';
import type { Run } from '../command.ts';
import { completionsOf } from '../completion/completions.ts';
import type { Completion } from '../completion/completions.ts';
import { SCRIPTS } from '../completion/scripts.ts';

type Shell = keyof typeof SCRIPTS;

/** The script of a shell; with the words of a line, as the scripts ask, what may stand at its end: one a line. */
export const completion: Run = (args, deps, all) => {
  const [name = '', ...words] = args.operands;
  const shell = oneOf('completion', name, Object.keys(SCRIPTS) as Shell[]);
  if (words.length === 0) deps.print(SCRIPTS[shell]);
  else
    deps.print(
      completionsOf(words, all, deps)
        .map((one) => `${LINES[shell](one)}\n`)
        .join(''),
    );
};

const LINES: Record<Shell, (one: Completion) => string> = {
  bash: ([word]) => word,
  zsh: ([word, meaning]) => `${word.replaceAll(':', '\\:')}${meaning === '' ? '' : `:${meaning}`}`,
  fish: ([word, meaning]) => `${word}\t${meaning}`,
};
