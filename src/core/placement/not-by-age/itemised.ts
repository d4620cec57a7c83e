/** The itemised monthly cost of any placement. */
import type { Usage } from '../../pricing/bills/usage.ts';
import type { Month } from '../../workload/months.ts';
import type { Population } from '../../workload/population.ts';
import { itemised, itemisedCost } from '../costs/monthly-cost.ts';
import type { ItemisedCost } from '../costs/monthly-cost.ts';
import type { PlanContext } from '../context/types.ts';
import { usagesOf } from '../costs/usages.ts';
import { isByAge } from './placement.ts';
import type { AnyPlacement } from './placement.ts';
import type { NotByAgeKinds } from './kinds.ts';

/** Throws `RangeError` where this scenario has no such placement. */
export function usagesOfAny(
  context: PlanContext,
  others: NotByAgeKinds,
  placement: AnyPlacement,
): (month: Month, population: Population) => Usage[] {
  if (isByAge(placement)) return (month, population) => usagesOf(context, placement, month, population);
  const placed = others.placed(placement);
  if (!placed) throw new RangeError('this scenario has no such placement');
  return placed.usages;
}

/** Throws as `usagesOfAny`. */
export function itemisedOfAny(
  context: PlanContext,
  others: NotByAgeKinds,
  placement: AnyPlacement,
): ItemisedCost {
  if (isByAge(placement)) return itemisedCost(context, placement);
  const usages = usagesOfAny(context, others, placement);
  return itemised(context, others.placed(placement)?.isLeast ?? false, (months, m) => {
    const one = context.workload[months][m];
    return one ? usages(one.month, one.population) : [];
  });
}
