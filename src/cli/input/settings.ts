/** What flags and config files say of a scenario besides its own text: each is named in the answer, and stands in its link. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { USER_LIMITS } from '#catalog/read-text.ts';
import { parseYaml } from '#catalog/read-yaml.ts';
import { issueLines } from '#core/issue.ts';
import { nearest } from '#core/nearest.ts';
import { ConfigFile, SCENARIO_KEYS } from '#core/scenario/config.ts';
import { schemaIssues } from '#core/schema-issues.ts';
import type { Args } from '../args.ts';
import type { Deps } from '../deps.ts';
import { Misunderstood } from '../failures.ts';
import { isInside, realPlace, repositoryOf } from './inside.ts';
import { keysOf, place, valueOf, type Key } from './paths.ts';
import { fileText, isScenario } from './read-input.ts';

/** One that an answer rests on. */
export interface Setting {
  path: string;
  value: unknown;
  /** `--set`, `--fx`, `--currency`, or the name of a config file. */
  from: string;
}

/** A setting with its path in keys, as flags give it. */
export interface Change extends Setting {
  keys: readonly Key[];
}

/** What `--set PATH=VALUE`, `--fx EUR=1.16` and `--currency EUR` ask for. Throws `Misunderstood`, for a wrong path with the nearest. */
export async function changesGiven(args: Args): Promise<Change[]> {
  const rates = args.list('fx').map((text) => [`fx.${text}`, '--fx'] as const);
  const currencies = args.list('currency').map((text) => [`currency=${text}`, '--currency'] as const);
  const given = [...rates, ...currencies, ...args.list('set').map((text) => [text, '--set'] as const)];
  if (given.length === 0) return [];
  const known = await scenarioPaths();
  return given.map(([text, from]) => {
    const cut = text.indexOf('=');
    const [path, value] = [text.slice(0, cut).trim(), text.slice(cut + 1).trim()];
    const isRate = from === '--fx';
    if (cut < 1 || value === '' || (isRate && !/^fx\.[A-Z]{3}=\d+(\.\d+)?$/.test(text)))
      throw new Misunderstood(
        `${from} "${isRate ? text.slice(3) : text}" is not understood; write it like ${isRate ? 'EUR=1.16' : 'workload.reads.rate=2M/day'}`,
      );
    const keys = keysOf(path, `${from} `);
    if (!known.some((one) => fits(one, keys))) throw new Misunderstood(`--set: ${unknownPath(path, known)}`);
    return { path, keys, value: valueOf(value, path, `${from} ${path}`), from };
  });
}

/** `value` with the changes made; itself where there are none. Throws `Misunderstood`. */
export function changed(value: unknown, changes: readonly Change[]): unknown {
  if (changes.length === 0 || value === null || typeof value !== 'object') return value;
  const copy = structuredClone(value) as Record<string, unknown>;
  for (const { keys, value: said, from } of changes) place(copy, keys, said, `${from} `);
  return copy;
}

/** What `configs`, the nearest first, say that the scenario does not: a scenario's own word goes first, key by key. */
export function withConfigs(
  value: unknown,
  configs: readonly Config[],
): { value: unknown; settings: Setting[] } {
  if (value === null || typeof value !== 'object') return { value, settings: [] };
  const settings: Setting[] = [];
  let whole = value as Record<string, unknown>;
  for (const { name, says } of configs)
    for (const [key, said] of Object.entries(says)) {
      const own = whole[key];
      if (own === undefined) settings.push(...settingsOf(key, said, name));
      if (own === undefined || (key !== 'stores' && isMap(own) && isMap(said))) {
        if (isMap(own) && isMap(said))
          settings.push(
            ...settingsOf(
              key,
              Object.fromEntries(Object.entries(said).filter(([one]) => !(one in own))),
              name,
            ),
          );
        whole = { ...whole, [key]: isMap(own) && isMap(said) ? { ...said, ...own } : said };
      }
    }
  return { value: whole, settings };
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const settingsOf = (key: string, said: unknown, from: string): Setting[] =>
  isMap(said)
    ? Object.entries(said).map(([one, value]) => ({ path: `${key}.${one}`, value, from }))
    : [{ path: key, value: said, from }];

/** `workload.reads.rate 2M/day from --set; discounts.aws 12 % from stowage.yaml`: for a headline; empty where there are none. */
export function settingWords(settings: readonly Setting[]): string {
  const sources = [...new Set(settings.map(({ from }) => from))];
  return sources
    .map((source) => {
      const own = settings.filter(({ from }) => from === source);
      return `${own.map(({ path, value }) => `${path} ${valueWords(value)}`).join(', ')} from ${source}`;
    })
    .join('; ');
}

/** Values of a list that a headline has room for. */
const MOST_WORDS = 3;

function valueWords(value: unknown): string {
  if (!Array.isArray(value)) return isMap(value) ? JSON.stringify(value) : String(value);
  return value.length > MOST_WORDS ? `(${value.length})` : value.join(' ');
}

/** Every key of a scenario with those above it: `workload.readers[]`, `discounts.*`. */
async function scenarioPaths(): Promise<string[]> {
  const { jsonSchemaOf, schemaNodes } = await import('#core/json-schema.ts');
  const { ScenarioFile } = await import('#core/scenario/scenario.ts');
  const paths = schemaNodes(jsonSchemaOf(ScenarioFile, '')).map(({ path }) => path);
  return [...new Set(paths)].filter((path) => path !== '');
}

/** Keys that hold no others and bear no name that somebody gives. */
export async function keysToSet(): Promise<string[]> {
  const all = await scenarioPaths();
  const isLast = (path: string) => !all.some((one) => one.startsWith(`${path}.`) || one === `${path}[]`);
  return all
    .filter((path) => isLast(path) && !/\*|\[\]$/.test(path))
    .map((path) => path.replaceAll('[]', '[0]'));
}

/** Whether `keys` are a path of that form. */
function fits(form: string, keys: readonly Key[]): boolean {
  const steps = form.split('.').flatMap((step) => step.split(/(?=\[\])/));
  return (
    steps.length === keys.length &&
    steps.every((step, i) => (typeof keys[i] === 'number' ? step === '[]' : step === '*' || step === keys[i]))
  );
}

function unknownPath(path: string, known: readonly string[]): string {
  const ending = known.find((one) => one.endsWith(`.${path}`));
  const near = ending ?? nearest(path.replace(/\[\d+\]/g, '[]'), known);
  const words = near?.replaceAll('[]', '[0]').replaceAll('*', 'NAME');
  return `"${path}" is no key of a scenario; ${words === undefined ? 'see stowage help scenario' : `did you mean ${words}?`}`;
}

export const CONFIG_FILE = 'stowage.yaml';

export interface Config {
  /** As messages and answers call it. */
  name: string;
  /** What scenarios may take from it. */
  says: Partial<Record<(typeof SCENARIO_KEYS)[number], unknown>>;
  base: string | null;
  /** To be used first in every plan, and where their paths start from. */
  datasets: readonly string[];
  folder: string;
}

/**
 * The repository's file, found upward from the working directory to the repository's root, then with `isPersonal` the person's.
 * A scenario that is called so is none. Throws `Misunderstood` with every key that is wrong.
 */
export function configsFor(deps: Deps, { isPersonal }: { isPersonal: boolean }): Config[] {
  const own = isPersonal ? personalFile(deps) : null;
  return [repositoryFile(deps), own].flatMap((file) => (file === null ? [] : (configIn(file, deps) ?? [])));
}

/** What they say of prices, for what is no scenario. Without `args` the repository's file alone. */
export function pricingConfigs(deps: Deps, args?: Args): Config[] {
  if (args?.has('no-config')) return [];
  return configsFor(deps, { isPersonal: args !== undefined }).map((one) => {
    const { stores: _, ...says } = one.says;
    return { ...one, says };
  });
}

function repositoryFile({ cwd, readsWithin }: Deps): string | null {
  const root = repositoryOf(cwd);
  for (let folder = cwd; ; folder = path.dirname(folder)) {
    const file = path.join(folder, CONFIG_FILE);
    if (existsSync(file) && (readsWithin === undefined || isInside(readsWithin, realPlace(file))))
      return file;
    if (folder === root) return null;
  }
}

function personalFile({ env, home }: Deps): string | null {
  const folder = env['XDG_CONFIG_HOME'] || path.join(home, '.config');
  const file = path.join(folder, 'stowage', CONFIG_FILE);
  return existsSync(file) ? file : null;
}

/** Null for a scenario. */
function configIn(file: string, deps: Deps): Config | null {
  const own = path.join(deps.home, path.sep);
  const name =
    file.startsWith(own) && !isInside(repositoryOf(deps.cwd), file)
      ? `~/${path.relative(own, file)}`
      : path.relative(deps.cwd, file);
  const value = parseYaml(fileText(file, { cwd: deps.cwd }, USER_LIMITS.bytes), name) ?? {};
  if (isScenario(value)) return null;
  return configOf(value, name, path.dirname(file));
}

/** Throws `Misunderstood`. */
export function configOf(value: unknown, name: string, folder: string): Config {
  const parsed = ConfigFile.safeParse(value);
  if (!parsed.success)
    throw new Misunderstood(
      issueLines(schemaIssues(parsed.error, ConfigFile, value))
        .map((line) => `${name}: ${line}`)
        .join('\n'),
    );
  const raw = value as Record<string, unknown>;
  const says = Object.fromEntries(SCENARIO_KEYS.filter((key) => key in raw).map((key) => [key, raw[key]]));
  const { base = null, datasets = [] } = parsed.data;
  return { name, says, base, datasets, folder };
}
