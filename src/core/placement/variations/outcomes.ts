/**
 * What is recommended in variations of a scenario, in a name and a total: at either end of every range, and without each dataset. Asked
 * after the answer, a search for each.
 */
import type { Finding } from '../../findings/index.ts';
import { withoutDataset } from '../../question.ts';
import { currencyOf } from '../../report/currency-of.ts';
import type { DatasetOutcome, Outcome, Plan, RangeEnd, RangeOutcome } from '../../report/plan-types.ts';
import type { Steps } from '../../steps.ts';
import { deskAt, deskOf } from '../desk.ts';
import type { Desk } from '../desk-types.ts';
import { rangesOf, withValues } from './ranges.ts';

/** `like`: a desk of the scenario itself, whose recommendation is looked at first. `stores`: the most that others may use. */
function outcomeOf(desk: Desk, like: Desk, stores: 2 | 3 = 3): Outcome {
  const before = like.best();
  const found = desk.best({ known: before ? [before.placement] : [], stores });
  return found
    ? { recommendation: desk.id(found.placement), total: found.judged.low }
    : { recommendation: null, total: null };
}

/** At the ends of each range, the others at their medians. Empty where nothing is a range. */
export function planAtRanges(desk: Desk): RangeOutcome[] {
  const { scenario } = desk.question;
  return rangesOf(scenario).map(({ path, range }) => {
    const at = (end: 'low' | 'high'): RangeEnd => {
      const value = range.interval[end];
      const changed = deskAt(desk, withValues(scenario, new Map([[path, value]])));
      return { value, ...outcomeOf(changed, desk) };
    };
    return { path, low: at('low'), high: at('high') };
  });
}

/**
 * For each dataset that measured a store of the plan, with a pause before each search. Empty where nothing is recommended: nothing rests
 * on anything then.
 */
export function* withoutDatasets(
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
    outcomes.push({ dataset: id, ...outcomeWithout(without, desk, answer.recommendation.id) });
  }
  return outcomes;
}

/** What is recommended where some evidence is left out; `now`: what is recommended with it. */
export function outcomeWithout(without: Desk, desk: Desk, now: string | null): Outcome {
  const pairs = outcomeOf(without, desk, 2);
  // Only another answer is worth its certificate.
  return pairs.recommendation === now ? pairs : outcomeOf(without, desk);
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
