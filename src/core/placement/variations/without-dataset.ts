/** What would be recommended without each dataset in turn: asked after the answer, a search for each. */
import type { Finding } from '../../findings/index.ts';
import { withoutDataset } from '../../question.ts';
import { currencyOf } from '../../report/currency-of.ts';
import type { DatasetOutcome, Plan } from '../../report/plan-types.ts';
import { allSteps } from '../../steps.ts';
import type { Steps } from '../../steps.ts';
import { deskOf } from '../desk.ts';
import type { Desk } from '../desk-types.ts';
import { outcomeOf } from './outcome.ts';

/** For each dataset that measured a store of the plan. Empty where nothing is recommended: nothing rests on anything then. */
export function withoutDatasets(
  desk: Desk,
  answer: Pick<Plan, 'recommendation' | 'pricing'>,
): DatasetOutcome[] {
  return allSteps(outcomeSteps(desk, answer));
}

/** The same with a pause before each search. */
export function* outcomeSteps(
  desk: Desk,
  answer: Pick<Plan, 'recommendation' | 'pricing'>,
): Steps<DatasetOutcome[]> {
  if (answer.recommendation === null) return [];
  const { question } = desk;
  const { evidence } = question;
  const stores = new Set(answer.pricing.map(({ store }) => store));
  const serving = evidence.datasets.filter(
    ({ id, status, measurements }) =>
      (status !== 'claimed' || evidence.named.includes(id)) &&
      measurements.some(({ store }) => stores.has(store)),
  );
  const outcomes: DatasetOutcome[] = [];
  for (const { id } of serving) {
    yield;
    const without = deskOf(withoutDataset(question, id));
    const pairs = outcomeOf(without, desk, 2);
    // Only another answer is worth its certificate.
    const isSame = pairs.recommendation === answer.recommendation.id;
    outcomes.push({ dataset: id, ...(isSame ? pairs : outcomeOf(without, desk)) });
  }
  return outcomes;
}

/** One finding for each dataset without which another plan, or none, would be recommended. */
export function restsOnDatasets(
  { recommendation, candidates }: Pick<Plan, 'recommendation' | 'candidates'>,
  outcomes: readonly DatasetOutcome[],
): Finding[] {
  if (!recommendation) return [];
  return outcomes
    .filter((one) => one.recommendation !== recommendation.id)
    .map(({ dataset, recommendation: id, total }): Finding => ({
      code: 'winner-rests-on-one-dataset',
      id: recommendation.id,
      dataset,
      without: id !== null && total !== null ? { id, total } : null,
      currency: currencyOf({ candidates }),
    }));
}
