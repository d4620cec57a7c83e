/** What may stand at the end of a line that is being typed, from the table of commands. */
import { pricedRegions } from '#core/places.ts';
import { isFamily } from '../command.ts';
import type { Command, Commands } from '../command.ts';
import type { Deps } from '../deps.ts';
import type { Flag } from '../flags.ts';
import { FILES_OF_KEYS } from '../schemas.ts';

export type Completion = readonly [word: string, meaning: string];

/** `words` follow `stowage`; the last is still being typed, and may be empty. Nothing where a file may stand. */
export function completionsOf(
  words: readonly string[],
  all: Commands,
  { catalog }: Pick<Deps, 'catalog'>,
): Completion[] {
  const typed = words.at(-1) ?? '';
  return candidates(all, words.slice(0, -1), typed, catalog).filter(([word]) => word.startsWith(typed));
}

function candidates(
  all: Commands,
  before: readonly string[],
  typed: string,
  catalog: Deps['catalog'],
): Completion[] {
  const [first, ...rest] = before;
  if (first === undefined)
    return [...commandsOf(all), ['help', 'the flags and examples of a command'], ['--version', '']];
  if (first === 'help' && rest.length === 0)
    return [...commandsOf(all), ...FILES_OF_KEYS.map((name) => [name, 'every key of the file'] as const)];
  const one = (first === 'help' ? rest[0] : first) ?? '';
  const found = Object.hasOwn(all, one) ? all[one] : undefined;
  if (!found) return [];
  if (!isFamily(found)) return first === 'help' ? [] : ofCommand(found, rest, typed, catalog);
  const [part, ...more] = first === 'help' ? rest.slice(1) : rest;
  if (part === undefined) return commandsOf(found.commands);
  const command = Object.hasOwn(found.commands, part) ? found.commands[part] : undefined;
  return command && first !== 'help' ? ofCommand(command, more, typed, catalog) : [];
}

const commandsOf = (commands: Commands): Completion[] =>
  Object.entries(commands).map(([name, { summary }]) => [name, summary]);

function ofCommand(
  { flags = {}, operands }: Command,
  before: readonly string[],
  typed: string,
  catalog: Deps['catalog'],
): Completion[] {
  const flag = (word: string | undefined) =>
    word?.startsWith('--') && Object.hasOwn(flags, word.slice(2)) ? flags[word.slice(2)] : undefined;
  const last = flag(before.at(-1));
  if (last && last[0] !== '') return valuesOf(last, typed, catalog);
  const [name = '', value] = typed.split('=');
  const own = value === undefined ? undefined : flag(name);
  if (own) return valuesOf(own, value ?? '', catalog).map(([word, meaning]) => [`${name}=${word}`, meaning]);
  if (typed.startsWith('-'))
    return Object.entries(flags).map(([known, [, meaning]]) => [`--${known}`, meaning]);
  return operands ? valuesOf([operands.value ?? '', '', operands.choices], typed, catalog) : [];
}

function valuesOf(
  [value, , choices]: Flag,
  typed: string,
  { archive, datasets }: Deps['catalog'],
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
    default:
      return [];
  }
}
