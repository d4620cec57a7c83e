/** The exact total of a placement in each month of the horizon. */
import type { Placement } from './chain.ts';
import { exactCost } from './exact-cost.ts';
import type { ExactCost } from './exact-cost.ts';
import type { PlanContext } from './plan-context.ts';
import { planTariffs } from './tariffs.ts';

/** `context` is one whose billed months are the horizon. */
export function monthTotals(context: PlanContext): (placement: Placement) => ExactCost[] {
  const tariffs = planTariffs(context);
  const months = tariffs.months.map((month) => exactCost(context, { ...tariffs, months: [month] }));
  return (placement) => months.map((month) => month.of(placement));
}
