/** Help: of all commands, of one, and of the keys of a file. */
import { isFamily, type Command, type Family } from './command.ts';
import { COMMANDS, COMMAND_NAMES } from './commands/index.ts';
import { FILES_OF_KEYS, SCHEMAS } from './schemas.ts';

const CHECKOUT = 'For who keeps the prices and datasets of a checkout (--root FOLDER)';

/** Parts of a family that a user of the package has no use for. */
const keptIn = (one: Command | Family) =>
  isFamily(one) ? Object.entries(one.commands).filter(([, { flags }]) => flags && 'root' in flags) : [];

export function overallHelp(): string {
  const width = Math.max(...COMMAND_NAMES.map((name) => name.length));
  const kept = COMMAND_NAMES.flatMap((name) =>
    keptIn(COMMANDS[name]).map(([part, command]) => [`${name} ${part}`, command] as const),
  );
  const widthKept = Math.max(...kept.map(([name]) => name.length));
  return [
    'stowage: where objects should live, what it costs and how fast it answers',
    '',
    'stowage COMMAND ...',
    ...COMMAND_NAMES.map((name) => `  ${name.padEnd(width)}  ${COMMANDS[name].summary}`),
    '',
    CHECKOUT,
    ...kept.map(([name, { summary }]) => `  ${name.padEnd(widthKept)}  ${summary}`),
    '',
    'stowage help COMMAND    its flags and examples',
    'stowage help scenario   every key of a scenario file (or of a usage, dataset, config, answer)',
    'stowage --version',
    '--debug                show where an error arose',
    '',
    'Exit code 0: answered. 1: could not answer, infeasible, drifted or partly failed. 2: not understood.',
    '',
  ].join('\n');
}

/** `name` as it is typed, such as `prices diff`. */
export function commandHelp(name: string, one: Command | Family): string {
  if (isFamily(one)) {
    const all = Object.entries(one.commands);
    const kept = keptIn(one);
    const lines = ([part, command]: [string, Command]) => [
      usageLine(`${name} ${part}`, command),
      `  ${command.summary}`,
    ];
    return [
      `stowage ${name}: ${one.summary}`,
      '',
      ...all.filter(([part]) => kept.every(([other]) => other !== part)).flatMap(lines),
      ...(kept.length > 0 ? ['', CHECKOUT, ...kept.flatMap(lines)] : []),
      '',
      `stowage help ${name} ${all[0]?.[0] ?? ''}  the flags of one`,
      ...examplesWords(one),
    ].join('\n');
  }
  const flags = Object.entries(one.flags ?? {}).map(([flag, [value, meaning]]) => [
    `--${flag} ${value.replace('...', '')}`.trim(),
    value.endsWith('...') ? `${meaning}; may repeat` : meaning,
  ]);
  const rows = [...(one.words ?? []), ...flags];
  const width = Math.max(0, ...rows.map(([flag = '']) => flag.length));
  return [
    `stowage ${name}: ${one.summary}`,
    '',
    usageLine(name, one),
    ...rows.map(([flag = '', meaning]) => `  ${flag.padEnd(width)}  ${meaning}`),
    ...examplesWords(one),
  ].join('\n');
}

const usageLine = (name: string, { usage }: Command) =>
  `stowage ${name}${usage === undefined ? '' : ` ${usage}`}`;

const examplesWords = (one: Command | Family) => [
  '',
  'Examples',
  ...examplesOf(one).map((line) => `  ${line}`),
  '',
];

export function examplesOf(one: Command | Family): readonly string[] {
  return isFamily(one) ? Object.values(one.commands).flatMap((command) => command.examples) : one.examples;
}

/** The keys of a file; null for the name of anything else. */
export async function fileHelp(name: string | undefined): Promise<string | null> {
  const file = FILES_OF_KEYS.find((one) => one === name);
  if (file === undefined) return null;
  const { jsonSchemaOf } = await import('#core/json-schema.ts');
  const { keysHelp } = await import('./help/keys.ts');
  const { title, load } = SCHEMAS[file];
  return keysHelp(jsonSchemaOf(await load(), title));
}
