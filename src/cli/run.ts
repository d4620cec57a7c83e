/** Arguments → the command they name → an exit code. Every foreseen failure becomes words here. */
import { readArgs } from './args.ts';
import { ifNear, nearestOrAll } from './choices.ts';
import { isFamily, type Command, type Family } from './command.ts';
import { COMMANDS, COMMAND_NAMES } from './commands/index.ts';
import { withDeps, type Deps, type Outcome } from './deps.ts';
import { Misunderstood, failureOf } from './failures.ts';
import { commandHelp, fileHelp, overallHelp } from './help.ts';
import { harmless } from './render/harmless.ts';

/** Never throws a foreseen failure: it is said on stderr and becomes the exit code. */
export async function run(argv: readonly string[], outside: Deps): Promise<Outcome> {
  const deps = saidHarmlessly(outside);
  const debug = argv.includes('--debug');
  try {
    return await dispatch(
      argv.filter((arg) => arg !== '--debug'),
      deps,
    );
  } catch (error) {
    const failure = failureOf(error);
    deps.redraw?.('');
    if (debug && error instanceof Error) deps.say(error.stack ?? error.message);
    else if (failure) failure.message.split('\n').forEach((line) => deps.say(`stowage: ${line}`));
    else {
      const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      deps.say(`stowage: this should not happen (${what}); please report it with what "--debug" prints`);
    }
    return { exit: failure?.exit ?? 1 };
  }
}

/** What is said may quote a name or a file from outside. */
const saidHarmlessly = (outside: Deps) =>
  withDeps(outside, { say: (text) => text.split('\n').forEach((line) => outside.say(harmless(line))) });

async function dispatch(argv: readonly string[], deps: Deps): Promise<Outcome> {
  const [first, ...rest] = argv;
  if (first === '--version' || first === '-v') {
    refuseMore(first, rest);
    return answer(deps, `stowage ${deps.version}\n`);
  }
  if (first === undefined) {
    deps.say(overallHelp().trimEnd());
    return { exit: 2 };
  }
  if (first === '--help' || first === '-h' || first === 'help') return help(first, rest, deps);
  if (first.startsWith('-'))
    throw new Misunderstood(
      `unknown flag ${first} before a command${ifNear(first, ['--version', '--help'])}; try stowage help`,
    );
  const wantsHelp = rest.includes('--help') || rest.includes('-h');
  const found = commandNamed(argv, wantsHelp);
  if (wantsHelp || isFamily(found.one)) return answer(deps, commandHelp(found.name, found.one));
  const { flags, operands, load } = found.one;
  const args = readArgs(found.rest, { name: found.name, flags, operands });
  return (await (await load())(args, deps, COMMANDS)) ?? { exit: 0 };
}

async function help(word: string, asked: readonly string[], deps: Deps): Promise<Outcome> {
  const [first] = asked;
  if (first === undefined) return answer(deps, overallHelp());
  const keys = await fileHelp(first);
  const { one, name, rest } =
    keys === null ? commandNamed(asked, true) : { name: first, rest: asked.slice(1) };
  refuseMore(`${word} ${name}`, rest);
  return answer(deps, keys ?? (one ? commandHelp(name, one) : ''));
}

interface Found {
  name: string;
  one: Command | Family;
  /** What follows its name. */
  rest: readonly string[];
}

/** `whole`: a family may be meant, without one of its commands. Throws `Misunderstood`. */
function commandNamed([word = '', ...rest]: readonly string[], whole: boolean): Found {
  const name = COMMAND_NAMES.find((one) => one === word);
  if (!name) throw new Misunderstood(`unknown command "${word}"; ${nearestOrAll(word, COMMAND_NAMES)}`);
  const one: Command | Family = COMMANDS[name];
  if (!isFamily(one)) return { name, one, rest };
  const names = Object.keys(one.commands);
  const flag = names.find((part) => part.startsWith('--') && rest.includes(part));
  const part = flag ?? names.find((known) => known === rest[0]);
  const command = part === undefined ? undefined : one.commands[part];
  if (part !== undefined && command)
    return { name: `${name} ${part}`, one: command, rest: rest.toSpliced(rest.indexOf(part), 1) };
  if (whole && (rest[0] === undefined || rest[0].startsWith('-'))) return { name, one, rest };
  throw notOf(name, one, rest[0]);
}

function notOf(name: string, { commands }: Family, word: string | undefined): Misunderstood {
  const names = Object.keys(commands);
  if (word === undefined)
    return new Misunderstood(`stowage ${name} needs one of ${names.join(', ')}; see stowage help ${name}`);
  const ofFiles = names.filter((part) => commands[part]?.operands?.name.endsWith('FILE'));
  if (/\.(ya?ml|json)$/.test(word) && ofFiles.length > 0)
    return new Misunderstood(
      `say what to do with ${word}: ${ofFiles.map((part) => `stowage ${name} ${part} ${word}`).join(' or ')}`,
    );
  return new Misunderstood(`stowage ${name} has no "${word}"; ${nearestOrAll(word, names)}`);
}

function refuseMore(words: string, [extra]: readonly string[]): void {
  if (extra !== undefined)
    throw new Misunderstood(
      `"${extra}" is one too many; write stowage ${words} alone, or stowage COMMAND ...`,
    );
}

function answer(deps: Deps, text: string): Outcome {
  deps.print(text);
  return { exit: 0 };
}
