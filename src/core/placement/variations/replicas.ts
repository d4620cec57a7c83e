/** What a second copy would bring, and for how much: asked after the answer, of each store that lacks nothing but a zone. */
import type { Finding } from '../../findings/index.ts';
import type { Plan } from '../../report/plan-types.ts';
import { withChanges } from '../../question.ts';
import { candidateFor } from '../answer/certified.ts';
import { deskOf } from '../desk.ts';
import type { Desk } from '../desk-types.ts';

/** Of the stores that fail for their zones, the cheapest are looked at. */
const MOST = 3;

/**
 * For each single store that fails `zones` alone, the same with a second bucket in another zone, written at once. Empty where
 * one zone is enough. `answer`: the plan as it stands. Throws as `plan` does.
 */
export function secondZones({ question }: Desk, answer: Plan): Finding[] {
  const { stores, copies, requirements } = question.scenario;
  const { zones = 1 } = requirements;
  if (zones < 2) return [];
  const failing = answer.candidates.filter(
    ({ kind, violations }) =>
      kind === 'single' &&
      violations.length > 0 &&
      violations.every(({ requirement }) => requirement === 'zones'),
  );
  return failing.slice(0, MOST).flatMap((alone): Finding[] => {
    const [store] = alone.stores;
    if (store === undefined) return [];
    // The other candidates stay, so that the store is judged by the same measurements.
    const among = stores === 'all' ? stores : [...new Set([...stores, store])];
    const desk = deskOf(withChanges(question, { stores: among, copies: [...copies, store] }));
    const single = desk.singles().find((one) => desk.id(one) === alone.id);
    if (!single) return [];
    const twice = candidateFor(desk, single);
    if (twice.violations.some(({ requirement }) => requirement === 'zones')) return [];
    return [
      {
        code: 'second-zone',
        store,
        zones,
        total: twice.monthly.total,
        currency: twice.monthly.currency,
        alone: alone.monthly.total,
        feasible: twice.feasible,
      },
    ];
  });
}
