/** Proven before open before failing; known totals before lower bounds; then the cheaper. */
import type { PlanContext } from './plan-context.ts';
import { policyId } from './policy.ts';
import type { Evaluated } from './search.ts';
import { VERDICTS } from './verdicts.ts';

/** Ties go by id, so that the same scenario always has the same order. */
export function byRank(context: PlanContext): (a: Evaluated, b: Evaluated) => number {
  const id = (one: Evaluated) => policyId(one.policy, (store) => context.stores[store]?.ref ?? '');
  return (a, b) =>
    VERDICTS.indexOf(a.feasible) - VERDICTS.indexOf(b.feasible) ||
    Number(a.atLeast) - Number(b.atLeast) ||
    a.cost - b.cost ||
    (id(a) < id(b) ? -1 : 1);
}

export function best(context: PlanContext, evaluated: Evaluated[]): Evaluated | undefined {
  return evaluated.sort(byRank(context))[0];
}
