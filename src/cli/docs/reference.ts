/** References in docs/, as help tells them: keys of files and commands, between `<!-- made: … -->` and `<!-- end -->`. */
import { jsonSchemaOf } from '#core/json-schema.ts';
import { isFamily, type Command, type Commands } from '../command.ts';
import { COMMANDS } from '../commands/index.ts';
import { commandHelp } from '../help.ts';
import { keysHelp } from '../help/keys.ts';
import { SCHEMAS, SCHEMA_NAMES } from '../schemas.ts';

const MADE = /(<!-- made: ([a-z]+) -->\n)[\s\S]*?(<!-- end -->)/g;

/** The text of a page with its references made anew. Throws for one that there is not. */
export async function withReferences(text: string): Promise<string> {
  const parts: string[] = [];
  let at = 0;
  for (const { 0: whole, 1: open = '', 2: name = '', 3: close = '', index } of text.matchAll(MADE)) {
    parts.push(text.slice(at, index), open, '\n', await reference(name), '\n\n', close);
    at = index + whole.length;
  }
  return parts.join('') + text.slice(at);
}

async function reference(name: string): Promise<string> {
  if (name === 'commands') return commands();
  const schema = SCHEMA_NAMES.find((one) => one === name);
  if (!schema) throw new RangeError(`there is no schema "${name}"`);
  const { title, load } = SCHEMAS[schema];
  return fenced(keysHelp(jsonSchemaOf(await load(), title)));
}

/** A section a command; those of a family one after another. */
function commands(): string {
  const section = (name: string, one: Command) => `### ${name}\n\n${fenced(commandHelp(name, one))}`;
  const all: Commands = COMMANDS;
  return Object.entries(all)
    .flatMap(([name, one]) =>
      isFamily(one)
        ? Object.entries(one.commands).map(([part, command]) => section(`${name} ${part}`, command))
        : [section(name, one)],
    )
    .join('\n\n');
}

const fenced = (text: string) => `\`\`\`text\n${text.trimEnd()}\n\`\`\``;
