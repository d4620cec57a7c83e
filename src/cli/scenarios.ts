/** From what the user names to a checked scenario, and from there to its plan. */
import path from 'node:path';
import { namedPlacement } from '#core/placement/answer/answered.ts';
import { answered } from '#core/placement/answer/certified.ts';
import type { Answered as PlacedAnswer, PlanOptions } from '#core/placement/answer/answered.ts';
import { compareDays } from '#core/placement/variations/compare-prices.ts';
import { withMigration } from '#core/migration/migration.ts';
import { overTime } from '#core/placement/variations/over-time.ts';
import { planAtRanges } from '#core/placement/variations/at-ranges.ts';
import { hedgingPays } from '#core/placement/variations/hedged.ts';
import { secondZones } from '#core/placement/variations/replicas.ts';
import { planFrontier } from '#core/placement/variations/frontier.ts';
import { nearbyCopies } from '#core/placement/variations/copies.ts';
import { providerReplication } from '#core/placement/variations/replication.ts';
import { restsOnDatasets, withoutDatasets } from '#core/placement/variations/without-dataset.ts';
import { planRivals } from '#core/placement/sensitivity/rivals.ts';
import { KEY_INPUTS, WATCHED_INPUTS } from '#core/placement/sensitivity/knobs.ts';
import { switchPoints } from '#core/placement/sensitivity/switch-points.ts';
import type { SwitchOptions } from '#core/placement/sensitivity/switch-points.ts';
import { deskOf } from '#core/placement/desk.ts';
import { questionOf } from '#core/question.ts';
import type { Question } from '#core/question.ts';
import { currencyOf } from '#core/report/currency-of.ts';
import { linkSays } from '#core/report/link-says.ts';
import type { Answered } from '#core/report/link-says.ts';
import type { PlanDifference } from '#core/report/plan-difference.ts';
import type { Plan } from '#core/report/plan-types.ts';
import { senseIssues } from '#core/scenario/check-sense.ts';
import { filledIn } from '#core/scenario/fill-in.ts';
import { parseScenario } from '#core/scenario/parse-scenario.ts';
import { ScenarioError } from '#core/scenario/scenario-error.ts';
import { MODEL } from '#core/scenario/model.ts';
import type { ReadScenario, ScenarioText } from '#core/scenario/scenario.ts';
import type { Steps } from '#core/steps.ts';
import type { Sources } from '#core/sources.ts';
import { planUncertainty } from '#core/uncertainty/plan-uncertainty.ts';
import { looksLikePermalink } from '#permalink/looks-like.ts';
import { decodePermalink } from '#permalink/permalink.ts';
import type { Args } from './args.ts';
import type { Deps } from './deps.ts';
import { Misunderstood, within } from './failures.ts';
import { evidenceNamed } from './input/datasets.ts';
import { configsFor, changed, changesGiven, settingWords, withConfigs } from './input/settings.ts';
import type { Config, Change, Setting } from './input/settings.ts';
import type { Item } from './input/csv-rows.ts';
import { isUsage, readInput } from './input/read-input.ts';
import { withReadsProfile } from './input/reads-profile.ts';
import { asFlag, workloadGiven } from './input/workload-flags.ts';
import type { Progress } from './progress.ts';
import { goingOn } from './keep-going.ts';
import type { Going } from './keep-going.ts';

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
  going: Going;
}

/**
 * The scenarios in a file, on standard input or in a permalink: parsed, not yet checked against an archive. Without `args` the
 * repository's config file alone is read.
 */
export async function readScenarios(source: string, deps: Deps, args?: Args): Promise<NamedScenario[]> {
  const found = await sourceOf(source, deps);
  const way = await wayOf('items' in found && found.items.length > 1, args, deps);
  return scenariosIn(found, { ...way, going: goingOn(args, deps) }, deps);
}

/** A permalink as it is, or the values of a file. */
type Source = { link: Awaited<ReturnType<typeof decodePermalink>> } | { items: Item[]; folder: string };

async function sourceOf(source: string, deps: Deps): Promise<Source> {
  if (looksLikePermalink(source)) return { link: await within('link', () => decodePermalink(source)) };
  const folder = source === '-' ? deps.cwd : path.dirname(path.resolve(deps.cwd, source));
  return { items: await readInput(source, deps, { split: true }), folder };
}

/** `isMany`: a batch, which the person's own config file does not change. */
async function wayOf(isMany: boolean, args: Args | undefined, deps: Deps): Promise<Omit<Way, 'going'>> {
  return {
    changes: args === undefined ? [] : await changesGiven(args),
    configs: args?.has('no-config') ? [] : configsFor(deps, { isPersonal: args !== undefined && !isMany }),
  };
}

/** A link says all of itself; flags change it all the same. */
async function scenariosIn(
  source: Source,
  { changes, configs, going }: Way,
  deps: Deps,
): Promise<NamedScenario[]> {
  if ('link' in source) {
    const { note, ...opened } = source.link;
    if (note !== null) deps.say(`stowage: ${note}`);
    if (changes.length === 0) return [{ name: 'link', settings: [], ...opened }];
    return [
      await within('link', () => ({
        name: 'link',
        settings: changes.map(settingOf),
        ...read(changed(opened.text, changes), deps),
      })),
    ];
  }
  const found: NamedScenario[] = [];
  for (const { name, value } of source.items)
    found.push(
      ...(await going.attempt(() =>
        within(name, async () => {
          const own = await withReadsProfile(changed(value, changes), source.folder, deps);
          const { value: whole, settings } = withConfigs(own, configs);
          return { name, settings: [...changes.map(settingOf), ...settings], ...read(whole, deps) };
        }),
      )),
    );
  return found;
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
  const sources: Source[] = [];
  for (const name of args.operands) sources.push(...(await going.attempt(() => sourceOf(name, deps))));
  const count = sources.reduce((sum, one) => sum + ('link' in one ? 1 : one.items.length), 0);
  const way = { ...(await wayOf(count > 1, args, deps)), going };
  const found: NamedScenario[] = [];
  for (const one of sources) found.push(...(await scenariosIn(one, way, deps)));
  return found;
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

/** The one scenario of a file or a permalink, for a command that takes no more. Throws `Misunderstood`. */
export async function oneScenario(
  command: string,
  source: string,
  args: Args,
  deps: Deps,
): Promise<NamedScenario> {
  const [only, second] = await readScenarios(source, deps, args);
  if (!only || second)
    throw new Misunderstood(`stowage ${command} takes one scenario, and ${source} holds several`);
  return only;
}

function read(value: unknown, { catalog }: Deps): ReadScenario {
  if (isUsage(value))
    throw new Misunderstood('is a usage, not a scenario; see what it costs with "stowage bill"');
  const text = filledIn(value, catalog.archive);
  return { scenario: parseScenario(text), text: text as ScenarioText };
}

/** Where the answer itself does not name them. */
export function saySettings({ name, settings }: NamedScenario, deps: Deps): void {
  if (settings.length > 0) deps.say(`stowage: ${name}: with ${settingWords(settings)}`);
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

/** A store's prices are read when the plan first asks for them. `datasets` are ids or folders to use first. */
export async function sourcesOf(deps: Deps, datasets: readonly string[] = []): Promise<Sources> {
  return { archive: deps.catalog.archive, evidence: await evidenceNamed(datasets, deps) };
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

export interface PlanAnswer {
  plan: Plan;
  /** From which what hangs on the plan is worked out. */
  answer: PlacedAnswer;
}

/** `ids`: placements to show, whatever their rank. */
export function planOf(
  question: NamedQuestion,
  options?: PlanOptions,
  ids: readonly string[] = [],
): Promise<PlanAnswer> {
  return within(question.name, () => {
    const desk = deskOf(question);
    const show = ids.flatMap((id) => namedPlacement(desk, id) ?? []);
    const answer = answered(desk, show.length > 0 ? { ...options, show } : options);
    return {
      answer,
      plan: {
        ...withMigration(desk, answer),
        overTime: overTime(desk, answer),
        ranges: planAtRanges(desk),
      },
    };
  });
}

/** What a link keeps of an answer; null where nothing is recommended. */
export function answerOf({ recommendation, candidates, model }: Plan): Answered | null {
  const chosen = candidates.find(({ id }) => id === recommendation?.id);
  return chosen ? { id: chosen.id, total: chosen.monthly.total, sureness: chosen.sureness, model } : null;
}

export function recommendedFor(question: NamedQuestion): Promise<Plan> {
  return within(question.name, () => answered(deskOf(question)).plan);
}

/** What a link says that it answered beside `plan`; null of a file, and of a link of today's rule that says nothing. */
export function linkWords(
  { answered: said, text }: NamedScenario,
  plan: Plan,
  nameOf: (id: string) => string,
): string | null {
  if (said === undefined || (said === null && text.model === MODEL)) return null;
  return linkSays(said, answerOf(plan), { nameOf, currency: currencyOf(plan) });
}

/** Cost against p99, with a search for each of some twenty p99s; the placements found are among the candidates. */
export function frontierOf(question: Question, answer: Plan): ReturnType<typeof planFrontier> {
  return planFrontier(deskOf(question), answer);
}

/** What takes many more plans: on which datasets it rests, and what hedging and a second zone would do. */
export function reasonsOf(question: Question, answer: Plan): Pick<Plan, 'withoutDatasets' | 'findings'> {
  const desk = deskOf(question);
  const without = withoutDatasets(desk, answer);
  return {
    withoutDatasets: without,
    findings: [
      ...answer.findings,
      ...restsOnDatasets(answer, without),
      ...hedgingPays(desk, answer),
      ...secondZones(desk, answer),
      ...nearbyCopies(desk, answer),
      ...providerReplication(desk, answer),
    ],
  };
}

const ASKED: Record<'all' | 'key' | 'alerts', SwitchOptions> = {
  all: {},
  key: { inputs: KEY_INPUTS },
  alerts: { inputs: WATCHED_INPUTS, nearest: true },
};

/** `key`: the inputs that most often decide; `alerts`: what an alert watches. */
export function flipsOf(
  question: Question,
  which: 'all' | 'key' | 'alerts' | 'none',
  progress: Progress,
): Pick<Plan, 'switchPoints' | 'turned' | 'rivals'> {
  if (which === 'none') return { switchPoints: [], turned: [], rivals: [] };
  const desk = deskOf(question);
  const scans = progress
    .through('looking for values at which the answer changes', listed(switchPoints(desk, ASKED[which])))
    .filter((step) => step !== undefined);
  return {
    switchPoints: scans.flatMap((scan) => scan.switchPoints),
    turned: scans.map(({ switchPoints: _, ...turned }) => turned),
    rivals:
      which === 'all'
        ? progress
            .through('looking for what would bring in other stores', listed(planRivals(desk)))
            .filter((one) => one !== undefined)
        : [],
  };
}

/** What `steps` yields, all of it. */
function* listed<T>(steps: Iterable<T>): Steps<T[], T> {
  const all: T[] = [];
  for (const one of steps) {
    all.push(one);
    yield one;
  }
  return all;
}

/** `draws`: 0 leaves it out. */
export function surenessOf(
  question: NamedQuestion,
  answer: PlacedAnswer,
  draws: number,
): Promise<Pick<Plan, 'uncertainty'>> {
  return within(question.name, () => ({
    uncertainty: draws === 0 ? null : planUncertainty(deskOf(question), answer, { draws }),
  }));
}

/** What the scenario's plan becomes at the prices of `day`. */
export function comparisonOf(question: NamedQuestion, day: string): Promise<PlanDifference> {
  return within(question.name, () => compareDays(question, day));
}
