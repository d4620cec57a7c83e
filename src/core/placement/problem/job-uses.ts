/** What the jobs of a plan list and ask of stores in a mean month, in the meters of the search. */
import { memo } from '../../memo.ts';
import { jobTerms } from '../bill/lists.ts';
import type { PlanContext } from '../context/types.ts';
import type { UsagePart } from '../costs/usage-parts.ts';
import type { Placed, Use } from '../search/problem.ts';
import type { Ground } from './ground.ts';
import { placementOf } from './placement-of.ts';
import { joined, scaled } from './uses.ts';

export function jobUses(context: PlanContext, { prices, limits }: Ground): (stages: Placed['stages']) => Use {
  const { months } = context.workload;
  const one = memo((store: number) =>
    memo((part: UsagePart) => joined(prices.use(store, part), limits.asked(store, part))),
  );
  return (stages) => {
    const placement = placementOf(context, { stages });
    const terms = months.flatMap((_, m) => jobTerms(context, placement, 'months', m));
    return joined(...terms.map(({ store, part, times }) => scaled(one(store)(part), times / months.length)));
  };
}
