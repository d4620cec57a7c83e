/** What the Plan page holds: one scenario, and the answer that follows from it. */
import type { NameOf } from '#core/answer/words/names.ts';
import { getContext, setContext } from 'svelte';
import type { WantedAge } from '#core/placement/answer/answered.ts';
import type { Answered } from '#core/report/link-says.ts';
import type { Candidate, Plan } from '#core/report/plan-types.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { findCandidate, firstChoice } from '#web/words/candidates.ts';
import { storeName, storeNames } from '#web/words/names.ts';
import type { PartOf } from '#web/ask/answers.ts';
import type { Known } from '#web/ask/known.ts';
import type { Planner } from '#web/ask/client.ts';
import { same } from '#web/ask/same.ts';
import type { Failure, Issue } from '#web/ask/serve.ts';
import { pathKey, readAt, within, writeAt, type Path } from './paths.ts';

const KEY = Symbol('desk');

/** An answer that was kept, to compare with. */
export interface Pinned {
  plan: Plan;
  shown: Candidate;
}

export class Desk {
  /** As authored, even while part of it is wrong. */
  scenario: ScenarioText = $state.raw() as ScenarioText;
  /** The last good answer; it stays while the next is computed or the scenario is wrong. */
  plan: Plan | null = $state.raw(null);
  /** It is certified, with all cards. */
  isFinished = $state(false);
  /** Once the page is alive. */
  planner: Planner | null = $state.raw(null);
  /** Datasets the scenario pins and this build lacks. */
  without: string[] = $state.raw([]);
  /** Why the scenario in the form has no answer. */
  failed: Failure | null = $state.raw(null);
  /** Where the scenario is wrong. */
  issues: Issue[] = $derived(this.failed?.issues ?? []);
  /** What went wrong with the calculation itself. */
  failure: string | null = $derived(this.failed && !this.failed.issues ? this.failed.message : null);
  computing = $state(false);
  /** Parts of the page show an older answer. */
  drawing = $state(false);
  /** What went wrong with the address, if anything. */
  linkProblem: string | null = $state(null);
  /** The link that was opened last. */
  opened: PartOf<'open'> | null = $state.raw(null);
  /** Stores and places that may be named: none before they were asked for. */
  known: Known = $state.raw({ stores: [], places: [] });
  /** Whether a step can be taken back, or again. */
  steps = $state.raw({ back: false, again: false });
  /** The page stands in a frame of another page: the card alone. */
  readonly isEmbedded = typeof location === 'object' && /[?&]embed\b/.test(location.search);
  /** The answer that was pinned, to compare with. */
  pinned: Pinned | null = $state.raw(null);
  /** Hears of each scenario: `isNew` where it is no longer the one that was being written. */
  keeper: ((isNew: boolean) => void) | null = null;
  /** The place that is being written, a letter at a time. */
  #written: string | null = null;
  /** Names that examples have: of no scenario but theirs. */
  #given: readonly unknown[];
  #chosen: string | null = $state(null);
  /** The threshold a hand is moving; the worker works it out besides the ranking. */
  wanted: WantedAge | null = $state.raw(null);

  constructor(scenario: ScenarioText, given: readonly string[] = []) {
    this.scenario = scenario;
    this.#given = given;
  }

  /** The candidate on show: the one chosen while it is in the plan, else the plan's own first choice. */
  shown: Candidate | undefined = $derived.by(() => {
    if (!this.plan) return undefined;
    return this.#moved() ?? findCandidate(this.plan, this.#chosen) ?? firstChoice(this.plan);
  });

  /** Names for the stores of the plan on show. */
  nameOf: NameOf = $derived(
    storeNames(this.plan?.pricing.map(({ store, region }) => `${store}@${region}`) ?? []),
  );

  /** The answer is of the scenario in the form. A threshold being dragged is no new scenario. */
  settled = $derived(this.plan !== null && same(this.plan.scenario, this.scenario));

  /** The answer belongs to an earlier scenario than the one in the form. */
  stale = $derived(this.plan !== null && this.failed !== null);

  /** What a link says that it answered: the recommended, once it is certified. */
  answered: Answered | null = $derived.by(() => {
    const best = this.isFinished && this.settled && findCandidate(this.plan!, this.plan!.cards[0]);
    return best ? answeredOf(this.plan!, best) : null;
  });

  wantedDays = $derived(this.wanted?.thresholdDays ?? null);

  /** `among`: placements of the same scenario in their order, where more than the plan's are on show. The one chosen joins the plan. */
  choose(id: string | null, among: readonly Candidate[] = []): void {
    this.#chosen = id;
    this.wanted = null;
    const { plan } = this;
    if (!plan || findCandidate(plan, id) || among.every((one) => one.id !== id)) return;
    const candidates = among.filter((one) => one.id === id || findCandidate(plan, one.id));
    this.plan = { ...plan, candidates };
  }

  /** Moves the threshold of a split; what is shown follows when its answer arrives. */
  want({ id, stores: [hot, cold], policy }: Candidate, thresholdDays: number): void {
    if (!hot || !cold || !policy) return;
    this.#chosen = id;
    this.wanted = { hot, cold, thresholdDays, entry: policy.entry };
  }

  /** The candidate at the wanted threshold, or until its answer arrives the nearest of the same split. */
  #moved(): Candidate | undefined {
    const { wanted, plan } = this;
    if (!wanted || !plan) return undefined;
    const off = (one: Candidate) =>
      Math.abs(Math.log((one.policy?.thresholdDays ?? Infinity) / wanted.thresholdDays));
    return plan.candidates
      .filter(
        (one) =>
          one.policy?.entry === wanted.entry && one.stores[0] === wanted.hot && one.stores[1] === wanted.cold,
      )
      .reduce<Candidate | undefined>((best, one) => (best && off(best) <= off(one) ? best : one), undefined);
  }

  read(path: Path): unknown {
    return readAt(this.scenario, path);
  }

  /** Sets one place of the scenario; `undefined` removes it. The worker judges the result. */
  write(path: Path, value: unknown): void {
    const key = pathKey(path);
    const isNew = this.#written !== key;
    const { scenario } = this;
    const isGiven = key !== 'name' && this.#given.includes(scenario.name);
    this.scenario = writeAt(
      isGiven ? writeAt(scenario, ['name'], undefined) : scenario,
      path,
      value,
    ) as ScenarioText;
    this.#written = key;
    this.keeper?.(isNew);
  }

  /** What is written next is a step of its own. */
  settle(): void {
    this.#written = null;
  }

  /** Another scenario as a step of its own. */
  replace(scenario: ScenarioText): void {
    this.show(scenario);
    this.keeper?.(true);
  }

  /** Another scenario in place of this one. */
  show(scenario: ScenarioText): void {
    this.settle();
    this.scenario = scenario;
    this.choose(null);
  }

  /**
   * Candidates of the same scenario that are on the page already stay the same objects, so that they are not drawn anew. Which are
   * cards, and what would have to be measured, comes with the certificate.
   */
  take({ plan, without, isFinished }: PartOf<'plan'>): void {
    const isSameScenario = this.plan !== null && same(this.plan.scenario, plan.scenario);
    const known = isSameScenario ? this.plan : null;
    this.plan = {
      ...plan,
      candidates: plan.candidates.map((one) => {
        const before = known && findCandidate(known, one.id);
        return before && before.card === one.card && same(before.missing, one.missing) ? before : one;
      }),
    };
    [this.without, this.isFinished] = [without, isFinished];
  }

  issuesAt(path: Path): Issue[] {
    return this.issues.filter((issue) => within(path, issue.path));
  }
}

/** What a link says of an answer. */
export const answeredOf = ({ model }: Plan, { id, sureness, monthly }: Candidate): Answered => ({
  id,
  total: monthly.total,
  sureness,
  model,
});

export const provideDesk = (desk: Desk) => setContext(KEY, desk);
export const useDesk = () => getContext<Desk>(KEY);

/** Names for the stores of the plan on show; apart from a plan, a store's own. */
export function useNames(): NameOf {
  const desk = getContext<Desk | undefined>(KEY);
  return (ref) => (desk?.nameOf ?? storeName)(ref);
}
