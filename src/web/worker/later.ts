/** What is asked once an answer stands. Loaded with the first such question; each that takes more brings its own part besides. */
import { workedPlanWith } from '#core/placement/worked/worked-plan.ts';
import type { PlanParts } from '#core/placement/worked/worked-plan.ts';
import { PLACES } from '#core/places.ts';
import type { Archive } from '#core/pricing/archive.ts';
import { offerOf } from '#core/pricing/offer.ts';
import type { Question as ScenarioQuestion } from '#core/question.ts';
import { readScenario } from '#core/scenario/read-scenario.ts';
import type { Scenario, ScenarioText } from '#core/scenario/scenario.ts';
import type { Answer, KnownAnswer, Question, SettleAnswer, SurenessAnswer } from './messages.ts';
import { inPieces, whileWanted } from './in-pieces.ts';
import { quantileCurve } from './quantile-curve.ts';
import { settle } from './settle.ts';

/** What a planner has for every question. */
export interface Shared {
  archive(): Promise<Archive>;
  /** Throws `ScenarioError`. */
  ask(text: ScenarioText): Promise<ScenarioQuestion>;
  partsFor(scenario: Scenario): Promise<PlanParts>;
  /** Whether a newer question makes this one needless. */
  isDropped(): boolean;
}

export type LaterQuestion = Exclude<Question, { kind: 'plan' | 'open' | 'link' }>;

/** Throws as `ask` does. */
export async function laterAnswer(question: LaterQuestion, shared: Shared): Promise<Answer> {
  switch (question.kind) {
    case 'settle':
      return settled(question, shared);
    case 'afterwards': {
      const { afterwards } = await import('./afterwards.ts');
      const asked = await shared.ask(question.answer.scenario);
      return { kind: 'afterwards', findings: await inPieces(afterwards(question.answer, asked)) };
    }
    case 'time': {
      const asked = await shared.ask(question.scenario);
      return (await import('./time.ts')).timeOf(asked);
    }
    case 'sureness':
      return sureness(question.scenario, shared);
    case 'curves':
      return { kind: 'curves', curves: question.quantiles.map((points) => quantileCurve(points)) };
    case 'known':
      return known(await shared.archive());
  }
}

async function settled(
  { scenario: text, candidate, conditions }: Extract<Question, { kind: 'settle' }>,
  shared: Shared,
): Promise<SettleAnswer> {
  const question = await shared.ask(text);
  const parts = await shared.partsFor(question.scenario);
  const assume = settle(text.assume, conditions, (assumed) => {
    const supposed = { ...text, assume: assumed };
    const scenario = readScenario(supposed);
    if (!scenario) return undefined;
    const { plan } = workedPlanWith(parts, { ...question, text: supposed, scenario });
    return plan.candidates.find(({ id }) => id === candidate)?.feasible;
  });
  return { kind: 'settled', assume };
}

async function sureness(text: ScenarioText, shared: Shared): Promise<SurenessAnswer> {
  const question = await shared.ask(text);
  const { uncertaintySteps } = await import('#core/uncertainty/plan-uncertainty.ts');
  const uncertainty = await inPieces(
    whileWanted(uncertaintySteps(question), shared.isDropped, 'dropped' as const),
  );
  return uncertainty === 'dropped' ? { kind: 'dropped' } : { kind: 'sureness', uncertainty };
}

function known(archive: Archive): KnownAnswer {
  const refs = archive.stores
    .flatMap((store) => offerOf(archive, store) ?? [])
    .filter(({ newest }) => newest.confidence !== 'claimed' && newest.kind === 'store')
    .flatMap(({ store, names }) =>
      names.length > 0 ? names.map((region) => `${store}@${region}`) : [store],
    );
  return { kind: 'known', stores: refs, places: PLACES.map(({ id }) => id) };
}
