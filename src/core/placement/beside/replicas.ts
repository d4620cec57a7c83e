/** What a second copy would prove, and for how much: asked after the answer, a plan for each store that lacks nothing but a zone. */
import type { Finding } from '../../findings/index.ts';
import type { Candidate, Plan } from '../../report/plan-types.ts';
import type { ScenarioText } from '../../scenario/scenario.ts';
import { plan } from '../plan.ts';
import type { PlanSources } from '../plan.ts';

/** Of the stores that fail for their zones, the cheapest are looked at. */
const MOST = 3;

/**
 * For each single store that fails `zones` alone, the same with a second bucket in another zone, written at once. Empty where
 * one zone is enough. `answer`: the plan as it stands. Throws as `plan` does.
 */
export function secondZones(text: ScenarioText, sources: PlanSources, answer: Plan): Finding[] {
  if ((text.requirements?.zones ?? 1) < 2) return [];
  const failing = answer.candidates.filter(
    ({ kind, violations }) =>
      kind === 'single' &&
      violations.length > 0 &&
      violations.every(({ requirement }) => requirement === 'zones'),
  );
  return failing.slice(0, MOST).flatMap((alone): Finding[] => {
    const [store] = alone.stores;
    if (store === undefined) return [];
    const copied = plan(
      { ...text, stores: storesWith(text, store), copies: [...(text.copies ?? []), store] },
      sources,
    );
    const twice = copied.candidates.find(({ id }) => id === alone.id);
    if (!twice || failsZones(twice)) return [];
    return [
      {
        code: 'second-zone',
        store,
        zones: text.requirements?.zones ?? 1,
        total: twice.monthly.total,
        alone: alone.monthly.total,
        feasible: twice.feasible,
      },
    ];
  });
}

const failsZones = ({ violations }: Candidate) =>
  violations.some(({ requirement }) => requirement === 'zones');

/** The other candidates stay, so that the store is judged by the same measurements. */
function storesWith({ stores = 'all' }: ScenarioText, store: string): ScenarioText['stores'] {
  return stores === 'all' ? 'all' : [...new Set([...stores, store])];
}
