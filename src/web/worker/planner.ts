/** Answers the page's questions: the only part of the page that carries schemas, prices and evidence. */
import type { BundledCatalog } from '#catalog/from-bundle.ts';
import { evidenceBase, type EvidenceBase } from '#core/latency/evidence-base.ts';
import { hasReadOptions } from '#core/placement/read-repeat.ts';
import { mayBeCached, mayBeSplit, workedPlanWith } from '#core/placement/worked-plan.ts';
import type { PlanParts } from '#core/placement/worked-plan.ts';
import { PLACES } from '#core/places.ts';
import { evidenceFor } from '#core/report/chosen-evidence.ts';
import { ScenarioError } from '#core/scenario/scenario-error.ts';
import { namesAreKnown } from '#core/scenario/known-names.ts';
import type { MissingMeasurement } from '#core/report/plan-types.ts';
import type { Scenario, ScenarioText } from '#core/scenario/scenario.ts';
import { quantileCurve } from './quantile-curve.ts';
import type {
  Answer,
  KnownAnswer,
  PlanAnswer,
  Question,
  Wanted,
  SettleAnswer,
  SurenessAnswer,
} from './messages.ts';
import { storesOf } from './stores-of.ts';

export class Planner {
  #catalog: BundledCatalog;
  /** One object for all answers: the core remembers what it has worked out from it. */
  #evidence: EvidenceBase | null = null;

  /** Counts what may make an answer in the making needless. */
  #turn = 0;

  constructor(catalog: BundledCatalog) {
    this.#catalog = catalog;
  }

  /** Never rejects. */
  async answer(question: Question): Promise<Answer> {
    try {
      switch (question.kind) {
        case 'plan':
          this.#turn += 1;
          return await this.#plan(question.scenario, question.wanted, question.read);
        case 'open':
          return (await Promise.all([import('./links.ts'), reader()]))[0].openLink(question.fragment);
        case 'link':
          await understood(question.scenario);
          return (await import('./links.ts')).writeLink(
            question.scenario,
            await this.#sources(question.scenario),
          );
        case 'settle':
          return await this.#settle(question.scenario, question.candidate, question.conditions);
        case 'afterwards': {
          const { afterwards } = await import('./afterwards.ts');
          const sources = await this.#sources(question.answer.scenario);
          return { kind: 'afterwards', findings: afterwards(question.answer, sources) };
        }
        case 'time': {
          await understood(question.scenario);
          const { timeOf } = await import('./time.ts');
          const { archive, evidence } = await this.#sources(question.scenario);
          return timeOf(question.scenario, {
            archive,
            evidence: evidenceFor(question.scenario, evidence).evidence,
          });
        }
        case 'sureness':
          return await this.#sureness(question.scenario);
        case 'curves':
          return { kind: 'curves', curves: question.quantiles.map((points) => quantileCurve(points)) };
        case 'known':
          return await this.#known();
      }
    } catch (error) {
      if (error instanceof ScenarioError) return { kind: 'refused', issues: [...error.issues] };
      return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  }

  async #plan(text: ScenarioText, wanted: Wanted | null, read?: Scenario): Promise<PlanAnswer> {
    const scenario = read ?? (await understood(text));
    const sources = await this.#sources(text);
    if (!namesAreKnown(scenario, sources.archive))
      (await import('#core/scenario/check-scenario.ts')).checkScenario(scenario, sources);
    const { evidence, missing } = evidenceFor(text, sources.evidence);
    const { plan } = workedPlanWith(
      await partsFor(scenario),
      { text, scenario },
      { archive: sources.archive, evidence },
      { also: wanted ? [wanted] : [] },
    );
    // The next question will be of a scenario that somebody wrote.
    reader().catch(() => undefined);
    return { kind: 'plan', plan, without: missing };
  }

  async #settle(
    text: ScenarioText,
    candidate: string,
    conditions: MissingMeasurement[],
  ): Promise<SettleAnswer> {
    const { settle } = await import('./settle.ts');
    const { archive, evidence: all } = await this.#sources(text);
    const { evidence } = evidenceFor(text, all);
    const parts = await partsFor(await understood(text));
    const { readScenario } = await reader();
    const assume = settle(text.assume, conditions, (assumed) => {
      const supposed = { ...text, assume: assumed };
      const scenario = readScenario(supposed);
      if (!scenario) return undefined;
      const { plan } = workedPlanWith(parts, { text: supposed, scenario }, { archive, evidence });
      return plan.candidates.find(({ id }) => id === candidate)?.feasible;
    });
    return { kind: 'settled', assume };
  }

  async #sureness(text: ScenarioText): Promise<SurenessAnswer> {
    const turn = ++this.#turn;
    await understood(text);
    const sources = await this.#sources(text);
    const { evidence } = evidenceFor(text, sources.evidence);
    const { inPieces, uncertaintySteps } = await import('./sureness.ts');
    const steps = uncertaintySteps(text, { archive: sources.archive, evidence });
    const done = await inPieces(steps, () => turn !== this.#turn);
    return done ? { kind: 'sureness', uncertainty: done.value } : { kind: 'dropped' };
  }

  async #sources(text: ScenarioText) {
    const [archive, datasets] = await Promise.all([
      this.#catalog.archive(storesOf(text), { asOf: text.asOf }),
      this.#evidence?.datasets ?? this.#catalog.datasets(),
    ]);
    this.#evidence ??= evidenceBase(datasets);
    return { archive, evidence: this.#evidence };
  }

  async #known(): Promise<KnownAnswer> {
    const { stores } = await this.#catalog.index();
    const refs = stores
      .filter(({ confidence, kind }) => confidence !== 'claimed' && kind === 'store')
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

const reader = () => import('./reader.ts');

/** Throws `ScenarioError`; what it says is fetched when it is needed. */
async function understood(text: ScenarioText): Promise<Scenario> {
  const { readScenario } = await reader();
  return readScenario(text) ?? (await import('#core/scenario/parse-scenario.ts')).parseScenario(text);
}

/** What of the planner this scenario needs besides. */
async function partsFor(scenario: Scenario): Promise<PlanParts> {
  const parts: PlanParts = {};
  if (mayBeSplit(scenario))
    parts.splits = (await import('#core/placement/partition-candidate.ts')).splitCandidates;
  if (hasReadOptions(scenario)) parts.reads = (await import('#core/placement/read-options.ts')).readOptions;
  if (mayBeCached(scenario))
    parts.caches = (await import('#core/placement/cache/candidate.ts')).cacheCandidates;
  return parts;
}
