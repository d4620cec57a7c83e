/** The exact plan of a scenario in the place of its quick answer, which may hold a split that a hand is moving besides. */
import type { Plan } from '#core/report/plan-types.ts';

/** `quick` itself where the exact plan has nothing more, so that nothing on the page is drawn anew. Both are of one scenario. */
export function exactAnswer(quick: Plan, exact: Plan): Plan {
  const [known, ids] = [quick, exact].map(({ candidates }) => new Set(candidates.map(({ id }) => id)));
  if (!known || !ids || exact.candidates.every(({ id }) => known.has(id))) return quick;
  const candidates = [...exact.candidates];
  for (const [i, one] of quick.candidates.entries()) {
    if (ids.has(one.id)) continue;
    const next = quick.candidates.slice(i + 1).find(({ id }) => ids.has(id));
    candidates.splice(next ? candidates.findIndex(({ id }) => id === next.id) : candidates.length, 0, one);
  }
  return { ...exact, candidates };
}
