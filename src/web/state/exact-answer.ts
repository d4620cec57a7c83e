/** The exact plan of a scenario in the place of its quick answer, which may hold a split that a hand is moving besides. */
import type { Plan } from '#core/report/plan-types.ts';

/**
 * `quick` itself where the exact plan says nothing more. Both are of one scenario. What was on the page already stays the same
 * object, so that it is not drawn anew.
 */
export function exactAnswer(quick: Plan, exact: Plan): Plan {
  const known = new Map(quick.candidates.map((one) => [one.id, one]));
  const ids = new Set(exact.candidates.map(({ id }) => id));
  const isSameFrontier =
    exact.frontierStep === quick.frontierStep && exact.frontier.join() === quick.frontier.join();
  if (isSameFrontier && [...ids].every((id) => known.has(id))) return quick;
  const candidates = exact.candidates.map((one) => known.get(one.id) ?? one);
  for (const [i, one] of quick.candidates.entries()) {
    if (ids.has(one.id)) continue;
    const next = quick.candidates.slice(i + 1).find(({ id }) => ids.has(id));
    candidates.splice(next ? candidates.findIndex(({ id }) => id === next.id) : candidates.length, 0, one);
  }
  return { ...exact, candidates };
}
