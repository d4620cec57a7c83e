/**
 * Answers the page's questions: the only part of the page that carries prices and evidence. What the first answer needs is here;
 * schemas, what only some scenarios ask for, and what is asked once an answer stands are fetched.
 */
import type { FetchCatalog } from '#catalog/fetch-catalog.ts';
import { evidenceBase, type EvidenceBase } from '#core/latency/evidence-base.ts';
import { messageOf } from '#core/message-of.ts';
import { needsParts, workedPlanWith } from '#core/placement/worked/worked-plan.ts';
import type { PlanParts } from '#core/placement/worked/worked-plan.ts';
import { questionOf } from '#core/question.ts';
import { ScenarioError } from '#core/scenario/scenario-error.ts';
import type { Scenario, ScenarioText } from '#core/scenario/scenario.ts';
import type { Shared } from './later.ts';
import type { Answer, PlanAnswer, Question } from './messages.ts';

export class Planner {
  #fetchCatalog: FetchCatalog;
  /** One object for all answers: the core remembers what it has worked out from it. */
  #evidence: EvidenceBase | null = null;
  /** Counts what may make an answer in the making needless. */
  #turn = 0;

  constructor(fetchCatalog: FetchCatalog) {
    this.#fetchCatalog = fetchCatalog;
  }

  /** Never rejects. */
  async answer(question: Question): Promise<Answer> {
    const turn = question.kind === 'plan' || question.kind === 'sureness' ? ++this.#turn : this.#turn;
    try {
      switch (question.kind) {
        case 'plan':
          return await this.#plan(question);
        case 'open':
          return (await Promise.all([import('./links.ts'), reader()]))[0].openLink(question.fragment);
        case 'link':
          return (await import('./links.ts')).writeLink(await this.#ask(question.scenario));
        default:
          return await (await import('./later.ts')).laterAnswer(question, this.#shared(turn));
      }
    } catch (error) {
      if (error instanceof ScenarioError) return { kind: 'refused', issues: [...error.issues] };
      return { kind: 'failed', message: messageOf(error) };
    }
  }

  #shared(turn: number): Shared {
    return {
      archive: async () => (await this.#fetchCatalog('catalog.json')).archive,
      ask: (text) => this.#ask(text),
      partsFor,
      isDropped: () => turn !== this.#turn,
    };
  }

  async #plan({ scenario: text, wanted, read }: Extract<Question, { kind: 'plan' }>): Promise<PlanAnswer> {
    const question = await this.#ask(text, read);
    const parts = await partsFor(question.scenario);
    const { plan } = workedPlanWith(parts, question, { also: wanted ? [wanted] : [] });
    // The next question will be of a scenario that somebody wrote.
    reader().catch(() => undefined);
    return { kind: 'plan', plan, without: question.missing };
  }

  /** `read`: the scenario, parsed already. Throws `ScenarioError`. */
  async #ask(text: ScenarioText, read?: Scenario) {
    const scenario = read ?? (await understood(text));
    return questionOf({ text, scenario }, await this.#sources());
  }

  async #sources() {
    const { archive, datasets } = await this.#fetchCatalog('catalog.json', 'datasets.json');
    this.#evidence ??= evidenceBase(datasets());
    return { archive, evidence: this.#evidence };
  }
}

const reader = () => import('./reader.ts');

/** Throws `ScenarioError`; what it says is fetched when it is needed. */
async function understood(text: ScenarioText): Promise<Scenario> {
  const { readScenario } = await reader();
  return readScenario(text) ?? (await import('#core/scenario/parse-scenario.ts')).parseScenario(text);
}

/** What of the planner this scenario needs besides. */
async function partsFor(scenario: Scenario): Promise<PlanParts> {
  return needsParts(scenario) ? (await import('#core/placement/all-parts.ts')).ALL_PARTS : {};
}
