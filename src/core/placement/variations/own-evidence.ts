/** What the user's own datasets change: the answer with them beside the one without, once the answer stands. */
import { withoutDataset } from '../../question.ts';
import type { OwnEvidence, Plan } from '../../report/plan-types.ts';
import { deskOf } from '../desk.ts';
import type { FullDesk } from '../desk.ts';
import { outcomeWithout } from './outcomes.ts';

/** `ids`: of the user's own datasets. Null where none of them measured a store of the plan. */
export function ownEvidence(
  desk: FullDesk,
  answer: Pick<Plan, 'recommendation'>,
  ids: readonly string[],
): OwnEvidence | null {
  const { question } = desk;
  const own = question.evidence.datasets.filter(({ id }) => ids.includes(id));
  const measured = new Set(own.flatMap(({ measurements }) => measurements.map(({ store }) => store)));
  const used = desk.context.stores.map(({ store }) => measured.has(store));
  if (!used.includes(true)) return null;
  const without = deskOf(own.reduce((left, { id }) => withoutDataset(left, id), question));
  const before = without.singles();
  const stores = desk.singles().flatMap((placement, s) => {
    const [store, other] = [desk.context.stores[s], before[s]];
    if (!store || !other || !used[s]) return [];
    return { store: store.ref, p99Ms: desk.p99Ms(placement), withoutMs: without.p99Ms(other) };
  });
  const outcome = outcomeWithout(without, desk, answer.recommendation?.id ?? null);
  return { datasets: own.map(({ id }) => id), stores, without: outcome };
}
