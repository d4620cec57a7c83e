/** What is recommended in a variation of a scenario, in a name and a total. */
import type { Desk } from '../desk-types.ts';

interface Outcome {
  recommendation: string | null;
  total: number | null;
}

/** `like`: a desk of the scenario itself, whose recommendation is looked at first. `stores`: the most that others may use. */
export function outcomeOf(desk: Desk, like: Desk, stores: 2 | 3 = 3): Outcome {
  const before = like.best();
  const found = desk.best({ known: before ? [before.placement] : [], stores });
  return found
    ? { recommendation: desk.id(found.placement), total: found.judged.low }
    : { recommendation: null, total: null };
}
