/** Flags and operands of one command, on node:util's parser, with suggestions for what it does not know. */
import { parseArgs } from 'node:util';
import { ISO_DATE, isDay, noSuchDay } from '#core/iso-date.ts';
import { nearest } from '#core/nearest.ts';
import { oneOf } from './choices.ts';
import type { Flags, Operands } from './flags.ts';
import { Misunderstood, withinNow } from './failures.ts';

export interface ArgsShape {
  /** What follows `stowage`, such as `prices list`. */
  name: string;
  flags?: Flags | undefined;
  operands?: Operands | undefined;
}

export interface Args {
  operands: string[];
  has(flag: string): boolean;
  /** The last value given. */
  text(flag: string): string | undefined;
  list(flag: string): string[];
  /** Its value, else `Misunderstood`: `why` says what to give. */
  needed(flag: string, why: string): string;
  /** What `parse` makes of its value; undefined where it is not given. What that throws names the flag. */
  read<T>(flag: string, parse: (text: string) => T): T | undefined;
  /** A day such as 2026-11-20, else `Misunderstood`. */
  day(flag: string): string | undefined;
  /** One of `choices`, else `Misunderstood`. */
  choice<T extends string>(flag: string, choices: readonly T[]): T | undefined;
  /** Those of `flags` that were given. */
  among(flags: readonly string[]): string[];
  /** All flags that were given. */
  given: string[];
  /** `--json`, `--jsonl` and `--format` as one choice. */
  form: string;
  /** The same with one flag more. */
  and(flag: string, value: string): Args;
}

/** Other spellings of a flag: the key of a scenario is understood too. */
const SPELLINGS: Readonly<Record<string, string>> = { asOf: 'as-of' };
const NONE: Operands = { name: 'operands', least: 0, most: 0 };

/** Throws `Misunderstood` for an unknown flag, a flag without its value, too few or too many operands. */
export function readArgs(argv: readonly string[], shape: ArgsShape): Args {
  const { name: command, flags = {}, operands: wanted = NONE } = shape;
  const options = Object.fromEntries(
    [...Object.entries(flags).map(([name, [value]]) => [name, value] as const), ['help', ''] as const].map(
      ([name, value]) => [name, { type: value === '' ? 'boolean' : 'string' } as const],
    ),
  );
  const spelt = Object.entries(SPELLINGS).flatMap(([spelling, name]) => {
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    return option ? [[spelling, option] as const] : [];
  });
  const { tokens } = parseArgs({
    args: [...argv],
    options: { ...options, ...Object.fromEntries(spelt) },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given = new Map<string, string[]>();
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const name = Object.hasOwn(SPELLINGS, token.name) ? (SPELLINGS[token.name] ?? '') : token.name;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!option) throw unknownFlag(token.rawName, command, Object.keys(options));
    if (option.type === 'boolean' && token.value !== undefined)
      throw new Misunderstood(`${token.rawName} takes no value, and "${token.value}" was given`);
    if (option.type === 'string' && token.value === undefined)
      throw new Misunderstood(`${token.rawName} needs a value; see stowage help ${command}`);
    given.set(name, [...(given.get(name) ?? []), token.value ?? '']);
  }
  checkCount(operands, wanted, command);
  const text = (flag: string) => given.get(flag)?.at(-1);
  return {
    operands,
    given: [...given.keys()],
    form: formOf(flags, given),
    has: (flag) => given.has(flag),
    text,
    list: (flag) => given.get(flag) ?? [],
    needed(flag, why) {
      const value = text(flag);
      if (value === undefined) throw new Misunderstood(why);
      return value;
    },
    read(flag, parse) {
      const value = text(flag);
      return value === undefined ? undefined : withinNow(`--${flag}`, () => parse(value));
    },
    among: (names) => names.filter((flag) => given.has(flag)),
    and: (flag, value) => readArgs([...argv, `--${flag}=${value}`], shape),
    day: (flag) => {
      const value = text(flag);
      if (value === undefined) return undefined;
      if (!ISO_DATE.test(value))
        throw new Misunderstood(`--${flag} "${value}" is not a date; write it like 2026-11-20`);
      if (!isDay(value)) throw new Misunderstood(`--${flag}: ${noSuchDay(value)}`);
      return value;
    },
    choice: (flag, choices) => {
      const value = text(flag);
      return value === undefined ? undefined : oneOf(`--${flag}`, value, choices);
    },
  };
}

/** Where none is asked for, the first that `--format` takes. Throws `Misunderstood` for two at once. */
function formOf(flags: Flags, given: ReadonlyMap<string, string[]>): string {
  const choices = flags['format']?.[2] ?? [];
  const format = given.get('format')?.at(-1);
  const asked = new Set(['json', 'jsonl'].filter((one) => given.has(one)));
  if (format !== undefined) asked.add(oneOf('--format', format, choices));
  if (asked.size > 1) throw new Misunderstood(`ask for one form of answer, not ${[...asked].join(' and ')}`);
  return [...asked][0] ?? choices[0] ?? 'text';
}

function unknownFlag(raw: string, command: string, known: readonly string[]): Misunderstood {
  const hint = nearest(raw.replace(/^-+/, ''), known);
  const advice = hint
    ? `did you mean --${hint}?`
    : `its flags are ${known.map((name) => `--${name}`).join(', ')}`;
  return new Misunderstood(`unknown flag ${raw} for stowage ${command}; ${advice}`);
}

function checkCount(operands: readonly string[], { name, least, most }: Operands, command: string): void {
  if (operands.length < least)
    throw new Misunderstood(`stowage ${command} needs ${name}; see stowage help ${command}`);
  const extra = operands[most];
  if (extra !== undefined) {
    const allowed =
      most === 0
        ? 'takes no operands'
        : most === 1
          ? `takes ${name} and no more`
          : `takes at most ${most} operands`;
    throw new Misunderstood(`stowage ${command} ${allowed}; "${extra}" is one too many`);
  }
}
