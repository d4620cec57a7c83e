/** Arguments → the command they name → an exit code. Every foreseen failure becomes words here. */
import { ifNear, nearestOrAll } from './choices.ts';
import type { Deps, Outcome, Run } from './deps.ts';
import { Misunderstood, failureOf } from './failures.ts';
import { COMMAND_NAMES, commandHelp, overallHelp } from './help.ts';
import type { CommandName } from './help.ts';
import { harmless } from './render/harmless.ts';
import { SCHEMAS } from './schemas.ts';
import type { SchemaName } from './schemas.ts';

/** Loaded when asked for, so that each command waits only for itself. */
const COMMANDS: Record<CommandName, () => Promise<Run>> = {
  init: async () => (await import('./commands/init.ts')).init,
  plan: async () => (await import('./commands/plan.ts')).plan,
  emit: async () => (await import('./commands/emit.ts')).emitPlan,
  solve: async () => (await import('./commands/solve.ts')).solve,
  winners: async () => (await import('./commands/winners.ts')).winners,
  bill: async () => (await import('./commands/bill.ts')).bill,
  reconcile: async () => (await import('./commands/reconcile.ts')).reconcile,
  latency: async () => (await import('./commands/latency.ts')).latency,
  breakeven: async () => (await import('./commands/breakeven.ts')).breakeven,
  docs: async () => (await import('./commands/docs.ts')).docs,
  link: async () => (await import('./commands/link.ts')).link,
  open: async () => (await import('./commands/open.ts')).open,
  schema: async () => (await import('./commands/schema.ts')).schema,
  validate: async () => (await import('./commands/validate.ts')).validate,
  prices: async () => (await import('./commands/prices.ts')).prices,
  datasets: async () => (await import('./commands/datasets.ts')).datasets,
  derive: async () => (await import('./commands/derive.ts')).derive,
  import: async () => (await import('./commands/import.ts')).importFiles,
  probe: async () => (await import('./commands/probe.ts')).probe,
  serve: async () => (await import('./commands/serve.ts')).serve,
};

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
    if (debug && error instanceof Error) deps.say(error.stack ?? error.message);
    else if (failure) failure.message.split('\n').forEach((line) => deps.say(`stowage: ${line}`));
    else {
      const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      deps.say(`stowage: this should not happen (${what}); please report it with what "--debug" prints`);
    }
    return { exit: failure?.exit ?? 1 };
  }
}

/** What is said may quote a name or a file from outside. A copy of `outside` would read its catalog too early. */
function saidHarmlessly(outside: Deps): Deps {
  const say = (text: string) => text.split('\n').forEach((line) => outside.say(harmless(line)));
  return Object.create(outside, { say: { value: say } }) as Deps;
}

async function dispatch(args: readonly string[], deps: Deps): Promise<Outcome> {
  const [first, ...rest] = args;
  if (first === '--version' || first === '-v') {
    refuseMore(first, rest);
    return answer(deps, `stowage ${deps.version}\n`);
  }
  if (first === undefined) {
    deps.say(overallHelp().trimEnd());
    return { exit: 2 };
  }
  if (first === '--help' || first === '-h' || first === 'help') {
    const [asked, ...more] = rest;
    refuseMore(`${first} ${asked}`, more);
    const file = FILES_OF_KEYS.find((name) => name === asked);
    if (file) return answer(deps, await keysOf(file));
    return answer(deps, asked === undefined ? overallHelp() : commandHelp(commandNamed(asked)));
  }
  if (first.startsWith('-'))
    throw new Misunderstood(
      `unknown flag ${first} before a command${ifNear(first, ['--version', '--help'])}; try stowage help`,
    );
  const name = commandNamed(first);
  if (rest.includes('--help') || rest.includes('-h')) return answer(deps, commandHelp(name));
  const command = await COMMANDS[name]();
  return command(rest, deps);
}

/** Files whose keys `stowage help` lists; a probe is a command, whose help names the schema. */
const FILES_OF_KEYS = ['scenario', 'usage', 'dataset', 'answer'] as const;

async function keysOf(name: SchemaName): Promise<string> {
  const { jsonSchemaOf } = await import('#core/json-schema.ts');
  const { keysHelp } = await import('./help/keys.ts');
  const { title, load } = SCHEMAS[name];
  return keysHelp(jsonSchemaOf(await load(), title));
}

function refuseMore(words: string, [extra]: readonly string[]): void {
  if (extra !== undefined)
    throw new Misunderstood(
      `"${extra}" is one too many; write stowage ${words} alone, or stowage COMMAND ...`,
    );
}

function commandNamed(word: string): CommandName {
  const name = COMMAND_NAMES.find((one) => one === word);
  if (name) return name;
  throw new Misunderstood(`unknown command "${word}"; ${nearestOrAll(word, COMMAND_NAMES)}`);
}

function answer(deps: Deps, text: string): Outcome {
  deps.print(text);
  return { exit: 0 };
}
