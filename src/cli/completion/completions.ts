/** What may stand at the end of a line that is being typed, from the table of commands. */
import { pricedRegions } from '#core/places.ts';
import { isFamily, type Command, type Commands } from '../command.ts';
import type { Deps } from '../deps.ts';
import type { Flag } from '../flags.ts';
import { FILES_OF_KEYS } from '../schemas.ts';

interface Known extends Pick<Deps, 'catalog'> {
  /** Keys of a scenario, where one is being written. */
  paths: readonly string[];
}

export type Completion = readonly [word: string, meaning: string];

/** `words` follow `stowage`; the last is still being typed, and may be empty. Nothing where a file may stand. */
export function completionsOf(words: readonly string[], all: Commands, known: Known): Completion[] {
  const typed = words.at(-1) ?? '';
  return candidates(all, words.slice(0, -1), typed, known).filter(([word]) => word.startsWith(typed));
}

function candidates(all: Commands, before: readonly string[], typed: string, known: Known): Completion[] {
  const [first, ...rest] = before;
  if (first === undefined)
    return [...commandsOf(all), ['help', 'the flags and examples of a command'], ['--version', '']];
  if (first === 'help' && rest.length === 0)
    return [...commandsOf(all), ...FILES_OF_KEYS.map((name) => [name, 'every key of the file'] as const)];
  const one = (first === 'help' ? rest[0] : first) ?? '';
  const found = Object.hasOwn(all, one) ? all[one] : undefined;
  if (!found) return [];
  if (!isFamily(found)) return first === 'help' ? [] : ofCommand(found, rest, typed, known);
  const [part, ...more] = first === 'help' ? rest.slice(1) : rest;
  if (part === undefined) return commandsOf(found.commands);
  const command = Object.hasOwn(found.commands, part) ? found.commands[part] : undefined;
  return command && first !== 'help' ? ofCommand(command, more, typed, known) : [];
}

const commandsOf = (commands: Commands): Completion[] =>
  Object.entries(commands).map(([name, { summary }]) => [name, summary]);

function ofCommand(
  { flags = {}, operands }: Command,
  before: readonly string[],
  typed: string,
  known: Known,
): Completion[] {
  const flag = (word: string | undefined) =>
    word?.startsWith('--') && Object.hasOwn(flags, word.slice(2)) ? flags[word.slice(2)] : undefined;
  const last = flag(before.at(-1));
  if (last && last[0] !== '') return valuesOf(last, typed, known);
  const [name = '', value] = typed.split('=');
  const own = value === undefined ? undefined : flag(name);
  if (own) return valuesOf(own, value ?? '', known).map(([word, meaning]) => [`${name}=${word}`, meaning]);
  if (typed.startsWith('-'))
    return Object.entries(flags).map(([name, [, meaning]]) => [`--${name}`, meaning]);
  return operands ? valuesOf([operands.value ?? '', '', operands.choices], typed, known) : [];
}

function valuesOf(
  [value, , choices]: Flag,
  typed: string,
  { catalog: { archive, datasets }, paths }: Known,
): Completion[] {
  if (choices) return choices.map((word) => [word, '']);
  switch (value.replace('...', '')) {
    case 'STORE':
    case 'S=NAME':
    case 'S=URL':
    case 'S=FORM': {
      const [store = '', region] = typed.split('@');
      if (region === undefined) return archive.stores.map((id) => [id, archive.facts(id)?.title ?? '']);
      return pricedRegions(archive.editions(store)).map((place) => [`${store}@${place}`, '']);
    }
    case 'DATASET':
      return datasets().map(({ id, title }) => [id, title]);
    case 'PATH=VALUE':
      return paths.map((path) => [`${path}=`, '']);
    default:
      return [];
  }
}
