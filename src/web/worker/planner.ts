/** Answers the page's questions: the only part of the page that carries schemas, prices and evidence. */
import type { BundledCatalog } from '#catalog/from-bundle.ts';
import { plan } from '#core/placement/plan.ts';
import { PLACES } from '#core/places.ts';
import { evidenceFor, pinScenario } from '#core/report/pin.ts';
import { checkScenario } from '#core/scenario/check-scenario.ts';
import { ScenarioError, parseScenario } from '#core/scenario/parse-scenario.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { LinkError, decodePermalink, encodePermalink } from '#permalink/permalink.ts';
import type { Answer, KnownAnswer, OpenAnswer, PlanAnswer, Question, Wanted } from './messages.ts';

export class Planner {
  #catalog: BundledCatalog;

  constructor(catalog: BundledCatalog) {
    this.#catalog = catalog;
  }

  /** Never rejects. */
  async answer(question: Question): Promise<Answer> {
    try {
      if (question.kind === 'open') return this.#open(question.fragment);
      return await (question.kind === 'known'
        ? this.#known()
        : this.#plan(question.scenario, question.wanted));
    } catch (error) {
      if (error instanceof ScenarioError) return { kind: 'refused', issues: [...error.issues] };
      return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  }

  async #plan(text: ScenarioText, wanted: Wanted | null): Promise<PlanAnswer> {
    const scenario = parseScenario(text);
    const [archive, datasets] = await Promise.all([
      this.#catalog.archive(await this.#storesOf(text), { asOf: scenario.asOf }),
      this.#catalog.datasets(),
    ]);
    const all = { datasets, named: [] };
    checkScenario(scenario, { archive, evidence: all });
    const { evidence, missing } = evidenceFor(text, all);
    const answer = plan(text, { archive, evidence }, { also: wanted ? [wanted] : [] });
    const link = encodePermalink(pinScenario(text, { archive, evidence: all }));
    return { kind: 'plan', plan: answer, link, without: missing };
  }

  /** Stores to load. A store that is not known is left for `checkScenario` to name. */
  async #storesOf({
    stores = 'all',
    copies = [],
    current,
    assume = {},
  }: ScenarioText): Promise<string[] | 'all'> {
    if (stores === 'all') return 'all';
    const refs = [...stores, ...copies, ...Object.keys(assume), ...(current ? [current] : [])];
    return [...new Set(refs.map((ref) => ref.split('@')[0] ?? ref))];
  }

  #open(fragment: string): OpenAnswer {
    try {
      return { kind: 'opened', scenario: decodePermalink(fragment) };
    } catch (error) {
      if (error instanceof LinkError) return { kind: 'failed', message: error.message };
      throw error;
    }
  }

  async #known(): Promise<KnownAnswer> {
    const { stores } = await this.#catalog.index();
    const refs = stores
      .filter(({ confidence }) => confidence !== 'claimed')
      .flatMap(({ id, regions, places }) => {
        const named = [
          ...regions.filter((region) => region !== 'everywhere'),
          ...places.map((place) => place.slice(place.indexOf('/') + 1)),
        ];
        return named.length > 0 ? [...new Set(named)].map((region) => `${id}@${region}`) : [id];
      });
    return { kind: 'known', stores: refs, places: PLACES.map(({ id }) => id) };
  }
}
