/** What each command is for, in its own words. Light: help and --version load nothing else. */
import type { CommandHelp } from './help/command-help.ts';
import { FILES } from './help/files.ts';
import { MACHINES } from './help/machines.ts';
import { QUESTIONS } from './help/questions.ts';

/** In the order in which they are listed. */
const HELP = { ...QUESTIONS, ...FILES, ...MACHINES } as const satisfies Record<string, CommandHelp>;

export type CommandName = keyof typeof HELP;
export const COMMAND_NAMES = Object.keys(HELP) as CommandName[];

export function overallHelp(): string {
  const width = Math.max(...COMMAND_NAMES.map((name) => name.length));
  return [
    'stowage: where objects should live, what it costs and how fast it answers',
    '',
    'stowage COMMAND ...',
    ...COMMAND_NAMES.map((name) => `  ${name.padEnd(width)}  ${HELP[name].summary}`),
    '',
    'stowage help COMMAND    its flags and examples',
    'stowage help scenario   every key of a scenario file (or of a usage, dataset, answer)',
    'stowage --version',
    '--debug                show where an error arose',
    '',
    'Exit code 0: answered. 1: could not answer, infeasible, drifted or partly failed. 2: not understood.',
    '',
  ].join('\n');
}

export function commandHelp(name: CommandName): string {
  const { summary, usage, flags, examples }: CommandHelp = HELP[name];
  const width = Math.max(...flags.map(([flag]) => flag.length));
  return [
    `stowage ${name}: ${summary}`,
    '',
    usage,
    ...flags.map(([flag, meaning]) => `  ${flag.padEnd(width)}  ${meaning}`),
    '',
    'Examples',
    ...examples.map((line) => `  ${line}`),
    '',
  ].join('\n');
}

export const examplesOf = (name: CommandName): readonly string[] => HELP[name].examples;
