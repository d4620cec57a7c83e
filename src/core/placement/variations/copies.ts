/** What copies that the scenario does not name would do: near other readers, or in a second zone. Asked after the answer. */
import type { Finding } from '../../findings/index.ts';
import { nearestRegionFor } from '../../places.ts';
import { withChanges } from '../../question.ts';
import type { Question } from '../../question.ts';
import type { Candidate, Plan } from '../../report/plan-types.ts';
import { splitRef } from '../../store-ref.ts';
import { candidateFor } from '../answer/certified.ts';
import { deskOf } from '../desk.ts';
import type { Desk } from '../desk-types.ts';

/** Empty where readers are in one place, or a plan with such copies is not worth more than the recommended. `answer`: the plan as it stands. */
export function nearbyCopies({ question }: Desk, answer: Plan): Finding[] {
  const { scenario } = question;
  const places = [...new Set(scenario.workload.readers.map(({ at }) => at))];
  const base = baseOf(answer);
  if (places.length < 2 || !base || scenario.stores === 'all') return [];
  const near = storesNear(question, base, places).filter((ref) => !scenario.stores.includes(ref));
  if (near.length === 0) return [];
  const stores = [...new Set([...scenario.stores, base, ...near])];
  const desk = deskOf(withChanges(question, { stores }));
  const best = desk.best();
  const single = desk.singles().find((one) => desk.id(one) === `single:${base}`);
  if (!best || !single) return [];
  const found = candidateFor(desk, best.placement);
  if (!found.stores.some((ref) => near.includes(ref))) return [];
  if (found.kind !== 'copies' && found.kind !== 'single') return [];
  const alone = candidateFor(desk, single);
  const instead = answer.candidates.find(({ id }) => id === answer.recommendation?.id);
  return [
    {
      code: 'nearby-copies',
      store: base,
      isLeft: !found.stores.includes(base),
      copies: found.stores.filter((ref) => ref !== base),
      total: found.monthly.total,
      currency: found.monthly.currency,
      alone: alone.monthly.total,
      feasible: found.feasible,
      instead: instead ? { id: instead.id, total: instead.monthly.total } : null,
      places: found.read.byPlace.flatMap(({ place, servedBy, p99Ms }, q) => {
        const [server] = servedBy;
        const aloneMs = alone.read.byPlace[q]?.p99Ms ?? null;
        return server === undefined || server.store === base
          ? []
          : [{ place, store: server.store, p99Ms, aloneMs }];
      }),
    },
  ];
}

/** The store of the recommended plan, or of the first single store where it has several. */
export function baseOf({ candidates, recommendation, bestIf }: Plan): string | undefined {
  const chosen = candidates.find(({ id }) => id === (recommendation?.id ?? bestIf?.id));
  const single = (one: Candidate | undefined) => (one?.kind === 'single' ? one.stores[0] : undefined);
  return single(chosen) ?? single(candidates.find(({ kind }) => kind === 'single'));
}

/** The base store and the scenario's own, each where it is nearest to each place. */
function storesNear(
  { scenario: { stores, requirements }, archive }: Question,
  base: string,
  places: readonly string[],
): string[] {
  const ids = [base, ...(stores === 'all' ? [] : stores)].map((ref) => splitRef(ref).store);
  return [...new Set(ids)].flatMap((store) =>
    places.flatMap((place) => {
      const region = nearestRegionFor(archive.editions(store), place, requirements.residency);
      return region === undefined ? [] : [`${store}@${region}`];
    }),
  );
}

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
