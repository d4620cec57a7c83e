/**
 * Two stores that hold every object from arrival to the end of its life, each reader served by one of them: a copy near readers
 * elsewhere. They are splits by age whose one age is that end, searched as those are.
 */
import { lazily } from '../../memo.ts';
import type { Exact } from '../costs/exact-cost.ts';
import type { PlanContext } from '../context/types.ts';
import { search } from '../pairs/search.ts';
import type { Evaluated, Search } from '../pairs/search.ts';
import type { PlanTariffs } from '../costs/tariffs.ts';
import { VERDICTS } from '../verdicts/verdicts.ts';
import type { Verdicts } from '../verdicts/verdicts.ts';

/** Of a cost: sums in another order differ by less. */
const ROUNDING = 1e-9;

/** Null where readers are in one place, or objects are kept for ever: they have no end at which both copies go. */
export function copiesForLife(
  context: PlanContext,
  tariffs: PlanTariffs,
  exact: Exact,
  judged: Verdicts,
): Pick<Search, 'bestSplits' | 'bestOfPair'> | null {
  const { workload } = context;
  const { edges, readers, expiryDays, lifeDays, months } = workload;
  const standing = months.some(({ population }) => population.standing.objects > 0);
  if (edges.length === 0 || readers.length < 2 || expiryDays === null || standing) return null;
  const atTheEnd = { ...workload, edges: [lifeDays], ages: [0, lifeDays] };
  const found = lazily(() => search({ ...context, workload: atTheEnd }, tariffs, exact, judged));
  /** Which of two copies is named first says who answers other operations and jobs, and no more: the cheaper order, or the usual one. */
  const ordered = (one: Evaluated): Evaluated => {
    const { hot, cold, coldServes } = one.policy;
    if (!coldServes.includes(true)) return one;
    const other = found().evaluate({
      ...one.policy,
      hot: cold,
      cold: hot,
      coldServes: coldServes.map((serves) => !serves),
    });
    const better = VERDICTS.indexOf(other.feasible) - VERDICTS.indexOf(one.feasible);
    const cheaper =
      Math.abs(other.cost - one.cost) <= ROUNDING * one.cost ? cold - hot : other.cost - one.cost;
    return (better || cheaper) < 0 ? other : one;
  };
  return {
    bestSplits(count) {
      const [yes, unproven, no] = VERDICTS.map((verdict) => 2 * count[verdict]);
      const all = found().bestSplits({ yes: yes ?? 0, unproven: unproven ?? 0, no: no ?? 0 });
      const once = new Map<string, Evaluated>();
      for (const one of all.filter(({ policy }) => policy.entry === 'dual').map(ordered))
        once.set(JSON.stringify(one.policy), one);
      return VERDICTS.flatMap((verdict) =>
        [...once.values()].filter(({ feasible }) => feasible === verdict).slice(0, count[verdict]),
      );
    },
    bestOfPair(one, other) {
      const best = found().bestOfPair(one, other, 'dual');
      return best && ordered(best);
    },
  };
}
