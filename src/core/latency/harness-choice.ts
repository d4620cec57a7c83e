/** Which harness serves which store: the one that covers most, then the next of what is left. */
import type { Dataset } from '../evidence/dataset.ts';
import type { Estimate } from './estimates/estimate.ts';
import { GRADES } from './types.ts';
import type { LatencyQuery } from './types.ts';

export interface Harnesses {
  measured: readonly Dataset[];
  /** Those that come before the others. */
  leading: readonly Dataset[];
  own(query: LatencyQuery, dataset: Dataset): Estimate | null;
}

/** What stands between the measurement and the answer. */
const stepsOf = (estimate: Estimate) => estimate.adjustments.length;
const gradeOf = (estimate: Estimate) => GRADES.indexOf(estimate.grade);

/** For each store, the harness that serves it; null where none measured it. */
export function chooseHarnesses(
  queries: readonly LatencyQuery[],
  answers: Harnesses,
): Map<string, Dataset | null> {
  const chosen = new Map<string, Dataset | null>();
  for (const dataset of answers.leading) {
    for (const query of queries)
      if (!chosen.has(query.store) && answers.own(query, dataset)) chosen.set(query.store, dataset);
  }
  const offers = answers.measured.map((dataset) => ({
    dataset,
    estimates: queries.flatMap((query) => {
      const own = chosen.has(query.store) ? null : answers.own(query, dataset);
      return own ? [{ store: query.store, own }] : [];
    }),
  }));
  const total = (estimates: readonly { own: Estimate }[], of: (own: Estimate) => number) =>
    estimates.reduce((sum, { own }) => sum + of(own), 0);
  for (;;) {
    const [best] = offers
      .map(({ dataset, estimates }) => ({
        dataset,
        covered: estimates.filter(({ store }) => !chosen.has(store)),
      }))
      .filter(({ covered }) => covered.length > 0)
      .sort(
        (a, b) =>
          b.covered.length - a.covered.length ||
          total(a.covered, gradeOf) - total(b.covered, gradeOf) ||
          total(a.covered, stepsOf) - total(b.covered, stepsOf) ||
          newerFirst(a.dataset, b.dataset),
      );
    if (!best) break;
    for (const { store } of best.covered) chosen.set(store, best.dataset);
  }
  for (const query of queries) if (!chosen.has(query.store)) chosen.set(query.store, null);
  return chosen;
}

function newerFirst(a: Dataset, b: Dataset): number {
  const [dateA, dateB] = [a.source.date ?? '', b.source.date ?? ''];
  return dateA === dateB ? (a.id < b.id ? -1 : 1) : dateA > dateB ? -1 : 1;
}
