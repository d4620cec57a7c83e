/** What the search before says nothing of. It goes with it. */
import type { Candidate, Plan } from '../report/plan-types.ts';

export const UNADVISED: Pick<
  Candidate,
  'card' | 'cdn' | 'sureness' | 'notMeasured' | 'effort' | 'runs' | 'conditions' | 'keeps' | 'parts'
> = {
  card: null,
  cdn: [],
  sureness: null,
  notMeasured: [],
  effort: { total: 0, lines: [] },
  runs: [],
  conditions: [],
  keeps: { zones: null, durability: null, availability: null },
  parts: [],
};

export const UNADVISED_PLAN: Pick<Plan, 'cards' | 'rule' | 'gap' | 'bare'> = {
  cards: [],
  rule: { sureness: null, base: 0, baseId: null, doubtBase: 0 },
  gap: null,
  bare: null,
};
