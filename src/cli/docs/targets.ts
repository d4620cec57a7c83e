/** What the targets of marked blocks hold, as plans and bills. A target that many blocks name is read and planned once. */
import { compareDays } from '#core/placement/variations/compare-prices.ts';
import { planFrontier } from '#core/placement/variations/frontier.ts';
import { deskOf } from '#core/placement/desk.ts';
import { planDifference } from '#core/report/plan-difference.ts';
import { pinScenario } from '#core/report/pin.ts';
import type { Plan } from '#core/report/plan-types.ts';
import { withSelfHosted } from '#core/pricing/self-hosted/archive.ts';
import { namesInRegions } from '#core/answer/words/in-archive.ts';
import { DEFAULT_DRAWS } from '#core/uncertainty/plan-uncertainty.ts';
import { looksLikePermalink } from '#permalink/looks-like.ts';
import { encodePermalink } from '#permalink/permalink.ts';
import type { Deps } from '../deps.ts';
import { Misunderstood } from '../failures.ts';
import { isScenario, readInput } from '../input/read-input.ts';
import type { Item } from '../input/csv-rows.ts';
import { planNames } from '../render/plan.ts';
import { monthsOf, planOf, surenessOf } from '../plans.ts';
import { asked, atDay, readScenarios, sourcesOf } from '../scenarios.ts';
import { answerOf } from '../render/notes.ts';
import { billOf, readUsages } from '../usages.ts';
import type { Drift } from './drift.ts';
import type { Asked } from './marks.ts';
import { billView, planView } from './views.ts';

export interface Target {
  /** The day of the prices, where neither the file nor the mark says one. */
  asOf: string | null;
  show(asked: Asked & { inline: boolean }): Promise<string>;
  /** The link's fragment, `s=1.…`; null of a usage. */
  fragment(): Promise<string | null>;
  /** What its answer becomes at the prices of another day. */
  driftTo(day: string): Promise<Drift>;
  /** What a picture is drawn of; null of a usage. */
  plan: Plan | null;
}

export class Targets {
  readonly #known = new Map<string, Promise<Target>>();

  /** `target`: a link, or a file relative to `deps.cwd`. Throws what reading or planning it throws. */
  of(target: string, asOf: string | undefined, deps: Deps): Promise<Target> {
    const key = JSON.stringify([deps.cwd, target, asOf]);
    const known = this.#known.get(key) ?? targetOf(target, asOf, deps);
    this.#known.set(key, known);
    return known;
  }
}

async function targetOf(target: string, asOf: string | undefined, deps: Deps): Promise<Target> {
  if (looksLikePermalink(target)) return scenarioTarget(target, asOf, true, deps);
  const items = await readInput(target, deps, { split: true });
  return items.some(({ value }) => isScenario(value))
    ? scenarioTarget(target, asOf, isDated(items), deps)
    : usageTarget(target, asOf, deps);
}

const isDated = (items: readonly Item[]) =>
  items.every(({ value }) => typeof value === 'object' && value !== null && 'asOf' in value);

async function usageTarget(target: string, asOf: string | undefined, deps: Deps): Promise<Target> {
  const usages = await readUsages(target, deps);
  const at = (day: string | undefined) =>
    day === undefined
      ? usages
      : { ...usages, usages: usages.usages.map((usage) => ({ ...usage, asOf: day })) };
  const own = at(asOf);
  const set = await billOf(own, deps);
  const names = namesInRegions(withSelfHosted(deps.catalog.archive, usages.selfHosted));
  const days = own.usages.map((usage) => usage.asOf);
  return {
    asOf: null,
    show: (shown) => Promise.resolve(billView(set, days, shown, names)),
    fragment: () => Promise.resolve(null),
    plan: null,
    driftTo: async (day) => {
      const { total, currency } = await billOf(at(day), deps);
      return { from: days[0] ?? day, to: day, names: null, before: set.total, after: total, currency };
    },
  };
}

async function scenarioTarget(
  target: string,
  asOf: string | undefined,
  isDatedFile: boolean,
  deps: Deps,
): Promise<Target> {
  const scenarios = await readScenarios(target, deps);
  const [read, second] = scenarios;
  if (!read || second)
    throw new Misunderstood(`${target} holds ${scenarios.length} scenarios, and a block shows one`);
  const only = asOf === undefined || asOf === read.scenario.asOf ? read : await atDay(read, asOf);
  const question = await asked(only, await sourcesOf(deps), deps);
  const { plan, answer } = await planOf(question);
  const names = planNames(plan, question.archive);
  const unsure = surenessOf(question, answer, 0);
  let sure: typeof unsure | undefined;
  return {
    asOf: isDatedFile || asOf !== undefined ? null : plan.scenario.asOf,
    show: async (shown) => {
      if (shown.view === 'uncertainty') sure ??= surenessOf(question, answer, DEFAULT_DRAWS);
      const swept = shown.view === 'frontier' ? planFrontier(deskOf(question), plan) : {};
      const months = shown.view === 'months' ? monthsOf(question, answer) : {};
      return planView({ ...plan, ...swept, ...months, ...(await (sure ?? unsure)) }, shown, names);
    },
    fragment: () => Promise.resolve(encodePermalink(pinScenario(question), answerOf(plan))),
    plan,
    driftTo: async (day) => {
      const difference = day === plan.scenario.asOf ? planDifference(plan, plan) : compareDays(question, day);
      const { winner, candidates, from, to } = difference;
      const of = (id: string | null) => candidates.find((one) => one.id === id);
      const [was, is] = [of(winner.from), of(winner.to)];
      return {
        ...{ from, to },
        names: [winner.from, winner.to].map((id) => (id === null ? 'nothing' : names.placement(id))) as [
          string,
          string,
        ],
        before: was?.from ?? null,
        after: is?.to ?? null,
        currency: is?.currency ?? was?.currency ?? 'USD',
      };
    },
  };
}
