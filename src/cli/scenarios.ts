/** From what the user names to a checked scenario and its question. */
import path from 'node:path';
import { questionOf, type Question } from '#core/question.ts';
import type { Answered } from '#core/report/link-says.ts';
import { senseIssues } from '#core/scenario/check-sense.ts';
import { filledIn } from '#core/scenario/fill-in.ts';
import { parseScenario } from '#core/scenario/parse-scenario.ts';
import { ScenarioError } from '#core/scenario/scenario-error.ts';
import type { ReadScenario, ScenarioText } from '#core/scenario/scenario.ts';
import type { Sources } from '#core/sources.ts';
import { looksLikePermalink } from '#permalink/looks-like.ts';
import { decodePermalink, type OpenedLink } from '#permalink/permalink.ts';
import type { Args } from './args.ts';
import type { Deps } from './deps.ts';
import { Misunderstood, within } from './failures.ts';
import { datasetsGiven, evidenceNamed, type NamedEvidence } from './input/datasets.ts';
import { configsFor, changed, changesGiven, settingWords, withConfigs } from './input/settings.ts';
import type { Config, Change, Setting } from './input/settings.ts';
import type { Item } from './input/csv-rows.ts';
import { isUsage, readInput } from './input/read-input.ts';
import { withReadsProfile } from './input/reads-profile.ts';
import { asFlag, workloadGiven } from './input/workload-flags.ts';
import { goingOn, type Going } from './keep-going.ts';

export interface NamedScenario extends ReadScenario {
  name: string;
  /** What flags and config files say that its own text does not. */
  settings: readonly Setting[];
  /** Of a link: what it says that it answered; null where it says nothing. */
  answered?: Answered | null;
}

export interface NamedQuestion extends Question {
  name: string;
}

/** How scenarios are read: what flags change in each, and the config files that fill them in. */
interface Way {
  changes: readonly Change[];
  configs: readonly Config[];
}

/**
 * The scenarios in a file, on standard input or in a permalink: parsed, not yet checked against an archive. Without `args` the
 * repository's config file alone is read.
 */
export function readScenarios(source: string, deps: Deps, args?: Args): Promise<NamedScenario[]> {
  return scenariosOf([source], goingOn(args, deps), deps, args);
}

async function scenariosOf(
  names: readonly string[],
  going: Going,
  deps: Deps,
  args?: Args,
): Promise<NamedScenario[]> {
  const sources: Source[] = [];
  for (const name of names) sources.push(...(await going.attempt(() => sourceOf(name, deps))));
  const way = await wayOf(sources.flatMap(({ items }) => items).length > 1, args, deps);
  const found: NamedScenario[] = [];
  for (const { items, folder } of sources)
    for (const item of items) found.push(...(await going.attempt(() => scenarioIn(item, folder, way, deps))));
  return found;
}

/** A permalink as it is, or the values of a file. */
interface Source {
  items: (Item | OpenedLink)[];
  folder: string;
}

async function sourceOf(source: string, deps: Deps): Promise<Source> {
  if (looksLikePermalink(source))
    return { items: [await within('link', () => decodePermalink(source))], folder: deps.cwd };
  const folder = source === '-' ? deps.cwd : path.dirname(path.resolve(deps.cwd, source));
  return { items: await readInput(source, deps, { split: true }), folder };
}

/** `isMany`: a batch, which the person's own config file does not change. */
async function wayOf(isMany: boolean, args: Args | undefined, deps: Deps): Promise<Way> {
  return {
    changes: args === undefined ? [] : await changesGiven(args),
    configs: args?.has('no-config') ? [] : configsFor(deps, { isPersonal: args !== undefined && !isMany }),
  };
}

/** A link says all of itself; flags change it all the same. */
async function scenarioIn(
  item: Item | OpenedLink,
  folder: string,
  { changes, configs }: Way,
  deps: Deps,
): Promise<NamedScenario> {
  const own = changes.map(settingOf);
  if (!('value' in item)) {
    const { note, ...opened } = item;
    if (note !== null) deps.say(`stowage: ${note}`);
    const text = () => read(changed(opened.text, changes), deps);
    return { name: 'link', settings: own, ...(own.length === 0 ? opened : await within('link', text)) };
  }
  const { name, value } = item;
  return within(name, async () => {
    const profiled = await withReadsProfile(changed(value, changes), folder, deps);
    const { value: whole, settings } = withConfigs(profiled, configs);
    return { name, settings: [...own, ...settings], ...read(whole, deps) };
  });
}

const settingOf = ({ path: at, value, from }: Change): Setting => ({ path: at, value, from });

/** The scenarios of all files that are named, or the one that flags describe. */
export async function scenariosGiven(
  command: string,
  args: Args,
  going: Going,
  deps: Deps,
): Promise<NamedScenario[]> {
  const described = workloadGiven(args, command);
  if (described !== undefined) return [await fromFlags(described, args, deps)];
  return scenariosOf(args.operands, going, deps, args);
}

async function fromFlags(described: unknown, args: Args, deps: Deps): Promise<NamedScenario> {
  const { changes, configs } = await wayOf(false, args, deps);
  const { value, settings } = withConfigs(changed(described, changes), configs);
  try {
    return { name: 'the flags', settings: [...changes.map(settingOf), ...settings], ...read(value, deps) };
  } catch (error) {
    throw error instanceof ScenarioError ? new ScenarioError(error.issues.map(asFlag)) : error;
  }
}

function read(value: unknown, { catalog }: Deps): ReadScenario {
  if (isUsage(value))
    throw new Misunderstood('is a usage, not a scenario; see what it costs with "stowage bill"');
  const text = filledIn(value, catalog.archive);
  return { scenario: parseScenario(text), text: text as ScenarioText };
}

/** The same scenario at the prices of another day. Throws `Misunderstood` where a month of its timeline is before that day. */
export function atDay({ text, scenario, ...named }: NamedScenario, asOf: string): Promise<NamedScenario> {
  return within(named.name, () => {
    const later = { ...scenario, asOf };
    const issues = senseIssues(later);
    if (issues.length > 0) throw new ScenarioError(issues);
    return { ...named, text: { ...text, asOf }, scenario: later };
  });
}

/** A store's prices are read when the plan first asks for them. Of a batch (`isMany`) the person's config file names no dataset. */
export async function sourcesOf(deps: Deps, args?: Args, isMany = false): Promise<Sources & NamedEvidence> {
  const named = args ? datasetsGiven(args, deps, isMany) : [];
  return { archive: deps.catalog.archive, ...(await evidenceNamed(named, deps)) };
}

/** Throws `Misunderstood` where a name is unknown; says on stderr which pinned datasets are not here. */
export async function asked(named: NamedScenario, sources: Sources, deps: Deps): Promise<NamedQuestion> {
  const question = await within(named.name, () => questionOf(named, sources));
  if (question.missing.length > 0)
    deps.say(
      `stowage: ${named.name}: computed without ${question.missing.join(', ')}: this build has no such dataset with that content`,
    );
  return { ...question, name: named.name };
}

/** Where the answer itself does not name them. */
export function saySettings({ name, settings }: NamedScenario, deps: Deps): void {
  if (settings.length > 0) deps.say(`stowage: ${name}: with ${settingWords(settings)}`);
}

/** The question of the one scenario in a file or a permalink, for a command that takes no more. Throws `Misunderstood`. */
export async function questionIn(command: string, source: string, args: Args, deps: Deps) {
  const [scenario, second] = await readScenarios(source, deps, args);
  if (!scenario || second)
    throw new Misunderstood(`stowage ${command} takes one scenario, and ${source} holds several`);
  saySettings(scenario, deps);
  const sources = await sourcesOf(deps, args);
  return { scenario, question: await asked(scenario, sources, deps) };
}
