/** Where nothing is recommended: the placements that lack least. The answer shows and names them. */
import { leastBy } from '../at.ts';
import type { Candidate, Plan } from './plan-types.ts';

/** The cheapest store, at a known price, that lacks a measurement alone. */
export function onlyUnmeasured({ candidates }: Pick<Plan, 'candidates'>): Candidate | null {
  const lacking = candidates.filter(
    ({ kind, violations, conditions, notMeasured, monthly }) =>
      kind === 'single' &&
      violations.length + conditions.length === 0 &&
      notMeasured.length > 0 &&
      monthly.range[1] !== null,
  );
  return leastBy(lacking, ({ monthly }) => monthly.total);
}

/** What would do if few facts that nobody knows were as asked; of those the cheapest at a known price. */
export function nearestOf({ candidates }: Pick<Plan, 'candidates'>): Candidate | null {
  const [nearest] = candidates
    .filter(
      ({ violations, conditions, notMeasured, monthly }) =>
        violations.length + notMeasured.length === 0 && conditions.length > 0 && monthly.range[1] !== null,
    )
    .sort((a, b) => a.conditions.length - b.conditions.length || a.monthly.total - b.monthly.total);
  return nearest ?? null;
}
