/** From what the user names to a checked scenario, and from there to its plan. */
import path from 'node:path';
import type { EvidenceBase } from '#core/latency/evidence-base.ts';
import { compareDays } from '#core/placement/beside/compare-prices.ts';
import { withMigration } from '#core/migration/migration.ts';
import { overTime } from '#core/placement/beside/over-time.ts';
import { planAtRanges } from '#core/placement/beside/at-ranges.ts';
import { workedPlan } from '#core/placement/plan.ts';
import { boundRemarks, planBound } from '#core/placement/any-shape/plan-bound.ts';
import { hedgingPays } from '#core/placement/beside/hedged.ts';
import { secondZones } from '#core/placement/beside/replicas.ts';
import { nearbyCopies } from '#core/placement/beside/copies.ts';
import { providerReplication } from '#core/placement/beside/replication.ts';
import { restsOnDatasets, withoutDatasets } from '#core/placement/beside/without-dataset.ts';
import { planRivals } from '#core/placement/switches/rivals.ts';
import { KEY_INPUTS, WATCHED_INPUTS } from '#core/placement/switches/key-inputs.ts';
import { planSwitchPoints } from '#core/placement/switches/switch-points.ts';
import type { SwitchOptions } from '#core/placement/switches/switch-points.ts';
import type { Archive } from '#core/pricing/archive.ts';
import { evidenceFor } from '#core/question.ts';
import type { PlanDifference } from '#core/report/plan-difference.ts';
import type { Plan } from '#core/report/plan-types.ts';
import { checkScenario } from '#core/scenario/check-scenario.ts';
import { parseScenario } from '#core/scenario/parse-scenario.ts';
import type { Scenario, ScenarioText } from '#core/scenario/scenario.ts';
import { planUncertainty } from '#core/uncertainty/plan-uncertainty.ts';
import { looksLikePermalink } from '#permalink/looks-like.ts';
import { decodePermalink } from '#permalink/permalink.ts';
import type { Deps } from './deps.ts';
import { Misunderstood, within } from './failures.ts';
import { evidenceNamed } from './input/datasets-named.ts';
import { isUsage, readInput } from './input/read-input.ts';
import { withReadsProfile } from './input/reads-profile.ts';

export interface NamedScenario {
  name: string;
  text: ScenarioText;
}

/** The scenarios in a file, on standard input or in a permalink: parsed, not yet checked against an archive. */
export async function readScenarios(source: string, deps: Deps): Promise<NamedScenario[]> {
  if (looksLikePermalink(source))
    return [{ name: 'link', text: await within('link', () => decodePermalink(source)) }];
  const items = await readInput(source, deps, { split: true });
  const folder = source === '-' ? deps.cwd : path.dirname(path.resolve(deps.cwd, source));
  return Promise.all(
    items.map(({ name, value }) =>
      within(name, async () => ({ name, text: scenarioText(await withReadsProfile(value, folder, deps)) })),
    ),
  );
}

/** The one scenario of a file or a permalink, for a command that takes no more. Throws `Misunderstood`. */
export async function oneScenario(command: string, source: string, deps: Deps): Promise<NamedScenario> {
  const [only, second] = await readScenarios(source, deps);
  if (!only || second)
    throw new Misunderstood(`stowage ${command} takes one scenario, and ${source} holds several`);
  return only;
}

/** `value` when it is a scenario. Throws `ScenarioError`. */
export function scenarioText(value: unknown): ScenarioText {
  if (isUsage(value))
    throw new Misunderstood('is a usage, not a scenario; see what it costs with "stowage bill"');
  parseScenario(value);
  return value as ScenarioText;
}

export interface Sources {
  archive: Archive;
  evidence: EvidenceBase;
}

/** A store's prices are read when the plan first asks for them. `datasets` are ids or folders to use first. */
export async function sourcesOf(deps: Deps, datasets: readonly string[] = []): Promise<Sources> {
  return { archive: deps.catalog.archive, evidence: await evidenceNamed(datasets, deps) };
}

/** Throws `Misunderstood` where a name is unknown; says on stderr which pinned datasets are not here. */
export async function planOf({ name, text }: NamedScenario, sources: Sources, deps: Deps): Promise<Plan> {
  return within(name, () => {
    const scenario: Scenario = parseScenario(text);
    checkScenario(scenario, sources);
    const { evidence, missing } = evidenceFor(text, sources.evidence);
    if (missing.length > 0)
      deps.say(
        `stowage: ${name}: computed without ${missing.join(', ')}: this build has no such dataset with that content`,
      );
    const own = { archive: sources.archive, evidence };
    const worked = workedPlan(text, own);
    return {
      ...withMigration(text, own, worked),
      overTime: overTime(text, own, worked),
      ranges: planAtRanges(text, own),
    };
  });
}

/** What takes many more plans: on which datasets it rests, what hedging and a second zone would do, how much better any other could be. */
export function reasonsOf(
  { text }: NamedScenario,
  sources: Sources,
  answer: Plan,
): Pick<Plan, 'withoutDatasets' | 'bound' | 'findings'> {
  const own = { archive: sources.archive, evidence: evidenceFor(text, sources.evidence).evidence };
  const without = withoutDatasets(text, own, answer);
  const bound = planBound(text, own, answer);
  return {
    withoutDatasets: without,
    bound,
    findings: [
      ...answer.findings,
      ...restsOnDatasets(answer, without),
      ...hedgingPays(text, own, answer),
      ...secondZones(text, own, answer),
      ...nearbyCopies(text, own, answer),
      ...providerReplication(text, own, answer),
      ...boundRemarks(answer, bound),
    ],
  };
}

const ASKED: Record<'all' | 'key' | 'alerts', SwitchOptions> = {
  all: {},
  key: { inputs: KEY_INPUTS, ages: false },
  alerts: { inputs: WATCHED_INPUTS, ages: false, nearest: true },
};

/** `key`: the inputs that most often decide, and no more than which stores; `alerts`: what an alert watches. */
export function flipsOf(
  { text }: NamedScenario,
  sources: Sources,
  which: 'all' | 'key' | 'alerts' | 'none',
): Pick<Plan, 'switchPoints' | 'turned' | 'rivals'> {
  if (which === 'none') return { switchPoints: [], turned: [], rivals: [] };
  const asked = ASKED[which];
  const scans = [...planSwitchPoints(text, sources, asked)].filter((step) => step !== undefined);
  return {
    switchPoints: scans.flatMap((scan) => scan.switchPoints),
    turned: scans.map(({ switchPoints: _, ...turned }) => turned),
    rivals: which === 'all' ? [...planRivals(text, sources)].filter((one) => one !== undefined) : [],
  };
}

/** `draws`: 0 leaves it out. */
export function surenessOf(
  { name, text }: NamedScenario,
  sources: Sources,
  draws: number,
): Promise<Pick<Plan, 'uncertainty'>> {
  return within(name, () => {
    const { evidence } = evidenceFor(text, sources.evidence);
    const own = { archive: sources.archive, evidence };
    return { uncertainty: draws === 0 ? null : planUncertainty(text, own, { draws }) };
  });
}

/** What the scenario's plan becomes at the prices of `day`. Throws `Misunderstood` where a name is unknown. */
export async function comparisonOf(
  { name, text }: NamedScenario,
  day: string,
  sources: Sources,
): Promise<PlanDifference> {
  return within(name, () => {
    checkScenario(parseScenario(text), sources);
    return compareDays(text, day, sources);
  });
}
