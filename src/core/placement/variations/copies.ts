/** What copies near other readers would do, in regions that the scenario does not name: asked after the answer, one more plan. */
import type { Finding } from '../../findings/index.ts';
import { nearestRegion } from '../../places.ts';
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
  { scenario: { stores }, archive }: Question,
  base: string,
  places: readonly string[],
): string[] {
  const ids = [base, ...(stores === 'all' ? [] : stores)].map((ref) => splitRef(ref).store);
  return [...new Set(ids)].flatMap((store) =>
    places.flatMap((place) => {
      const region = nearestRegion(archive.editions(store), place);
      return region === undefined ? [] : [`${store}@${region}`];
    }),
  );
}
