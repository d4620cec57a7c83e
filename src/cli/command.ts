/** What a command is: read by the parser, by help and by completion, and run. The program behind `load` is loaded only then. */
import type { Args } from './args.ts';
import type { Deps, Outcome } from './deps.ts';
import type { Flags, Operands } from './flags.ts';

/** Exit 0 where it says nothing else. `all`: the table of commands, for one that speaks of the others. */
export type Run = (args: Args, deps: Deps, all: Commands) => Outcome | void | Promise<Outcome | void>;

export interface Command {
  summary: string;
  /** What follows the name, as help shows it. */
  usage?: string;
  /** Absent: it takes none. */
  operands?: Operands;
  flags?: Flags;
  /** What may stand in a file for it, and what that is for. */
  words?: readonly (readonly [word: string, meaning: string])[];
  examples: readonly string[];
  load: () => Promise<Run>;
}

/** A command of several, such as `prices list`. A name such as `--demo` is a flag that stands for the whole. */
export interface Family {
  summary: string;
  commands: Readonly<Record<string, Command>>;
}

export type Commands = Readonly<Record<string, Command | Family>>;

export const isFamily = (one: Command | Family): one is Family => 'commands' in one;
