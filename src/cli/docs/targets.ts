/** What the targets of marked blocks hold, as plans and bills. A target that many blocks name is read and planned once. */
import { namesInRegions } from '#core/answer/words/in-archive.ts';
import { DEFAULT_DRAWS } from '#core/uncertainty/plan-uncertainty.ts';
import { looksLikePermalink } from '#permalink/looks-like.ts';
import type { Deps } from '../deps.ts';
import { Misunderstood } from '../failures.ts';
import { isScenario, readInput } from '../input/read-input.ts';
import { asked, frontierOf, planOf, readScenarios, sourcesOf, surenessOf } from '../scenarios.ts';
import { billOf, readUsages } from '../usages.ts';
import { planNames } from '../render/plan.ts';
import { billView, planView } from './views.ts';
import type { View } from './views.ts';

export interface Shown {
  view: View;
  inline: boolean;
  /** The candidate, where the block names one. */
  id: string | undefined;
}

/** What a block of this target shows. Throws what reading or planning the target throws. */
type Target = (shown: Shown) => Promise<string> | string;

export class Targets {
  readonly #known = new Map<string, Promise<Target>>();

  /** `target`: a link, or a file relative to `deps.cwd`. */
  async show(target: string, shown: Shown, deps: Deps): Promise<string> {
    const key = JSON.stringify([deps.cwd, target]);
    const known = this.#known.get(key) ?? targetOf(target, deps);
    this.#known.set(key, known);
    return (await known)(shown);
  }
}

async function targetOf(target: string, deps: Deps): Promise<Target> {
  if (!looksLikePermalink(target)) {
    const items = await readInput(target, deps, { split: true });
    if (!items.some(({ value }) => isScenario(value))) {
      const set = await billOf(await readUsages(target, deps), deps);
      return ({ view, inline }) =>
        billView(set, view, { inline, names: namesInRegions(deps.catalog.archive) });
    }
  }
  const scenarios = await readScenarios(target, deps);
  const [only, second] = scenarios;
  if (!only || second)
    throw new Misunderstood(`${target} holds ${scenarios.length} scenarios, and a block shows one`);
  const question = await asked(only, await sourcesOf(deps), deps);
  const { plan, answer } = await planOf(question);
  const unsure = surenessOf(question, answer, 0);
  let sure: typeof unsure | undefined;
  return async ({ view, inline, id }) => {
    if (view === 'uncertainty') sure ??= surenessOf(question, answer, DEFAULT_DRAWS);
    const swept = view === 'frontier' ? frontierOf(question, plan) : {};
    return planView({ ...plan, ...swept, ...(await (sure ?? unsure)) }, view, {
      inline,
      id,
      names: planNames(plan, deps.catalog.archive),
    });
  };
}
